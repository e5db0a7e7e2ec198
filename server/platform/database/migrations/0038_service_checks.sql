CREATE TABLE "service_check" (
	"service" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "service_check_service_check" CHECK ("service_check"."service" in ('database', 'payments', 'mail', 'media', 'cdn'))
);
