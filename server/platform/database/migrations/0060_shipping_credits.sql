ALTER TABLE "credit_note" DROP CONSTRAINT "credit_note_reason_check";--> statement-breakpoint
ALTER TABLE "credit_note_line" DROP CONSTRAINT "credit_note_line_quantity_check";--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_reason_check";--> statement-breakpoint
ALTER TABLE "credit_note" ADD CONSTRAINT "credit_note_reason_check" CHECK ("credit_note"."reason" in ('cancelled', 'lost', 'came_back', 'returned', 'deficient', 'shipping')) NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_note_line" ADD CONSTRAINT "credit_note_line_quantity_check" CHECK ("credit_note_line"."quantity" > 0 or ("credit_note_line"."quantity" = 0 and "credit_note_line"."shipping_paise" > 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_reason_check" CHECK ("refund"."reason" in ('cancelled', 'returned', 'deficient', 'shipping', 'lost', 'came_back', 'too_late', 'replaced', 'paid_twice', 'wrong_amount', 'dispatched', 'goodwill', 'provider')) NOT VALID;