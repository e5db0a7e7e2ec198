import type { FastifyInstance } from "fastify";
import type { InitPaymentBody } from "../../../contract/checkout/schemas.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { findOrder } from "../../orders/orders/find-order.ts";
import { payPath, payToken } from "../../orders/orders/pay-link.ts";
import { readOrder } from "../../orders/orders/read-orders.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import { confirmCashOrder } from "./confirm-cash-order.ts";
import { placeCashOrder, resendCashCode } from "./place-cash-order.ts";

interface CashDeps extends ContextDeps {
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
  terms: ReturnType<typeof orderTerms>;
}

export function cashOnDeliveryRoutes(app: FastifyInstance, deps: CashDeps): void {
  const { db, payments, shopSettings, terms } = deps;

  handle(app, endpoints.placeCashOrder, async ({ customer, body, origin, request }) => {
    const requested = await terms.request(withoutAdvance(body), "cash_on_delivery", request.headers["user-agent"]);
    const rules = await terms.rules(origin, request.ip, body.address.pincode);
    return { data: await placeCashOrder(payments, customer, requested, rules, await contextOf(request, deps)) };
  });
  handle(app, endpoints.confirmCashOrder, async ({ customer, params, body, request }) => {
    const current = await shopSettings.current();
    const confirmation = { number: params.number, code: body.code, waivesFee: current.CASH_FEE_WAIVED };
    const order = await confirmCashOrder(db, customer, confirmation, await contextOf(request, deps));
    return { data: await readOrder(db, order, current) };
  });
  handle(app, endpoints.resendCashCode, async ({ customer, params, query, request }) => {
    const wanted = { number: params.number, way: query.by ?? "phone" };
    return { data: await resendCashCode(db, customer, wanted, await contextOf(request, deps)) };
  });
  handle(app, endpoints.readPayLink, async ({ customer, params }) => {
    const { number } = await findOrder(db, customer.id, params.number);
    return { data: { path: payPath(payToken(deps.settings.CODE_SECRET, number)) } };
  });
}

/** An advance is paid by `initPayment`, which places the order; without one, an order that needs an advance is rejected here. */
const withoutAdvance = ({ advance: _, ...body }: InitPaymentBody): InitPaymentBody => body;
