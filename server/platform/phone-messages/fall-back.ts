/** What is not delivered in time goes on by the next channel, once; a code at last by email. */

import { and, eq, sql } from "drizzle-orm";
import { PHONE_CHANNELS, type PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { phoneMessage } from "../database/schema.ts";
import type { Task } from "../jobs/tasks.ts";
import { allowedChannel } from "./allowed-channel.ts";
import { endHandover, insertPhoneMessage, isCode, type PhoneMessageRow } from "./outbox.ts";

export interface FallBackDeps {
  /** The channels that are connected. */
  channels: readonly PhoneChannel[];
  /** Emails a code that did not arrive on the phone. */
  mailCode: (trx: DatabaseOrTransaction, message: { orderNumber: string; code: string }, now: Date) => Promise<void>;
  /** Whether what a message says of its order is still true. */
  isStillTrue: (db: DatabaseOrTransaction, message: Pick<PhoneMessageRow, "event" | "orderNumber">) => Promise<boolean>;
}

/** The task that looks after a message when its time is over. */
export function fallBackTask(db: Database, deps: FallBackDeps): Task<{ messageId: number }> {
  return {
    concurrency: 2,
    maxAttempts: 20,
    async run({ messageId }) {
      await fallBack(db, messageId, deps, new Date());
      return null;
    },
  };
}

/** Sends on a message that has not been delivered, once. */
export async function fallBack(db: Database, id: number, deps: FallBackDeps, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const [message] = await trx.select().from(phoneMessage).where(eq(phoneMessage.id, id)).for("update");
    if (!message || message.handedOn || ["delivered", "read", "dropped"].includes(message.state)) return;
    await trx.update(phoneMessage).set({ handedOn: true }).where(eq(phoneMessage.id, id));
    await endHandover(trx, id, "expired", message.error || "not sent in time");
    await handOn(trx, message, deps, now);
    if (isCode(message.event)) await emptyValues(trx, id);
  });
}

async function handOn(trx: DatabaseOrTransaction, message: PhoneMessageRow, deps: FallBackDeps, now: Date) {
  const { event, orderNumber, customerId, mobile, occurrence, values } = message;
  if (orderNumber === null || mobile === "" || !(await deps.isStillTrue(trx, message))) return;
  const later = PHONE_CHANNELS.slice(PHONE_CHANNELS.indexOf(message.channel) + 1);
  const channels = later.filter((channel) => deps.channels.includes(channel));
  const next = await allowedChannel(trx, channels, { event, orderNumber, customerId, mobile });
  if (next) {
    const { channel } = next;
    const content = { event, channel, orderNumber, customerId, mobile, occurrence, values, fallBackOf: message.id };
    if ((await insertPhoneMessage(trx, content, now)) !== null) return;
  }
  // The code is valid for as long as it was; the phone may show it yet.
  if (isCode(event) && values.code) await deps.mailCode(trx, { orderNumber, code: values.code }, now);
}

/** Empties the values of a code that is not needed any more. */
export const emptyValues = (trx: DatabaseOrTransaction, id: number) =>
  trx
    .update(phoneMessage)
    .set({ values: {} })
    .where(and(eq(phoneMessage.id, id), sql`${phoneMessage.values} <> '{}'`));
