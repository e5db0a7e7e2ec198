/** The sandbox's tables, in a PostgreSQL schema of their own that only a demo has (see server/platform/database/sandbox-tables.ts). */

import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgSchema, smallint, text } from "drizzle-orm/pg-core";
import { COURIER_PROVIDERS } from "../../../../contract/couriers.ts";
import { PHONE_CHANNELS } from "../../../../contract/phone-messages/channels.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, timestamptz } from "./columns.ts";

// Not exported, so that the migrations of drizzle-kit leave its creation to createSandboxTables.
const sandbox = pgSchema("sandbox");

/** The demo's mailbox: mails that a live shop would have sent. */
export const sandboxMail = sandbox.table(
  "mail",
  {
    id: id(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    messageId: text().notNull(),
    sentAt: timestamptz().notNull(),
    attachments: jsonb().$type<{ filename: string; contentType: string; base64: string }[]>().notNull().default([]),
  },
  (table) => [index().on(table.recipient, table.id)],
);

/** A scan of a parcel as its courier words it. */
export interface SandboxScan {
  /** ISO 8601. */
  at: string;
  /** The courier's code. */
  code: string;
  text: string;
  place: string;
}

const SANDBOX_ENTITY_KINDS = ["order", "payment", "refund", "settlement", "dispute"] as const;

/** Orders, payments, refunds, settlements and disputes of the demo's payment provider, as its API returns them. */
export const sandboxPaymentEntity = sandbox.table(
  "payment_entity",
  {
    id: text().primaryKey(),
    kind: text({ enum: SANDBOX_ENTITY_KINDS }).notNull(),
    /** The order to which a payment or refund belongs. */
    orderId: text(),
    /** The receipt of an order, or the idempotency key of a refund. */
    reference: text(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [oneOf(table.kind), index().on(table.orderId), index().on(table.reference)],
);

/** Webhooks that the demo's payment provider sends to the shop. */
export const sandboxWebhook = sandbox.table(
  "webhook",
  {
    id: text().primaryKey(),
    body: text().notNull(),
    attempts: smallint().notNull().default(0),
    /** When it is sent or retried; null once it is delivered or given up. */
    dueAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [atLeast(0, table.attempts), index().on(table.dueAt).where(sql`due_at is not null`)],
);

/** Messages to and from phones, as the demo's WhatsApp and SMS have them. */
export const sandboxPhoneMessage = sandbox.table(
  "phone_message",
  {
    id: id(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    /** Ten digits. */
    mobile: text().notNull(),
    /** Whether the phone has sent it. */
    isIncoming: boolean().notNull().default(false),
    text: text().notNull(),
    /** The address of its button; null without one. */
    link: text(),
    providerId: text().notNull(),
    /** The sender's own id of it, which reports repeat. */
    reference: text().notNull().default(""),
    category: text().notNull().default(""),
    /** Accepted, sent, delivered, read, or failed with its code. */
    state: text().notNull().default("accepted"),
    at: timestamptz().notNull(),
  },
  (table) => [oneOf(table.channel), index().on(table.mobile, table.id), index().on(table.providerId)],
);

/** Templates that the demo's WhatsApp and SMS have on file. */
export const sandboxPhoneTemplate = sandbox.table(
  "phone_template",
  {
    /** The name at WhatsApp, or the id at the SMS provider. */
    name: text().primaryKey(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    /** With {{1}} at WhatsApp, with ##name## at the SMS provider. */
    text: text().notNull(),
    /** What DLT allows each variable of an SMS to be: numeric, alphanumeric or url. */
    kinds: jsonb().$type<Record<string, string>>().notNull().default({}),
    hasButton: boolean().notNull().default(false),
    category: text().notNull(),
    state: text().notNull().default("APPROVED"),
  },
  (table) => [oneOf(table.channel)],
);

/** Parcels that the demo's couriers carry. */
export const sandboxParcel = sandbox.table(
  "parcel",
  {
    id: id(),
    courier: text({ enum: COURIER_PROVIDERS }).notNull(),
    /** The shop's own name for it. */
    reference: text().notNull(),
    awb: text().unique("parcel_awb_unique"),
    /** The courier's word for its state. */
    status: text().notNull(),
    /** What the rider collects. */
    codPaise: paise().notNull(),
    /** The request that created it, as it came. */
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    scans: jsonb().$type<SandboxScan[]>().notNull().default([]),
    /** How often its label was asked for. */
    labelRequests: smallint().notNull().default(0),
    pickupOn: text(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [oneOf(table.courier), atLeast(0, table.codPaise), index().on(table.courier, table.reference)],
);

/** What the buttons of the couriers' page have set: a number that counts down, an amount or a time, by the name of the switch. */
export const sandboxCourierSwitch = sandbox.table("courier_switch", {
  name: text().primaryKey(),
  value: bigint({ mode: "number" }).notNull(),
});

/** Where each courier pushes scans to; empty for nowhere. */
export const sandboxCourierHook = sandbox.table(
  "courier_hook",
  { courier: text({ enum: COURIER_PROVIDERS }).primaryKey(), url: text().notNull() },
  (table) => [oneOf(table.courier)],
);

/** Scans that are still to be pushed. */
export const sandboxCourierPush = sandbox.table(
  "courier_push",
  {
    id: id(),
    courier: text({ enum: COURIER_PROVIDERS }).notNull(),
    body: text().notNull(),
    dueAt: timestamptz().notNull(),
    attempts: smallint().notNull().default(0),
  },
  (table) => [oneOf(table.courier), atLeast(0, table.attempts), index().on(table.dueAt)],
);
