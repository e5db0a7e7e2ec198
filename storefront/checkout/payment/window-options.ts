import type { User } from "../../../contract/accounts/schemas.ts";
import type { PaymentOrder, PaymentWindow } from "../../../contract/checkout/schemas.ts";
import type { RazorpayOptions } from "./razorpay.ts";

interface WindowOptionsInput {
  settings: PaymentWindow;
  order: PaymentOrder;
  customer: Pick<User, "name" | "email" | "mobile_no">;
  /** In milliseconds since 1970, by this device's clock. */
  now: number;
}

/** Returns the options of the payment window. */
export function windowOptions({ settings, order, customer, now }: WindowOptionsInput): RazorpayOptions {
  const { key, name, description, prefill, themeColor } = settings;
  const timeout = secondsLeft(order.payUntil, now);
  return {
    key,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name,
    description,
    prefill: {
      name: customer.name || prefill.name,
      email: customer.email || prefill.email,
      contact: customer.mobile_no ? `+91${customer.mobile_no}` : prefill.contact,
    },
    theme: { color: themeColor },
    ...(timeout !== undefined && { timeout }),
    // NPCI has withdrawn typed UPI IDs; QR codes and apps remain.
    config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
  };
}

const MIN_SECONDS = 60;
const MAX_SECONDS = 24 * 60 * 60;

/** Returns undefined if this device's clock is clearly wrong: the server checks the time in any case. */
function secondsLeft(payUntil: string, now: number): number | undefined {
  const seconds = Math.floor((Date.parse(payUntil) - now) / 1000);
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Matches in-app browsers that cannot show the provider's window over a page and use the provider's own page. */
const BROWSERS_WITHOUT_FRAMES = /\bFBAN\/|\bFBAV\/|\bInstagram\b|\bOpera Mini\b|\bOPiOS\/|\bUCBrowser\/|\bUCWEB/;

export function needsRedirect(userAgent: string): boolean {
  return BROWSERS_WITHOUT_FRAMES.test(userAgent);
}
