/**
 * Changes one parcel of an order that may be sent in several. Every function takes a locked order and throws an ApiError (404) if there is
 * no such parcel, (409) if the courier no longer has it. A parcel with the whole order changes the order at once. An order in several
 * parcels ends when nothing is unsent and the courier has none of them: delivered, or cancelled if every unit is credited.
 */

import { eq } from "drizzle-orm";
import { plainCode } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { returnUnits, writeOffUnits } from "../../selling/stock/stock.ts";
import { changeState } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { queueOutForDeliveryEmail } from "../orders/mails/queue-order-emails.ts";
import { queueUnitsRefundedEmail } from "../orders/mails/queue-payment-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { isSplit, isUnderway, type Parcel, readParcels } from "../orders/read-parcels.ts";
import { prepareRemoval } from "../orders/removal.ts";
import { readSending } from "../orders/staff/order-facts.ts";
import { reverseUnits } from "../post-purchase/reverse-sale.ts";
import { withUnsentSamples } from "../post-purchase/unsent-samples.ts";
import { deliverOrder, sendOutForDelivery } from "./fulfil-order.ts";
import { markOrderLost, receiveOrderBack } from "./mark-lost.ts";

interface Step {
  sender: MailSender;
  returnDays: number;
  now: Date;
  /** Whether the units of a lost parcel are credited by their shares and the rest keeps its price: the shop is at fault. */
  keepsOffers?: boolean;
}

export async function sendParcelOut(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  awb: string,
  step: Step,
): Promise<OrderRow> {
  const { parcel, isOnly } = await findUnderway(trx, order, awb);
  if (isOnly) return sendOutForDelivery(trx, order, step);
  await trx.update(shipment).set({ outForDeliveryAt: step.now }).where(eq(shipment.id, parcel.id));
  await queueOutForDeliveryEmail(trx, step.sender, order, step.now, parcel);
  return order;
}

export async function deliverParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  awb: string,
  step: Step,
): Promise<OrderRow> {
  const { parcel } = await findUnderway(trx, order, awb);
  await trx.update(shipment).set({ deliveredAt: step.now }).where(eq(shipment.id, parcel.id));
  return finish(trx, order, step);
}

/** Refunds what a lost parcel held. Its units are gone. */
export const markParcelLost = refundParcel({
  reason: "lost",
  ofWholeOrder: markOrderLost,
  ended: (lostAt) => ({ lostAt }),
  move: (trx, orderId, units) => writeOffUnits(trx, orderId, units, "Lost in transit"),
});

/** Refunds and restocks what an undelivered parcel held. */
export const receiveParcelBack = refundParcel({
  reason: "came_back",
  ofWholeOrder: receiveOrderBack,
  ended: (cameBackAt) => ({ cameBackAt }),
  move: returnUnits,
});

interface RefundedEnd {
  reason: "lost" | "came_back";
  /** For a parcel with the whole order. */
  ofWholeOrder: (trx: DatabaseOrTransaction, order: OrderRow, step: Step) => Promise<OrderRow>;
  ended: (at: Date) => Partial<typeof shipment.$inferInsert>;
  /** What becomes of its units in the ledger of stock. */
  move: (trx: DatabaseOrTransaction, orderId: number, units: readonly LineUnits[]) => Promise<void>;
}

function refundParcel({ reason, ofWholeOrder, ended, move }: RefundedEnd) {
  return async (trx: DatabaseOrTransaction, order: OrderRow, awb: string, step: Step): Promise<OrderRow> => {
    const { parcel, isOnly } = await findUnderway(trx, order, awb);
    if (isOnly) return ofWholeOrder(trx, order, step);
    await trx.update(shipment).set(ended(step.now)).where(eq(shipment.id, parcel.id));
    const units = await creditableOf(trx, order, parcel);
    const moved = [...units, ...(await endSamples(trx, order.id, parcel.items ?? []))];
    if (moved.length > 0) await move(trx, order.id, moved);
    await credit(trx, order, units, reason, step);
    return finish(trx, order, step);
  };
}

async function findUnderway(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  awb: string,
): Promise<{ parcel: Parcel /** Whether it holds the whole order. */; isOnly: boolean }> {
  const typed = plainCode(awb);
  const parcels = await readParcels(trx, order.id);
  const parcel = parcels.find((one) => one.awb === typed && !one.isReplacement);
  if (!parcel) throw new ApiError("not_found", `No parcel of order ${order.number} has the AWB ${typed}.`);
  if (!isUnderway(parcel))
    throw new ApiError("wrong_order_state", `The courier no longer has the parcel with the AWB ${typed}.`);
  return { parcel, isOnly: !isSplit(parcels) };
}

/** Returns what is left to credit of a parcel's units. */
async function creditableOf(trx: DatabaseOrTransaction, order: OrderRow, { items }: Parcel): Promise<LineUnits[]> {
  const left = await readCreditable(trx, order.id);
  return (items ?? [])
    .map(({ position, quantity }) => {
      const creditable = left.find((one) => one.position === position)?.quantity ?? 0;
      return { position, quantity: Math.min(quantity, creditable) };
    })
    .filter(({ quantity }) => quantity > 0);
}

async function credit(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  units: readonly LineUnits[],
  reason: "lost" | "came_back",
  { keepsOffers = false, sender, now }: Step,
): Promise<void> {
  if (units.length === 0) return;
  const prepared = await withUnsentSamples(trx, order, await prepareRemoval(trx, order, units, { keepsOffers }));
  if (prepared.samples.length > 0) {
    await returnUnits(trx, order.id, prepared.samples);
    await endSamples(trx, order.id, prepared.samples);
  }
  await reverseUnits(trx, order, prepared, {
    reason,
    at: now,
    notify: (prepared) => queueUnitsRefundedEmail(trx, sender, order, prepared, now),
  });
}

/** Ends the order once the courier has none of its parcels and nothing is unsent: delivered, or cancelled if all of it is credited. */
async function finish(trx: DatabaseOrTransaction, order: OrderRow, step: Step): Promise<OrderRow> {
  const { parcels, unsent } = await readSending(trx, order);
  if (unsent.length > 0 || parcels.some((parcel) => !parcel.isReplacement && isUnderway(parcel))) return order;
  const left = await readCreditable(trx, order.id);
  if (left.some(({ quantity }) => quantity > 0)) return deliverOrder(trx, order, step);
  await releaseOffers(trx, order.id);
  const note = "No parcel of the order arrived.";
  return changeState(trx, order, "cancelled", { cause: "staff", note, at: step.now });
}
