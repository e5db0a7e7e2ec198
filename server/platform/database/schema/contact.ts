import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, rowId, timestamptz } from "./columns.ts";

/** Messages from the contact form, and grievances that reached the shop in other ways. */
export const contactMessage = pgTable(
  "contact_message",
  {
    id: id(),
    /** The reference that the sender quotes, for example M-7Q4M2XKD. It is random, so that it does not reveal the number of messages. */
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    /** Empty when only a reply was requested. */
    message: text().notNull().default(""),
    createdAt: timestamptz().notNull(),
    /** When its sender called it a complaint, or staff recognised it as a grievance. The deadlines count from `createdAt`. */
    grievanceAt: timestamptz(),
    /** When staff first opened it. */
    openedAt: timestamptz(),
    /** When it was first answered. */
    answeredAt: timestamptz(),
    closedAt: timestamptz(),
    /** Incremented by every change, so that two members of staff do not answer at once. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index().on(table.createdAt),
    index("contact_message_lower_email_index").on(sql`lower(email)`).concurrently(),
    index("contact_message_open_id_index").on(table.id).where(sql`closed_at is null`).concurrently(),
    index("contact_message_grievance_id_index").on(table.id).where(sql`grievance_at is not null`).concurrently(),
  ],
);

/** An emailed answer of staff. */
export const contactAnswer = pgTable(
  "contact_answer",
  {
    id: id(),
    messageId: rowId()
      .notNull()
      .references(() => contactMessage.id, { onDelete: "cascade" }),
    /** The name that the member had then. */
    author: text().notNull(),
    text: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [index().on(table.messageId, table.id)],
);
