/** Couriers that the shop books: accounts, bookings of parcels, what couriers report about them, and what staff decides on that. */

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  BOOKING_STATES,
  COURIER_PROVIDERS,
  DELIVERY_ANSWERS,
  FAILURE_REASONS,
  LABEL_SIZES,
  PARCEL_PROGRESS,
  PARCEL_SERVICES,
  REFUSAL_REASONS,
  WEIGHT_DIFFERENCE_STATES,
} from "../../../../contract/couriers.ts";
import { atLeast, oneOf } from "./checks.ts";
import { bytea, id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder, shipment } from "./orders.ts";

/** An account with a courier or an aggregator, for one pick-up place. Its keys are in the deployment's settings. */
export const courierAccount = pgTable(
  "courier_account",
  {
    id: id(),
    provider: text({ enum: COURIER_PROVIDERS }).notNull(),
    /** What staff calls it. */
    label: text().notNull(),
    /** The pick-up place exactly as the provider has it registered. */
    pickupPlace: text().notNull(),
    pickupPincode: text().notNull(),
    /** Whether parcels with alcohol are never given to air couriers. */
    surfaceOnly: boolean().notNull().default(true),
    labelSize: text({ enum: LABEL_SIZES }).notNull().default("thermal"),
    isEnabled: boolean().notNull().default(true),
    /** SHA-256 of the token in the address that the provider pushes to; null before one was made. */
    pushTokenHash: text().unique("courier_account_push_token_hash_unique"),
    lastPushAt: timestamptz(),
    /** When the provider began to refuse the login; null once it accepts it. */
    failingSince: timestamptz(),
    /** When the owners were emailed about it. */
    warnedAt: timestamptz(),
    lastPollAt: timestamptz(),
    /** The prepaid balance when it was last read, 0 if it is overdrawn; null for a provider without one. */
    balancePaise: paise(),
    balanceAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [oneOf(table.provider), oneOf(table.labelSize), atLeast(0, table.balancePaise)],
);

/** What a courier has said of a pincode when the shop asked it for a usual parcel of an account. */
export const courierService = pgTable(
  "courier_service",
  {
    accountId: rowId()
      .notNull()
      .references(() => courierAccount.id, { onDelete: "cascade" }),
    pincode: text().notNull(),
    /** Whether it delivers there what is paid, by surface if the account wants that; null if it has not answered, as the others. */
    prepaid: boolean(),
    /** Whether it collects cash there, likewise. */
    cod: boolean(),
    /** The same for parcels without alcohol, which may go by air. */
    alcoholFreePrepaid: boolean(),
    alcoholFreeCod: boolean(),
    askedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.pincode] })],
);

/**
 * An attempt to give one parcel to a courier. It is open from the wish until the parcel has left (`shipment_id`), or it is refused or
 * cancelled; an order has one open booking at most.
 */
export const parcelBooking = pgTable(
  "parcel_booking",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    accountId: rowId()
      .notNull()
      .references(() => courierAccount.id),
    /** The parcel that has left; null until then, and again if its shipping is undone. */
    shipmentId: rowId()
      .unique("parcel_booking_shipment_id_unique")
      .references(() => shipment.id, { onDelete: "set null" }),
    /** Counts the bookings of the order, from 1. */
    attempt: smallint().notNull(),
    /** The shop's name for it with the provider, such as KW-7Q4M-2XKD-2: the order's number and the attempt. */
    key: text().notNull().unique("parcel_booking_key_unique"),
    state: text({ enum: BOOKING_STATES }).notNull().default("wanted"),
    /** Whether it holds what is due for a return. */
    isReplacement: boolean().notNull().default(false),
    /** The units in it, by position of the order's items. */
    units: jsonb().$type<{ position: number; quantity: number }[]>().notNull(),
    /** SHA-256 of its sizes and quantities, by which the next parcel with the same content finds what was packed. */
    contentHash: text().notNull(),
    service: text({ enum: PARCEL_SERVICES }).notNull(),
    grams: integer().notNull(),
    lengthMm: integer().notNull(),
    widthMm: integer().notNull(),
    heightMm: integer().notNull(),
    /** What the courier collects: what is due when it is booked. */
    codPaise: paise().notNull(),
    /** SHA-256 of the receiver, the number and the address that it was booked for. */
    receiverHash: text().notNull(),
    /** Reserved with the provider before it is asked, where that is what prevents a second parcel. */
    reservedAwb: text(),
    awb: text().unique("parcel_booking_awb_unique"),
    /** The courier that carries it, as customers read it. */
    courier: text(),
    /** What the provider calls it. */
    providerIds: jsonb().$type<Record<string, string>>().notNull().default({}),
    quotedPaise: paise(),
    chargedPaise: paise(),
    chargedGrams: integer(),
    pickupOn: date({ mode: "string" }),
    refusal: text({ enum: REFUSAL_REASONS }),
    /** The provider's own words about a refusal or a failed label, for staff. */
    detail: text().notNull().default(""),
    /** When its answer was last looked for, and how often. */
    checks: smallint().notNull().default(0),
    createdAt: timestamptz().notNull(),
    /** When the provider was last asked to book it. */
    askedAt: timestamptz(),
    bookedAt: timestamptz(),
    cancelledAt: timestamptz(),
    /** When its last scan was looked for; null before the first time. */
    polledAt: timestamptz(),
    /** When the shop stopped asking about it: it has arrived, is lost or back, or nothing is heard of it. */
    trackingEndedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    oneOf(table.service),
    oneOf(table.refusal),
    atLeast(1, table.attempt),
    atLeast(1, table.grams),
    atLeast(1, table.lengthMm),
    atLeast(1, table.widthMm),
    atLeast(1, table.heightMm),
    atLeast(0, table.codPaise),
    atLeast(0, table.quotedPaise),
    atLeast(0, table.chargedPaise),
    check(
      "parcel_booking_awb_check",
      sql`${table.state} <> 'booked' or (${table.awb} is not null and ${table.courier} is not null)`,
    ),
    index().on(table.orderId),
    index().on(table.accountId, table.createdAt),
    index().on(table.contentHash, table.id),
    index("parcel_booking_tracked_index")
      .on(table.polledAt.asc().nullsFirst(), table.id)
      .where(sql`state = 'booked' and tracking_ended_at is null`)
      .concurrently(),
    uniqueIndex("parcel_booking_open_order_id_index")
      .on(table.orderId)
      .where(sql`shipment_id is null and state in ('wanted', 'asking', 'unclear', 'booked')`),
  ],
);

/** A courier's label as a PDF, with the customer's address. Deleted some days after its parcel has left, and by an erasure. */
export const courierLabel = pgTable("courier_label", {
  bookingId: rowId()
    .primaryKey()
    .references(() => parcelBooking.id, { onDelete: "cascade" }),
  pdf: bytea().notNull(),
  fetchedAt: timestamptz().notNull(),
});

/** What a courier reports about a parcel at one time. */
export const parcelScan = pgTable(
  "parcel_scan",
  {
    id: id(),
    bookingId: rowId()
      .notNull()
      .references(() => parcelBooking.id, { onDelete: "cascade" }),
    awb: text().notNull(),
    /** When it happened, by the courier. */
    at: timestamptz().notNull(),
    /** The provider's own code. */
    code: text().notNull(),
    /** What it means; null if the code is not known. */
    progress: text({ enum: PARCEL_PROGRESS }),
    place: text().notNull(),
    /** The provider's words, which may name people: for staff alone. */
    text: text().notNull(),
    source: text({ enum: ["push", "poll"] }).notNull(),
    receivedAt: timestamptz().notNull(),
    /** When it moved the parcel, or was found not to; null while it means nothing. */
    appliedAt: timestamptz(),
    /** Why it changed nothing although it should have, for staff: it contradicts what is known. Empty otherwise. */
    contradiction: text().notNull().default(""),
    /** When staff has looked into the contradiction. */
    resolvedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.progress),
    oneOf(table.source),
    uniqueIndex().on(table.awb, table.at, table.code),
    index().on(table.bookingId, table.at),
    index("parcel_scan_contradiction_index").on(table.id).where(sql`contradiction <> '' and resolved_at is null`),
  ],
);

/** A request that a provider has pushed, as it arrived. Kept for 30 days. */
export const courierPush = pgTable(
  "courier_push",
  {
    id: id(),
    accountId: rowId()
      .notNull()
      .references(() => courierAccount.id, { onDelete: "cascade" }),
    body: text().notNull(),
    receivedAt: timestamptz().notNull(),
    handledAt: timestamptz(),
    error: text().notNull().default(""),
  },
  (table) => [index().on(table.receivedAt)],
);

/** A delivery that failed, until it is answered and tried again, or the parcel comes back. */
export const failedDelivery = pgTable(
  "failed_delivery",
  {
    id: id(),
    shipmentId: rowId()
      .notNull()
      .references(() => shipment.id, { onDelete: "cascade" }),
    /** Counts the failed attempts of the parcel, from 1. */
    attempt: smallint().notNull(),
    reason: text({ enum: FAILURE_REASONS }).notNull(),
    /** The provider's words, for staff alone. */
    detail: text().notNull(),
    raisedAt: timestamptz().notNull(),
    /** What the courier is to do; null until somebody has answered. */
    answer: text({ enum: DELIVERY_ANSWERS }),
    answeredBy: text({ enum: ["staff", "customer"] }),
    answeredAt: timestamptz(),
    /** The day of the next attempt. */
    againOn: date({ mode: "string" }),
    /** What the answer changes for the courier: another number, or words to the rider. */
    mobile: text().notNull().default(""),
    note: text().notNull().default(""),
    /** Where the provider takes answers in without saying yes: its id for asking later. */
    providerAnswerId: text(),
    /** What the provider has made of the answer, for staff. */
    providerAnswer: text().notNull().default(""),
    /** When the courier was told last; null before, and again once it has refused. Until then another answer may replace it. */
    sentAt: timestamptz(),
    /** When the provider has taken the answer, or staff has told the courier. */
    acceptedAt: timestamptz(),
    closedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.reason),
    oneOf(table.answer),
    oneOf(table.answeredBy),
    atLeast(1, table.attempt),
    uniqueIndex().on(table.shipmentId, table.attempt),
    index("failed_delivery_open_index").on(table.raisedAt).where(sql`closed_at is null`),
  ],
);

/** What a packer has weighed and measured. Its photo is in the database, since the media store is public. */
export const packedParcel = pgTable(
  "packed_parcel",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** As in `parcel_booking`. */
    contentHash: text().notNull(),
    grams: integer().notNull(),
    lengthMm: integer().notNull(),
    widthMm: integer().notNull(),
    heightMm: integer().notNull(),
    /** A WebP picture; null without one. */
    photo: bytea(),
    packedBy: text().notNull(),
    packedAt: timestamptz().notNull(),
  },
  (table) => [
    atLeast(1, table.grams),
    atLeast(1, table.lengthMm),
    atLeast(1, table.widthMm),
    atLeast(1, table.heightMm),
    index().on(table.orderId, table.id),
    index().on(table.contentHash, table.id),
  ],
);

/** A parcel that a courier charges for a larger weight than was declared. */
export const weightDifference = pgTable(
  "weight_difference",
  {
    id: id(),
    bookingId: rowId()
      .notNull()
      .unique("weight_difference_booking_id_unique")
      .references(() => parcelBooking.id, { onDelete: "cascade" }),
    declaredGrams: integer().notNull(),
    chargedGrams: integer().notNull(),
    extraPaise: paise().notNull(),
    noticedAt: timestamptz().notNull(),
    /** The last day on which it can be disputed; then it counts as accepted. */
    answerBy: date({ mode: "string" }).notNull(),
    state: text({ enum: WEIGHT_DIFFERENCE_STATES }).notNull().default("new"),
    note: text().notNull().default(""),
    answeredAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    atLeast(1, table.declaredGrams),
    atLeast(1, table.chargedGrams),
    atLeast(0, table.extraPaise),
    index("weight_difference_open_index").on(table.answerBy).where(sql`state in ('new', 'disputed')`),
  ],
);
