import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

/**
 * `sending`: being handed over to the mail server. `uncertain`: the process ended during the handover, so it may or may not have been sent.
 */
export const MAIL_STATES = ["waiting", "sending", "sent", "failed", "uncertain"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * How an uncertain mail is resent. `automatic`: again with the same Message-ID. `by_staff`: when staff decides. `never`: it contains a code
 * or link that expires, and the customer requests a new one.
 */
export const MAIL_RESENDS = ["automatic", "by_staff", "never"] as const;

/** The outbox. The texts of a mail are emptied once it is sent or can never be sent again. */
export const mail = pgTable(
  "mail",
  {
    id: id(),
    state: text({ enum: MAIL_STATES }).notNull().default("waiting"),
    resend: text({ enum: MAIL_RESENDS }).notNull().default("never"),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The first part of its Message-ID: the same for every attempt, so that a receiving server recognises a repetition. */
    messageId: text().notNull().unique("mail_message_id_unique"),
    createdAt: timestamptz().notNull(),
    /** When it becomes useless and is no longer sent. */
    expiresAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** The error of the last attempt. */
    lastError: text(),
    /** Identifies the attachment that is generated when it is sent, for example "invoice:KW-7Q4M-2XKD"; null for none. */
    attachment: text(),
    /** The address for replies; null for the shop's own. */
    replyTo: text(),
    /** The URL at which a POST unsubscribes (RFC 8058); null unless it is a newsletter. */
    unsubscribeUrl: text(),
    /** The number of its order, for the order's history in the back office; null for other mails. */
    orderNumber: text(),
    /** Its newsletter campaign; null for other mails. */
    campaignId: rowId(),
  },
  (table) => [
    oneOf(table.state),
    oneOf(table.resend),
    index("mail_about_order_number_index").on(table.orderNumber).where(sql`order_number is not null`).concurrently(),
    index("mail_of_campaign_id_index")
      .on(table.campaignId, table.state)
      .where(sql`campaign_id is not null`)
      .concurrently(),
    index("mail_unsent_state_created_at_index").on(table.state, table.createdAt).where(sql`state <> 'sent'`),
  ],
);
