import { and, eq, inArray } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderItem } from "../../platform/database/schema.ts";
import { setRedeemed, setRedeemedDiscounts } from "../../selling/offers/redemptions.ts";
import { allocate } from "../../selling/pricing/allocate.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { type LineTotal, mrpOf, price } from "../../selling/pricing/price.ts";
import { addNote, type Change } from "./change-state.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";
import { itemName } from "./item-name.ts";
import type { OrderRow } from "./order-row.ts";
import { type PreparedRemoval, totalAfter } from "./removal.ts";

/** The minimum total of an order, in paise. */
const MIN_PAISE = 100;

type StoredItem = typeof orderItem.$inferSelect;
type Amounts = Pick<
  OrderRow,
  "subtotalPaise" | "discountPaise" | "roundingPaise" | "shippingPaise" | "feesPaise" | "gift" | "offers"
>;

/** An order after units were taken out of it. */
interface Amended {
  amounts: Amounts;
  /** The amounts of what stays, by position. */
  items: Map<number, Omit<LineTotal, "totalPaise">>;
}

/**
 * Takes units out of a locked order that is neither paid nor invoiced, and adds others. What stays costs what it would have cost alone, but
 * never more than before; without the terms of the order, or if it keeps its offers, it costs its share. What is added raises that by its own
 * price at most. An item without units is deleted, so its lots and parcels must have been released before; so are free samples that are no
 * longer earned.
 * @param prepared some units of the order stay or are added
 * @returns the order with its new amounts
 * @throws ApiError (409) if less than ₹1 would be left to pay
 */
export async function amendOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { cause, note = "", at }: Change,
): Promise<OrderRow> {
  const stored = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  const { amounts, items } = prepared.removal.kept
    ? await repriced(trx, order, prepared)
    : await lessShares(trx, order, stored, prepared);
  const totalPaise = paise(amounts.subtotalPaise - amounts.discountPaise + amounts.shippingPaise + amounts.feesPaise);
  if (totalPaise < MIN_PAISE)
    throw new ApiError("wrong_order_state", "Nothing would be left to pay. Please cancel the whole order.");
  await storeItems(trx, order, stored, prepared, items);
  const [row] = await trx
    .update(customerOrder)
    .set({ ...amounts, totalPaise, advancePaise: paise(Math.min(order.advancePaise, totalPaise)) })
    .where(eq(customerOrder.id, order.id))
    .returning();
  if (!row) throw new Error(`order ${order.number} is gone`);
  const text = `${changedText(prepared, stored)} ${note && `${note} `}The total is now ${formatRupees(totalPaise)}.`;
  await addNote(trx, order, { cause, note: text, at });
  return row;
}

/** Says what is cancelled or replaced, as sentences for the customer: "Removed: 1 × Rose Attar, 6 ml. Added: 1 × Rose Attar, 12 ml." */
export function changedText(
  { units, added }: Pick<PreparedRemoval, "units" | "added">,
  items: readonly Pick<StoredItem, "position" | "title" | "label">[],
): string {
  const removed = units.map(({ position, quantity }) => {
    const item = items.find((one) => one.position === position);
    return `${quantity} × ${item ? itemName(item) : ""}`;
  });
  const came = added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`);
  return [
    removed.length > 0 && `${came.length > 0 ? "Removed" : "Cancelled"}: ${removed.join(", ")}.`,
    came.length > 0 && `Added: ${came.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

async function storeItems(
  trx: DatabaseOrTransaction,
  { id: orderId }: OrderRow,
  stored: readonly StoredItem[],
  { units, samples, added }: PreparedRemoval,
  amounts: Amended["items"],
): Promise<void> {
  const gone = samples.map(({ position }) => position);
  const unitsOf = (some: readonly LineUnits[], at: number) =>
    some.find(({ position }) => position === at)?.quantity ?? 0;
  for (const item of stored) {
    const { position } = item;
    const quantity = item.quantity - unitsOf(units, position) + unitsOf(added, position);
    const changed = amounts.get(position);
    if (quantity === 0) gone.push(position);
    else if (changed)
      await trx
        .update(orderItem)
        .set({ quantity, ...changed })
        .where(and(eq(orderItem.orderId, orderId), eq(orderItem.position, position)));
  }
  await trx.delete(orderItem).where(and(eq(orderItem.orderId, orderId), inArray(orderItem.position, gone)));
  const further = added.filter(({ isMore }) => !isMore);
  if (further.length > 0)
    await trx.insert(orderItem).values(
      further.map(({ item, position, quantity, pricePaise, originalPricePaise, gstPercent }) => {
        const priced = amounts.get(position);
        if (!priced) throw new Error(`units at ${position} were not priced`);
        return { orderId, position, ...item, quantity, pricePaise, originalPricePaise, gstPercent, ...priced };
      }),
    );
}

/** Prices what stays and is added alone, and takes off what it would cost above the total that it may have. */
async function repriced(trx: DatabaseOrTransaction, order: OrderRow, prepared: PreparedRemoval): Promise<Amended> {
  const {
    removal: { kept },
    terms,
  } = prepared;
  if (!kept) throw new Error(`order ${order.number} has no price of what stays`);
  const abovePaise = Math.max(0, kept.totalPaise - totalAfter(order, prepared));
  // Shipping that would become dearer first.
  const lessShipping = Math.min(abovePaise, Math.max(0, kept.shippingPaise - order.shippingPaise));
  const off = paise(abovePaise - lessShipping);
  const values = kept.lines.map(({ pricePaise, quantity, discountPaise }) => pricePaise * quantity - discountPaise);
  const further = off === 0 ? values.map(() => paise(0)) : allocate(off, values);
  const { lines, subtotalPaise, discountPaise, shippingPaise, feesPaise } = price(
    kept.lines.map((line, at) => ({ ...line, discountPaise: paise(line.discountPaise + (further[at] ?? 0)) })),
    {
      withinState: isWithinState(order.seller.state, order.shippingAddress.state),
      shippingPaise: paise(kept.shippingPaise - lessShipping),
      feesPaise: order.feesPaise,
    },
  );
  const applied = kept.applied.map(({ offer, discounts }) => ({
    name: offer.name,
    code: offer.code,
    discountPaise: sumPaise(discounts),
  }));
  const others = order.offers.filter(
    (other) => !applied.some((one) => one.name === other.name && one.code === other.code),
  );
  // An offer that no longer applies keeps what the total may not rise by.
  const [former] = others.filter((one) => one.discountPaise > 0).sort((a, b) => b.discountPaise - a.discountPaise);
  const [largest] = applied.toSorted((a, b) => b.discountPaise - a.discountPaise);
  const { name, code } = former ?? largest ?? { name: "Price kept", code: null };
  const offers = withFurther(applied, { name, code }, off);
  const redeemed = (terms?.offers ?? []).map(({ id, ...one }): [number, Paise] => {
    // Only what a set's credit itself takes off is owed if the set is taken back.
    const found = one.kind === "set_credit" ? applied : offers;
    const used = found.find((other) => other.name === one.name && other.code === one.code);
    return [id, paise(used?.discountPaise ?? 0)];
  });
  await setRedeemed(trx, order.id, new Map(redeemed));
  return {
    amounts: {
      subtotalPaise,
      discountPaise,
      roundingPaise: kept.roundingPaise,
      shippingPaise,
      feesPaise,
      gift: order.gift,
      offers: [...offers, ...others.filter((one) => one.discountPaise === 0 && one !== former)],
    },
    items: new Map(
      lines.map(
        ({ position, discountPaise: less, shippingPaise: charge, taxablePaise, cgstPaise, sgstPaise, igstPaise }) => [
          position,
          { discountPaise: less, shippingPaise: charge, taxablePaise, cgstPaise, sgstPaise, igstPaise },
        ],
      ),
    ),
  };
}

/** Adds an amount to the offer of this name. */
function withFurther(
  offers: OrderRow["offers"],
  { name, code }: { name: string; code: string | null },
  amount: Paise,
): OrderRow["offers"] {
  if (amount === 0) return offers;
  const isIt = (one: OrderRow["offers"][number]) => one.name === name && one.code === code;
  return offers.some(isIt)
    ? offers.map((one) => (isIt(one) ? { ...one, discountPaise: one.discountPaise + amount } : one))
    : [...offers, { name, code, discountPaise: amount }];
}

/** Lowers the amounts by the units' shares, as a credit note would. */
async function lessShares(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  stored: readonly StoredItem[],
  { lines, totalPaise: lessPaise, removal }: PreparedRemoval,
): Promise<Amended> {
  const items: Amended["items"] = new Map();
  let mrpPaise = 0;
  let belowMrpPaise = 0;
  let discountsPaise = 0;
  for (const { position, quantity, shippingPaise, ...share } of lines) {
    const item = stored.find((one) => one.position === position);
    if (!item) throw new Error(`order ${order.number} has no item at ${position}`);
    const totalPaise = sumPaise([share.taxablePaise, share.cgstPaise, share.sgstPaise, share.igstPaise]);
    const discountPaise = item.pricePaise * quantity + shippingPaise - totalPaise;
    mrpPaise += mrpOf(item) * quantity;
    belowMrpPaise += (mrpOf(item) - item.pricePaise) * quantity;
    discountsPaise += discountPaise;
    items.set(position, {
      discountPaise: paise(item.discountPaise - discountPaise),
      shippingPaise: paise(item.shippingPaise - shippingPaise),
      taxablePaise: paise(item.taxablePaise - share.taxablePaise),
      cgstPaise: paise(item.cgstPaise - share.cgstPaise),
      sgstPaise: paise(item.sgstPaise - share.sgstPaise),
      igstPaise: paise(item.igstPaise - share.igstPaise),
    });
  }
  // What rounds the rest down is a discount of its own.
  const furtherPaise = lessPaise - removal.paidPaise;
  const less = await discountsLess(trx, order, paise(discountsPaise + furtherPaise));
  return {
    amounts: {
      ...chargesLess(order, sumPaise(lines.map(({ shippingPaise }) => shippingPaise))),
      subtotalPaise: paise(order.subtotalPaise - mrpPaise),
      discountPaise: paise(order.discountPaise - belowMrpPaise - discountsPaise),
      offers: less.offers,
      roundingPaise: paise(less.roundingPaise + furtherPaise),
    },
    items,
  };
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

/** Divides what is left of the discount among the order's offers and its rounding again. */
async function discountsLess(
  trx: DatabaseOrTransaction,
  { id, offers, roundingPaise }: OrderRow,
  amount: Paise,
): Promise<Pick<OrderRow, "offers" | "roundingPaise">> {
  if (amount === 0) return { offers, roundingPaise };
  const before = [roundingPaise, ...offers.map(({ discountPaise }) => discountPaise)];
  const [rounding = paise(0), ...left] = allocate(paise(before.reduce((sum, one) => sum + one, 0) - amount), before);
  await setRedeemedDiscounts(trx, id, left);
  return { offers: offers.map((one, at) => ({ ...one, discountPaise: left[at] ?? 0 })), roundingPaise: rounding };
}
