import { eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { recordAccountConsent } from "../../people/accounts/consents.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, draftOrder } from "../../platform/database/schema.ts";
import type { RequestedOrder } from "../checkout/requested-order.ts";
import {
  type DraftRequest,
  type DraftSource,
  NO_CUSTOMER,
  NO_DRAFT,
  type RequestOrigin,
  requireOpen,
  type ShownDraft,
  type Terms,
} from "./linked-draft.ts";
import {
  DRAFT_OFFERS,
  type DraftOrderRow,
  draftOrderState,
  type FoundDraftOrder,
  findDraftOrder,
  lockDraftOrder,
  priceDraftOrder,
  readDraftOrderItems,
} from "./read-draft-order.ts";

/** Finds the draft orders of staff by the tokens of their links. */
export const draftOrders =
  (db: Database, terms: Terms): DraftSource =>
  async (token) => {
    const found = await findDraftOrder(db, token);
    if (!found) return null;
    const { draft, order } = found;
    const [buyer] = await db
      .select({ id: customer.id, email: customer.email })
      .from(customer)
      .where(eq(customer.id, draft.customerId));
    if (!buyer) return null;
    return {
      customer: buyer,
      orderNumber: order?.number ?? null,
      offersCash: false,
      read: async (from) => {
        const rules = await terms.rules(from.origin, from.ip);
        const state = draftOrderState(found, rules.now);
        return {
          state,
          ...(state === "open" || state === "paid"
            ? {
                customer: { name: draft.name, email: buyer.email, mobile_no: draft.mobile },
                shippingAddress: draft.address,
                message: draft.message,
              }
            : NO_CUSTOMER),
          validUntil: draft.validUntil.toISOString(),
          orderNumber: state === "paid" ? (order?.number ?? null) : null,
          cash: null,
          edit: null,
          fees: 0,
          ...NO_DRAFT,
          ...(await priceDraftOrder(db, draft, await requestOf(draft, terms, undefined), rules)),
        };
      },
      toRequest: async (shown, from) => ({ customer: buyer, ...(await toRequest(found, shown, terms, from)) }),
    };
  };

async function toRequest(
  found: FoundDraftOrder,
  { totalPrice }: ShownDraft,
  terms: Terms,
  from: RequestOrigin,
): Promise<Omit<DraftRequest, "customer">> {
  const { draft } = found;
  const rules = await terms.rules(from.origin, from.ip);
  requireOpen(draftOrderState(found, rules.now));
  const requested: RequestedOrder = {
    ...(await requestOf(draft, terms, totalPrice)),
    buyer: { name: draft.name, mobile: draft.mobile },
    link: {
      offers: DRAFT_OFFERS,
      async readRows(trx) {
        // It may have been cancelled, paid or changed meanwhile.
        const locked = await lockDraftOrder(trx, draft.id);
        requireOpen(draftOrderState(locked, rules.now));
        if (locked.draft.version !== draft.version)
          throw new ApiError("conflict", "We’ve just changed this order. Please check it again.");
        return readDraftOrderItems(trx, draft);
      },
    },
    async onPlaced(trx, { id: orderId }) {
      await trx.update(draftOrder).set({ orderId }).where(eq(draftOrder.id, draft.id));
      await recordAccountConsent(trx, draft.customerId, { event: "accepted", place: "draft_order", at: rules.now });
    },
  };
  return { requested, rules };
}

/** @param totalPrice the total that the customer was shown, in rupees */
export const requestOf = (draft: Pick<DraftOrderRow, "address">, terms: Terms, totalPrice: number | undefined) =>
  terms.request({ address: draft.address, total_price: totalPrice }, "online");
