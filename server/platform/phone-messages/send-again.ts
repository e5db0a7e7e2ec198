/** Messages that did not reach their phone, which staff may send once more. */

import { and, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { FailedPhoneMessage } from "../../../contract/admin/phone-messages.ts";
import { phoneEvent } from "../../../contract/phone-messages/events.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { phoneMessage } from "../database/schema.ts";
import { addSendingJobs } from "./outbox.ts";

const LISTED = 50;

/**
 * Those that went on by no other channel, and whose content is still there. A code has run out by then: the customer asks for another one.
 */
const CAN_BE_SENT_AGAIN = and(
  inArray(phoneMessage.state, ["failed", "expired"]),
  isNotNull(phoneMessage.orderNumber),
  ne(phoneMessage.event, "cash_code"),
  ne(phoneMessage.mobile, ""),
  sql`${phoneMessage.values} <> '{}'`,
  sql`not exists (select from phone_message as next where next.fall_back_of = ${phoneMessage.id})`,
);

/** Lists the newest of them; their content is emptied after a month. */
export async function listFailedPhoneMessages(db: DatabaseOrTransaction): Promise<FailedPhoneMessage[]> {
  const rows = await db
    .select()
    .from(phoneMessage)
    .where(CAN_BE_SENT_AGAIN)
    .orderBy(desc(phoneMessage.id))
    .limit(LISTED);
  return rows.map(({ id, event, channel, orderNumber, createdAt, error }) => ({
    _id: String(id),
    number: orderNumber ?? "",
    at: createdAt.toISOString(),
    ...{ event, channel, error },
  }));
}

/**
 * Queues a message again; it is dropped if it is no longer true, or no longer wanted.
 * @throws ApiError (404), (409) if it is on its way, or cannot be sent again
 */
export async function sendAgain(db: Database, id: number, { actor, now }: { actor: Actor; now: Date }): Promise<void> {
  await db.transaction(async (trx) => {
    const [known] = await trx.select().from(phoneMessage).where(eq(phoneMessage.id, id)).for("update");
    if (!known) throw new ApiError("not_found", "There is no such message.");
    const [message] = await trx
      .update(phoneMessage)
      .set({
        ...{ state: "waiting", error: "", providerId: null, sentAt: null, handedOn: false, lostResponses: 0 },
        expiresAt: new Date(now.getTime() + phoneEvent(known.event).expiresMinutes * 60_000),
      })
      .where(and(eq(phoneMessage.id, id), CAN_BE_SENT_AGAIN))
      .returning();
    if (!message) throw new ApiError("conflict", "This message can’t be sent again. Please load the page again.");
    await addSendingJobs(trx, message, now);
    const subject = { type: "order" as const, id: message.orderNumber ?? "" };
    const after = { event: message.event, channel: message.channel };
    await recordAudit(trx, actor, { action: "order.phone_message_resent", subject, after }, now);
  });
}
