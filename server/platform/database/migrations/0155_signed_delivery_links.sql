-- contract: needs 0152_couriers
ALTER TABLE "failed_delivery" DROP CONSTRAINT "failed_delivery_token_hash_unique";--> statement-breakpoint
ALTER TABLE "failed_delivery" DROP COLUMN "token_hash";