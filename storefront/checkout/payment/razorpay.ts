import { loadExternalScript } from "../../api/external-script.ts";

/**
 * The part of the payment provider's checkout script that the shop uses.
 * https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
 */
export type Razorpay = new (options: RazorpayOptions) => RazorpayWindow;

interface RazorpayWindow {
  open(): void;
  close?(): void;
  on(event: "payment.failed", listener: (failed: RazorpayFailure) => void): void;
}

export interface RazorpayOptions {
  key: string;
  order_id: string;
  /** In paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  /** Seconds until the window closes by itself. */
  timeout?: number;
  config: { display: { hide: readonly { method: string; flows?: readonly string[] }[] } };
  handler?: (payload: RazorpaySuccess) => void;
  modal?: { ondismiss: () => void };
  /** Uses the provider's own page instead of a window; it returns by a POST to the callback. */
  redirect?: true;
  callback_url?: string;
}

/** Proof of a payment, to be verified by the server. */
export interface RazorpaySuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** A failed attempt; the window stays open for another. */
interface RazorpayFailure {
  error: { description?: string };
}

export const loadRazorpay = (address: string) =>
  loadExternalScript(address, () => (window as { Razorpay?: Razorpay }).Razorpay);
