import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { toPaise } from "../../base/money.ts";
import { readLatestEdit } from "../../orders/orders/pending-edit.ts";
import { checkPayment } from "../../orders/payments/check-payment.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { paymentWindowOf } from "../../orders/payments/payment-window.ts";
import { toProof, toProviderOrderId } from "../../orders/payments/razorpay/requests.ts";
import { verifyPayment } from "../../orders/payments/verify-payment.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import { payEdit } from "../checkout/pay-edit.ts";
import { prepayCashOrder } from "../checkout/prepay-cash-order.ts";
import { findLinkedOrder, readLinkedEdit, readLinkedOrder } from "./cash-order-link.ts";
import { payDraftOrder, placeFreeDraftOrder, readDraftOrder } from "./pay-draft-order.ts";
import { findDraftOrder } from "./read-draft-order.ts";

interface Deps {
  settings: DeploymentSettings;
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
  terms: ReturnType<typeof orderTerms>;
}

export function draftOrderRoutes(app: FastifyInstance, { settings, payments, shopSettings, terms }: Deps): void {
  const { db } = payments;
  const linkedOrder = (token: string) => findLinkedOrder(db, settings.CODE_SECRET, token);
  /** @throws ApiError (404) for an unknown token */
  const customerOf = async (token: string): Promise<number> =>
    (await linkedOrder(token))?.customerId ?? (await findDraftOrder(db, token)).draft.customerId;

  handle(app, endpoints.readDraftOrder, async ({ params: { token }, origin, request }) => {
    const order = await linkedOrder(token);
    if (!order) return { data: await readDraftOrder(db, token, terms, { origin, ip: request.ip }) };
    const edit = await readLatestEdit(db, order.id);
    if (edit) return { data: readLinkedEdit(order, edit) };
    const { CASH_FEE_WAIVED: waivesFee } = await shopSettings.current();
    return { data: await readLinkedOrder(db, order, { waivesFee }) };
  });
  handle(app, endpoints.readDraftOrderWindow, async ({ params }) => {
    await customerOf(params.token);
    return { data: paymentWindowOf(payments.provider, await shopSettings.current()) };
  });
  handle(
    app,
    endpoints.payDraftOrder,
    async ({ params: { token }, body: { total_price: totalPrice }, origin, request }) => {
      const order = await linkedOrder(token);
      if (!order)
        return { data: await payDraftOrder(payments, { token, totalPrice }, terms, { origin, ip: request.ip }) };
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
    async ({ params: { token }, body: { total_price: totalPrice }, origin, request }) => ({
      data: await placeFreeDraftOrder(payments, { token, totalPrice }, terms, { origin, ip: request.ip }),
    }),
  );
  handle(app, endpoints.verifyDraftOrderPayment, async ({ params, body }) => ({
    data: await verifyPayment(payments, await customerOf(params.token), toProof(body)),
  }));
  handle(app, endpoints.checkDraftOrderPayment, async ({ params, body }) => ({
    data: await checkPayment(payments, await customerOf(params.token), toProviderOrderId(body)),
  }));
}
