/**
 * The tables. Money is integer paise. Functions and triggers (functions/), extensions and the partitioned table product_search
 * (migrations/) are defined in SQL, because Drizzle cannot express them.
 */
export * from "./schema/agent-checkouts.ts";
export * from "./schema/agents.ts";
export * from "./schema/cash.ts";
export * from "./schema/catalogue.ts";
export * from "./schema/claim-proofs.ts";
export * from "./schema/contact.ts";
export * from "./schema/content.ts";
export * from "./schema/courier-charges.ts";
export * from "./schema/couriers.ts";
export * from "./schema/credit-notes.ts";
export * from "./schema/delivery-challans.ts";
export * from "./schema/draft-orders.ts";
export * from "./schema/imports.ts";
export * from "./schema/integrations.ts";
export * from "./schema/issued-documents.ts";
export * from "./schema/jobs.ts";
export * from "./schema/mail.ts";
export * from "./schema/moves.ts";
export * from "./schema/newsletter.ts";
export * from "./schema/offers.ts";
export * from "./schema/old-orders.ts";
export * from "./schema/order-edits.ts";
export * from "./schema/order-terms.ts";
export * from "./schema/orders.ts";
export * from "./schema/payments.ts";
export * from "./schema/people.ts";
export * from "./schema/phone-messages.ts";
export * from "./schema/privacy.ts";
export * from "./schema/purchase-events.ts";
export * from "./schema/purchases.ts";
export * from "./schema/redirects.ts";
export * from "./schema/reports.ts";
export * from "./schema/returns.ts";
export * from "./schema/reviews.ts";
export * from "./schema/shipping.ts";
export * from "./schema/shop.ts";
export * from "./schema/staff.ts";
export * from "./schema/stock.ts";
export * from "./schema/vouchers.ts";
export * from "./schema/wishlist.ts";
