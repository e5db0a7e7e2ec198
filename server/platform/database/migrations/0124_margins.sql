ALTER TABLE "sales_day_group" DROP CONSTRAINT "sales_day_group_dimension_check";--> statement-breakpoint
ALTER TABLE "sales_day" ADD COLUMN "has_costs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "net_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "net_returned_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "cost_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "returned_cost_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "uncosted_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "loss_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD COLUMN "fee_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_net_paise_check" CHECK ("sales_day_group"."net_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_net_returned_paise_check" CHECK ("sales_day_group"."net_returned_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_cost_paise_check" CHECK ("sales_day_group"."cost_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_returned_cost_paise_check" CHECK ("sales_day_group"."returned_cost_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_uncosted_units_check" CHECK ("sales_day_group"."uncosted_units" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_loss_paise_check" CHECK ("sales_day_group"."loss_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_fee_paise_check" CHECK ("sales_day_group"."fee_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "sales_day_group" ADD CONSTRAINT "sales_day_group_dimension_check" CHECK ("sales_day_group"."dimension" in ('total', 'product', 'variant', 'state', 'payment', 'courier', 'offer', 'channel')) NOT VALID;