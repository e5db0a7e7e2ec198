import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

/** `pending`: the email has signed up and not yet confirmed. */
export const SUBSCRIBER_STATES = ["pending", "confirmed", "unsubscribed"] as const;

export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: id(),
    /** In lower case, so that one email is one subscription. */
    email: text().notNull().unique(),
    state: text({ enum: SUBSCRIBER_STATES }).notNull().default("pending"),
    /** The end of the unsubscribe link. Stored as it is, because every issue carries it, and it allows nothing but unsubscribing. */
    unsubscribeToken: text().notNull().unique("newsletter_subscriber_unsubscribe_token_unique"),
    /** The shop's origin at the sign-up, for the links of mails when SHOP_ORIGIN is not set. */
    shopOrigin: text().notNull(),
    /** The latest sign-up. */
    askedAt: timestamptz().notNull(),
    confirmedAt: timestamptz(),
    unsubscribedAt: timestamptz(),
  },
  (table) => [
    check("newsletter_subscriber_email_check", sql`${table.email} = lower(${table.email})`),
    oneOf(table.state),
    check(
      "newsletter_subscriber_confirmed_at_check",
      sql`${table.state} <> 'confirmed' or ${table.confirmedAt} is not null`,
    ),
  ],
);

/** Links that confirm a sign-up. Each mail has its own and all are valid until they expire, so no mail breaks another's link. */
export const newsletterConfirmation = pgTable(
  "newsletter_confirmation",
  {
    /** SHA-256 of the token; the token itself is not stored. */
    tokenHash: text().primaryKey(),
    subscriberId: rowId().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    // Named here, because the derived name is longer than PostgreSQL's 63 bytes.
    foreignKey({
      name: "newsletter_confirmation_subscriber_id_fk",
      columns: [table.subscriberId],
      foreignColumns: [newsletterSubscriber.id],
    }).onDelete("cascade"),
    index().on(table.subscriberId),
  ],
);
