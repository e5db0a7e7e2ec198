import type { FastifyInstance } from "fastify";
import { verifyPaymentBody } from "../../contract/checkout/schemas.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import { ApiError } from "../errors.ts";
import { handle } from "../http/endpoints.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import type { PaymentAccount } from "./razorpay/account.ts";
import { checkPayment } from "./check-payment.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { verifyPayment } from "./verify-payment.ts";
import { storeEvent } from "./webhook.ts";

interface RouteDeps {
  deps: PaymentDeps;
  account: PaymentAccount;
  shopSettings: ShopSettingsReader;
}

/** An event is a few kilobytes. */
const MAX_EVENT_BYTES = 256 * 1024;

export function paymentRoutes(app: FastifyInstance, { deps, account, shopSettings }: RouteDeps): void {
  handle(app, endpoints.readPaymentWindow, async () => {
    const { PAYMENT_BRAND, PAYMENT_DESCRIPTION, PAYMENT_PREFILL, PAYMENT_THEME_COLOR } = await shopSettings.current();
    const [name = "", email = "", contact = ""] = PAYMENT_PREFILL;
    return {
      data: {
        key: account.keyId,
        script: account.script,
        name: PAYMENT_BRAND,
        description: PAYMENT_DESCRIPTION,
        prefill: { name, email, contact },
        themeColor: PAYMENT_THEME_COLOR,
      },
    };
  });

  handle(app, endpoints.verifyPayment, async ({ customer, body }) => ({
    data: await verifyPayment(deps, account.keySecret, customer.id, body),
  }));
  handle(app, endpoints.checkPayment, async ({ customer, body }) => ({
    data: await checkPayment(deps, customer.id, body.razorpay_order_id),
  }));

  app.register(async (provider) => providerRoutes(provider, deps, account));
}

const WEBHOOK = {
  summary: "Events of the payment provider, as it signs them; each is taken once, again is harmless",
  tags: ["Checkout"],
};
const WEBHOOK_DOCUMENTATION = {
  refusals: [400, 408, 413, 415, 500, 503],
  schema: {
    headers: {
      type: "object",
      properties: {
        "x-razorpay-signature": { type: "string", description: "HMAC-SHA256 of the body's bytes, in hexadecimal" },
        "x-razorpay-event-id": { type: "string", description: "By which a repeated event is known" },
      },
      required: ["x-razorpay-signature", "x-razorpay-event-id"],
    },
    body: {
      type: "object",
      properties: {
        event: { type: "string", description: "Such as payment.captured" },
        payload: { type: "object", additionalProperties: true },
      },
      required: ["event", "payload"],
    },
  },
};

/** What the provider itself sends, in its own forms. */
async function providerRoutes(
  app: FastifyInstance,
  deps: PaymentDeps,
  { keySecret, webhookSecrets }: PaymentAccount,
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Signatures are made over the bytes, so nothing may read them before.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) => {
    done(null, body);
  });
  const { db, log } = deps;

  app.post(
    "/webhooks/razorpay",
    { schema: WEBHOOK, config: { documented: WEBHOOK_DOCUMENTATION } },
    async ({ body, headers }) => {
      await storeEvent(
        { db, secrets: webhookSecrets, log },
        {
          raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          signature: String(headers["x-razorpay-signature"] ?? ""),
          eventId: String(headers["x-razorpay-event-id"] ?? "").slice(0, 100),
        },
      );
      return { success: true };
    },
  );

  // Browsers within other apps cannot show the window; there the provider sends the whole page on, and then here.
  app.post("/payment/callback", { schema: { hide: true } }, async ({ body }, reply) => {
    const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString("utf8") : "");
    const told = verifyPaymentBody.safeParse(Object.fromEntries(form));
    if (!told.success) return reply.redirect("/checkout?payment=failed", 303);
    try {
      const { orderNumber } = await verifyPayment(deps, keySecret, null, told.data);
      return reply.redirect(orderPage(orderNumber), 303);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return reply.redirect("/checkout?payment=failed", 303);
    }
  });
}
