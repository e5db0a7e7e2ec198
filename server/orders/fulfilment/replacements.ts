/**
 * Parcels with what returned goods are replaced by or exchanged for. They do not change the state of their locked order. One that does not
 * arrive ends as any parcel does; what it held is refunded, or sent again.
 */

import { and, eq, inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderExchange, orderReturnParcel, shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { issueChallan } from "../orders/challans/issue-challan.ts";
import { queueReplacementShippedEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { nounOfDue } from "../orders/staff/action-nouns.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { addParcel, type NewParcel, underway } from "./fulfil-order.ts";

/**
 * Records that what is due for the oldest of an order's accepted returns was handed to a courier. Goods that are sent again get a delivery
 * challan; exchanged ones have an invoice.
 * @throws ApiError (409) if nothing is due, or as `addParcel`
 */
export async function shipReplacement(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: Pick<NewParcel, "awb" | "courier" | "ewayBill" | "isBooked">,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  const [due] = (await requireAction(trx, order, "ship-replacement", parcel)).dueParcels;
  if (!due) throw new Error(`order ${order.number} waits for no replacement`);
  const { id: shipmentId, ...added } = await addParcel(
    trx,
    order,
    { ...parcel, items: null },
    { isReplacement: true, now },
  );
  await trx.insert(orderReturnParcel).values({ returnId: due.returnId, shipmentId });
  await queueReplacementShippedEmail(trx, sender, order, { ...added, noun: nounOfDue(due) }, now);
  if (due.replaced.length > 0)
    await issueChallan(trx, order, { awb: added.awb, reason: "replacement", units: due.replaced }, now);
}

/**
 * Records that the replacements of an order have arrived. For exchanged items the return period begins.
 * @param parcel which of them; by default all that are on their way
 * @throws ApiError (409) if none is on its way
 */
export async function deliverReplacement(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  now: Date,
  parcel?: { id: number },
): Promise<void> {
  await requireAction(trx, order, "deliver-replacement");
  const delivered = await trx
    .update(shipment)
    .set({ deliveredAt: now })
    .where(and(underway(order), eq(shipment.isReplacement, true), parcel && eq(shipment.id, parcel.id)))
    .returning({ id: shipment.id });
  const ids = delivered.map(({ id }) => id);
  const [exchanged] = await trx
    .select({ returnId: orderExchange.returnId })
    .from(orderReturnParcel)
    .innerJoin(orderExchange, eq(orderExchange.returnId, orderReturnParcel.returnId))
    .where(inArray(orderReturnParcel.shipmentId, ids))
    .limit(1);
  if (exchanged)
    await trx.update(customerOrder).set({ exchangeDeliveredAt: now }).where(eq(customerOrder.id, order.id));
}
