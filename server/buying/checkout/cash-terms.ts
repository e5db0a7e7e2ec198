/** Decides which orders can be paid in cash on delivery, and for which fee. */

import { and, count, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { formatRupees, type Paise, paise, toPaise } from "../../base/money.ts";
import { isCollected } from "../../orders/orders/balance.ts";
import { mayCollect, readCashToCollect } from "../../orders/orders/cash-to-collect.ts";
import { OPEN_STATES } from "../../orders/orders/lifecycle.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { mailboxOf } from "../../platform/database/mailbox.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";
import { type AdvanceShare, advanceOf } from "../../selling/pricing/advance.ts";
import type { PincodeService } from "../../selling/shipping/courier-service.ts";
import { categorySlugsOf } from "../../shop/catalogue/categories.ts";
import { findCashListEntry } from "./cash-list.ts";

export interface CashRules {
  minPaise: Paise;
  maxPaise: Paise;
  feePaise: Paise;
  excludedPincodes: readonly string[];
  excludedCategories: readonly string[];
  maxOpenOrders: number;
  maxRefused: number;
  /** Minutes for which an order awaits its confirmation. */
  confirmMinutes: number;
  /** Null if nothing is paid in advance. */
  advance: AdvanceRules | null;
}

interface AdvanceRules {
  share: AdvanceShare;
  /** The value of the goods from which it is asked for. */
  fromPaise: Paise;
  /** Whether an order that is refused because of earlier ones is accepted with it. */
  forRisk: boolean;
}

/** Returns the owner's rules; null if the shop does not offer cash on delivery. */
export function cashRulesOf(settings: ShopSettings): CashRules | null {
  if (!settings.CASH_ON_DELIVERY) return null;
  return {
    minPaise: toPaise(settings.CASH_MIN_RUPEES),
    maxPaise: toPaise(settings.CASH_MAX_RUPEES),
    feePaise: toPaise(settings.CASH_FEE_RUPEES),
    excludedPincodes: settings.CASH_EXCLUDED_PINCODES,
    excludedCategories: settings.CASH_EXCLUDED_CATEGORIES,
    maxOpenOrders: settings.CASH_MAX_OPEN_ORDERS,
    maxRefused: settings.CASH_MAX_REFUSED,
    confirmMinutes: settings.CASH_CONFIRM_HOURS * 60,
    advance: advanceRulesOf(settings),
  };
}

function advanceRulesOf({
  CASH_ADVANCE: share,
  CASH_ADVANCE_FROM_RUPEES,
  CASH_ADVANCE_FOR_RISK: forRisk,
}: ShopSettings): AdvanceRules | null {
  return (
    share && {
      share: "rupees" in share ? { paise: toPaise(share.rupees) } : share,
      fromPaise: toPaise(CASH_ADVANCE_FROM_RUPEES),
      forRisk,
    }
  );
}

/** The facts that the rules depend on, besides the amount and the address. */
export interface CashFacts {
  /** Slugs of the products' categories and subcategories. */
  categories: readonly string[];
  /** The customer's undelivered orders for cash on delivery, without the unconfirmed one. */
  openOrders: number;
  /** Number of parcels that the customer has refused. */
  refused: number;
  /** The cash that couriers are to collect for the person's other orders, with what they have collected today. */
  cashToCollectPaise: Paise;
  /** What the owner's lists say about the customer and the pincode. */
  listing: "blocked" | "allowed" | null;
}

/** @param mobile the number of the order; empty while it is unknown */
export async function readCashFacts(
  db: DatabaseOrTransaction,
  customerId: number,
  { productIds, pincode, mobile, now }: { productIds: readonly number[]; pincode: string; mobile: string; now: Date },
): Promise<CashFacts> {
  const isOwn = eq(customerOrder.customerId, customerId);
  const mailbox = db
    .select({ mailbox: mailboxOf(customer.email) })
    .from(customer)
    .where(eq(customer.id, customerId));
  const [open] = await db
    .select({ orders: count() })
    .from(customerOrder)
    .where(and(isOwn, isCollected, inArray(customerOrder.state, [...OPEN_STATES]), ne(customerOrder.state, "pending")));
  const [refused] = await db
    .select({ orders: count() })
    .from(customerOrder)
    // Also counts those of other accounts of the same mailbox, deleted ones included.
    .where(
      and(or(isOwn, eq(mailboxOf(customerOrder.email), mailbox)), isCollected, isNotNull(customerOrder.refusedAt)),
    );
  return {
    categories: await categorySlugsOf(db, productIds),
    openOrders: open?.orders ?? 0,
    refused: refused?.orders ?? 0,
    cashToCollectPaise: await readCashToCollect(db, { customerId, mobile }, now),
    listing: await findCashListEntry(db, { customerId, pincode, mobile }),
  };
}

/** The facts of an order that the rules depend on. */
interface CashQuery {
  pincode: string;
  /** Value of the goods after offers. */
  goodsPaise: Paise;
  /** With the fee for cash on delivery. */
  totalPaise: Paise;
  hasOtherReceiver: boolean;
  /** What couriers do at the pincode; undefined where they were not asked. */
  couriers: PincodeService | undefined;
}

/** Why an order cannot be paid in cash on delivery, a sentence for the shopper; else what of it is paid in advance, which may be 0. */
export type CashOffer = { problem: string } | { problem: null; advancePaise: Paise };

/** Whether an order can be paid in cash on delivery, and what of it is paid in advance. */
export function cashOffer(rules: CashRules, facts: CashFacts, order: CashQuery): CashOffer {
  // A free order must not cost the fee.
  if (order.totalPaise === rules.feePaise) return { problem: "There’s nothing to pay for this order." };
  const problem = cashProblem(rules, facts, order);
  if (problem !== null) return { problem };
  const risk = riskProblem(rules, facts);
  const { advance } = rules;
  const isAsked =
    advance !== null && facts.listing !== "allowed" && (risk !== null || order.goodsPaise >= advance.fromPaise);
  const advancePaise = isAsked ? advanceOf(order.totalPaise, advance.share) : null;
  if (risk !== null && !(advance?.forRisk && advancePaise !== null)) return { problem: risk };
  const illegal = amountProblem(paise(order.totalPaise - (advancePaise ?? 0)), facts);
  return illegal === null ? { problem: null, advancePaise: advancePaise ?? paise(0) } : { problem: illegal };
}

/** Why the law forbids to collect this amount. The owner's lists do not lift it. */
function amountProblem(cashPaise: Paise, { cashToCollectPaise }: CashFacts): string | null {
  if (mayCollect(cashPaise, cashToCollectPaise)) return null;
  return mayCollect(cashPaise, paise(0))
    ? "With your other orders, ₹2,00,000 or more would be due in cash, which the law doesn’t allow. Please pay online."
    : "The law doesn’t allow paying ₹2,00,000 or more in cash. Please pay online.";
}

/** Why cash can’t be taken for this order, apart from its customer’s other orders; null if it can. */
export function cashProblem(
  rules: CashRules,
  { categories, listing }: Pick<CashFacts, "categories" | "listing">,
  { pincode, goodsPaise, hasOtherReceiver, couriers }: Omit<CashQuery, "totalPaise">,
): string | null {
  // The receiver of a gift must not have to pay at the door.
  if (hasOtherReceiver) return "Cash on delivery isn’t available for a gift to someone else. Please pay online.";
  if (goodsPaise < rules.minPaise) return `Cash on delivery is available from ${formatRupees(rules.minPaise)}.`;
  if (goodsPaise > rules.maxPaise) return `Cash on delivery is available up to ${formatRupees(rules.maxPaise)}.`;
  if (listing === "blocked") return "Cash on delivery isn’t available for this order. Please pay online.";
  const isAllowed = listing === "allowed";
  const isExcluded = rules.excludedPincodes.some((prefix) => pincode.startsWith(prefix));
  if (!isAllowed && (isExcluded || couriers?.takesCash === false))
    return `Cash on delivery isn’t available for ${pincode}.`;
  if (categories.some((slug) => rules.excludedCategories.includes(slug)))
    return "Something in your cart can’t be paid in cash on delivery.";
  return null;
}

/** Why the customer's earlier orders speak against cash. */
function riskProblem(rules: CashRules, { openOrders, refused, listing }: CashFacts): string | null {
  if (listing === "allowed") return null;
  if (refused >= rules.maxRefused)
    return "Cash on delivery isn’t available, because an earlier parcel wasn’t accepted. Please pay online.";
  if (openOrders >= rules.maxOpenOrders)
    return "You can order again for cash on delivery once your earlier orders have arrived.";
  return null;
}
