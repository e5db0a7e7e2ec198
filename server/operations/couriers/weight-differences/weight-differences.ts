import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import {
  WEIGHT_ANSWERS,
  type WeightDifference,
  type WeightDifferenceQuery,
  type WeightDifferenceTab,
} from "../../../../contract/admin/weight-differences.ts";
import type { WeightDifferenceState } from "../../../../contract/couriers.ts";
import { ApiError } from "../../../base/errors.ts";
import { toRupees } from "../../../base/money.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import {
  courierAccount,
  customerOrder,
  packedParcel,
  parcelBooking,
  weightDifference,
} from "../../../platform/database/schema.ts";
import { isPackedFor } from "../packing/pack-parcel.ts";

const PAGE_SIZE = 50;
const STATES: Readonly<Record<WeightDifferenceTab, WeightDifferenceState[]>> = {
  open: ["new"],
  disputed: ["disputed"],
  decided: ["accepted", "won", "lost"],
};

const read = (db: DatabaseOrTransaction) =>
  db
    .select({
      difference: weightDifference,
      booking: parcelBooking,
      account: courierAccount.label,
      number: customerOrder.number,
      hasPhoto: sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(packedParcel)
        .where(and(isPackedFor, isNotNull(packedParcel.photo)))})`,
    })
    .from(weightDifference)
    .innerJoin(parcelBooking, eq(parcelBooking.id, weightDifference.bookingId))
    .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId));
type Found = Awaited<ReturnType<typeof read>>[number];

/** Lists differences in weight: those to answer by their last day, the others with the newest first. */
export async function listWeightDifferences(
  db: Database,
  { tab, after }: WeightDifferenceQuery,
): Promise<{ differences: WeightDifference[]; hasMore: boolean }> {
  const last = sql`(select answer_by, id from weight_difference where id = ${Number(after)})`;
  const key = sql`(${weightDifference.answerBy}, ${weightDifference.id})`;
  const isDecided = tab === "decided";
  const beyond = after === undefined ? undefined : isDecided ? sql`${key} < ${last}` : sql`${key} > ${last}`;
  const order = isDecided ? desc : asc;
  const found = await read(db)
    .where(and(inArray(weightDifference.state, STATES[tab]), beyond))
    .orderBy(order(weightDifference.answerBy), order(weightDifference.id))
    .limit(PAGE_SIZE + 1);
  return { differences: found.slice(0, PAGE_SIZE).map(toDifference), hasMore: found.length > PAGE_SIZE };
}

function toDifference({ difference, booking, account, number, hasPhoto }: Found): WeightDifference {
  const { id, state, declaredGrams, chargedGrams, extraPaise, noticedAt, answerBy, note } = difference;
  const { awb, courier, lengthMm, widthMm, heightMm } = booking;
  return {
    _id: String(id),
    ...{ number, account, state, declaredGrams, chargedGrams, answerBy, note, hasPhoto, lengthMm, widthMm, heightMm },
    awb: awb ?? "",
    courier: courier ?? "",
    extra: toRupees(extraPaise),
    noticedAt: noticedAt.toISOString(),
  };
}

/**
 * Records what has become of a difference.
 * @throws ApiError (404), (409) if that can't follow what was recorded before
 */
export async function answerWeightDifference(
  db: Database,
  id: number,
  { state, note = "" }: { state: Exclude<WeightDifferenceState, "new">; note?: string | undefined },
  { actor, now }: { actor: Actor; now: Date },
): Promise<WeightDifference> {
  return db.transaction(async (trx) => {
    const [before] = await trx.select().from(weightDifference).where(eq(weightDifference.id, id)).for("update");
    if (!before) throw new ApiError("not_found", "There is no such difference in weight.");
    const possible: readonly string[] = WEIGHT_ANSWERS[before.state];
    if (!possible.includes(state))
      throw new ApiError("conflict", `This difference is ${before.state} already, so it can’t become ${state}.`);
    await trx
      .update(weightDifference)
      .set({ state, answeredAt: now, ...(note && { note }) })
      .where(eq(weightDifference.id, id));
    const [found] = await read(trx).where(eq(weightDifference.id, id));
    if (!found) throw new Error(`the difference ${id} has no booking`);
    await recordAudit(
      trx,
      actor,
      {
        action: "order.weight_answered",
        subject: { type: "order", id: found.number },
        before: { state: before.state },
        after: { state, awb: found.booking.awb, ...(note && { note }) },
      },
      now,
    );
    publishChange(trx, "orders");
    return toDifference(found);
  });
}
