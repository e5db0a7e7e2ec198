/**
 * Messages to mobile numbers in the database, each queued in the transaction of its cause like a mail (../mail/outbox.ts), so that no request
 * waits for a provider. A job sends it (send-phone-message.ts), reports move it forward (reports.ts), and what is not delivered in time goes on
 * by the next channel (fall-back.ts).
 *
 * waiting → sending → accepted → delivered → read; or failed, expired, dropped; or uncertain, if the provider's response was lost.
 */

import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, lt, notInArray, sql } from "drizzle-orm";
import { PHONE_CHANNELS, type PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { type PhoneEventName, type PhoneValues, phoneEvent } from "../../../contract/phone-messages/events.ts";
import { beginningOf } from "../../../contract/text.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { phoneIncoming, phoneMessage } from "../database/schema.ts";
import { addJob } from "../jobs/add-job.ts";
import { allowedChannel } from "./allowed-channel.ts";

export type PhoneMessageRow = typeof phoneMessage.$inferSelect;

export interface NewPhoneMessage {
  event: PhoneEventName;
  orderNumber: string;
  customerId: number;
  /** The customer's own number, never that of a gift's receiver; ten digits, or empty. */
  mobile: string;
  /** Which of several events of its kind it is about, for example an AWB: with the same one it is queued once. */
  occurrence?: string;
  /** As `PHONE_EVENTS` lists them. `url` is made of `link`. */
  values: PhoneValues;
  /** The shop's origin. */
  origin: string;
}

/** After how many days the values of a message are emptied. */
const VALUES_DAYS = 30;

/**
 * Queues a message in the caller's transaction, if a connected channel may send it to this customer.
 * @param channels that are connected (`MailSender.phoneChannels`)
 * @returns the channel; null if there is none, so that nothing is sent
 */
export async function queuePhoneMessage(
  trx: DatabaseOrTransaction,
  channels: readonly PhoneChannel[],
  message: NewPhoneMessage,
  now: Date,
): Promise<PhoneChannel | null> {
  if (channels.length === 0 || message.mobile === "") return null;
  const allowed = await allowedChannel(trx, channels, message);
  if (!allowed) return null;
  const { event, orderNumber, customerId, mobile, occurrence = "", values, origin } = message;
  await insertPhoneMessage(
    trx,
    {
      event,
      channel: allowed.channel,
      orderNumber,
      customerId,
      mobile,
      occurrence,
      values: shortened(event, { ...values, ...(values.link !== undefined && { url: `${origin}/${values.link}` }) }),
    },
    now,
  );
  return allowed.channel;
}

/** Shortens values to what their event allows, and leaves out those that it does not have. An address is not shortened. */
function shortened(event: PhoneEventName, values: PhoneValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(phoneEvent(event).values).flatMap(([name, { kind, max }]) => {
      const value = values[name];
      if (value === undefined) return [];
      const isWhole = kind === "url" || kind === "link" || value.length <= max;
      return [[name, isWhole ? value : `${beginningOf(value, max - 3).trimEnd()}...`]];
    }),
  );
}

type PhoneMessageValues = Pick<
  typeof phoneMessage.$inferInsert,
  "event" | "channel" | "orderNumber" | "customerId" | "mobile" | "occurrence" | "values" | "fallBackOf"
>;

/** Inserts a message with its jobs, unless the same event has one on this channel. @returns its id; null without one */
export async function insertPhoneMessage(
  trx: DatabaseOrTransaction,
  message: PhoneMessageValues,
  now: Date,
): Promise<number | null> {
  const { expiresMinutes } = phoneEvent(message.event);
  const [inserted] = await trx
    .insert(phoneMessage)
    .values({ ...message, createdAt: now, expiresAt: new Date(now.getTime() + expiresMinutes * 60_000) })
    .onConflictDoNothing()
    .returning({ id: phoneMessage.id });
  if (!inserted) return null;
  await addSendingJobs(trx, { ...message, ...inserted }, now);
  return inserted.id;
}

/** Adds the jobs that send a message, and look after it when its time is over. */
export async function addSendingJobs(
  trx: DatabaseOrTransaction,
  { id, ...message }: Pick<PhoneMessageValues, "event" | "channel" | "orderNumber" | "mobile"> & { id: number },
  now: Date,
): Promise<void> {
  await addJob(
    trx,
    isCode(message.event) ? "send_phone_code" : "send_phone_message",
    { messageId: id },
    queueOf(message),
  );
  // A test has nothing to fall back on.
  if (message.orderNumber && (isCode(message.event) || message.channel !== PHONE_CHANNELS.at(-1)))
    await addJob(
      trx,
      "fall_back_phone_message",
      { messageId: id },
      {
        runAt: new Date(now.getTime() + phoneEvent(message.event).fallBackSeconds * 1000),
        key: `fall back ${id}`,
      },
    );
}

/** Whether a message carries a code, which overtakes everything else. */
export const isCode = (event: PhoneEventName): boolean => phoneEvent(event).isRequested;

/** Messages to one number are sent in order; a code waits for none. The number is hashed, so that only the message's table contains it. */
const queueOf = ({ event, mobile }: Pick<PhoneMessageValues, "event" | "mobile">) =>
  isCode(event) ? {} : { queueName: `phone ${createHash("sha256").update(mobile).digest("base64url")}` };

/** @returns null when it was sent or given up */
export async function readUnsentPhoneMessage(db: Database, id: number): Promise<PhoneMessageRow | null> {
  const [row] = await db
    .select()
    .from(phoneMessage)
    .where(and(eq(phoneMessage.id, id), inArray(phoneMessage.state, ["waiting", "sending"])));
  return row ?? null;
}

/** Marks a message as being handed over. @returns false when another worker has begun meanwhile */
export async function markHandedOver(
  db: Database,
  { id, state }: Pick<PhoneMessageRow, "id" | "state">,
): Promise<boolean> {
  const rows = await db
    .update(phoneMessage)
    .set({ state: "sending" })
    .where(and(eq(phoneMessage.id, id), eq(phoneMessage.state, state)))
    .returning({ id: phoneMessage.id });
  return rows.length > 0;
}

/** Stores that the provider has accepted a message. A report of its delivery may have come before. */
export async function markAccepted(db: Database, id: number, providerId: string, now: Date): Promise<void> {
  await db
    .update(phoneMessage)
    .set({
      providerId,
      sentAt: now,
      error: "",
      state: sql`case when ${phoneMessage.state} = 'sending' then 'accepted' else ${phoneMessage.state} end`,
    })
    .where(eq(phoneMessage.id, id));
}

/** Ends the sending of a message, or returns it to the queue. Changes none that a report has moved on. */
export async function endHandover(
  db: DatabaseOrTransaction,
  id: number,
  state: "waiting" | "failed" | "uncertain" | "expired" | "dropped",
  error: string,
): Promise<void> {
  await db
    .update(phoneMessage)
    .set({ state, error: error.slice(0, 300) })
    .where(and(eq(phoneMessage.id, id), inArray(phoneMessage.state, ["waiting", "sending"])));
}

/** Lists the messages about an order, oldest first. */
export function listPhoneMessagesAbout(db: DatabaseOrTransaction, orderNumber: string) {
  return db
    .select({
      at: phoneMessage.createdAt,
      event: phoneMessage.event,
      channel: phoneMessage.channel,
      state: phoneMessage.state,
      error: phoneMessage.error,
    })
    .from(phoneMessage)
    .where(eq(phoneMessage.orderNumber, orderNumber))
    .orderBy(phoneMessage.id);
}

/** By which channel the current code for an order was sent: by email unless it is still expected on the phone. */
export async function codeSentBy(db: DatabaseOrTransaction, orderNumber: string): Promise<PhoneChannel | "email"> {
  const [last] = await db
    .select({ channel: phoneMessage.channel, handedOn: phoneMessage.handedOn })
    .from(phoneMessage)
    .where(and(eq(phoneMessage.orderNumber, orderNumber), eq(phoneMessage.event, "cash_code")))
    .orderBy(desc(phoneMessage.id))
    .limit(1);
  return last && !last.handedOn ? last.channel : "email";
}

/** Ends the codes for an order, because another one replaces them: none of them is sent or emailed any more. */
export async function dropCodes(trx: DatabaseOrTransaction, orderNumber: string): Promise<void> {
  await trx
    .update(phoneMessage)
    .set({
      handedOn: true,
      values: {},
      state: sql`case when ${phoneMessage.state} = 'waiting' then 'dropped' else ${phoneMessage.state} end`,
    })
    .where(and(eq(phoneMessage.orderNumber, orderNumber), eq(phoneMessage.event, "cash_code")));
}

/** Empties the values of codes that have expired, and of other messages after a month, and forgets which texts came in. */
export async function emptyOldPhoneMessages(db: Database, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - VALUES_DAYS * 24 * 3_600_000);
  const isFull = and(sql`${phoneMessage.values} <> '{}'`, notInArray(phoneMessage.state, ["waiting", "sending"]));
  await db
    .update(phoneMessage)
    .set({ values: {} })
    .where(and(isFull, eq(phoneMessage.event, "cash_code"), lt(phoneMessage.expiresAt, now)));
  await db
    .update(phoneMessage)
    .set({ values: {} })
    .where(and(isFull, lt(phoneMessage.createdAt, monthAgo)));
  await db.delete(phoneIncoming).where(lt(phoneIncoming.receivedAt, monthAgo));
}

/** Deletes the messages about orders, sent or not. */
export async function deletePhoneMessagesAbout(
  trx: DatabaseOrTransaction,
  orderNumbers: readonly string[],
): Promise<void> {
  await trx
    .delete(phoneMessage)
    .where(and(isNotNull(phoneMessage.orderNumber), inArray(phoneMessage.orderNumber, [...orderNumbers])));
}
