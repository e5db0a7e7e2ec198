import { sql } from "drizzle-orm";
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { NOTICE_AUDIENCES, NOTICE_STATES, REQUEST_KINDS, REQUEST_STATES } from "../../../contract/privacy/schemas.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customer } from "./people.ts";

/** What the Digital Personal Data Protection Act asks of the shop: customers' requests, and incidents. */

export const privacyRequest = pgTable(
  "privacy_request",
  {
    id: id(),
    /** What the customer quotes, such as P-7Q4M2XKD. */
    reference: text().notNull().unique(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    /** `erasing`: staff has confirmed, and the job has not erased yet. */
    state: text({ enum: REQUEST_STATES }).notNull().default("open"),
    /** The member of staff who recorded it; empty if the customer asked in the profile. */
    recordedBy: text().notNull().default(""),
    /** What the customer wrote; emptied by the erasure. */
    message: text().notNull().default(""),
    deleteReviews: boolean().notNull().default(false),
    /** Why it was rejected, or could not be carried out. */
    reason: text().notNull().default(""),
    /** The shop's origin when it was asked, for the links of emails. */
    shopOrigin: text().notNull(),
    askedAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    /** Raised by every change, so that two members of staff do not decide at once. */
    version: integer().notNull().default(1),
  },
  (table) => [
    oneOf(table.kind),
    oneOf(table.state),
    index().on(table.customerId),
    index("privacy_request_open_id_index").on(table.id).where(sql`state in ('open', 'erasing')`),
    uniqueIndex("privacy_request_open_customer_id_index")
      .on(table.customerId, table.kind)
      .where(sql`state in ('open', 'erasing')`),
  ],
);

/** Personal data that got lost or into wrong hands. */
export const incident = pgTable("incident", {
  id: id(),
  title: text().notNull(),
  /** What happened, who and what is affected, and what was done about it. */
  description: text().notNull(),
  affected: text().notNull().default(""),
  remedy: text().notNull().default(""),
  /** From when the 72 hours count. */
  noticedAt: timestamptz().notNull(),
  /** When the Data Protection Board got the details. */
  boardToldAt: timestamptz(),
  closedAt: timestamptz(),
  createdAt: timestamptz().notNull(),
  version: integer().notNull().default(1),
});

/** An email to the customers whom an incident affects. */
export const incidentNotice = pgTable(
  "incident_letter",
  {
    id: id(),
    incidentId: rowId()
      .notNull()
      .references(() => incident.id),
    subject: text().notNull(),
    text: text().notNull(),
    audience: text({ enum: NOTICE_AUDIENCES }).notNull(),
    /** Of `ordered`: the first and the last day. */
    orderedFrom: date({ mode: "string" }),
    orderedTo: date({ mode: "string" }),
    /** The recipients, if the audience is `listed`. */
    emails: jsonb().$type<string[]>().notNull().default([]),
    state: text({ enum: NOTICE_STATES }).notNull().default("sending"),
    /** The last customer whose email is queued: nobody gets it twice. */
    lastCustomerId: rowId().notNull().default(0),
    sent: integer().notNull().default(0),
    author: text().notNull(),
    shopOrigin: text().notNull(),
    createdAt: timestamptz().notNull(),
    doneAt: timestamptz(),
  },
  (table) => [oneOf(table.audience), oneOf(table.state), atLeast(0, table.sent), index().on(table.incidentId)],
);
