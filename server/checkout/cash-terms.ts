import { and, count, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { categorySlugsOf } from "../catalogue/categories.ts";
import type { ShopSettings } from "../config.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { formatRupees, type Paise, toPaise } from "../money.ts";
import { OPEN_STATES } from "../orders/lifecycle.ts";
import { findCashListEntry } from "./cash-list.ts";

/** Decides which orders can be paid in cash on delivery, and for which fee. */

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
  };
}

/** The facts that the rules depend on, besides the amount and the address. */
export interface CashFacts {
  /** Slugs of the products' categories and subcategories. */
  categories: readonly string[];
  /** The customer's undelivered orders for cash on delivery, without the unconfirmed one. */
  openOrders: number;
  /** Number of parcels that the customer has refused. */
  refused: number;
  /** What the owner's lists say about the customer and the pincode. */
  listing: "blocked" | "allowed" | null;
}

export async function readCashFacts(
  db: DatabaseOrTransaction,
  customerId: number,
  { productIds, pincode }: { productIds: readonly number[]; pincode: string },
): Promise<CashFacts> {
  const ofCustomer = and(eq(customerOrder.customerId, customerId), eq(customerOrder.paymentMethod, "cash_on_delivery"));
  const [open] = await db
    .select({ orders: count() })
    .from(customerOrder)
    .where(and(ofCustomer, inArray(customerOrder.state, [...OPEN_STATES]), ne(customerOrder.state, "pending")));
  const [refused] = await db
    .select({ orders: count() })
    .from(customerOrder)
    .where(and(ofCustomer, isNotNull(customerOrder.refusedAt)));
  return {
    categories: await categorySlugsOf(db, productIds),
    openOrders: open?.orders ?? 0,
    refused: refused?.orders ?? 0,
    listing: await findCashListEntry(db, customerId, pincode),
  };
}

/**
 * Why an order cannot be paid in cash on delivery, in a sentence for the shopper; null if it can.
 * @param goodsPaise value of the goods after offers
 */
export function cashProblem(
  rules: CashRules,
  { categories, openOrders, refused, listing }: CashFacts,
  { pincode, goodsPaise, hasOtherReceiver }: { pincode: string; goodsPaise: Paise; hasOtherReceiver: boolean },
): string | null {
  // The receiver of a gift must not have to pay at the door.
  if (hasOtherReceiver) return "Cash on delivery isn’t available for a gift to someone else. Please pay online.";
  if (goodsPaise < rules.minPaise) return `Cash on delivery is available from ${formatRupees(rules.minPaise)}.`;
  if (goodsPaise > rules.maxPaise) return `Cash on delivery is available up to ${formatRupees(rules.maxPaise)}.`;
  if (listing === "blocked") return "Cash on delivery isn’t available for this order. Please pay online.";
  const isAllowed = listing === "allowed";
  if (!isAllowed && rules.excludedPincodes.some((prefix) => pincode.startsWith(prefix)))
    return `Cash on delivery isn’t available for ${pincode}.`;
  if (categories.some((slug) => rules.excludedCategories.includes(slug)))
    return "Something in your cart can’t be paid in cash on delivery.";
  if (isAllowed) return null;
  if (refused >= rules.maxRefused)
    return "Cash on delivery isn’t available, because an earlier parcel wasn’t accepted. Please pay online.";
  if (openOrders >= rules.maxOpenOrders)
    return "You can order again for cash on delivery once your earlier orders have arrived.";
  return null;
}
