import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, timestamptz } from "./columns.ts";

/** Messages from the contact form. */
export const contactMessage = pgTable(
  "contact_message",
  {
    id: id(),
    /** What the sender quotes, such as M-7Q4M2XKD: random, so that it does not reveal the number of messages. */
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    /** Empty when only a reply was requested. */
    message: text().notNull().default(""),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.createdAt)],
);
