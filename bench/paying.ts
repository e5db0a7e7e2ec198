/** The shipping address of the benchmarks' buyers, and their payment in the sandbox. */

import { randomUUID } from "node:crypto";

export const SHIPPING_ADDRESS = { street: "1 Bench Road", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };

/** The proof of a payment, for POST /api/verify/payment. */
export interface PaymentProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/**
 * Pays in the sandbox's payment window.
 * @param providerUrl URL of the process that runs the sandbox
 * @param orderId the provider's id of the order
 * @throws Error if the provider rejects the payment
 */
export async function payAtProvider(providerUrl: string, orderId: string): Promise<PaymentProof> {
  const response = await fetch(`${providerUrl}/sandbox/razorpay/window/pay`, {
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
