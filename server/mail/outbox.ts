import { createHash, randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { type MailState, mail } from "../database/schema.ts";
import { jobInsertion, wakeWorkers } from "../jobs/add-job.ts";

/**
 * Mails in the database, each queued in the transaction of its cause, so that it is sent only if that commits and no request waits for a
 * mail server. A job sends it (send-mail.ts).
 *
 * waiting → sending (just before it is handed over) → sent, or back to waiting, or failed. If the process ends while a mail is handed over,
 * the mail may have gone out: one that must arrive is sent again with the same Message-ID; any other becomes `uncertain`, and staff can send
 * it again (`npm run mails`).
 */

/** How long a mail without `expiresAt` is tried. */
const GIVE_UP_HOURS = 48;
/** How long the outcome of a mail is stored. */
const RETENTION_DAYS = 30;

/** A mail that holds something that expires, such as a code, loses its content. Any other can be sent again. */
const emptied = {
  text: sql`case when ${mail.resend} = 'never' then '' else ${mail.text} end`,
  html: sql`case when ${mail.resend} = 'never' then '' else ${mail.html} end`,
};

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** When it becomes useless, such as a mail with a code; then it is no longer sent. */
  expiresAt?: Date;
  /** Names what is made and attached when it is sent, such as "invoice:KW-7Q4M-2XKD". */
  attachment?: string;
  /** The Reply-To; the shop if missing. */
  replyTo?: string;
  /** Where a POST ends the subscription that the mail belongs to, and a GET shows a page for it. */
  unsubscribeUrl?: string;
  /** The number of the order that it is about. */
  orderNumber?: string;
  /** The newsletter campaign that it belongs to: it is sent only while its recipient is subscribed. */
  campaignId?: number;
  /** Sent again by itself when it may not have gone out: better twice than never. */
  mustArrive?: boolean;
}

/** Queues a mail in the caller's transaction. */
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
): Promise<void> {
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
      messageId: randomUUID(),
      resend: mustArrive ? "automatic" : expiresAt ? "never" : "by_staff",
      createdAt: now,
      expiresAt: expiresAt ?? hoursAfter(now, GIVE_UP_HOURS),
    })
    .returning({ id: mail.id });
  const queued = trx.$with("queued").as(insertion);
  const payload = sql<{ mailId: number }>`(select jsonb_build_object('mailId', id) from ${queued})`;
  await sendJob(trx.with(queued), payload, to);
  wakeWorkers(trx);
}

/**
 * Mails to one recipient are sent in order, so that "cancelled" does not overtake the order, whose invoice takes time to draw. Only a mail
 * that is retried comes after those behind it.
 */
function sendJob(
  trx: Pick<DatabaseOrTransaction, "insert">,
  payload: { mailId: number } | SQL<{ mailId: number }>,
  recipient: string,
) {
  // Hashed, so that no other table than the mail's holds the email.
  const queueName = `mail ${createHash("sha256").update(recipient).digest("base64url")}`;
  return jobInsertion(trx, "send_mail", payload, { queueName });
}

/** A mail that is to be sent. */
export type UnsentMail = typeof mail.$inferSelect;

/** @returns null when it is sent or given up */
export async function readUnsentMail(db: Database, id: number): Promise<UnsentMail | null> {
  const [unsent] = await db
    .select()
    .from(mail)
    .where(and(eq(mail.id, id), inArray(mail.state, ["waiting", "sending"])));
  return unsent ?? null;
}

/** Marks a mail as being handed over. @returns false when another worker has begun meanwhile, and it must not be sent */
export async function markSending(db: Database, { id, state }: Pick<UnsentMail, "id" | "state">): Promise<boolean> {
  const [marked] = await db
    .update(mail)
    .set({ state: "sending" })
    .where(and(eq(mail.id, id), eq(mail.state, state)))
    .returning({ id: mail.id });
  return marked !== undefined;
}

/** Empties the mail, which may have held a code. */
export async function markSent(db: Database, id: number, now: Date): Promise<void> {
  await db.update(mail).set({ state: "sent", sentAt: now, text: "", html: "", lastError: null }).where(eq(mail.id, id));
}

/** The mail server did not take it for now. */
export async function markWaiting(db: Database, id: number): Promise<void> {
  await db.update(mail).set({ state: "waiting" }).where(isSending(id));
}

/** It will not be sent: the mail server rejects it, or it has expired. */
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

/** Deletes mails that were sent or given up a month ago. */
export async function deleteOldMails(db: Database, now: Date): Promise<void> {
  const monthAgo = hoursAfter(now, -24 * RETENTION_DAYS);
  await db.delete(mail).where(and(inArray(mail.state, ["sent", ...UNSENT]), lt(mail.createdAt, monthAgo)));
}

/** A mail that did not arrive, or may not have. */
export interface UncertainMail {
  id: number;
  state: "failed" | "uncertain";
  recipient: string;
  subject: string;
  createdAt: Date;
  lastError: string | null;
  /** Whether its content is still there, so that it can be sent again. */
  canResend: boolean;
}

/** The mails about an order of the last month, oldest first. */
export function listMailsAbout(db: DatabaseOrTransaction, orderNumber: string) {
  return db
    .select({ id: mail.id, at: mail.createdAt, subject: mail.subject, state: mail.state })
    .from(mail)
    .where(eq(mail.orderNumber, orderNumber))
    .orderBy(asc(mail.id));
}

const UNSENT = ["failed", "uncertain"] as const satisfies MailState[];
const isUncertain = inArray(mail.state, [...UNSENT]);

/** The mails of the last month that failed or are uncertain, newest first. @returns up to `max` of them, and how many there are */
export async function listUncertainMails(
  db: Database,
  max: number,
): Promise<{ mails: UncertainMail[]; total: number }> {
  const mails = await db
    .select(LISTED)
    .from(mail)
    .where(isUncertain)
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(max);
  return { mails, total: await db.$count(mail, isUncertain) };
}

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

/** A page of such mails, newest first. @param before the id of the last mail of the previous page */
export async function listUncertainMailsBefore(
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
 * Queues such mails once more, with their Message-ID.
 * @param ids all that can be sent again if null
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
