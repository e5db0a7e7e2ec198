import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { beginningOf } from "../../../contract/text.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { phoneNumber, phoneTemplate } from "../database/schema.ts";
import type { RefusalKind } from "./channel.ts";
import type { PhoneMessageRow } from "./outbox.ts";

/** After this many messages in a row that did not reach a number, nothing more is sent to it by this channel. */
const MAX_FAILURES = 2;

type Refused = Pick<PhoneMessageRow, "mobile" | "channel" | "event">;

/** Draws the consequences of a refusal for what follows: stops the number, or the template. */
export async function applyRefusal(
  trx: DatabaseOrTransaction,
  { mobile, channel, event }: Refused,
  kind: RefusalKind,
  why: string,
  now: Date,
): Promise<void> {
  if (mobile !== "" && kind === "blocked") await stopNumber(trx, { mobile, channel }, "blocked", now);
  if (mobile !== "" && kind === "number") await countFailure(trx, { mobile, channel }, now);
  if (kind === "template")
    await trx
      .update(phoneTemplate)
      .set({ state: "paused", reason: beginningOf(why, 300), version: sql`${phoneTemplate.version} + 1` })
      .where(
        and(eq(phoneTemplate.event, event), eq(phoneTemplate.channel, channel), ne(phoneTemplate.state, "paused")),
      );
}

/** Locks a number on a channel until the transaction ends. */
export async function lockNumber(
  trx: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
): Promise<void> {
  const target = [phoneNumber.mobile, phoneNumber.channel];
  await trx.insert(phoneNumber).values({ mobile, channel }).onConflictDoUpdate({ target, set: { mobile } });
}

/** Why a number gets nothing by a channel any more by its owner's wish; null if it may. */
export async function readStop(
  db: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
): Promise<"asked" | "blocked" | null> {
  const [row] = await db
    .select({ stopped: phoneNumber.stopped })
    .from(phoneNumber)
    .where(and(eq(phoneNumber.mobile, mobile), eq(phoneNumber.channel, channel)));
  return row?.stopped === "asked" || row?.stopped === "blocked" ? row.stopped : null;
}

/** Sends nothing more to a number by a channel. */
export async function stopNumber(
  trx: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
  stopped: NonNullable<(typeof phoneNumber.$inferSelect)["stopped"]>,
  now: Date,
): Promise<void> {
  await trx
    .insert(phoneNumber)
    .values({ mobile, channel, stoppedAt: now, stopped })
    .onConflictDoUpdate({ target: [phoneNumber.mobile, phoneNumber.channel], set: { stoppedAt: now, stopped } });
}

/** Lists the channels on which the owner of a number has asked for no more messages. */
export async function stoppedChannels(db: DatabaseOrTransaction, mobile: string): Promise<PhoneChannel[]> {
  const rows = await db
    .select({ channel: phoneNumber.channel })
    .from(phoneNumber)
    .where(and(eq(phoneNumber.mobile, mobile), eq(phoneNumber.stopped, "asked")));
  return rows.map(({ channel }) => channel);
}

async function countFailure(
  trx: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
  now: Date,
): Promise<void> {
  await trx
    .insert(phoneNumber)
    .values({ mobile, channel, failures: 1 })
    .onConflictDoUpdate({
      target: [phoneNumber.mobile, phoneNumber.channel],
      set: { failures: sql`${phoneNumber.failures} + 1` },
    });
  await trx
    .update(phoneNumber)
    .set({ stoppedAt: now, stopped: "unreachable" })
    .where(
      and(
        eq(phoneNumber.mobile, mobile),
        eq(phoneNumber.channel, channel),
        sql`${phoneNumber.failures} >= ${MAX_FAILURES}`,
        isNull(phoneNumber.stoppedAt),
      ),
    );
}

/** Records that a number can be reached, or wants messages again. */
export async function resumeNumber(
  trx: DatabaseOrTransaction,
  { mobile, channel }: { mobile: string; channel: PhoneChannel },
  { isAsked }: { isAsked: boolean },
): Promise<void> {
  await trx
    .update(phoneNumber)
    .set({ failures: 0, stoppedAt: null, stopped: null })
    .where(
      and(
        eq(phoneNumber.mobile, mobile),
        eq(phoneNumber.channel, channel),
        // A late report of a delivery does not undo what its owner wants.
        isAsked
          ? undefined
          : sql`${phoneNumber.stopped} is distinct from 'asked' and ${phoneNumber.stopped} is distinct from 'blocked'`,
      ),
    );
}
