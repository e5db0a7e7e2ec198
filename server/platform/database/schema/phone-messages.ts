/** Messages by WhatsApp and SMS: consents, templates, the outbox, and what is known of each number. */

import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { PHONE_CHANNELS, PHONE_MESSAGE_STATES } from "../../../../contract/phone-messages/channels.ts";
import { PHONE_CONSENT_EVENTS, PHONE_CONSENT_PLACES } from "../../../../contract/phone-messages/consent.ts";
import { PHONE_EVENT_NAMES } from "../../../../contract/phone-messages/events.ts";
import { PHONE_TEMPLATE_STATES, type PhoneTemplateText } from "../../../../contract/phone-messages/templates.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

/** Consents given or withdrawn: when, where, and the text that was shown. Rows are only added; an erasure replaces the number by its hash. */
export const phoneConsent = pgTable(
  "phone_consent",
  {
    id: id(),
    /** Ten digits; empty once it is erased. */
    mobile: text().notNull(),
    /** HMAC-SHA-256 of an erased number, which proves a withdrawal; empty before. */
    mobileHash: text().notNull().default(""),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    event: text({ enum: PHONE_CONSENT_EVENTS }).notNull(),
    /** The order that it is about; null for all orders of the customer, or, withdrawn by the phone itself, for everything. */
    orderNumber: text(),
    customerId: rowId(),
    at: timestamptz().notNull(),
    place: text({ enum: PHONE_CONSENT_PLACES }).notNull(),
    wording: text().notNull(),
  },
  (table) => [
    oneOf(table.channel),
    oneOf(table.event),
    oneOf(table.place),
    index().on(table.mobile, table.channel),
    index().on(table.customerId),
    index("phone_consent_to_order_number_index").on(table.orderNumber).where(sql`order_number is not null`),
  ],
);

/** The texts of messages: what the provider has approved and is used, and the draft of the next version. */
export const phoneTemplate = pgTable(
  "phone_template",
  {
    id: id(),
    event: text({ enum: PHONE_EVENT_NAMES }).notNull(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    language: text().notNull().default("en"),
    /** Whether its event is sent by this channel. */
    isEnabled: boolean().notNull().default(false),
    /** The state of the draft; `paused` and `recategorised` stop the approved one. */
    state: text({ enum: PHONE_TEMPLATE_STATES }).notNull().default("draft"),
    /** Why it is rejected or stopped, in the provider's words. */
    reason: text().notNull().default(""),
    draft: jsonb().$type<PhoneTemplateText>().notNull(),
    /** As last approved; null before. */
    approved: jsonb().$type<PhoneTemplateText>(),
    changedAt: timestamptz().notNull(),
    changedBy: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    oneOf(table.event),
    oneOf(table.channel),
    oneOf(table.state),
    unique().on(table.event, table.channel, table.language),
  ],
);

/** The outbox of messages. Its values are emptied once it is done with: those with a code at once, others 30 days later. */
export const phoneMessage = pgTable(
  "phone_message",
  {
    id: id(),
    /** The provider's callback data: its reports name this message by it even if the provider's response was lost. */
    reference: uuid().notNull().defaultRandom().unique("phone_message_reference_unique"),
    event: text({ enum: PHONE_EVENT_NAMES }).notNull(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    /** Null for a test. */
    orderNumber: text(),
    customerId: rowId(),
    /** Which of several events of its kind it is about, for example an AWB, so that a repeated event sends once. */
    occurrence: text().notNull(),
    /** Ten digits; empty once it is erased. */
    mobile: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: PHONE_MESSAGE_STATES }).notNull().default("waiting"),
    /** The provider's id. */
    providerId: text(),
    /** The message that it follows on the next channel. */
    fallBackOf: rowId(),
    /** Whether it went on by the next channel, or by email, because it was not delivered in time. */
    handedOn: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    /** When it becomes useless and is no longer sent. */
    expiresAt: timestamptz().notNull(),
    /** When the provider accepted it. */
    sentAt: timestamptz(),
    deliveredAt: timestamptz(),
    readAt: timestamptz(),
    /** How many of the provider's responses to it were lost. */
    lostResponses: integer().notNull().default(0),
    /** The provider's code and words, or why it was not sent; empty without an error. */
    error: text().notNull().default(""),
    /** What the provider's reports say of its price; null before. */
    isBillable: boolean(),
    priceCategory: text(),
  },
  (table) => [
    oneOf(table.event),
    oneOf(table.channel),
    oneOf(table.state),
    unique("phone_message_once_unique").on(table.orderNumber, table.event, table.occurrence, table.channel),
    index().on(table.providerId),
    index().on(table.createdAt),
    index().on(table.mobile),
    index().on(table.customerId),
  ],
);

const PHONE_STOPS = ["asked", "blocked", "unreachable"] as const;

/** What is known of a number on a channel. */
export const phoneNumber = pgTable(
  "phone_number",
  {
    /** Ten digits. */
    mobile: text().notNull(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    /** How many messages in a row did not reach it. */
    failures: integer().notNull().default(0),
    /** Since when nothing is sent to it, and why: its owner has asked, has blocked the shop, or is not on this channel. */
    stoppedAt: timestamptz(),
    stopped: text({ enum: PHONE_STOPS }),
  },
  (table) => [
    primaryKey({ columns: [table.mobile, table.channel] }),
    oneOf(table.channel),
    oneOf(table.stopped),
    atLeast(0, table.failures),
  ],
);

/** Texts that customers sent, so that a repeated report of one does nothing. */
export const phoneIncoming = pgTable(
  "phone_incoming",
  {
    /** The provider's id. */
    providerId: text().primaryKey(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.receivedAt)],
);
