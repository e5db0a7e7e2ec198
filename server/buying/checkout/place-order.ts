import { TEST_PREFIXES } from "../../../contract/orders/document-prefixes.ts";
import { TEST_ORDER_PREFIX } from "../../../contract/orders/order-number.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { unprintable, unprintableMessage } from "../../../contract/printable.ts";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import { recordPurchaseConsent } from "../../orders/measurement/consents.ts";
import { changeState } from "../../orders/orders/change-state.ts";
import { chooseSeries } from "../../orders/orders/invoice/document-numbers.ts";
import { newOrderNumber } from "../../orders/orders/order-number.ts";
import { lockPendingOrder, type OrderRow } from "../../orders/orders/order-row.ts";
import { insertOrder, setPayUntil, setReplacement } from "../../orders/orders/pending-order.ts";
import { requireHoldsLeft } from "../../orders/orders/unpaid-holds.ts";
import { expiryWithoutResponse } from "../../orders/payments/schedule.ts";
import { hasPaymentSession } from "../../orders/payments/session.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type LockedCustomer, lockCustomer } from "../../platform/database/lock-customer.ts";
import { readOffersToUse } from "../../selling/offers/read-offers.ts";
import { redeemOffers, releaseOffers } from "../../selling/offers/redemptions.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { lockStock, releaseStock, reserveStock } from "../../selling/stock/stock.ts";
import { readCartRows } from "../../shop/cart/read-cart.ts";
import { cashOffer, readCashFacts } from "./cash-terms.ts";
import { type AdvanceContent, isSameOrder, type OrderContent, type Totals } from "./order-content.ts";
import { requirePayableCart, toOrderContent } from "./price-order.ts";
import { recordOrderUpdates } from "./record-updates.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";
import { offerEnded, requireShown } from "./shown-order.ts";

export interface PlacedOrder {
  order: OrderRow;
  /** False for an order that was already pending. */
  isNew: boolean;
}

/** Returned instead of placing an order: the provider must be asked about a pending order before it can be replaced. */
export interface UnpaidOrder {
  pending: OrderRow;
}

/** How often placing an order is tried while others reserve its stock. */
const MAX_TRIES = 3;
/**
 * Places an order for the contents of the cart and reserves its stock. A pending order with the same content is extended instead; one with
 * other content is replaced once the provider has reported it as unpaid.
 * @throws ApiError (422) for an empty cart or a total out of bounds, (429) if the customer has held stock without paying for too long, (409) if the cart is not payable, its total is not the one shown, the
 * shop does not deliver there, or it cannot be paid by this method
 */
export async function placeOrder(
  db: Database,
  customerId: number,
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<PlacedOrder | UnpaidOrder> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToPlace(db, customerId, requested, rules);
    } catch (error) {
      if (!(error instanceof SoldOut)) throw error;
      // The next try finds which items are affected.
      if (tries === MAX_TRIES)
        throw new ApiError("cart_changed", "Sorry, something in your cart just sold out. Please review your cart.");
    }
  }
}

/** Thrown if another order has reserved the last units since the cart was read. */
class SoldOut extends Error {}

function tryToPlace(
  db: Database,
  customerId: number,
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<PlacedOrder | UnpaidOrder> {
  return db.transaction(async (trx) => {
    const buyer = await lockCustomer(trx, customerId);
    if (!buyer) throw new ApiError("unauthorized");
    requirePrintableName(requested.buyer?.name ?? buyer.name);
    const rows = await (requested.link ? requested.link.readRows(trx) : readCartRows(trx, customerId));
    requirePayableCart(rows, rules.maxUnits);
    // The pending order may just have expired.
    const pending = rows[0]?.hasPendingOrder ? await lockPendingOrder(trx, customerId) : null;
    const offers = await readOffersToUse(trx, customerId, requested.link?.offers, rules.now);
    const priced = toOrderContent(rows, offers, requested, rules);
    const isCash = termsOf(requested).courierCollects;
    const mobile = mobileOf(requested, buyer);
    const advancePaise = isCash ? await requireCash(trx, { customerId, mobile }, priced, rules) : paise(0);
    const content: AdvanceContent = { ...priced, advancePaise, mobile };
    if (isCash) requireMobile(content);
    requireShown(content, requested);
    checkTotal(content.totals, requested, rules.maxPaise);

    if (pending && (await isSameOrder(trx, pending, content, rules))) {
      await requested.onPlaced?.(trx, pending, content);
      await recordConsent(trx, pending, requested, { isNew: false, now: rules.now });
      await recordOrderUpdates(trx, pending, requested, { ...rules, isNew: false });
      return { order: await setPayUntil(trx, pending, minutesAfter(rules.now, rules.payMinutes)), isNew: false };
    }
    if (pending && pending.id !== requested.unpaidOrderId && (await hasPaymentSession(trx, pending.id)))
      return { pending };
    if (rows.some(({ hasUnpaidOrders }) => hasUnpaidOrders) && !requested.confirmFree)
      await requireHoldsLeft(trx, customerId, {
        variantIds: content.items.map(({ variantId }) => variantId),
        network: rules.unpaidOrders,
        now: rules.now,
      });
    if (pending) await expireReplaced(trx, pending, rules.now);
    const order = await insertPlacedOrder(trx, { ...buyer, ...requested.buyer }, content, {
      ...rules,
      agentOrigin: requested.agentOrigin ?? null,
    });
    if (pending) await setReplacement(trx, pending.id, order.id);
    await requested.onPlaced?.(trx, order, content);
    await recordConsent(trx, order, requested, { isNew: true, now: rules.now });
    await recordOrderUpdates(trx, order, requested, { ...rules, isNew: true });
    // Late, because other orders wait for the locked offers and stock.
    const exhausted = await redeemOffers(trx, { orderId: order.id, customerId }, content.decision.applied);
    if (exhausted) throw offerEnded(exhausted, rows, offers, content);
    if (pending) {
      await lockStock(trx, [pending.id, order.id]);
      await releaseStock(trx, pending.id);
    }
    if (!(await reserveStock(trx, order.id))) throw new SoldOut();
    await requested.confirmFree?.(trx, order);
    return { order, isNew: true };
  });
}

/** Test orders are reported to no service. */
async function recordConsent(
  trx: DatabaseOrTransaction,
  { id, isTest }: OrderRow,
  { consent }: RequestedOrder,
  options: { isNew: boolean; now: Date },
): Promise<void> {
  if (consent && !isTest) await recordPurchaseConsent(trx, id, consent, options);
}

/** Returns the buyer's number; empty if the account has none, or one that an earlier release stored and that is no mobile number. */
function mobileOf({ mobile, buyer }: RequestedOrder, account: LockedCustomer): string {
  const known = mobile ?? buyer?.mobile ?? account.mobile;
  return isIndianMobile(known) ? known : "";
}

/** @throws ApiError (422) if the invoice could not state the customer's name, which may be Google's, or of an earlier release */
function requirePrintableName(name: string): void {
  if (unprintable(name) === "") return;
  throw ApiError.ofField("name", unprintableMessage(name), "letters_not_printable");
}

/** @throws ApiError (422) if nobody could be called: an order for cash has no payment that brings a number. */
function requireMobile({ mobile, gift }: AdvanceContent): void {
  if (mobile !== "" || gift?.receiver) return;
  const message = "Please enter a mobile number. The courier calls it before delivering an order that is paid in cash.";
  throw ApiError.ofField("mobile_no", message, "mobile_required");
}

/** @returns what of it is paid in advance @throws ApiError (409) if the order cannot be paid in cash on delivery */
export async function requireCash(
  trx: DatabaseOrTransaction,
  { customerId, mobile }: { customerId: number; mobile: string },
  { items, goodsPaise, totals: { totalPaise }, addresses, gift, couriers }: OrderContent,
  { cash, now }: OrderRules,
): Promise<Paise> {
  const facts = await readCashFacts(trx, customerId, {
    productIds: items.filter(({ pricePaise }) => pricePaise > 0).map(({ productId }) => productId),
    pincode: addresses.shipping.pincode,
    mobile,
    now,
  });
  const hasOtherReceiver = gift !== null && gift.receiver !== null;
  const { pincode } = addresses.shipping;
  const order = { pincode, goodsPaise, totalPaise, hasOtherReceiver, couriers };
  const offer = cash
    ? cashOffer(cash, facts, order)
    : ({ problem: "This shop doesn’t offer cash on delivery." } as const);
  if (offer.problem !== null) throw ApiError.ofField("payment_method", offer.problem, "cash_not_available");
  return offer.advancePaise;
}

/** @throws ApiError (422) for a total out of bounds, (409) if the order costs nothing and a payment is expected, or the other way round */
function checkTotal({ totalPaise }: Totals, { confirmFree }: RequestedOrder, maxPaise: Paise): void {
  const problem = totalProblem(totalPaise, maxPaise);
  if (problem !== null) throw ApiError.ofField("cart", problem, "order_amount");
  if (totalPaise === 0 && !confirmFree)
    throw ApiError.ofField(
      "total_price",
      "There’s nothing to pay for this order. Please reload the page, then press Place order.",
      "order_is_free",
    );
  if (totalPaise > 0 && confirmFree)
    throw ApiError.ofField(
      "total_price",
      `This order now costs ${formatRupees(totalPaise)}. You haven’t been charged. Please check it, then press Proceed.`,
      "price_changed",
    );
}

/**
 * Expires a pending order, which still reserves its stock, in favour of its replacement. If it is paid after all, `applyPayment` finds the
 * replacement.
 */
async function expireReplaced(trx: DatabaseOrTransaction, pending: OrderRow, now: Date): Promise<void> {
  await releaseOffers(trx, pending.id);
  const note = "Replaced by a newer order.";
  await changeState(trx, pending, "expired", { cause: "customer", note, at: now }, { holdsStock: false });
}

async function insertPlacedOrder(
  trx: DatabaseOrTransaction,
  { id: customerId, name: customerName, email }: LockedCustomer,
  {
    items,
    totals,
    decision,
    orderTerms,
    addresses,
    shipping,
    gift,
    paymentMethod,
    advancePaise,
    mobile,
  }: AdvanceContent,
  {
    now,
    payMinutes,
    seller,
    documentSeries,
    prefixes,
    isTest,
    shopOrigin,
    agentOrigin,
  }: OrderRules & { agentOrigin: string | null },
): Promise<OrderRow> {
  const payUntil = minutesAfter(now, payMinutes);
  const order = {
    number: newOrderNumber(isTest ? TEST_ORDER_PREFIX : prefixes.order),
    isTest,
    customerName,
    email,
    mobile,
    ...totals,
    ...shipping,
    offers: decision.applied.map(({ name, code, discountPaise }) => ({ name, code, discountPaise })),
    gift,
    paymentMethod,
    advancePaise,
    customerId,
    shippingAddress: addresses.shipping,
    billingAddress: addresses.billing,
    seller,
    documentSeries: isTest ? "" : chooseSeries(documentSeries),
    invoicePrefix: isTest ? TEST_PREFIXES.invoice : prefixes.invoice,
    creditNotePrefix: isTest ? TEST_PREFIXES.credit_note : prefixes.creditNote,
    shopOrigin,
    agentOrigin,
    createdAt: now,
    payUntil,
  };
  return insertOrder(trx, order, items, { terms: orderTerms, expiresAt: expiryWithoutResponse(payUntil) });
}
