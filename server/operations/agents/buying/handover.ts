/** The page on which a buyer pays what an assistant has put together: it opens without logging in, by the id of the checkout. */

import { eq } from "drizzle-orm";
import type { DraftOrder, DraftOrderState } from "../../../../contract/draft-orders/schemas.ts";
import type { PaymentMethod } from "../../../../contract/orders/schemas.ts";
import { canonicalEmail } from "../../../base/canonical-email.ts";
import { ApiError } from "../../../base/errors.ts";
import { paise, toPaise, toRupees } from "../../../base/money.ts";
import type { OrderContent } from "../../../buying/checkout/order-content.ts";
import { requireCash } from "../../../buying/checkout/place-order.ts";
import type { OrderRules, RequestedOrder } from "../../../buying/checkout/requested-order.ts";
import {
  type DraftRequest,
  type LinkedDraft,
  NO_CUSTOMER,
  NO_DRAFT,
  type RequestOrigin,
  requireOpen,
  type ShownDraft,
} from "../../../buying/draft-orders/linked-draft.ts";
import { contentOf, priceLinkedDraft, withoutAmounts } from "../../../buying/draft-orders/price-linked-draft.ts";
import { balanceOf } from "../../../orders/orders/balance.ts";
import { readOrderRow } from "../../../orders/orders/order-row.ts";
import { recordAccountConsent } from "../../../people/accounts/consents.ts";
import { findOrCreateCustomer } from "../../../people/accounts/find-or-create.ts";
import { askToConfirm } from "../../../people/newsletter/sign-up.ts";
import { type AgentContent, agentCheckout, customer, type PlacedContent } from "../../../platform/database/schema.ts";
import type { AgentDeps } from "../deps.ts";
import { NEWSLETTER_CONSENT } from "./consent-wording.ts";
import { type PricedRequest, priceContent, readRows } from "./price-content.ts";
import { toAgentOffers, toAgentTotals } from "./price-rows.ts";
import type { ReadAddress } from "./read-buyer.ts";
import { type FoundCheckout, findCheckoutById, isSameContent, type SessionState, stateOf } from "./sessions.ts";

/** Finds a checkout by its id; null for an unknown one. */
export async function findAgentCheckout(deps: AgentDeps, id: string): Promise<LinkedDraft | null> {
  const { db } = deps;
  const found = await findCheckoutById(db, id);
  if (!found) return null;
  const { customerId } = found.row;
  const [account] =
    customerId === null
      ? []
      : await db.select({ id: customer.id, email: customer.email }).from(customer).where(eq(customer.id, customerId));
  return {
    customer: account ?? null,
    orderNumber: found.order?.number ?? null,
    offersCash: true,
    read: (from) => readPage(deps, found, from),
    toRequest: (shown, from) => toRequest(deps, found, shown, from),
  };
}

type Found = FoundCheckout & { content: AgentContent };

const PAGE_STATES = {
  open: "open",
  completed: "paid",
  canceled: "cancelled",
  expired: "expired",
} as const satisfies Record<SessionState, DraftOrderState>;

async function readPage(deps: AgentDeps, found: Found, { origin, ip }: RequestOrigin): Promise<DraftOrder> {
  const { row, order, content } = found;
  const rules = await deps.terms.rules(origin, ip);
  const state = PAGE_STATES[stateOf(found, rules.now)];
  const priced = await priceContent(deps, content, { rules, origin });
  const { complete } = priced;
  const placed = state === "paid" && row.orderId !== null ? await readOrderRow(deps.db, row.orderId) : null;
  const requested = complete && requestOf(complete, { paymentMethod: "online" });
  const { amounts } = requested
    ? await priceLinkedDraft(deps.db, priced.order, requested, rules)
    : { amounts: withoutAmounts(priced.order.rows, missing(priced)) };
  const isShown = state === "open" || state === "paid";
  return {
    ...NO_DRAFT,
    ...amounts,
    state,
    byAssistant: true,
    ...(isShown && complete
      ? {
          customer: { name: complete.buyer.name, email: complete.buyer.email, mobile_no: complete.buyer.mobile },
          shippingAddress: complete.address,
          message: "",
          receiver: complete.receiver?.name ?? null,
        }
      : NO_CUSTOMER),
    ...(placed && { customer: { name: placed.customerName, email: placed.email, mobile_no: placed.mobile } }),
    validUntil: row.expiresAt.toISOString(),
    orderNumber: state === "paid" ? (order?.number ?? null) : null,
    cash: null,
    edit: null,
    fees: 0,
    cashOnDelivery: state === "open" && complete ? await cashOffer(deps, priced, complete, rules) : null,
    dueOnDelivery: placed && placed.paymentMethod === "cash_on_delivery" ? toRupees(balanceOf(placed)) : null,
    ...(placed && { totalPrice: toRupees(placed.totalPaise) }),
  };
}

/** What is missing of an order that its assistant has not finished. */
const missing = ({ messages }: PricedRequest) =>
  messages.find(({ type }) => type === "error")?.content ?? "Something is missing.";

/** No account has this id. */
const NOBODY = 0;

/** What it costs in cash on delivery; null if it cannot be paid so without an advance. */
async function cashOffer(
  { db, terms }: AgentDeps,
  { order }: PricedRequest,
  complete: Complete,
  rulesAnywhere: OrderRules,
): Promise<DraftOrder["cashOnDelivery"]> {
  if (!rulesAnywhere.cash) return null;
  const rules = await terms.withCouriers(rulesAnywhere, complete.address.pincode);
  try {
    const content = await contentOf(db, order, requestOf(complete, { paymentMethod: "cash_on_delivery" }), rules);
    const buyer = { customerId: order.customerId ?? NOBODY, mobile: complete.buyer.mobile };
    if ((await requireCash(db, buyer, content, rules)) > 0) return null;
    const { feesPaise, roundingPaise, totalPaise } = content.totals;
    return { fee: toRupees(feesPaise), rounding: toRupees(roundingPaise), totalPrice: toRupees(totalPaise) };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

type Complete = NonNullable<PricedRequest["complete"]>;

function requestOf(
  { buyer, address, receiver, optionId }: Complete,
  { paymentMethod, totalPrice }: { paymentMethod: PaymentMethod; totalPrice?: number | undefined },
): RequestedOrder {
  return {
    addresses: { shipping: address, billing: address },
    mobile: buyer.mobile,
    shippingMethod: optionId,
    gift: giftOf(receiver),
    paymentMethod,
    shownPaise: totalPrice === undefined ? undefined : toPaise(totalPrice),
    buyer: { name: buyer.name, mobile: buyer.mobile },
  };
}

/** The parcel of somebody else is addressed as that of a gift. */
const giftOf = (receiver: ReadAddress["receiver"]) => (receiver ? { message: "", wrap: false, receiver } : undefined);

async function toRequest(
  deps: AgentDeps,
  found: Found,
  { totalPrice, paymentMethod }: ShownDraft,
  { origin, ip }: RequestOrigin,
): Promise<DraftRequest> {
  const { db, shopSettings } = deps;
  const { row, content } = found;
  const rulesAnywhere = await deps.terms.rules(origin, ip);
  requireOpen(PAGE_STATES[stateOf(found, rulesAnywhere.now)]);
  if (totalPrice === undefined) throw ApiError.ofField("total_price", "Send the total that the buyer was shown.");
  const { complete, order } = await priceContent(deps, content, { rules: rulesAnywhere, origin });
  if (!complete)
    throw new ApiError("conflict", "Something is missing in this order. Please ask your assistant to complete it.");
  const rules = await deps.terms.withCouriers(rulesAnywhere, complete.address.pincode);
  const { name, email, mobile } = complete.buyer;
  const sender = await shopSettings.mailSender(origin);
  const customerId = await db.transaction(async (trx) => {
    const id = await findOrCreateCustomer(trx, { email, name, mobile, now: rules.now });
    await trx.update(agentCheckout).set({ customerId: id }).where(eq(agentCheckout.id, row.id));
    return id;
  });
  return {
    customer: { id: customerId, email },
    rules,
    requested: {
      ...requestOf(complete, { paymentMethod, totalPrice }),
      agentOrigin: row.origin,
      link: {
        offers: order.offers,
        async readRows(trx) {
          // It may have been changed, canceled or paid meanwhile.
          await trx
            .select({ id: agentCheckout.id })
            .from(agentCheckout)
            .where(eq(agentCheckout.id, row.id))
            .for("update");
          const now = await findCheckoutById(trx, row.id);
          requireOpen(now ? PAGE_STATES[stateOf(now, rules.now)] : "cancelled");
          if (!now || !isSameContent(now.content, content))
            throw new ApiError("conflict", "Your assistant has just changed this order. Please check it again.");
          return (await readRows(trx, content, { customerId, maxUnits: rules.maxUnits })).rows;
        },
      },
      async onPlaced(trx, { id: orderId }, ordered) {
        await trx
          .update(agentCheckout)
          .set({ orderId, placed: toPlaced(ordered) })
          .where(eq(agentCheckout.id, row.id));
        await recordAccountConsent(trx, customerId, { event: "accepted", place: "draft_order", at: rules.now });
        if (content.consent.marketing && row.placed === null)
          await askToConfirm(
            trx,
            { email: canonicalEmail(email), place: `assistant of ${row.origin}`, wording: NEWSLETTER_CONSENT },
            { sender, now: rules.now },
          ).catch((error: unknown) => {
            // Who has asked too often has an email already.
            if (!(error instanceof ApiError)) throw error;
          });
      },
    },
  };
}

function toPlaced({ items, totals, terms, decision, shipping }: OrderContent): PlacedContent {
  const shippingPaise = terms.shippingPaise ?? paise(0);
  const { shipping: full, shippingDiscount, fees, rounding, total } = toAgentTotals(totals, decision, shippingPaise);
  return {
    items: items.map(({ sku, title, label, quantity, pricePaise, discountPaise = paise(0) }) => ({
      ...{ sku, quantity, pricePaise, discountPaise },
      title: [title, label].filter(Boolean).join(", "),
    })),
    offers: toAgentOffers(decision, shippingPaise).map(({ name, code, discounts, shippingDiscount: off }) => ({
      ...{ name, code, discounts: [...discounts] },
      shippingDiscountPaise: off,
    })),
    shipping: { method: shipping.shippingMethod, name: shipping.shippingMethodName, deliverBy: shipping.deliverBy },
    totals: {
      shippingPaise: full ?? 0,
      shippingDiscountPaise: shippingDiscount,
      feesPaise: fees,
      roundingPaise: rounding,
      totalPaise: total,
    },
  };
}
