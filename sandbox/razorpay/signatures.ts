/** Signatures and API authentication. */

import { createHmac, timingSafeEqual } from "node:crypto";

export interface Credentials {
  /** The public key id, for example `rzp_test_…`. */
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

/** Returns the signature that the checkout window adds to a payment. */
export const paymentSignature = ({ keySecret }: Pick<Credentials, "keySecret">, orderId: string, paymentId: string) =>
  hmac(keySecret, `${orderId}|${paymentId}`);

/** Returns the X-Razorpay-Signature of a webhook, computed from its raw body. */
export const webhookSignature = ({ webhookSecret }: Pick<Credentials, "webhookSecret">, body: string) =>
  hmac(webhookSecret, body);

/** Whether an Authorization header has the key and its secret. */
export function isAuthorized(header: string | undefined, { keyId, keySecret }: Credentials): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`);
  const given = Buffer.from(header ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
