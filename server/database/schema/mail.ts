import { pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** Mails on their way. */

/**
 * `sending`: handed over to the mail server. `uncertain`: the process ended while it handed the mail over, so it may or may not have gone
 * out.
 */
export type MailState = "waiting" | "sending" | "sent" | "failed" | "uncertain";

/**
 * What happens to a mail that may or may not have gone out: `automatic`: it is sent again, with the same Message-ID; `by_staff`: staff can
 * send it again; `never`: it holds a code or a link that expires, and its customer asks for a new one.
 */
export type MailResend = "automatic" | "by_staff" | "never";

/** Mails that are to be sent, and what became of them. What a mail says is emptied once it is sent, or can never be sent again. */
export const mail = pgTable("mail", {
  id: id(),
  state: text().$type<MailState>().notNull().default("waiting"),
  resend: text().$type<MailResend>().notNull().default("never"),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** What its Message-ID begins with: the same at every attempt, so that a receiving server can tell a repetition. */
  messageId: text().notNull().unique(),
  createdAt: moment().notNull(),
  /** When it becomes useless and is no longer sent. */
  expiresAt: moment().notNull(),
  sentAt: moment(),
  /** Why it has failed. */
  lastError: text(),
  /** What is made and attached when it is sent, such as "invoice:KW-7Q4M-2XKD"; null for nothing. */
  attachment: text(),
  /** Whom an answer goes to; null for the shop itself. */
  replyTo: text(),
  /** Where a POST ends what this mail belongs to, told to mail programs (RFC 8058); null where there is nothing to leave. */
  unsubscribeUrl: text(),
});
