import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** What visitors have sent through the contact form. */
export const contactMessage = pgTable(
  "contact_message",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [index("contact_message_by_time").on(table.createdAt)],
);
