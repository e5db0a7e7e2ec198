ALTER TABLE "product" VALIDATE CONSTRAINT "product_state_check";--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_publish_at_check";--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_published_check";--> statement-breakpoint
ALTER TABLE "api_token" VALIDATE CONSTRAINT "api_token_created_by_id_staff_member_id_fk";--> statement-breakpoint
ALTER TABLE "payment_session" VALIDATE CONSTRAINT "payment_session_amount_paise_check";--> statement-breakpoint
ALTER TABLE "credit_note" VALIDATE CONSTRAINT "credit_note_reason_check";--> statement-breakpoint
ALTER TABLE "credit_note_line" VALIDATE CONSTRAINT "credit_note_line_quantity_check";--> statement-breakpoint
ALTER TABLE "refund" VALIDATE CONSTRAINT "refund_reason_check";
