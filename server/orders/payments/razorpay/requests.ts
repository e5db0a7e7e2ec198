/** The requests that Razorpay's window and servers make, as the HTTP layer receives them. */

import type { CheckPaymentBody, VerifyPaymentBody } from "../../../../contract/checkout/schemas.ts";
import type { PaymentProof } from "../provider.ts";

export const PROOF_FIELDS = {
  providerOrderId: "razorpay_order_id",
  providerPaymentId: "razorpay_payment_id",
  signature: "razorpay_signature",
} as const satisfies Record<keyof PaymentProof, keyof VerifyPaymentBody>;

export const toProof = (body: VerifyPaymentBody): PaymentProof => ({
  providerOrderId: body[PROOF_FIELDS.providerOrderId],
  providerPaymentId: body[PROOF_FIELDS.providerPaymentId],
  signature: body[PROOF_FIELDS.signature],
});

export const toProviderOrderId = (body: CheckPaymentBody): string => body[PROOF_FIELDS.providerOrderId];

export const WEBHOOK_PATH = "/webhooks/razorpay";
export const CALLBACK_PATH = "/payment/callback";
export const EVENT_ID_HEADER = "x-razorpay-event-id";
export const SIGNATURE_HEADER = "x-razorpay-signature";

/** Describes the webhook in the API's documentation. */
export const WEBHOOK_SCHEMA = {
  headers: {
    type: "object",
    properties: {
      [SIGNATURE_HEADER]: { type: "string", description: "HMAC-SHA256 of the body's bytes, in hexadecimal" },
      [EVENT_ID_HEADER]: { type: "string", description: "The same on every redelivery of an event" },
    },
    required: [SIGNATURE_HEADER, EVENT_ID_HEADER],
  },
  body: {
    type: "object",
    properties: {
      event: { type: "string", description: "Such as payment.captured" },
      payload: { type: "object", additionalProperties: true },
    },
    required: ["event", "payload"],
  },
};
