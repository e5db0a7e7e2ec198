import type { PaymentProvider } from "./provider.ts";
import type { SettleParts } from "./settle.ts";

/** What everything about payments needs. */
export interface PaymentParts extends SettleParts {
  provider: PaymentProvider;
}
