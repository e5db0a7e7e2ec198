import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

/**
 * `sending`: being handed over to the mail server. `uncertain`: the process ended while it handed the mail over, so it may or may not have
 * been sent.
 */
export const MAIL_STATES = ["waiting", "sending", "sent", "failed", "uncertain"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * What happens to an uncertain mail. `automatic`: it is sent again with the same Message-ID. `by_staff`: staff can send it again. `never`:
 * it holds a code or a link that expires, and its customer requests a new one.
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
    /** The beginning of its Message-ID: the same at every attempt, so that a receiving server recognises a repetition. */
    messageId: text().notNull().unique("mail_message_id_unique"),
    createdAt: timestamptz().notNull(),
    /** When it becomes useless and is no longer sent. */
    expiresAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** Why it has failed. */
    lastError: text(),
    /** What is generated and attached when it is sent, such as "invoice:KW-7Q4M-2XKD"; null for nothing. */
    attachment: text(),
    /** The address for replies; null for the shop's own. */
    replyTo: text(),
    /** Where a POST unsubscribes (RFC 8058); null for mails that are no newsletter. */
    unsubscribeUrl: text(),
    /** The number of the order that it is about, for the order's history in the back office; null for other mails. */
    orderNumber: text(),
    /** The newsletter campaign that it belongs to; null for other mails. */
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
