import { eq } from "drizzle-orm";
import type { FreeOrder, PaymentOrder } from "../../../contract/checkout/schemas.ts";
import type { DraftOrder, DraftOrderState } from "../../../contract/draft-orders/schemas.ts";
import { ApiError, unreachable } from "../../base/errors.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { recordAccountConsent } from "../../people/accounts/consents.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, draftOrder } from "../../platform/database/schema.ts";
import { initPayment } from "../checkout/init-payment.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import { placeFreeOrder } from "../checkout/place-free-order.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";
import {
  type DraftOrderRow,
  draftOrderState,
  findDraftOrder,
  lockDraftOrder,
  priceDraftOrder,
  readDraftOrderItems,
} from "./read-draft-order.ts";

/** The customer fields of a link that is no longer valid: it reveals nothing. */
export const NO_CUSTOMER: Pick<DraftOrder, "customer" | "shippingAddress" | "message"> = {
  customer: { name: "", email: "", mobile_no: "" },
  shippingAddress: { street: "", city: "", state: "", pincode: "" },
  message: "",
};

export type Terms = ReturnType<typeof orderTerms>;

/** Where a request comes from: the shop's origin in it, and its client's IP address. */
interface RequestOrigin {
  origin: string;
  ip: string;
}

/** @throws ApiError (404) for an unknown token */
export async function readDraftOrder(
  db: Database,
  token: string,
  terms: Terms,
  from: RequestOrigin,
): Promise<DraftOrder> {
  const found = await findDraftOrder(db, token);
  const { draft, order } = found;
  const rules = await terms.rules(from.origin, from.ip);
  const rows = await readDraftOrderItems(db, draft);
  const [buyer] = await db.select({ email: customer.email }).from(customer).where(eq(customer.id, draft.customerId));
  const state = draftOrderState(found, rules.now);
  return {
    state,
    ...(state === "open" || state === "paid"
      ? {
          customer: { name: draft.name, email: buyer?.email ?? "", mobile_no: draft.mobile },
          shippingAddress: draft.address,
          message: draft.message,
        }
      : NO_CUSTOMER),
    validUntil: draft.validUntil.toISOString(),
    orderNumber: state === "paid" ? (order?.number ?? null) : null,
    cash: null,
    edit: null,
    fees: 0,
    ...(await priceDraftOrder(db, draft.customerId, rows, await requestOf(draft, terms, undefined), rules)),
  };
}

/**
 * Places the draft order as it is now and opens its payment; a second request continues the first.
 * @throws ApiError (404) for an unknown token, (409) unless it is open and can be ordered at the total shown; and as `initPayment`
 */
export async function payDraftOrder(
  deps: PaymentDeps,
  shown: ShownDraftOrder,
  terms: Terms,
  from: RequestOrigin,
): Promise<PaymentOrder> {
  const { draft, requested, rules } = await toRequest(deps.db, shown, terms, from);
  return initPayment(deps, draft.customerId, requested, rules);
}

/**
 * Places a draft order that costs nothing.
 * @throws ApiError (404) for an unknown token, (409) unless it is open and costs nothing; and as `placeFreeOrder`
 */
export async function placeFreeDraftOrder(
  deps: PaymentDeps,
  shown: ShownDraftOrder,
  terms: Terms,
  from: RequestOrigin,
): Promise<FreeOrder> {
  const { draft, requested, rules } = await toRequest(deps.db, shown, terms, from);
  return placeFreeOrder(deps, draft.customerId, requested, rules);
}

interface ShownDraftOrder {
  token: string;
  /** The total that the customer was shown, in rupees. */
  totalPrice: number | undefined;
}

async function toRequest(db: Database, { token, totalPrice }: ShownDraftOrder, terms: Terms, from: RequestOrigin) {
  const found = await findDraftOrder(db, token);
  const { draft } = found;
  const rules: OrderRules = await terms.rules(from.origin, from.ip);
  requireOpen(draftOrderState(found, rules.now));
  const requested: RequestedOrder = {
    ...(await requestOf(draft, terms, totalPrice)),
    buyer: { name: draft.name, mobile: draft.mobile },
    async readRows(trx) {
      // It may have been cancelled, paid or changed meanwhile.
      const locked = await lockDraftOrder(trx, draft.id);
      requireOpen(draftOrderState(locked, rules.now));
      if (locked.draft.version !== draft.version)
        throw new ApiError("conflict", "We’ve just changed this order. Please check it again.");
      return readDraftOrderItems(trx, draft);
    },
    async onPlaced(trx, { id: orderId }) {
      await trx.update(draftOrder).set({ orderId }).where(eq(draftOrder.id, draft.id));
      await recordAccountConsent(trx, draft.customerId, { event: "accepted", place: "draft_order", at: rules.now });
    },
  };
  return { draft, requested, rules };
}

function requireOpen(state: DraftOrderState): void {
  switch (state) {
    case "open":
      return;
    case "paid":
      throw new ApiError("already_paid", "This order is paid already. Thank you!");
    case "expired":
      throw new ApiError("conflict", "This link has expired. Please write to us for a new one.");
    case "cancelled":
      throw new ApiError("conflict", "We have cancelled this order. Please write to us.");
    default:
      unreachable(state);
  }
}

/** @param totalPrice the total that the customer was shown, in rupees */
export const requestOf = (draft: Pick<DraftOrderRow, "address">, terms: Terms, totalPrice: number | undefined) =>
  terms.request({ address: draft.address, total_price: totalPrice }, "online");
