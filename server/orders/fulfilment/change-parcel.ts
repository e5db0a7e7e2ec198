/**
 * Changes one parcel of an order that may be sent in several. Every function takes a locked order and throws an ApiError (404) if there is
 * no such parcel, (409) if the courier no longer has it. A parcel with the whole order changes the order at once. An order in several
 * parcels ends when nothing is unsent and the courier has none of them: delivered, or cancelled if every unit is credited.
 */

import { eq } from "drizzle-orm";
import type { ReportedEnd } from "../../../contract/couriers.ts";
import { NOUN_WORDS, nounOf } from "../../../contract/orders/change-nouns.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturnMissedParcel, orderReturnParcel, shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { returnUnits, sellFurtherUnits, writeOffUnits } from "../../selling/stock/stock.ts";
import { addNote, type Change, changeState } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { listUnits } from "../orders/item-name.ts";
import { queueOutForDeliveryEmail } from "../orders/mails/queue-order-emails.ts";
import { queueUnitsRefundedEmail } from "../orders/mails/queue-payment-emails.ts";
import { queueSentAgainEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { isSplit, isUnderway, type Parcel, readParcels } from "../orders/read-parcels.ts";
import { readExchangeParcels, readReturnParcel } from "../orders/read-returns.ts";
import { prepareRemoval } from "../orders/removal.ts";
import { readSending } from "../orders/staff/order-facts.ts";
import { storeInspected } from "../orders/store-inspected.ts";
import { reverseUnits } from "../post-purchase/reverse-sale.ts";
import { withUnsentSamples } from "../post-purchase/unsent-samples.ts";
import { deliverOrder, sendOutForDelivery } from "./fulfil-order.ts";
import { CAME_BACK, markOrderLost, receiveOrderBack } from "./mark-lost.ts";
import { deliverReplacement } from "./replacements.ts";

interface Step {
  sender: MailSender;
  returnDays: number;
  now: Date;
  /** The courier whose scan causes the step; by default it is staff's. */
  courier?: string;
  /** Whether the units of a lost parcel are credited by their shares and the rest keeps its price: the shop is at fault. */
  keepsOffers?: boolean;
  /** Whether what a replacement or an exchange held is sent again instead of being refunded. */
  sendsAgain?: boolean;
  /** The units of an opened parcel that can be sold again; the others are written off. By default all can. */
  restock?: readonly LineUnits[] | undefined;
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
  if (parcel.isReplacement) {
    await deliverReplacement(trx, order, step.now, parcel);
    return order;
  }
  await trx.update(shipment).set({ deliveredAt: step.now }).where(eq(shipment.id, parcel.id));
  return finish(trx, order, step);
}

/** Records that the courier could not deliver a parcel: it is on its way again. @param cause who has noticed it */
export async function takeParcelFromDoor(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  awb: string,
  { cause, at }: Pick<Change, "cause" | "at">,
): Promise<{ order: OrderRow; parcel: Parcel }> {
  const { parcel, isOnly } = await findUnderway(trx, order, awb);
  await trx.update(shipment).set({ outForDeliveryAt: null }).where(eq(shipment.id, parcel.id));
  const change = { cause, note: `${parcel.courier} couldn’t deliver it.`, at };
  if (isOnly && order.state === "out_for_delivery")
    return { order: await changeState(trx, order, "shipped", change), parcel };
  await addNote(trx, order, change);
  return { order, parcel };
}

/** Records how a parcel has ended by its courier's report, which staff is to confirm; null takes it back. @param at when it ended */
export async function reportParcelEnd(
  trx: DatabaseOrTransaction,
  { id }: Pick<Parcel, "id">,
  end: ReportedEnd | null,
  at: Date,
): Promise<void> {
  await trx
    .update(shipment)
    .set({ reportedEnd: end, reportedAt: end && at })
    .where(eq(shipment.id, id));
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
  move: (trx, orderId, arrived, restock) =>
    restock
      ? storeInspected(trx, orderId, { arrived, restock, reason: CAME_BACK })
      : returnUnits(trx, orderId, arrived),
});

interface RefundedEnd {
  reason: "lost" | "came_back";
  /** For a parcel with the whole order. */
  ofWholeOrder: (trx: DatabaseOrTransaction, order: OrderRow, step: Step) => Promise<OrderRow>;
  ended: (at: Date) => Partial<typeof shipment.$inferInsert>;
  /** What becomes of its units in the ledger of stock. */
  move: (
    trx: DatabaseOrTransaction,
    orderId: number,
    units: readonly LineUnits[],
    restock?: readonly LineUnits[],
  ) => Promise<void>;
}

function refundParcel({ reason, ofWholeOrder, ended, move }: RefundedEnd) {
  return async (trx: DatabaseOrTransaction, order: OrderRow, awb: string, step: Step): Promise<OrderRow> => {
    const { parcel, isOnly } = await findUnderway(trx, order, awb);
    if (step.sendsAgain && !parcel.isReplacement)
      throw ApiError.ofField(
        "sendAgain",
        "Only a replacement or an exchange is sent again. Please refund this parcel.",
      );
    if (isOnly) return ofWholeOrder(trx, order, step);
    await trx.update(shipment).set(ended(step.now)).where(eq(shipment.id, parcel.id));
    if (parcel.isReplacement) return endReturnParcel(trx, order, parcel, { reason, move }, step);
    const units = await creditableOf(trx, order, parcel);
    const moved = [...units, ...(await endSamples(trx, order.id, parcel.items ?? []))];
    if (moved.length > 0) await move(trx, order.id, moved, step.restock);
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
  const parcel = parcels.find((one) => one.awb === typed);
  if (!parcel) throw new ApiError("not_found", `No parcel of order ${order.number} has the AWB ${typed}.`);
  if (!isUnderway(parcel))
    throw new ApiError("wrong_order_state", `The courier no longer has the parcel with the AWB ${typed}.`);
  return { parcel, isOnly: !parcel.isReplacement && !isSplit(parcels) };
}

/** Ends a parcel with a replacement or an exchange: what it held is refunded, or taken from the stock again. The order keeps its state. */
async function endReturnParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: Parcel,
  { reason, move }: Pick<RefundedEnd, "reason" | "move">,
  step: Step,
): Promise<OrderRow> {
  const held = await readReturnParcel(trx, order.id, parcel.id);
  if (!held) throw new Error(`the parcel ${parcel.awb} of order ${order.number} belongs to no return`);
  const isExchange = (await readExchangeParcels(trx, order.id)).includes(parcel.id);
  const noun = nounOf({ replaces: true, exchanges: isExchange });
  const units = await creditableOf(trx, order, { items: sumUnits([...held.replaced, ...held.exchanged]) });
  if (units.length > 0) await move(trx, order.id, units, step.restock);
  const isLost = reason === "lost";
  const what = isLost
    ? `Your ${NOUN_WORDS[noun]} was lost in transit.`
    : `Your ${NOUN_WORDS[noun]} couldn’t be delivered and came back to us.`;
  if (!step.sendsAgain) {
    await credit(trx, order, units, reason, step);
    await addNote(trx, order, { cause: "staff", note: `${what} We’re refunding it.`, at: step.now });
    return order;
  }
  const again = listUnits(units, await readCreditable(trx, order.id));
  if (units.length === 0 || !(await sellFurtherUnits(trx, order.id, units)))
    throw ApiError.ofField(
      "sendAgain",
      units.length === 0
        ? "What the parcel held is refunded already, so nothing is left to send again."
        : `${again}: not enough is in stock to send it again. Please refund it.`,
      units.length === 0 ? "invalid_input" : "out_of_stock",
    );
  await trx.delete(orderReturnParcel).where(eq(orderReturnParcel.shipmentId, parcel.id));
  await trx.insert(orderReturnMissedParcel).values({ returnId: held.returnId, shipmentId: parcel.id });
  await addNote(trx, order, { cause: "staff", note: `${what} We’re sending you ${again} again.`, at: step.now });
  await queueSentAgainEmail(trx, step.sender, order, { noun, what: again, isLost }, step.now);
  return order;
}

/** Sums units by position: a replacement and an exchange may be of the same item. */
function sumUnits(units: readonly LineUnits[]): LineUnits[] {
  const sums = new Map<number, number>();
  for (const { position, quantity } of units) sums.set(position, (sums.get(position) ?? 0) + quantity);
  return [...sums].map(([position, quantity]) => ({ position, quantity }));
}

/** Returns what is left to credit of a parcel's units. */
async function creditableOf(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { items }: Pick<Parcel, "items">,
): Promise<LineUnits[]> {
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
