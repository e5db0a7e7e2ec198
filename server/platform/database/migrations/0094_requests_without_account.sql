ALTER TABLE "one_time_code" DROP CONSTRAINT "one_time_code_purpose_check";--> statement-breakpoint
-- contract: needs 0040_privacy
-- Every release with the table joins the customer, so that older instances skip requests without one; their erasure is a task that they do not know.
ALTER TABLE "privacy_request" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD COLUMN "mobile" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD COLUMN "identification" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_purpose_check" CHECK ("one_time_code"."purpose" in ('sign_up', 'reset', 'google', 'close', 'cash_order', 'privacy')) NOT VALID;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_email_check" CHECK ("privacy_request"."email" = lower("privacy_request"."email")) NOT VALID;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_requester_check" CHECK (num_nonnulls("privacy_request"."customer_id", "privacy_request"."email") = 1) NOT VALID;