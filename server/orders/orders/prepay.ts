/** Prepayment: a customer pays a confirmed order for cash on delivery online before it is dispatched. */

import { and, eq } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderEvent, orderItem } from "../../platform/database/schema.ts";
import { allocate } from "../../selling/pricing/allocate.ts";
import { MIN_PAYMENT_PAISE } from "../../selling/pricing/order-total.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { taxWithin } from "../../selling/pricing/tax.ts";
import { balanceOf } from "./balance.ts";
import type { OrderRow } from "./order-row.ts";

export interface Prepayment {
  /** The amount to pay online. */
  amountPaise: Paise;
  /** The fee for cash on delivery that is no longer due. */
  savedPaise: Paise;
}

/** An invoice with the fee for cash may be there already, if the order had been marked as shipped by mistake. */
export const canPrepay = (order: Pick<OrderRow, "paymentMethod" | "state" | "paidAt" | "invoiceNumber">): boolean =>
  termsOf(order).courierCollects &&
  order.paidAt === null &&
  order.invoiceNumber === null &&
  (order.state === "processing" || order.state === "packed");

/** Returns what is left to pay of an order if it is paid online now; null if that is not possible. */
export function prepaymentOf(order: OrderRow, { waivesFee }: { waivesFee: boolean }): Prepayment | null {
  if (!canPrepay(order)) return null;
  const savedPaise = waivesFee ? cashFeeOf(order) : paise(0);
  const amountPaise = paise(balanceOf(order) - savedPaise);
  return amountPaise < MIN_PAYMENT_PAISE ? null : { amountPaise, savedPaise };
}

/** Whether a payment of this amount pays such an order, with or without its fee. */
export const prepays = (order: OrderRow, amountPaise: Paise): boolean =>
  [true, false].some((waivesFee) => prepaymentOf(order, { waivesFee })?.amountPaise === amountPaise);

const cashFeeOf = ({ feesPaise, gift }: Pick<OrderRow, "feesPaise" | "gift">) =>
  paise(feesPaise - (gift?.wrapPaise ?? 0));

/**
 * Records that a locked order for cash on delivery was paid online, without its fee if the payment did not include it. Its state does not
 * change.
 * @param paid.amountPaise an amount for which `prepays` is true
 * @param paid.mobile the order's number from now on
 */
export async function recordPrepaid(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { amountPaise, mobile }: { amountPaise: Paise; mobile: string },
  now: Date,
): Promise<OrderRow> {
  const savedPaise = paise(balanceOf(order) - amountPaise);
  if (savedPaise > 0) await removeFee(trx, order, savedPaise);
  const columns = {
    paymentMethod: "online",
    paidAt: now,
    totalPaise: paise(order.totalPaise - savedPaise),
    feesPaise: paise(order.feesPaise - savedPaise),
    mobile,
  } as const;
  await trx.update(customerOrder).set(columns).where(eq(customerOrder.id, order.id));
  const note = `You paid ${formatRupees(amountPaise)} online. Nothing is due on delivery.`;
  await trx.insert(orderEvent).values({ orderId: order.id, state: order.state, cause: "payment", note, at: now });
  publishChange(trx, "orders");
  return { ...order, ...columns };
}

/** Divides shipping and the remaining fees among the items again, and taxes them. */
async function removeFee(trx: DatabaseOrTransaction, order: OrderRow, feePaise: Paise): Promise<void> {
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id)).orderBy(orderItem.position);
  const values = items.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const charges = allocate(paise(order.shippingPaise + order.feesPaise - feePaise), values);
  const withinState = isWithinState(order.seller.state, order.shippingAddress.state);
  for (const [at, { position, gstPercent, discountPaise }] of items.entries()) {
    const shippingPaise = charges[at] ?? paise(0);
    const totalPaise = paise((values[at] ?? 0) - discountPaise + shippingPaise);
    await trx
      .update(orderItem)
      .set({ shippingPaise, ...taxWithin(totalPaise, { gstPercent, withinState }) })
      .where(and(eq(orderItem.orderId, order.id), eq(orderItem.position, position)));
  }
}
