import { pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** Outgoing mail. */

/**
 * `sending`: handed over to the mail server. `uncertain`: the process ended while it handed the mail over, so it may or may not have gone
 * out.
 */
export type MailState = "waiting" | "sending" | "sent" | "failed" | "uncertain";

/**
 * What happens if it is unknown whether a mail went out. `automatic`: it is sent again, with the same Message-ID; `by_staff`: staff can send it
 * again; `never`: it holds a code or a link that expires, and its customer requests a new one.
 */
export type MailResend = "automatic" | "by_staff" | "never";

/** Mails to send, and what became of them. Text and HTML are emptied once a mail is sent, or can never be sent again. */
export const mail = pgTable("mail", {
  id: id(),
  state: text().$type<MailState>().notNull().default("waiting"),
  resend: text().$type<MailResend>().notNull().default("never"),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** The first part of its Message-ID: the same at every attempt, so that mail servers recognise a duplicate. */
  messageId: text().notNull().unique(),
  createdAt: moment().notNull(),
  /** When it becomes useless and is no longer sent. */
  expiresAt: moment().notNull(),
  sentAt: moment(),
  /** Why it has failed. */
  lastError: text(),
  /** Names what is made and attached when it is sent, such as "invoice:KW-7Q4M-2XKD". */
  attachment: text(),
  /** The Reply-To; null for the shop. */
  replyTo: text(),
  /** Where a POST ends the subscription that the mail belongs to (RFC 8058); null if it belongs to none. */
  unsubscribeUrl: text(),
});
