/**
 * Mails in the database, each queued in the transaction of its cause, so that it is sent only if that commits and no request waits for a
 * mail server. A job sends it (send-mail.ts).
 *
 * waiting → sending (just before it is handed over) → sent, or back to waiting, or failed. If the process ends while a mail is handed over,
 * the mail may have gone out: one that must arrive is sent again with the same Message-ID; any other becomes `uncertain`, and staff can send
 * it again.
 */

import { createHash, randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { prepareForTransactions } from "../database/prepared.ts";
import { type MailState, mail } from "../database/schema.ts";
import { jobInsertion, wakeWorkers } from "../jobs/add-job.ts";

/** How many hours a mail without `expiresAt` is tried. */
const GIVE_UP_HOURS = 48;
/** How many days a mail's outcome is stored. */
const RETENTION_DAYS = 30;

/** Clears the content of a mail whose code or link expires. Any other mail keeps it, so that it can be resent. */
const emptied = {
  text: sql`case when ${mail.resend} = 'never' then '' else ${mail.text} end`,
  html: sql`case when ${mail.resend} = 'never' then '' else ${mail.html} end`,
};

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** When it becomes useless, for example a mail with a code; then it is no longer sent. */
  expiresAt?: Date;
  /** Identifies the attachment that is generated when it is sent, for example "invoice:KW-7Q4M-2XKD". */
  attachment?: string;
  /** The Reply-To; by default the shop. */
  replyTo?: string;
  /** The URL at which a POST unsubscribes, and a GET shows a page for it. */
  unsubscribeUrl?: string;
  /** The number of its order. */
  orderNumber?: string;
  /** Its newsletter campaign: the mail is sent only while its recipient is subscribed. */
  campaignId?: number;
  /** Resends it if its delivery is uncertain: better twice than never. */
  mustArrive?: boolean;
}

/** Queues a mail in the caller's transaction. @returns the first part of its Message-ID */
export async function queueMail(
  trx: DatabaseOrTransaction,
  {
    to,
    subject,
    text,
    html,
    expiresAt,
    attachment,
    replyTo,
    unsubscribeUrl,
    orderNumber,
    campaignId,
    mustArrive = false,
  }: NewMail,
  now: Date,
): Promise<string> {
  const messageId = randomUUID();
  const insertion = trx
    .insert(mail)
    .values({
      recipient: to,
      subject,
      text,
      html,
      attachment: attachment ?? null,
      replyTo: replyTo ?? null,
      unsubscribeUrl: unsubscribeUrl ?? null,
      orderNumber: orderNumber ?? null,
      campaignId: campaignId ?? null,
      messageId,
      resend: mustArrive ? "automatic" : expiresAt ? "never" : "by_staff",
      createdAt: now,
      expiresAt: expiresAt ?? hoursAfter(now, GIVE_UP_HOURS),
    })
    .returning({ id: mail.id });
  const queued = trx.$with("queued").as(insertion);
  const payload = sql<{ mailId: number }>`(select jsonb_build_object('mailId', id) from ${queued})`;
  await sendJob(trx.with(queued), payload, to);
  wakeWorkers(trx);
  return messageId;
}

/**
 * Adds the job that sends a mail. Mails to one recipient are sent in order, so that "cancelled" does not overtake the order, whose invoice
 * takes time to draw. Only a retried mail comes after those behind it.
 */
function sendJob(
  trx: Pick<DatabaseOrTransaction, "insert">,
  payload: { mailId: number } | SQL<{ mailId: number }>,
  recipient: string,
) {
  // Hashed, so that only the mail's table contains the email.
  const queueName = `mail ${createHash("sha256").update(recipient).digest("base64url")}`;
  return jobInsertion(trx, "send_mail", payload, { queueName });
}

/** A mail that is to be sent. */
export type UnsentMail = typeof mail.$inferSelect;

/** @returns null when it was sent or given up */
export async function readUnsentMail(db: Database, id: number): Promise<UnsentMail | null> {
  const [found] = await unsent(db).execute({ id });
  return found ?? null;
}

const unsent = prepareForTransactions("unsent mail", (db) =>
  db
    .select()
    .from(mail)
    .where(and(eq(mail.id, sql.placeholder("id")), inArray(mail.state, ["waiting", "sending"]))),
);

/** Marks a mail as being handed over. @returns false when another worker has begun meanwhile, and it must not be sent */
export async function markSending(db: Database, { id, state }: Pick<UnsentMail, "id" | "state">): Promise<boolean> {
  return (await sending(db).execute({ id, state })).length > 0;
}

const sending = prepareForTransactions("sending mail", (db) =>
  db
    .update(mail)
    .set({ state: "sending" })
    .where(and(eq(mail.id, sql.placeholder("id")), eq(mail.state, sql.placeholder("state"))))
    .returning({ id: mail.id }),
);

/** Marks a mail as sent and empties it, because it may contain a code. */
export async function markSent(db: Database, id: number, now: Date): Promise<void> {
  await sent(db).execute({ id, at: now.toISOString() });
}

const sent = prepareForTransactions("sent mail", (db) =>
  db
    .update(mail)
    .set({
      state: "sent",
      sentAt: sql`${sql.placeholder("at")}::timestamptz`,
      text: "",
      html: "",
      lastError: null,
    })
    .where(eq(mail.id, sql.placeholder("id"))),
);

/** Returns a mail to the queue: the mail server did not accept it for now. */
export async function markWaiting(db: Database, id: number): Promise<void> {
  await db.update(mail).set({ state: "waiting" }).where(isSending(id));
}

/** Gives a mail up: the mail server has rejected it, or it has expired. */
export async function markFailed(db: Database, id: number, why: string): Promise<void> {
  await db
    .update(mail)
    .set({ state: "failed", ...emptied, lastError: why.slice(0, 500) })
    .where(and(eq(mail.id, id), inArray(mail.state, ["waiting", "sending"])));
}

export async function markUncertain(db: Database, id: number): Promise<void> {
  await db
    .update(mail)
    .set({ state: "uncertain", ...emptied })
    .where(isSending(id));
}

const isSending = (id: number) => and(eq(mail.id, id), eq(mail.state, "sending"));

/** Deletes mails that were sent or given up more than a month ago. */
export async function deleteOldMails(db: Database, now: Date): Promise<void> {
  const monthAgo = hoursAfter(now, -24 * RETENTION_DAYS);
  await db.delete(mail).where(and(inArray(mail.state, ["sent", ...UNSENT]), lt(mail.createdAt, monthAgo)));
}

/** A mail that was not delivered, or whose delivery is uncertain. */
export interface UncertainMail {
  id: number;
  state: "failed" | "uncertain";
  recipient: string;
  subject: string;
  createdAt: Date;
  lastError: string | null;
  /** Whether its content still exists, so that it can be resent. */
  canResend: boolean;
}

/** Lists the mails of the last month about an order, oldest first. */
export function listMailsAbout(db: DatabaseOrTransaction, orderNumber: string) {
  return db
    .select({ id: mail.id, at: mail.createdAt, subject: mail.subject, state: mail.state })
    .from(mail)
    .where(eq(mail.orderNumber, orderNumber))
    .orderBy(asc(mail.id));
}

/** Deletes the mails about orders, sent or not. */
export async function deleteMailsAbout(trx: DatabaseOrTransaction, orderNumbers: readonly string[]): Promise<void> {
  await trx.delete(mail).where(inArray(mail.orderNumber, [...orderNumbers]));
}

const UNSENT = ["failed", "uncertain"] as const satisfies MailState[];
const isUncertain = inArray(mail.state, [...UNSENT]);

const LISTED = {
  id: mail.id,
  state: sql<UncertainMail["state"]>`${mail.state}`,
  recipient: mail.recipient,
  subject: mail.subject,
  createdAt: mail.createdAt,
  lastError: mail.lastError,
  canResend: sql<boolean>`${mail.text} <> ''`,
};
const PAGE_SIZE = 50;

/** Lists a page of the mails of the last month that failed or are uncertain, newest first. @param before the id of the last mail of the previous page */
export async function listUncertainMails(
  db: Database,
  before: number | null,
): Promise<{ mails: UncertainMail[]; hasMore: boolean }> {
  const mails = await db
    .select(LISTED)
    .from(mail)
    .where(and(isUncertain, before === null ? undefined : lt(mail.id, before)))
    .orderBy(desc(mail.id))
    .limit(PAGE_SIZE + 1);
  return { mails: mails.slice(0, PAGE_SIZE), hasMore: mails.length > PAGE_SIZE };
}

/**
 * Queues failed and uncertain mails again, with their Message-ID.
 * @param ids all that can be resent if null
 * @returns those that were queued
 */
export function resendUncertainMails(
  db: DatabaseOrTransaction,
  ids: readonly number[] | null,
  now: Date,
): Promise<number[]> {
  return db.transaction(async (trx) => {
    const queued = await trx
      .update(mail)
      .set({ state: "waiting", lastError: null, expiresAt: hoursAfter(now, GIVE_UP_HOURS) })
      .where(and(isUncertain, ne(mail.text, ""), ids === null ? undefined : inArray(mail.id, [...ids])))
      .returning({ id: mail.id, recipient: mail.recipient });
    for (const { id, recipient } of queued) await sendJob(trx, { mailId: id }, recipient);
    if (queued.length > 0) wakeWorkers(trx);
    return queued.map(({ id }) => id);
  });
}

const hoursAfter = (timestamp: Date, hours: number) => new Date(timestamp.getTime() + hours * 3_600_000);
