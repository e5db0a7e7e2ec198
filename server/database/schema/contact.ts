import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** What visitors have sent through the contact form. */
export const contactMessage = pgTable(
  "contact_message",
  {
    id: id(),
    /** What its sender quotes, such as M-7Q4M2XKD: random, so that it does not tell how many messages there are. */
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    /** Empty where only a reply was asked for. */
    message: text().notNull().default(""),
    createdAt: moment().notNull(),
  },
  (table) => [index("contact_message_by_time").on(table.createdAt)],
);
