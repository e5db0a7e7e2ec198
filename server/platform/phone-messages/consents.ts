/** Consents to messages. Whether a number may get one is decided in `allowed-channel.ts`. */

import { createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { PhoneConsentEvent, PhoneConsentPlace } from "../../../contract/phone-messages/consent.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { phoneConsent, phoneMessage, phoneNumber } from "../database/schema.ts";

interface NewPhoneConsent {
  /** Ten digits. */
  mobile: string;
  channels: readonly PhoneChannel[];
  event: PhoneConsentEvent;
  place: PhoneConsentPlace;
  /** The sentence that was shown, or the text that was sent. */
  wording: string;
  /** Null for all orders of the customer. */
  orderNumber?: string | null;
  /** Null for the owner of the number, whichever customer. */
  customerId?: number | null;
}

/** Records a consent, or its withdrawal, for each channel. */
export async function recordPhoneConsent(
  trx: DatabaseOrTransaction,
  { mobile, channels, event, place, wording, orderNumber = null, customerId = null }: NewPhoneConsent,
  now: Date,
): Promise<void> {
  if (channels.length === 0) return;
  await trx
    .insert(phoneConsent)
    .values(channels.map((channel) => ({ mobile, channel, event, place, wording, orderNumber, customerId, at: now })));
}

/** Whether the phone itself has asked for messages, or for their end, after a time. */
export async function hasRepliedAfter(
  db: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
  at: Date,
): Promise<boolean> {
  const { id, at: repliedAt, place } = phoneConsent;
  const [later] = await db
    .select({ id })
    .from(phoneConsent)
    .where(
      and(eq(phoneConsent.mobile, mobile), eq(phoneConsent.channel, channel), eq(place, "reply"), gt(repliedAt, at)),
    )
    .limit(1);
  return later !== undefined;
}

/** Lists the channels by which a customer gets messages about all orders at this number. */
export async function readAccountConsents(
  db: DatabaseOrTransaction,
  { customerId, mobile }: { customerId: number; mobile: string },
): Promise<PhoneChannel[]> {
  const rows = await db
    .selectDistinctOn([phoneConsent.channel], { channel: phoneConsent.channel, event: phoneConsent.event })
    .from(phoneConsent)
    .where(and(eq(phoneConsent.mobile, mobile), isNull(phoneConsent.orderNumber), isOwn(customerId)))
    .orderBy(phoneConsent.channel, desc(phoneConsent.id));
  return rows.filter(({ event }) => event === "given").map(({ channel }) => channel);
}

/** Lists the channels by which a customer wants updates about an order. */
export async function consentsToOrder(db: DatabaseOrTransaction, orderNumber: string): Promise<PhoneChannel[]> {
  const rows = await db
    .selectDistinctOn([phoneConsent.channel], { channel: phoneConsent.channel, event: phoneConsent.event })
    .from(phoneConsent)
    .where(eq(phoneConsent.orderNumber, orderNumber))
    .orderBy(phoneConsent.channel, desc(phoneConsent.id));
  return rows.filter(({ event }) => event === "given").map(({ channel }) => channel);
}

/** The condition for consents of a customer, and of the phone itself. */
const isOwn = (customerId: number | null): SQL | undefined =>
  or(customerId === null ? undefined : eq(phoneConsent.customerId, customerId), eq(phoneConsent.place, "reply"));

/** The last consent of a number on a channel, given or withdrawn, that concerns an order; as a subquery. */
export const latestConsent = (
  db: DatabaseOrTransaction,
  { mobile, orderNumber, customerId }: { mobile: string; orderNumber: string; customerId: number | null },
  channel: SQL | PhoneChannel,
) =>
  db
    .select({ event: phoneConsent.event })
    .from(phoneConsent)
    .where(
      and(
        eq(phoneConsent.mobile, mobile),
        sql`${phoneConsent.channel} = ${channel}`,
        or(eq(phoneConsent.orderNumber, orderNumber), and(isNull(phoneConsent.orderNumber), isOwn(customerId))),
      ),
    )
    .orderBy(desc(phoneConsent.id))
    .limit(1);

/** By what somebody's messages are found. */
interface PhoneOwner {
  customerIds: readonly number[];
  /** Ten digits; empty if it is not known. */
  mobile: string;
}

const isOf = (table: typeof phoneConsent | typeof phoneMessage, { customerIds, mobile }: PhoneOwner) =>
  or(inArray(table.customerId, [...customerIds]), mobile === "" ? undefined : eq(table.mobile, mobile));

/** Erases somebody's number and what was written to it. Consents stay with its hash and date, as proof of a withdrawal. */
export async function erasePhoneData(
  trx: DatabaseOrTransaction,
  person: PhoneOwner,
  codeSecret: string,
): Promise<void> {
  const { mobile } = person;
  const numbers = await trx
    .selectDistinct({ mobile: phoneConsent.mobile })
    .from(phoneConsent)
    .where(and(isOf(phoneConsent, person), sql`${phoneConsent.mobile} <> ''`));
  for (const { mobile: number } of numbers) {
    const mobileHash = createHmac("sha256", codeSecret).update(`phone ${number}`).digest("base64url");
    await trx
      .update(phoneConsent)
      .set({ mobile: "", mobileHash, wording: sql`replace(${phoneConsent.wording}, ${written(number)}, '')` })
      .where(and(isOf(phoneConsent, person), eq(phoneConsent.mobile, number)));
  }
  await trx
    .update(phoneMessage)
    .set({
      mobile: "",
      values: {},
      state: sql`case when ${phoneMessage.state} in ('waiting', 'sending') then 'dropped' else ${phoneMessage.state} end`,
    })
    .where(isOf(phoneMessage, person));
  // That its owner wants no messages outlives the account: another customer may type the number.
  const erased = [...numbers.map((row) => row.mobile), ...(mobile === "" ? [] : [mobile])];
  await trx.delete(phoneNumber).where(and(inArray(phoneNumber.mobile, erased), isNull(phoneNumber.stoppedAt)));
}

/** Reads somebody's consents to messages, with their withdrawals. */
export const readPhoneConsents = (db: DatabaseOrTransaction, person: PhoneOwner) =>
  db
    .select({
      mobile: phoneConsent.mobile,
      channel: phoneConsent.channel,
      event: phoneConsent.event,
      order: phoneConsent.orderNumber,
      at: phoneConsent.at,
      place: phoneConsent.place,
      wording: phoneConsent.wording,
    })
    .from(phoneConsent)
    .where(isOf(phoneConsent, person))
    .orderBy(phoneConsent.id);

/** Reads what was sent to somebody's phone, without codes. */
export const readPhoneMessages = (db: DatabaseOrTransaction, person: PhoneOwner) =>
  db
    .select({
      mobile: phoneMessage.mobile,
      channel: phoneMessage.channel,
      about: phoneMessage.event,
      order: phoneMessage.orderNumber,
      values: phoneMessage.values,
      state: phoneMessage.state,
      at: phoneMessage.createdAt,
    })
    .from(phoneMessage)
    .where(and(isOf(phoneMessage, person), ne(phoneMessage.event, "cash_code")))
    .orderBy(phoneMessage.id);

/** A number as the wordings of consents write it. */
const written = (mobile: string) => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
