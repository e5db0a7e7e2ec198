import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, orderEvent, orderItem } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { formatRupees, type Paise, paise, sumPaise } from "../money.ts";
import { setRedeemedDiscounts } from "../offers/redemptions.ts";
import { allocate } from "../pricing/allocate.ts";
import { mrpOf } from "../pricing/price.ts";
import type { Change } from "./change-state.ts";
import type { PreparedCreditNote } from "./credit-notes.ts";
import { itemName } from "./item-name.ts";
import type { OrderRow } from "./order-row.ts";

/** The minimum total of an order, in paise. */
const MIN_PAISE = 100;

/**
 * Removes units from a locked order that is neither paid nor invoiced: its amounts fall by the units' share, as a credit note would lower
 * them. An item without units is deleted, so its lots and parcels must have been released before.
 * @param prepared the units with their amounts; some units of the order remain
 * @returns the order with its new amounts
 * @throws ApiError (409) if less than ₹1 would be left to pay
 */
export async function amendOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { lines }: Pick<PreparedCreditNote, "lines">,
  { cause, note = "", at }: Change,
): Promise<OrderRow> {
  const stored = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  const removed: string[] = [];
  let mrpPaise = 0;
  let belowMrpPaise = 0;
  let offersPaise = 0;
  for (const { position, quantity, shippingPaise, ...share } of lines) {
    const item = stored.find((one) => one.position === position);
    if (!item) throw new Error(`order ${order.number} has no item at ${position}`);
    const totalPaise = sumPaise([share.taxablePaise, share.cgstPaise, share.sgstPaise, share.igstPaise]);
    const discountPaise = item.pricePaise * quantity + shippingPaise - totalPaise;
    mrpPaise += mrpOf(item) * quantity;
    belowMrpPaise += (mrpOf(item) - item.pricePaise) * quantity;
    offersPaise += discountPaise;
    removed.push(`${quantity} × ${itemName(item)}`);
    const which = and(eq(orderItem.orderId, order.id), eq(orderItem.position, position));
    if (quantity === item.quantity) await trx.delete(orderItem).where(which);
    else
      await trx
        .update(orderItem)
        .set({
          quantity: item.quantity - quantity,
          discountPaise: paise(item.discountPaise - discountPaise),
          shippingPaise: paise(item.shippingPaise - shippingPaise),
          taxablePaise: paise(item.taxablePaise - share.taxablePaise),
          cgstPaise: paise(item.cgstPaise - share.cgstPaise),
          sgstPaise: paise(item.sgstPaise - share.sgstPaise),
          igstPaise: paise(item.igstPaise - share.igstPaise),
        })
        .where(which);
  }
  const amended = {
    ...chargesLess(order, sumPaise(lines.map(({ shippingPaise }) => shippingPaise))),
    subtotalPaise: paise(order.subtotalPaise - mrpPaise),
    discountPaise: paise(order.discountPaise - belowMrpPaise - offersPaise),
  };
  const totalPaise = paise(amended.subtotalPaise - amended.discountPaise + amended.shippingPaise + amended.feesPaise);
  if (totalPaise < MIN_PAISE)
    throw new ApiError("wrong_order_state", "Nothing would be left to pay. Please cancel the whole order.");
  const offers = await offersLess(trx, order, paise(offersPaise));
  const [row] = await trx
    .update(customerOrder)
    .set({ ...amended, totalPaise, offers, advancePaise: paise(Math.min(order.advancePaise, totalPaise)) })
    .where(eq(customerOrder.id, order.id))
    .returning();
  if (!row) throw new Error(`order ${order.number} is gone`);
  const text = `Cancelled: ${removed.join(", ")}. ${note && `${note} `}The total is now ${formatRupees(totalPaise)}.`;
  await trx.insert(orderEvent).values({ orderId: order.id, state: order.state, cause, note: text, at });
  return row;
}

/** Deducts an amount from shipping, the fees and the gift wrap among them, in proportion. */
function chargesLess(
  { shippingPaise, feesPaise, gift }: OrderRow,
  amount: Paise,
): Pick<OrderRow, "shippingPaise" | "feesPaise" | "gift"> {
  if (amount === 0) return { shippingPaise, feesPaise, gift };
  const wrapPaise = gift?.wrapPaise ?? 0;
  const [shipping = 0, fees = 0, wrap = 0] = allocate(amount, [shippingPaise, feesPaise - wrapPaise, wrapPaise]);
  return {
    shippingPaise: paise(shippingPaise - shipping),
    feesPaise: paise(feesPaise - fees - wrap),
    gift: gift && { ...gift, wrapPaise: gift.wrapPaise === null ? null : gift.wrapPaise - wrap },
  };
}

/** Divides what is left of the discount among the order's offers again. */
async function offersLess(trx: DatabaseOrTransaction, order: OrderRow, amount: Paise): Promise<OrderRow["offers"]> {
  if (amount === 0) return order.offers;
  const before = order.offers.map(({ discountPaise }) => discountPaise);
  const left = allocate(paise(before.reduce((sum, one) => sum + one, 0) - amount), before);
  await setRedeemedDiscounts(trx, order.id, left);
  return order.offers.map((one, at) => ({ ...one, discountPaise: left[at] ?? 0 }));
}
