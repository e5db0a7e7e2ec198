import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CAMPAIGN_STATES, CONSENT_EVENTS, SUBSCRIBER_STATES } from "../../../../contract/contact/newsletter-states.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: id(),
    /** In lower case, so that one email is one subscription. */
    email: text().notNull().unique(),
    state: text({ enum: SUBSCRIBER_STATES }).notNull().default("pending"),
    /**
     * The token in the unsubscribe link. Stored in plain text, because every issue contains it, and it allows nothing but unsubscribing.
     */
    unsubscribeToken: text().notNull().unique("newsletter_subscriber_unsubscribe_token_unique"),
    /** The shop's origin at the sign-up, for links in mails when SHOP_ORIGIN is not set. */
    shopOrigin: text().notNull(),
    /** When the latest sign-up was. */
    signedUpAt: timestamptz("asked_at").notNull(),
    confirmedAt: timestamptz(),
    unsubscribedAt: timestamptz(),
    /** How many issues in a row the mail server has refused, because there is no such mailbox. */
    refusals: integer().notNull().default(0),
    /** When the shop stopped sending to it because of these; null while it sends. The subscription stays. */
    setAsideAt: timestamptz(),
  },
  (table) => [
    check("newsletter_subscriber_email_check", sql`${table.email} = lower(${table.email})`),
    oneOf(table.state),
    check(
      "newsletter_subscriber_confirmed_at_check",
      sql`${table.state} <> 'confirmed' or ${table.confirmedAt} is not null`,
    ),
    index().on(table.state, table.id).concurrently(),
  ],
);

/** Links that confirm a sign-up. Each mail has its own, valid until it expires, so that a new mail does not invalidate earlier links. */
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

/** Consents given or withdrawn: when, where, and the text that was shown. Rows are only added. */
export const newsletterConsent = pgTable(
  "newsletter_consent",
  {
    id: id(),
    subscriberId: rowId()
      .notNull()
      .references(() => newsletterSubscriber.id, { onDelete: "cascade" }),
    event: text({ enum: CONSENT_EVENTS }).notNull(),
    at: timestamptz().notNull(),
    /** The page, the link of an email, or the member of staff. */
    place: text().notNull().default(""),
    wording: text().notNull().default(""),
  },
  (table) => [oneOf(table.event), index().on(table.subscriberId)],
);

/** An issue of the newsletter. */
export const newsletterCampaign = pgTable(
  "newsletter_campaign",
  {
    id: id(),
    subject: text().notNull(),
    /** Shown in the inbox after the subject. */
    preview: text().notNull(),
    /** Markdown. */
    body: text().notNull(),
    /** The label of its button; empty without one. */
    action: text().notNull().default(""),
    link: text().notNull().default(""),
    /** Products to show, in order. */
    productSlugs: jsonb().$type<string[]>().notNull().default([]),
    state: text({ enum: CAMPAIGN_STATES }).notNull().default("draft"),
    scheduledAt: timestamptz(),
    startedAt: timestamptz(),
    doneAt: timestamptz(),
    /** The last subscriber whose email was queued. */
    lastSubscriberId: rowId().notNull().default(0),
    queued: integer().notNull().default(0),
    /** Counted once all its emails are sent or given up, because the outbox deletes them after a month. */
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Who sent or scheduled it. */
    author: text().notNull().default(""),
    shopOrigin: text().notNull(),
    createdAt: timestamptz().notNull(),
    changedAt: timestamptz().notNull(),
    changedBy: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    oneOf(table.state),
    atLeast(0, table.queued),
    atLeast(0, table.sent),
    atLeast(0, table.failed),
    check(
      "newsletter_campaign_scheduled_at_check",
      sql`${table.state} <> 'scheduled' or ${table.scheduledAt} is not null`,
    ),
  ],
);

/** The subscribers for whom a campaign was queued, each once. */
export const newsletterRecipient = pgTable(
  "newsletter_recipient",
  {
    campaignId: rowId().notNull(),
    subscriberId: rowId().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.subscriberId] }),
    // Named here, because the derived names are longer than PostgreSQL's 63 bytes.
    foreignKey({
      name: "newsletter_recipient_campaign_id_fk",
      columns: [table.campaignId],
      foreignColumns: [newsletterCampaign.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "newsletter_recipient_subscriber_id_fk",
      columns: [table.subscriberId],
      foreignColumns: [newsletterSubscriber.id],
    }).onDelete("cascade"),
    index().on(table.subscriberId),
  ],
);
