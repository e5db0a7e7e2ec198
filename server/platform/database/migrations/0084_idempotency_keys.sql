CREATE TABLE "idempotency_key" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"status" smallint,
	"response" "bytea",
	"expires_at" timestamp with time zone NOT NULL
);
