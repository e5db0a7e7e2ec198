import type { Razorpay, RazorpayOptions, RazorpaySuccess } from "./razorpay.ts";
import { needsRedirect } from "./window-options.ts";

interface WindowHearers {
  /** Told, in the provider's words, of each attempt that has failed. The window stays. */
  onFailed: (reason: string) => void;
  /** Puts the window away, as when its screen is left. */
  signal: AbortSignal;
}

/** Where the provider's own page leads to afterwards. */
const CALLBACK = "/api/payment/callback";

/**
 * Opens the payment window and waits for its end.
 * @returns the provider's proof of a payment; null when the window was closed without one
 */
export function openPaymentWindow(
  Razorpay: Razorpay,
  options: RazorpayOptions,
  { onFailed, signal }: WindowHearers,
): Promise<RazorpaySuccess | null> {
  const redirect = needsRedirect(navigator.userAgent);
  return new Promise((resolve) => {
    const opened = new Razorpay({
      ...options,
      ...(redirect ? { redirect: true, callback_url: window.location.origin + CALLBACK } : { handler: resolve }),
      modal: { ondismiss: () => resolve(null) },
    });
    // Back from the provider's own page, this one may be shown as it was left.
    if (redirect) window.addEventListener("pageshow", () => resolve(null), { once: true, signal });
    opened.on("payment.failed", ({ error }) => onFailed(error.description || "The payment didn’t go through."));
    signal.addEventListener("abort", () => {
      opened.close?.();
      resolve(null);
    });
    opened.open();
  });
}
