import { randomUUID } from "node:crypto";

/** What a buyer of the benchmarks does outside the shop. */

export const ADDRESS = { street: "1 Bench Road", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };

/** The proof of a payment, for POST /api/verify/payment. */
export interface PaymentProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/**
 * Pays in the sandbox's payment window.
 * @param provider URL of the process that runs the sandbox
 * @throws Error if the provider rejects the payment
 */
export async function payAtProvider(provider: string, orderId: string): Promise<PaymentProof> {
  const response = await fetch(`${provider}/sandbox/razorpay/window/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      order_id: orderId,
      attempt: randomUUID(),
      email: "buyer@bench.example",
      contact: "+919000090000",
      method: "upi",
      vpa: "success@razorpay",
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the payment window responded ${response.status}: ${text}`);
  return JSON.parse(text).response;
}
