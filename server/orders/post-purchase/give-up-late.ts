import { eq } from "drizzle-orm";
import { formatWeekday } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import { addNote } from "../orders/change-state.ts";
import { canGiveUp } from "../orders/eligibility.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { isDisputed } from "../payment-records/disputes.ts";

/**
 * Records that the customer of a locked order gives up its parcel, which has not come by the promised day. Nothing is refunded yet: staff
 * decides.
 * @returns the order, and what was promised, in a sentence
 * @throws ApiError (409) before that day, in another state, or while its payment is disputed
 */
export async function giveUpLate(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  now: Date,
): Promise<{ order: OrderRow; promised: string }> {
  if (!canGiveUp(order, now) || order.deliverBy === null)
    throw new ApiError(
      "wrong_order_state",
      "A parcel can be given up when it’s on its way and later than the promised day.",
    );
  if (await isDisputed(trx, order.id))
    throw new ApiError(
      "payment_disputed",
      "Your bank is handling a dispute about this payment, so the parcel can’t be given up here. Please write to us.",
    );
  await trx.update(customerOrder).set({ givenUpAt: now }).where(eq(customerOrder.id, order.id));
  const promised = `It was promised by ${formatWeekday(order.deliverBy)}, and has not come.`;
  await addNote(trx, order, { cause: "customer", note: `You gave up this parcel. ${promised}`, at: now });
  return { order: { ...order, givenUpAt: now }, promised };
}
