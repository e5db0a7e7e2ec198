/** What providers report about messages: each moves its message forward only, however often and in which order reports come. */

import { and, desc, eq, or, sql } from "drizzle-orm";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { Database } from "../database/database.ts";
import { phoneMessage } from "../database/schema.ts";
import type { RefusalKind } from "./channel.ts";
import { emptyValues, type FallBackDeps, fallBack } from "./fall-back.ts";
import { isCode } from "./outbox.ts";
import { applyRefusal, resumeNumber } from "./refusals.ts";

export interface PhoneReport {
  channel: PhoneChannel;
  providerId: string;
  /** The shop's own id of the message, if the provider repeats it. */
  reference: string | null;
  state: "accepted" | "delivered" | "read" | "failed";
  at: Date;
  error: string;
  /** What the error asks for; null without one. */
  refusal: RefusalKind | null;
  /** Whether the provider charges it, and as what; null if it says nothing of that. */
  isBillable: boolean | null;
  category: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The states from which a report moves a message on. */
const BEFORE = {
  accepted: ["waiting", "sending", "uncertain"],
  failed: ["waiting", "sending", "uncertain", "accepted"],
  delivered: ["waiting", "sending", "uncertain", "accepted", "failed", "expired"],
  read: ["waiting", "sending", "uncertain", "accepted", "failed", "expired", "delivered"],
} as const;

/** Applies a report; one about a message that the shop does not know changes nothing. */
export async function applyReport(db: Database, report: PhoneReport, deps: FallBackDeps, now: Date): Promise<void> {
  const { channel, providerId, reference, state } = report;
  const failedId = await db.transaction(async (trx) => {
    const [message] = await trx
      .select()
      .from(phoneMessage)
      .where(
        and(
          eq(phoneMessage.channel, channel),
          or(
            eq(phoneMessage.providerId, providerId),
            reference !== null && UUID.test(reference) ? eq(phoneMessage.reference, reference) : undefined,
          ),
        ),
      )
      .orderBy(desc(phoneMessage.id))
      .limit(1)
      .for("update");
    if (!message) return null;
    const movesOn = (BEFORE[state] as readonly string[]).includes(message.state);
    const hasArrived = state === "delivered" || state === "read";
    await trx
      .update(phoneMessage)
      .set({
        providerId: message.providerId ?? providerId,
        isBillable: report.isBillable ?? message.isBillable,
        priceCategory: report.category ?? message.priceCategory,
        ...(movesOn && { state, error: report.error }),
        ...(hasArrived && message.deliveredAt === null && { deliveredAt: report.at }),
        ...(state === "read" && message.readAt === null && { readAt: report.at }),
        ...(message.sentAt === null && { sentAt: report.at }),
      })
      .where(eq(phoneMessage.id, message.id));
    if (!movesOn) return null;
    if (hasArrived) {
      await resumeNumber(trx, message, { isAsked: false });
      if (isCode(message.event)) await emptyValues(trx, message.id);
    }
    if (state !== "failed") return null;
    await applyRefusal(trx, message, report.refusal ?? "never", report.error, now);
    return message.id;
  });
  if (failedId !== null) await fallBack(db, failedId, deps, now);
}

/** Counts the messages of each month by channel, price category and state of their price, newest month first. */
export async function countPhoneMessages(db: Database) {
  const month = sql<string>`to_char(${phoneMessage.createdAt} at time zone 'Asia/Kolkata', 'YYYY-MM')`;
  return db
    .select({
      month,
      channel: phoneMessage.channel,
      category: sql<string>`coalesce(${phoneMessage.priceCategory}, '')`,
      sent: sql<number>`count(*) filter (where ${phoneMessage.sentAt} is not null)::int`,
      delivered: sql<number>`count(*) filter (where ${phoneMessage.deliveredAt} is not null)::int`,
      billable: sql<number>`count(*) filter (where ${phoneMessage.isBillable})::int`,
    })
    .from(phoneMessage)
    .groupBy(sql`1`, sql`2`, sql`3`)
    .orderBy(sql`1 desc`, sql`2`, sql`3`)
    .limit(120);
}

/** Reads for each channel when it last reported a delivery, and why its last message was not accepted. */
export async function readChannelHealth(
  db: Database,
): Promise<Map<PhoneChannel, { reportedAt: Date | null; problem: string }>> {
  const rows = await db
    .select({
      channel: phoneMessage.channel,
      reportedAt: sql<string | null>`max(${phoneMessage.deliveredAt})`,
      // Of the last message that was accepted or refused.
      problem: sql<string>`coalesce((array_agg(case when ${phoneMessage.sentAt} is null then ${phoneMessage.error} else '' end
        order by ${phoneMessage.id} desc) filter (where ${phoneMessage.sentAt} is not null or ${phoneMessage.state} = 'failed'))[1], '')`,
    })
    .from(phoneMessage)
    .groupBy(phoneMessage.channel);
  return new Map(
    rows.map(({ channel, reportedAt, problem }) => [
      channel,
      { reportedAt: reportedAt === null ? null : new Date(reportedAt), problem },
    ]),
  );
}
