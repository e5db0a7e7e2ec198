import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InitPaymentBody } from "../../../contract/checkout/schemas.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { toPaise } from "../../base/money.ts";
import { readLatestEdit } from "../../orders/orders/pending-edit.ts";
import { checkPayment } from "../../orders/payments/check-payment.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { paymentWindowOf } from "../../orders/payments/payment-window.ts";
import { toProof, toProviderOrderId } from "../../orders/payments/razorpay/requests.ts";
import { verifyPayment } from "../../orders/payments/verify-payment.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { confirmCashOrder } from "../cash-on-delivery/confirm-cash-order.ts";
import { placeCashOrder, resendCashCode } from "../cash-on-delivery/place-cash-order.ts";
import { initPayment } from "../checkout/init-payment.ts";
import { payEdit } from "../checkout/pay-edit.ts";
import { placeFreeOrder } from "../checkout/place-free-order.ts";
import { prepayCashOrder } from "../checkout/prepay-cash-order.ts";
import { findLinkedOrder, readLinkedEdit, readLinkedOrder } from "./cash-order-link.ts";
import type { DraftRequest, DraftSource, LinkedDraft, ShownDraft, Terms } from "./linked-draft.ts";

interface Deps extends ContextDeps {
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
  terms: Terms;
  /** What a link may lead to besides an order. */
  sources: readonly DraftSource[];
}

export function draftOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { settings, payments, shopSettings, terms, sources } = deps;
  const { db } = payments;
  const linkedOrder = (token: string) => findLinkedOrder(db, settings.CODE_SECRET, token);
  /** @throws ApiError (404) for an unknown token */
  async function linkedDraft(token: string): Promise<LinkedDraft> {
    for (const find of sources) {
      const found = await find(token);
      if (found) return found;
    }
    throw new ApiError("not_found", "This link isn’t valid. Please copy it from the email again, or write to us.");
  }
  /** Makes the request that orders a draft, with what its customer allows in this browser. @throws ApiError (409) unless it is open */
  async function toRequest(
    draft: LinkedDraft,
    { measurement, ...shown }: ShownDraft & Pick<InitPaymentBody, "measurement">,
    { origin, request }: { origin: string; request: FastifyRequest },
  ): Promise<DraftRequest> {
    const made = await draft.toRequest(shown, { origin, ip: request.ip });
    const consent = await terms.consent(measurement, request.headers["user-agent"]);
    return { ...made, requested: { ...made.requested, consent } };
  }
  /** @throws ApiError (404) for an unknown token, or before there is a payment */
  async function customerOf(token: string): Promise<number> {
    const id = (await linkedOrder(token))?.customerId ?? (await linkedDraft(token)).customer?.id;
    if (id === undefined) throw new ApiError("not_found", "Nothing has been paid by this link yet.");
    return id;
  }
  /** @throws ApiError (404), (409) unless cash has been chosen before */
  async function cashOrderOf(token: string) {
    const { customer, orderNumber } = await linkedDraft(token);
    if (customer && orderNumber !== null) return { customer, orderNumber };
    throw new ApiError("wrong_order_state", "This order doesn’t wait for a confirmation.");
  }

  handle(app, endpoints.readDraftOrder, async ({ params: { token }, origin, request }) => {
    const order = await linkedOrder(token);
    if (!order) return { data: await (await linkedDraft(token)).read({ origin, ip: request.ip }) };
    const edit = await readLatestEdit(db, order.id);
    if (edit) return { data: readLinkedEdit(order, edit) };
    const { CASH_FEE_WAIVED: waivesFee } = await shopSettings.current();
    return { data: await readLinkedOrder(db, order, { waivesFee }) };
  });
  handle(app, endpoints.readDraftOrderWindow, async ({ params: { token } }) => {
    if (!(await linkedOrder(token))) await linkedDraft(token);
    return { data: paymentWindowOf(payments.provider, await shopSettings.current()) };
  });
  handle(
    app,
    endpoints.payDraftOrder,
    async ({ params: { token }, body: { total_price: totalPrice, measurement }, origin, request }) => {
      const order = await linkedOrder(token);
      if (!order) {
        const shown = { totalPrice, paymentMethod: "online", measurement } as const;
        const { customer, requested, rules } = await toRequest(await linkedDraft(token), shown, { origin, request });
        return { data: await initPayment(payments, customer.id, requested, rules) };
      }
      const shownPaise = totalPrice === undefined ? undefined : toPaise(totalPrice);
      const rules = await terms.rules(origin, request.ip);
      const isEdit = (await readLatestEdit(db, order.id)) !== null;
      return {
        data: await (isEdit
          ? payEdit(payments, order, shownPaise, rules)
          : prepayCashOrder(payments, order.id, shownPaise, rules)),
      };
    },
  );
  handle(
    app,
    endpoints.placeFreeDraftOrder,
    async ({ params: { token }, body: { total_price: totalPrice, measurement }, origin, request }) => {
      const shown = { totalPrice, paymentMethod: "online", measurement } as const;
      const { customer, requested, rules } = await toRequest(await linkedDraft(token), shown, { origin, request });
      return { data: await placeFreeOrder(payments, customer.id, requested, rules) };
    },
  );
  handle(
    app,
    endpoints.placeCashDraftOrder,
    async ({ params: { token }, body: { total_price: totalPrice, measurement }, origin, request }) => {
      const draft = await linkedDraft(token);
      if (!draft.offersCash)
        throw ApiError.ofField("payment_method", "Please pay this order online.", "cash_not_available");
      const shown = { totalPrice, paymentMethod: "cash_on_delivery", measurement } as const;
      const { customer, requested, rules } = await toRequest(draft, shown, { origin, request });
      return { data: await placeCashOrder(payments, customer, requested, rules, await contextOf(request, deps)) };
    },
  );
  handle(app, endpoints.confirmCashDraftOrder, async ({ params: { token }, body: { code }, request }) => {
    const { customer, orderNumber } = await cashOrderOf(token);
    const { CASH_FEE_WAIVED: waivesFee } = await shopSettings.current();
    const confirmation = { number: orderNumber, code, waivesFee };
    const order = await confirmCashOrder(db, customer, confirmation, await contextOf(request, deps));
    return { data: { orderNumber: order.number } };
  });
  handle(app, endpoints.resendCashDraftOrderCode, async ({ params: { token }, query, request }) => {
    const { customer, orderNumber } = await cashOrderOf(token);
    const wanted = { number: orderNumber, way: query.by ?? "phone" };
    return { data: await resendCashCode(db, customer, wanted, await contextOf(request, deps)) };
  });
  handle(app, endpoints.verifyDraftOrderPayment, async ({ params, body }) => ({
    data: await verifyPayment(payments, await customerOf(params.token), toProof(body)),
  }));
  handle(app, endpoints.checkDraftOrderPayment, async ({ params, body }) => ({
    data: await checkPayment(payments, await customerOf(params.token), toProviderOrderId(body)),
  }));
}
