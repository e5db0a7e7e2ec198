import { createHmac, timingSafeEqual } from "node:crypto";
import type { PaymentProof } from "../provider.ts";

/** Signs as Razorpay does: hex HMAC-SHA256. */
export function signatureOf(secret: string, text: string | Buffer): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** The text that the signature of a payment covers. */
export const signedText = ({
  providerOrderId,
  providerPaymentId,
}: Pick<PaymentProof, "providerOrderId" | "providerPaymentId">) => `${providerOrderId}|${providerPaymentId}`;

/** Checks in constant time whether one of the secrets has signed the text. */
export function isSigned(secrets: readonly string[], text: string | Buffer, signature: string): boolean {
  const given = Buffer.from(signature, "utf8");
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, text), "utf8");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
