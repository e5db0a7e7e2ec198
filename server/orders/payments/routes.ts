import type { FastifyInstance } from "fastify";
import { verifyPaymentBody } from "../../../contract/checkout/schemas.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { checkoutAfter, orderPage } from "../../../contract/orders/forms.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { checkPayment } from "./check-payment.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { paymentWindowOf } from "./payment-window.ts";
import { CALLBACK_PATH, toProof, toProviderOrderId, WEBHOOK_PATH, WEBHOOK_SCHEMA } from "./razorpay/requests.ts";
import { verifyPayment } from "./verify-payment.ts";
import { receiveEvent } from "./webhook.ts";

interface RouteDeps {
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
}

/** Maximum size of a webhook: an event has a few kilobytes. */
const MAX_EVENT_BYTES = 256 * 1024;

export function paymentRoutes(app: FastifyInstance, { payments, shopSettings }: RouteDeps): void {
  handle(app, endpoints.readPaymentWindow, async () => ({
    data: paymentWindowOf(payments.provider, await shopSettings.current()),
  }));

  handle(app, endpoints.verifyPayment, async ({ customer, body }) => ({
    data: await verifyPayment(payments, customer.id, toProof(body)),
  }));
  handle(app, endpoints.checkPayment, async ({ customer, body }) => ({
    data: await checkPayment(payments, customer.id, toProviderOrderId(body)),
  }));

  app.register(async (scope) => providerRoutes(scope, payments));
}

/** Routes for requests of the provider, in its own formats. */
async function providerRoutes(app: FastifyInstance, payments: PaymentDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  // Signatures cover the raw bytes, so the body must not be parsed first.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) => {
    done(null, body);
  });

  app.post(
    WEBHOOK_PATH,
    {
      schema: {
        operationId: "receivePaymentEvent",
        summary: "Webhook of the payment provider; a repeated event changes nothing",
        tags: ["Checkout"],
        security: [],
      },
      config: { documented: { errorStatuses: [400, 408, 413, 415, 500, 503], schema: WEBHOOK_SCHEMA } },
    },
    async ({ body, headers }) => {
      await receiveEvent(payments, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
      return { success: true };
    },
  );

  // Browsers inside other apps cannot show the window. The provider redirects them to its own page, which posts the proof here.
  app.post(CALLBACK_PATH, { schema: { hide: true } }, async ({ body, log }, reply) => {
    const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString("utf8") : "");
    const parsed = verifyPaymentBody.safeParse(Object.fromEntries(form));
    if (!parsed.success) return reply.redirect(checkoutAfter("failed"), 303);
    try {
      const { orderNumber } = await verifyPayment(payments, null, toProof(parsed.data));
      return reply.redirect(orderPage(orderNumber), 303);
    } catch (error) {
      // The shopper needs a page, and may have paid: the provider's event or a job confirms the order later.
      log.error({ err: error }, "a payment could not be verified when its browser returned");
      return reply.redirect(checkoutAfter("unclear"), 303);
    }
  });
}
