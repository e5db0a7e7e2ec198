/** Orders as the rules of docs/orders.md and docs/offers.md want them. All amounts are paise. */

import type { Buyer, LUCKNOW } from "../api/buyers.ts";
import { type Goods, sum, type Terms, worthOf } from "./rules.ts";
import type { Ware } from "./world.ts";

export interface ModelLine extends Goods {
  /** Its position in the order. */
  position: number;
  ware: Ware;
  /** How many were sold, by the first invoice; `quantity` is how many are kept. */
  ordered: number;
}

export interface ModelOrder {
  number: string;
  buyer: Buyer;
  lines: ModelLine[];
  terms: Terms;
  /** Where it goes: Lucknow is in the seller's state, Bengaluru is not. */
  address: typeof LUCKNOW;
  isCash: boolean;
  /** Whether it was placed for cash, and so in whole rupees, whatever has become of it. */
  isRounded: boolean;
  isInvoiced: boolean;
  /** What the customer owes, or has paid, for what is kept: the total less what is credited. */
  netPaise: number;
  totalPaise: number;
  /** Received payments, and what of them is refunded. */
  paidPaise: number;
  refundedPaise: number;
  /** Shipping and fees that staff has credited. */
  forgivenPaise: number;
  samples: Ware[];
  state: "open" | "shipped" | "delivered" | "returning" | "ended";
  /** The order of the discovery set whose credit it uses. */
  setOrder: ModelOrder | null;
  /** The change of its items that waits for its payment. */
  pendingEdit: Edit | null;
  /** Whether items were exchanged after the delivery, and whether what came is still to be sent. */
  hasExchange: boolean;
  owesExchange: boolean;
  /** Whether nothing was sold in the end, so that its offers can be used again. */
  isReleased: boolean;
}

export interface Units {
  position: number;
  quantity: number;
}

/** A change of an order's items. */
export interface Edit {
  remove: readonly Units[];
  /** Which of them return to the stock. */
  restocked: readonly Units[];
  added: readonly { ware: Ware; quantity: number }[];
  /** How much dearer the order becomes. */
  duePaise: number;
}

/** All orders of one customer. */
export interface Account {
  buyer: Buyer;
  orders: ModelOrder[];
  setProduct: number;
}

/** Takes units out of an order, whose total falls to what the rest is worth, but never rises. */
export function takeOut(account: Account, order: ModelOrder, units: readonly Units[]): void {
  for (const { position, quantity } of units) lineAt(order, position).quantity -= quantity;
  settle(account, order);
}

/**
 * How much dearer an order becomes by units that are added, after others were taken out: it costs what all that it then holds is worth. That
 * is the price of what comes at most, and shipping that it makes dearer.
 */
export function changeBy(
  account: Account,
  order: ModelOrder,
  added: readonly { ware: Ware; quantity: number }[],
  chargesBefore: number,
): number {
  const further = added.map(({ ware, quantity }) => ({ product: ware.id, pricePaise: ware.pricePaise, quantity }));
  const after = { ...order, lines: [...order.lines, ...(further as ModelLine[])] };
  const { shippingPaise } = worthOf(after.lines, order.terms);
  const charges = shippingPaise + order.terms.feesPaise;
  const value = sum(further.map(({ pricePaise, quantity }) => pricePaise * quantity));
  const rise = value + Math.max(0, charges - Math.min(order.forgivenPaise, charges) - chargesBefore);
  const most = order.isInvoiced ? rise : Math.floor(rise / 100) * 100;
  return Math.min(targetOf(account, after, order) - order.netPaise, most);
}

export function lineAt(order: ModelOrder, position: number): ModelLine {
  const line = order.lines.find((one) => one.position === position);
  if (!line) throw new Error(`${order.number} has no item at ${position}`);
  return line;
}

/** Lowers what an order costs to what is kept of it, and then that of the order whose set's credit it may no longer use. */
export function settle(account: Account, order: ModelOrder): void {
  credit(order, Math.max(0, order.netPaise - targetOf(account, order)));
  if (order.setOrder?.isInvoiced) settle(account, order.setOrder);
}

/**
 * What an order may cost: the worth of what is kept, and the credit that was spent of a set which is not kept.
 * @param stored the order itself, if it is looked at with other lines
 */
function targetOf({ orders, setProduct }: Account, order: ModelOrder, stored = order): number {
  const { totalPaise, shippingPaise } = worthOf(order.lines, order.terms);
  const chargesPaise = totalPaise === 0 ? 0 : shippingPaise + order.terms.feesPaise;
  const keepsSet = order.lines.some(({ product, quantity }) => product === setProduct && quantity > 0);
  const using = orders.filter(({ setOrder, isReleased }) => setOrder === stored && !isReleased);
  const spentPaise = keepsSet ? 0 : sum(using.map((one) => worthOf(one.lines, one.terms).creditPaise));
  return totalPaise - Math.min(order.forgivenPaise, chargesPaise) + spentPaise;
}

/** Credits an amount: refunds it once it is invoiced, lowers what is due before. */
export function credit(order: ModelOrder, amountPaise: number): void {
  order.netPaise -= amountPaise;
  const leftPaise = order.paidPaise - order.refundedPaise;
  if (order.isInvoiced) order.refundedPaise += Math.min(amountPaise, leftPaise);
  else {
    for (const line of order.lines) line.ordered = line.quantity;
    order.totalPaise = order.netPaise;
    order.refundedPaise += Math.max(0, leftPaise - order.netPaise);
  }
}

/** The price of one set of an order after its discount, rounded down: what a later order is credited. */
export function creditOfSet(order: ModelOrder, setProduct: number): number {
  const line = order.lines.find(({ product }) => product === setProduct);
  if (!line) return 0;
  const ordered = order.lines.map((one) => ({ ...one, quantity: one.ordered }));
  const off = worthOf(ordered, { ...order.terms, wholeRupees: order.isRounded }).off.get(setProduct) ?? 0;
  return line.pricePaise - Math.ceil(off / line.ordered);
}

export const keptUnits = ({ lines }: ModelOrder): Units[] =>
  lines.filter(({ quantity }) => quantity > 0).map(({ position, quantity }) => ({ position, quantity }));
