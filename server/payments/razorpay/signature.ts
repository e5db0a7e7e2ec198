import { createHmac, timingSafeEqual } from "node:crypto";

/** Hex HMAC-SHA256: how the payment provider signs. */
export function signatureOf(secret: string, text: string | Buffer): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** What the provider's window hands to the browser after a payment is signed over this. */
export const paidText = (orderId: string, paymentId: string) => `${orderId}|${paymentId}`;

/** Compares in constant time whether one of the secrets has signed the text. */
export function isSigned(secrets: readonly string[], text: string | Buffer, signature: string): boolean {
  const given = Buffer.from(signature, "utf8");
  return secrets.some((secret) => {
    const right = Buffer.from(signatureOf(secret, text), "utf8");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
