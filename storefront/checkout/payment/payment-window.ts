import type { Razorpay, RazorpayOptions, RazorpaySuccess } from "./razorpay.ts";
import { needsRedirect } from "./window-options.ts";

interface WindowCallbacks {
  /** Called with the provider's message after each failed attempt. The window stays open. */
  onFailed: (reason: string) => void;
  /** Closes the window, for instance when its page is left. */
  signal: AbortSignal;
}

/** The path to which the provider's page redirects. */
const CALLBACK = "/api/payment/callback";

/**
 * Opens the payment window and waits until it is closed.
 * @returns the provider's proof of payment; null if there was none
 */
export function openPaymentWindow(
  Razorpay: Razorpay,
  options: RazorpayOptions,
  { onFailed, signal }: WindowCallbacks,
): Promise<RazorpaySuccess | null> {
  const redirect = needsRedirect(navigator.userAgent);
  return new Promise((resolve) => {
    const opened = new Razorpay({
      ...options,
      ...(redirect ? { redirect: true, callback_url: window.location.origin + CALLBACK } : { handler: resolve }),
      modal: { ondismiss: () => resolve(null) },
    });
    // The browser may restore this page from its back/forward cache.
    if (redirect) window.addEventListener("pageshow", () => resolve(null), { once: true, signal });
    opened.on("payment.failed", ({ error }) => onFailed(error.description || "The payment didn’t go through."));
    signal.addEventListener("abort", () => {
      opened.close?.();
      resolve(null);
    });
    opened.open();
  });
}
