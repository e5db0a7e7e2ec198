import type { PaymentWindow } from "../../../contract/checkout/schemas.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { PaymentProvider } from "./provider.ts";

/** The shop's data for the payment window. */
export function paymentWindowOf(
  { window }: Pick<PaymentProvider, "window">,
  { PAYMENT_BRAND, PAYMENT_DESCRIPTION, PAYMENT_PREFILL, PAYMENT_THEME_COLOR }: ShopSettings,
): PaymentWindow {
  const [name = "", email = "", contact = ""] = PAYMENT_PREFILL;
  return {
    ...window,
    name: PAYMENT_BRAND,
    description: PAYMENT_DESCRIPTION,
    prefill: { name, email, contact },
    themeColor: PAYMENT_THEME_COLOR,
  };
}
