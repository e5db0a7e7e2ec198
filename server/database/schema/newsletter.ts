import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** Who receives the newsletter, and who is asked whether they want it. */

/** `pending`: somebody has typed the address, its owner has not answered yet. */
export type SubscriberState = "pending" | "confirmed" | "unsubscribed";

export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: id(),
    /** In small letters, so that one address is one subscription. */
    email: text().notNull().unique(),
    state: text().$type<SubscriberState>().notNull().default("pending"),
    /**
     * What the link for leaving ends in. It stands here as it is, because every issue carries it for as long as there are issues, and it
     * opens nothing but the way out.
     */
    unsubscribeToken: text().notNull().unique(),
    /** Where the shop was found, for the links of mails when no SHOP_ORIGIN is set. */
    shopOrigin: text().notNull(),
    /** When it was signed up last. */
    askedAt: moment().notNull(),
    confirmedAt: moment(),
    unsubscribedAt: moment(),
  },
  (table) => [
    check("newsletter_subscriber_email_small_letters", sql`${table.email} = lower(${table.email})`),
    check("newsletter_subscriber_state", sql`${table.state} in ('pending', 'confirmed', 'unsubscribed')`),
    check("newsletter_subscriber_confirmed", sql`${table.state} <> 'confirmed' or ${table.confirmedAt} is not null`),
  ],
);

/** Links that confirm a sign-up. Each mail has its own, and all of them are good until they run out, so no mail makes another one's link useless. */
export const newsletterConfirmation = pgTable(
  "newsletter_confirmation",
  {
    /** SHA-256 of the token; the token itself is kept nowhere. */
    tokenHash: text().primaryKey(),
    subscriberId: integer()
      .notNull()
      .references(() => newsletterSubscriber.id, { onDelete: "cascade" }),
    expiresAt: moment().notNull(),
  },
  (table) => [index("newsletter_confirmation_by_subscriber").on(table.subscriberId)],
);
