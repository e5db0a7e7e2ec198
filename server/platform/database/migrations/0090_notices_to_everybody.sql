CREATE TABLE "incident_recipient" (
	"notice_id" bigint NOT NULL,
	"email" text NOT NULL,
	"message_id" text,
	CONSTRAINT "incident_recipient_notice_id_email_pk" PRIMARY KEY("notice_id","email")
);
--> statement-breakpoint
ALTER TABLE "incident_letter" DROP CONSTRAINT "incident_letter_audience_check";--> statement-breakpoint
ALTER TABLE "incident" ADD COLUMN "cert_in_reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "incident" ADD COLUMN "cert_in_exempt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "incident" ADD COLUMN "board_informed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "incident" ADD COLUMN "others_contacted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "nature" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "consequences" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "measures" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "advice" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "kinds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "recipients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD COLUMN "without_email" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_recipient" ADD CONSTRAINT "incident_recipient_notice_id_incident_letter_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."incident_letter"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_recipient_waiting_index" ON "incident_recipient" USING btree ("notice_id","email") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "incident_recipient_email_index" ON "incident_recipient" USING btree ("email");--> statement-breakpoint
ALTER TABLE "incident_letter" ADD CONSTRAINT "incident_letter_recipients_check" CHECK ("incident_letter"."recipients" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD CONSTRAINT "incident_letter_failed_check" CHECK ("incident_letter"."failed" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD CONSTRAINT "incident_letter_without_email_check" CHECK ("incident_letter"."without_email" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "incident_letter" ADD CONSTRAINT "incident_letter_audience_check" CHECK ("incident_letter"."audience" in ('all', 'kinds', 'ordered', 'listed')) NOT VALID;--> statement-breakpoint
-- A notice that is being sent continues with the customers that it was addressed to.
INSERT INTO "incident_recipient" ("notice_id", "email")
SELECT l.id, c.email FROM incident_letter AS l JOIN customer AS c ON c.closed_at IS NULL AND c.id > l.last_customer_id
WHERE l.state = 'sending' AND (
	l.audience = 'all'
	OR (l.audience = 'listed' AND c.email IN (SELECT lower(trim(e)) FROM jsonb_array_elements_text(l.emails) AS e))
	OR (l.audience = 'ordered' AND c.id IN (SELECT o.customer_id FROM customer_order AS o
		WHERE o.created_at >= l.ordered_from::timestamp AT TIME ZONE 'Asia/Kolkata' AND o.created_at < (l.ordered_to + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'))
);
