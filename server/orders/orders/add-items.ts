import { and, eq } from "drizzle-orm";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderItem } from "../../platform/database/schema.ts";
import { allocate } from "../../selling/pricing/allocate.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { mrpOf } from "../../selling/pricing/price.ts";
import { taxWithin } from "../../selling/pricing/tax.ts";
import { listInvoices } from "./invoice/read-invoice.ts";
import type { OrderRow } from "./order-row.ts";
import type { PreparedRemoval } from "./removal.ts";

/** What was added to an invoiced order, for its invoice. */
export interface AddedItems {
  order: OrderRow;
  items: (typeof orderItem.$inferSelect)[];
  /** Which of the order's invoices it is on. */
  position: number;
  /** The offers that take something off it. */
  offers: OrderRow["offers"];
}

/**
 * Adds units to a locked, invoiced order as items of a further invoice: what is invoiced already stays. The order's amounts rise by theirs; what
 * goes is credited apart.
 */
export async function addItems(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { added, removal }: PreparedRemoval,
): Promise<AddedItems> {
  const { kept, added: price } = removal;
  if (!kept) throw new Error(`order ${order.number} has no price of what is added`);
  const position = (await listInvoices(trx, order)).length + 1;
  const values = added.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const shipping = price.shippingPaise === 0 ? values.map(() => paise(0)) : allocate(price.shippingPaise, values);
  const withinState = isWithinState(order.seller.state, order.shippingAddress.state);
  const rows = added.map((one, at) => {
    const shippingPaise = shipping[at] ?? paise(0);
    const discountPaise = price.discounts[at] ?? paise(0);
    const totalPaise = paise((values[at] ?? 0) - discountPaise + shippingPaise);
    const { gstPercent, quantity, pricePaise, originalPricePaise } = one;
    return {
      ...one.item,
      ...{ orderId: order.id, position: one.position, invoicePosition: position },
      ...{ quantity, pricePaise, originalPricePaise, gstPercent, discountPaise, shippingPaise },
      ...taxWithin(totalPaise, { gstPercent, withinState }),
    };
  });
  await trx.insert(orderItem).values(rows);
  const discountPaise = sumPaise(price.discounts);
  const offers = offersOf(kept, added, discountPaise);
  const belowMrp = added.map((one) => paise((mrpOf(one) - one.pricePaise) * one.quantity));
  const [row] = await trx
    .update(customerOrder)
    .set({
      subtotalPaise: paise(order.subtotalPaise + added.reduce((sum, one) => sum + mrpOf(one) * one.quantity, 0)),
      discountPaise: sumPaise([order.discountPaise, ...belowMrp, discountPaise]),
      shippingPaise: paise(order.shippingPaise + price.shippingPaise),
      totalPaise: paise(order.totalPaise + price.totalPaise),
      offers: withOffers(order.offers, offers),
    })
    .where(eq(customerOrder.id, order.id))
    .returning();
  if (!row) throw new Error(`order ${order.number} is gone`);
  const items = await trx
    .select()
    .from(orderItem)
    .where(and(eq(orderItem.orderId, order.id), eq(orderItem.invoicePosition, position)))
    .orderBy(orderItem.position);
  return { order: row, items, position, offers };
}

/** Divides what is taken off the added units among the offers that apply to them. */
function offersOf(
  { applied, lines }: NonNullable<PreparedRemoval["removal"]["kept"]>,
  added: PreparedRemoval["added"],
  discountPaise: Paise,
): OrderRow["offers"] {
  if (discountPaise === 0) return [];
  const isAdded = lines.map(({ position }) => added.some((one) => one.position === position));
  const shares = applied.map(({ discounts }) => sumPaise(discounts.filter((_, at) => isAdded[at])));
  // What the rest of the order makes cheaper, such as a price that may not rise, belongs to no offer on them.
  if (sumPaise(shares) === 0) return [{ name: "Price kept", code: null, discountPaise }];
  return allocate(discountPaise, shares).flatMap((share, at) => {
    const offer = applied[at]?.offer;
    return offer && share > 0 ? [{ name: offer.name, code: offer.code, discountPaise: share }] : [];
  });
}

/** Adds what offers take off to what they took off before. */
function withOffers(before: OrderRow["offers"], further: OrderRow["offers"]): OrderRow["offers"] {
  const isSame = (a: OrderRow["offers"][number], b: OrderRow["offers"][number]) =>
    a.name === b.name && a.code === b.code;
  return [
    ...before.map((one) => ({
      ...one,
      discountPaise: one.discountPaise + (further.find((other) => isSame(one, other))?.discountPaise ?? 0),
    })),
    ...further.filter((one) => !before.some((other) => isSame(one, other))),
  ];
}
