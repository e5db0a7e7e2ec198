/** What the Digital Personal Data Protection Act requires: customers' requests, and incidents. */

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
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  NOTICE_AUDIENCES,
  NOTICE_STATES,
  type PersonKind,
  REQUEST_KINDS,
  REQUEST_STATES,
} from "../../../../contract/privacy/schemas.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customer } from "./people.ts";

export const privacyRequest = pgTable(
  "privacy_request",
  {
    id: id(),
    /** The reference that the customer quotes, for example P-7Q4M2XKD. */
    reference: text().notNull().unique(),
    customerId: rowId().references(() => customer.id),
    /** The email of somebody without an account, in lower case; replaced by a placeholder when it is erased. */
    email: text(),
    /** A mobile number that is said to be theirs, by which receivers of gifts are found; may be empty. */
    mobile: text().notNull().default(""),
    /** How staff knows that email and number are theirs; empty if only a mailed code has proved the email. */
    identification: text().notNull().default(""),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    /** `erasing`: staff has confirmed it, and a job is going to erase the data. */
    state: text({ enum: REQUEST_STATES }).notNull().default("open"),
    /** The member of staff who recorded it; empty if they asked in the profile or on the public page. */
    recordedBy: text().notNull().default(""),
    /** Their message; emptied by the erasure. */
    message: text().notNull().default(""),
    deleteReviews: boolean().notNull().default(false),
    /** Why it was rejected or failed; emptied by an erasure. */
    reason: text().notNull().default(""),
    /** The shop's origin at the time of the request, for links in emails. */
    shopOrigin: text().notNull(),
    requestedAt: timestamptz("asked_at").notNull(),
    closedAt: timestamptz(),
    /** Incremented by every change, so that two members of staff do not decide at once. */
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
    index().on(table.email).concurrently(),
    uniqueIndex("privacy_request_open_email_index")
      .on(table.email, table.kind)
      .where(sql`state in ('open', 'erasing')`)
      .concurrently(),
    check("privacy_request_email_check", sql`${table.email} = lower(${table.email})`),
    check("privacy_request_requester_check", sql`num_nonnulls(${table.customerId}, ${table.email}) = 1`),
  ],
);

/** An incident: personal data that was lost or disclosed. */
export const incident = pgTable("incident", {
  id: id(),
  title: text().notNull(),
  /** What happened, who and what is affected, and what was done about it. */
  description: text().notNull(),
  affected: text().notNull().default(""),
  remedy: text().notNull().default(""),
  /** When the shop became aware of it; all deadlines count from then. */
  noticedAt: timestamptz().notNull(),
  /** When it was reported to CERT-In, unless it is not a cyber incident. */
  certInReportedAt: timestamptz(),
  certInExempt: boolean().notNull().default(false),
  /** When the Data Protection Board was informed for the first time. */
  boardInformedAt: timestamptz(),
  /** When everybody whom no notice reaches by email was called or written to. */
  othersContactedAt: timestamptz(),
  /** When the details were reported to the Data Protection Board. */
  boardNotifiedAt: timestamptz("board_told_at"),
  closedAt: timestamptz(),
  createdAt: timestamptz().notNull(),
  version: integer().notNull().default(1),
});

/** An email to the people whom an incident affects. */
export const incidentNotice = pgTable(
  "incident_letter",
  {
    id: id(),
    incidentId: rowId()
      .notNull()
      .references(() => incident.id),
    subject: text().notNull(),
    /** The whole text of a notice of an earlier release; empty since notices have the five parts below. */
    text: text().notNull(),
    /** What rule 7 (1) demands, (a) to (e). */
    nature: text().notNull().default(""),
    consequences: text().notNull().default(""),
    measures: text().notNull().default(""),
    advice: text().notNull().default(""),
    contact: text().notNull().default(""),
    audience: text({ enum: NOTICE_AUDIENCES }).notNull(),
    /** For the audience `kinds`. */
    kinds: jsonb().$type<PersonKind[]>().notNull().default([]),
    /** The first and last day, for the audience `ordered`. */
    orderedFrom: date({ mode: "string" }),
    orderedTo: date({ mode: "string" }),
    /** The recipients, for the audience `listed`, of a notice of an earlier release. */
    emails: jsonb().$type<string[]>().notNull().default([]),
    state: text({ enum: NOTICE_STATES }).notNull().default("sending"),
    /** Used by earlier releases. */
    lastCustomerId: rowId().notNull().default(0),
    /** Number of emails that it goes to, and of those that are queued. */
    recipients: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    /** Number of emails that were not delivered; counted when the recipients are deleted, a month later. */
    failed: integer().notNull().default(0),
    /** Number of people without an email when it was sent. */
    withoutEmail: integer().notNull().default(0),
    author: text().notNull(),
    shopOrigin: text().notNull(),
    createdAt: timestamptz().notNull(),
    doneAt: timestamptz(),
  },
  (table) => [
    oneOf(table.audience),
    oneOf(table.state),
    atLeast(0, table.recipients),
    atLeast(0, table.sent),
    atLeast(0, table.failed),
    atLeast(0, table.withoutEmail),
    index().on(table.incidentId),
  ],
);

/** The emails that a notice goes to, each once; deleted a month after it was sent. */
export const incidentRecipient = pgTable(
  "incident_recipient",
  {
    noticeId: rowId()
      .notNull()
      .references(() => incidentNotice.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text().notNull(),
    /** The Message-ID of its mail in the outbox; null until that is queued. */
    messageId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.email] }),
    index("incident_recipient_waiting_index").on(table.noticeId, table.email).where(sql`message_id is null`),
    index().on(table.email),
  ],
);
