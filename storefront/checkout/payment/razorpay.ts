import { loadExternalScript } from "../../api/external-script.ts";

/**
 * The part of the payment provider's checkout script that is used here.
 * https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
 */
export type Razorpay = new (options: RazorpayOptions) => RazorpayWindow;

export interface RazorpayWindow {
  open(): void;
  /** Puts the window away. */
  close?(): void;
  on(event: "payment.failed", hear: (failed: RazorpayFailure) => void): void;
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
  /** Instead of a window over the page the provider's own page, which leads to the callback with a POST. */
  redirect?: true;
  callback_url?: string;
}

/** Proof of a payment, to be verified by the server. */
export interface RazorpaySuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** One attempt to pay has failed; the window stays, and offers another. */
export interface RazorpayFailure {
  error: { description?: string };
}

/** Loads the provider's script, which no screen but a payment needs. */
export const loadRazorpay = (address: string) =>
  loadExternalScript(address, () => (window as { Razorpay?: Razorpay }).Razorpay);
