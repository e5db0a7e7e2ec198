/** Messages, as staff reads and answers them. */

import { and, asc, count, desc, eq, gt, gte, ilike, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { ListedMessage, MessageTab, StaffMessage } from "../../../contract/admin/messages.ts";
import type { ContactMessage } from "../../../contract/contact/schemas.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import { shopCode } from "../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { randomCode } from "../../base/random-code.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { contactAnswer, contactMessage } from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { answerEmail, grievanceEmail, type Officer } from "./emails.ts";
import { acknowledgeBy, resolveBy } from "./grievance-clock.ts";

type MessageRow = typeof contactMessage.$inferSelect;
const EXCERPT = 160;
const BATCH = 500;

/** The shop as senders of messages see it. */
export interface From {
  sender: MailSender;
  officer: Officer;
  actor: Actor;
}

/** Lists open messages oldest first, closed ones newest first, by keyset. @param after the id of the last message of the previous page */
export async function listMessagesFor(
  db: Database,
  { tab, q, after }: { tab: MessageTab; q?: string | undefined; after?: number | undefined },
  max: number,
  now: Date,
): Promise<{ messages: ListedMessage[]; hasMore: boolean }> {
  const { id, closedAt, grievanceAt } = contactMessage;
  const conditions: Readonly<Record<MessageTab, SQL | undefined>> = {
    open: isNull(closedAt),
    grievances: and(isNotNull(grievanceAt), isNull(closedAt)),
    closed: isNotNull(closedAt),
  };
  const isNewestFirst = tab === "closed";
  const rows = await db
    .select({ message: contactMessage, answers: answersOf })
    .from(contactMessage)
    .where(
      and(
        conditions[tab],
        q === undefined ? undefined : matching(q),
        after === undefined ? undefined : isNewestFirst ? lt(id, after) : gt(id, after),
      ),
    )
    .orderBy(isNewestFirst ? desc(id) : asc(id))
    .limit(max + 1);
  return {
    messages: rows.slice(0, max).map(({ message, answers }) => ({ ...listed(message, now), answers })),
    hasMore: rows.length > max,
  };
}

// By eq, because Drizzle omits the table of a column that is directly in a selection's SQL: there "id" would be the answer's.
const answersOf = sql<number>`(select count(*)::int from ${contactAnswer} where ${eq(contactAnswer.messageId, contactMessage.id)})`;

function matching(typed: string): SQL | undefined {
  if (typed.includes("@")) return eq(sql`lower(${contactMessage.email})`, canonicalEmail(typed));
  return or(
    eq(contactMessage.reference, shopCode(typed)),
    ilike(contactMessage.name, `%${typed.replace(/[\\%_]/g, "\\$&")}%`),
  );
}

function listed(row: MessageRow, now: Date): Omit<ListedMessage, "answers"> {
  return {
    _id: String(row.id),
    reference: row.reference,
    name: row.name,
    email: row.email,
    excerpt: row.message.slice(0, EXCERPT),
    at: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    grievance: row.grievanceAt && {
      acknowledgeBy: acknowledgeBy(row.createdAt).toISOString(),
      resolveBy: resolveBy(row.createdAt).toISOString(),
      acknowledged: row.answeredAt !== null,
      isLate: isLate(row, now),
    },
  };
}

const isLate = ({ createdAt, answeredAt, closedAt }: MessageRow, now: Date) =>
  (answeredAt ?? closedAt ?? now) > acknowledgeBy(createdAt) || (closedAt ?? now) > resolveBy(createdAt);

/** Reads the messages from an email with their answers, oldest first. */
export async function readMessagesFrom(db: DatabaseOrTransaction, email: string, max: number): Promise<StaffMessage[]> {
  const rows = await db
    .select({ id: contactMessage.id })
    .from(contactMessage)
    .where(eq(sql`lower(${contactMessage.email})`, canonicalEmail(email)))
    .orderBy(desc(contactMessage.id))
    .limit(max);
  const now = new Date();
  const messages: StaffMessage[] = [];
  for (const { id } of rows.reverse()) messages.push(await readMessageFor(db, id, now));
  return messages;
}

/** Reads a message for a member of staff. The first time it stores when, which the sender can read. @throws ApiError (404) */
export function openMessage(db: Database, id: number, actor: Actor): Promise<StaffMessage> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const [opened] = await trx
      .update(contactMessage)
      .set({ openedAt: now })
      .where(and(eq(contactMessage.id, id), isNull(contactMessage.openedAt)))
      .returning({ reference: contactMessage.reference });
    if (opened) await recordAudit(trx, actor, { action: "message.opened", subject: subjectOf(opened) }, now);
    return readMessageFor(trx, id, now);
  });
}

/** @throws ApiError (404) */
async function readMessageFor(db: DatabaseOrTransaction, id: number, now: Date): Promise<StaffMessage> {
  const [row] = await db.select().from(contactMessage).where(eq(contactMessage.id, id));
  if (!row) throw new ApiError("not_found", "There is no such message. It may have been deleted.");
  const answers = await db
    .select()
    .from(contactAnswer)
    .where(eq(contactAnswer.messageId, id))
    .orderBy(asc(contactAnswer.id));
  const { phone, address, message, version } = row;
  return {
    ...listed(row, now),
    phone,
    address,
    message,
    version,
    answers: answers.map(({ author, at, text }) => ({ by: author, at: at.toISOString(), text })),
  };
}

/** Emails an answer to the sender. @throws ApiError (404), (409) if somebody else has changed the message meanwhile */
export function answerMessage(
  db: Database,
  id: number,
  { version, text, close }: { version: number; text: string; close: boolean },
  { sender, actor }: From,
): Promise<StaffMessage> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const message = await lockMessage(trx, id, version);
    await trx.insert(contactAnswer).values({ messageId: id, author: actor.name, text, at: now });
    await trx
      .update(contactMessage)
      .set({
        version: version + 1,
        answeredAt: message.answeredAt ?? now,
        ...(close && { closedAt: message.closedAt ?? now }),
      })
      .where(eq(contactMessage.id, id));
    await queueMail(trx, { to: message.email, ...answerEmail(sender, message, text) }, now);
    await recordAudit(
      trx,
      actor,
      { action: "message.answered", subject: subjectOf(message), after: { closed: close } },
      now,
    );
    return readMessageFor(trx, id, now);
  });
}

/**
 * Closes or reopens a message, or sets whether it is a grievance. The sender of a new grievance gets its ticket number by email.
 * @throws ApiError (404), (409) if somebody else has changed the message meanwhile
 */
export function changeMessage(
  db: Database,
  id: number,
  change: { version: number; closed?: boolean | undefined; grievance?: boolean | undefined },
  from: From,
): Promise<StaffMessage> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const message = await lockMessage(trx, id, change.version);
    const { closed = message.closedAt !== null, grievance = message.grievanceAt !== null } = change;
    const closedAt = closed ? (message.closedAt ?? now) : null;
    const grievanceAt = grievance ? (message.grievanceAt ?? now) : null;
    await trx
      .update(contactMessage)
      .set({ closedAt, grievanceAt, version: change.version + 1 })
      .where(eq(contactMessage.id, id));
    if (grievance && !message.grievanceAt) await mailTicket(trx, message, from, now);
    const before = { closed: message.closedAt !== null, grievance: message.grievanceAt !== null };
    const subject = subjectOf(message);
    await recordAudit(
      trx,
      from.actor,
      { action: "message.changed", subject, before, after: { closed, grievance } },
      now,
    );
    return readMessageFor(trx, id, now);
  });
}

/** Records a grievance that arrived by phone or post, and emails its sender the ticket number. */
export function recordGrievance(db: Database, message: ContactMessage, from: From): Promise<StaffMessage> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const [stored] = await trx
      .insert(contactMessage)
      .values({ ...message, reference: `M-${randomCode(8)}`, createdAt: now, grievanceAt: now })
      .returning();
    if (!stored) throw new Error("the grievance was not stored");
    await mailTicket(trx, stored, from, now);
    await recordAudit(trx, from.actor, { action: "message.recorded", subject: subjectOf(stored) }, now);
    return readMessageFor(trx, stored.id, now);
  });
}

/** Reads every grievance received in a period, in batches. */
export async function* readGrievances(
  db: Database,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<MessageRow & { answers: number; isLate: boolean }> {
  let after = 0;
  while (true) {
    const rows = await db
      .select({ message: contactMessage, answers: count(contactAnswer.id) })
      .from(contactMessage)
      .leftJoin(contactAnswer, eq(contactAnswer.messageId, contactMessage.id))
      .where(
        and(
          isNotNull(contactMessage.grievanceAt),
          gt(contactMessage.id, after),
          from === undefined ? undefined : gte(contactMessage.createdAt, startOfDayInIndia(from)),
          to === undefined ? undefined : lt(contactMessage.createdAt, endOfDayInIndia(to)),
        ),
      )
      .groupBy(contactMessage.id)
      .orderBy(asc(contactMessage.id))
      .limit(BATCH);
    const now = new Date();
    for (const { message, answers } of rows) yield { ...message, answers, isLate: isLate(message, now) };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.message.id;
  }
}

async function lockMessage(trx: DatabaseOrTransaction, id: number, version: number): Promise<MessageRow> {
  const [message] = await trx.select().from(contactMessage).where(eq(contactMessage.id, id)).for("update");
  if (!message) throw new ApiError("not_found", "There is no such message. It may have been deleted.");
  if (message.version !== version)
    throw new ApiError("conflict", "A colleague has answered or changed this message meanwhile. Please reload it.");
  return message;
}

async function mailTicket(trx: DatabaseOrTransaction, message: MessageRow, { sender, officer }: From, now: Date) {
  const mail = grievanceEmail(sender, { ...message, officer, resolveBy: resolveBy(message.createdAt) });
  await queueMail(trx, { to: message.email, ...mail, mustArrive: true }, now);
}

const subjectOf = ({ reference }: Pick<MessageRow, "reference">) => ({ type: "message" as const, id: reference });
