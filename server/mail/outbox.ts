import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { mail } from "../database/schema.ts";
import { retryAfterMs } from "./retry.ts";

/**
 * The mails that are to be sent, in the database. One is queued in the transaction of whatever it tells about, so it goes out exactly
 * when that has happened, and no request waits for a mail server.
 *
 * waiting → claimed (by one instance) → sending (just before it is handed over) → sent, or back to waiting, or failed. A process that
 * ends leaves its claimed mails to the others. One that was being handed over then may have gone out: what must arrive is sent again, with
 * the same Message-ID; the rest is `uncertain`, and staff can send it again (`npm run mails`).
 */

/** After this long, the worker that claimed a mail counts as dead. Longer than any attempt may last. */
const CLAIM_SECONDS = 120;
/** How long is tried to send a mail that says no end itself. */
const GIVE_UP_HOURS = 48;

/** How long it is remembered what became of a mail. */
const RETENTION_DAYS = 30;
/** A mail that must arrive is left to staff when so many attempts have ended without a word. */
const MAX_REPETITIONS = 5;
/** What a mail said is forgotten where it held something that expires, such as a code. The rest can be sent again. */
const emptied = {
  text: sql`case when ${mail.resend} = 'never' then '' else ${mail.text} end`,
  html: sql`case when ${mail.resend} = 'never' then '' else ${mail.html} end`,
};

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** From then on nobody needs it any more, as a mail with a code that has run out. */
  expiresAt?: Date;
  /** What is made and attached when it is sent, such as "invoice:KW-7Q4M-2XKD". */
  attachment?: string;
  /** Whom an answer goes to; the shop itself where it is missing. */
  replyTo?: string;
  /** Where a POST ends what this mail belongs to, and a GET shows a page for it. */
  unsubscribeUrl?: string;
  /** Better twice than never: it is sent again where nobody knows whether it went out. */
  mustArrive?: boolean;
}

export interface ClaimedMail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attempts: number;
  attachment: string | null;
  replyTo: string | null;
  unsubscribeUrl: string | null;
}

/** Queues a mail in the caller's transaction. */
export async function queueMail(
  trx: DatabaseOrTransaction,
  { to, subject, text, html, expiresAt, attachment, replyTo, unsubscribeUrl, mustArrive = false }: NewMail,
  now: Date,
): Promise<void> {
  await trx.insert(mail).values({
    recipient: to,
    subject,
    text,
    html,
    attachment: attachment ?? null,
    replyTo: replyTo ?? null,
    unsubscribeUrl: unsubscribeUrl ?? null,
    messageId: randomUUID(),
    resend: mustArrive ? "automatic" : expiresAt ? "never" : "by_staff",
    createdAt: now,
    dueAt: now,
    expiresAt: expiresAt ?? new Date(now.getTime() + GIVE_UP_HOURS * 3_600_000),
  });
}

/** Takes up to `most` mails that are due. No two instances get the same one. */
export async function claimMails(db: Database, max: number, now: Date): Promise<ClaimedMail[]> {
  const abandoned = new Date(now.getTime() - CLAIM_SECONDS * 1000);
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(
      or(
        and(eq(mail.state, "waiting"), lte(mail.dueAt, now)),
        and(eq(mail.state, "claimed"), lt(mail.claimedAt, abandoned)),
      ),
    )
    .orderBy(mail.dueAt, mail.id)
    .limit(max)
    .for("update", { skipLocked: true });
  return db.update(mail).set({ state: "claimed", claimedAt: now }).where(inArray(mail.id, due)).returning({
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    attempts: mail.attempts,
    attachment: mail.attachment,
    replyTo: mail.replyTo,
    unsubscribeUrl: mail.unsubscribeUrl,
  });
}

/** Marks a mail as being handed over. @returns false when the claim has been lost meanwhile, and it must not be sent */
export async function markSending(db: Database, id: number, claimedAt: Date, now: Date): Promise<boolean> {
  const [marked] = await db
    .update(mail)
    .set({ state: "sending", claimedAt: now, attempts: sql`${mail.attempts} + 1` })
    .where(and(eq(mail.id, id), eq(mail.state, "claimed"), eq(mail.claimedAt, claimedAt)))
    .returning({ id: mail.id });
  return marked !== undefined;
}

/** It is out. What it said is forgotten: it may have held a code. */
export async function markSent(db: Database, id: number, now: Date): Promise<void> {
  await db.update(mail).set({ state: "sent", sentAt: now, text: "", html: "", lastError: null }).where(eq(mail.id, id));
}

/**
 * It could not be handed over, and is tried again later; or, where the server refused it for good, never.
 * @param attempts how often it was tried before
 */
export async function markUnsent(
  db: Database,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  why: { message: string; final: boolean },
  now: Date,
): Promise<void> {
  const lastError = why.message.slice(0, 500);
  await db
    .update(mail)
    .set(
      why.final
        ? { state: "failed", ...emptied, lastError }
        : { state: "waiting", dueAt: new Date(now.getTime() + retryAfterMs(attempts)), lastError },
    )
    .where(and(eq(mail.id, id), eq(mail.state, "sending")));
}

/** Lets go of mails that were claimed and not tried, as when the server stops. */
export async function release(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(mail)
      .set({ state: "waiting" })
      .where(and(inArray(mail.id, ids), eq(mail.state, "claimed")));
}

/**
 * Settles what nobody will send any more.
 * @returns how many have run out of time, and of those of which nobody knows whether they went out how many are sent again and how many not
 */
export async function settleStale(
  db: Database,
  now: Date,
): Promise<{ expired: number; repeated: number; uncertain: number }> {
  const abandoned = new Date(now.getTime() - CLAIM_SECONDS * 1000);
  const expired = await db
    .update(mail)
    .set({
      state: "failed",
      ...emptied,
      lastError: sql`coalesce(${mail.lastError} || ' ', '') || '(no longer needed)'`,
    })
    .where(and(eq(mail.state, "waiting"), lte(mail.expiresAt, now)))
    .returning({ id: mail.id });
  const unfinished = and(eq(mail.state, "sending"), lt(mail.claimedAt, abandoned));
  const repeated = await db
    .update(mail)
    .set({ state: "waiting", dueAt: now })
    .where(and(unfinished, eq(mail.resend, "automatic"), lt(mail.attempts, MAX_REPETITIONS)))
    .returning({ id: mail.id });
  const uncertain = await db
    .update(mail)
    .set({ state: "uncertain", ...emptied })
    .where(unfinished)
    .returning({ id: mail.id });
  return { expired: expired.length, repeated: repeated.length, uncertain: uncertain.length };
}

/** Forgets mails that were settled a month ago. */
export async function deleteOldMails(db: Database, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
  await db.delete(mail).where(and(inArray(mail.state, ["sent", "failed", "uncertain"]), lt(mail.createdAt, monthAgo)));
}

/** When the next mail that waits is due; null when none waits. */
export async function nextDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ dueAt: mail.dueAt })
    .from(mail)
    .where(eq(mail.state, "waiting"))
    .orderBy(mail.dueAt)
    .limit(1);
  return first?.dueAt ?? null;
}

/** A mail that did not arrive, or of which nobody knows whether it has. */
export interface UncertainMail {
  id: number;
  state: "failed" | "uncertain";
  recipient: string;
  subject: string;
  createdAt: Date;
  attempts: number;
  lastError: string | null;
  /** Whether it can be sent again: what it said is still there. */
  canResend: boolean;
}

const isUncertain = inArray(mail.state, ["failed", "uncertain"]);

/** The mails of the last month that failed or are uncertain, newest first. @returns the first `most` of them, and how many there are */
export async function listUncertainMails(
  db: Database,
  max: number,
): Promise<{ mails: UncertainMail[]; total: number }> {
  const mails = await db
    .select({
      id: mail.id,
      state: sql<UncertainMail["state"]>`${mail.state}`,
      recipient: mail.recipient,
      subject: mail.subject,
      createdAt: mail.createdAt,
      attempts: mail.attempts,
      lastError: mail.lastError,
      canResend: sql<boolean>`${mail.text} <> ''`,
    })
    .from(mail)
    .where(isUncertain)
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(max);
  return { mails, total: await db.$count(mail, isUncertain) };
}

/**
 * Queues lost mails once more, with the Message-ID that they had.
 * @param ids which; all that can be sent again where it is left out
 * @returns those that were queued
 */
export async function resendUncertainMails(db: Database, ids: readonly number[] | null, now: Date): Promise<number[]> {
  const queued = await db
    .update(mail)
    .set({
      state: "waiting",
      dueAt: now,
      attempts: 0,
      lastError: null,
      expiresAt: new Date(now.getTime() + GIVE_UP_HOURS * 3_600_000),
    })
    .where(and(isUncertain, ne(mail.text, ""), ids === null ? undefined : inArray(mail.id, [...ids])))
    .returning({ id: mail.id });
  if (queued.length > 0) await db.execute(sql`select pg_notify('shop_changed', 'mail')`);
  return queued.map(({ id }) => id);
}
