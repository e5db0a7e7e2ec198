import type { PaymentProvider } from "./provider.ts";
import type { SettleDeps } from "./settle.ts";

/** What everything about payments needs. */
export interface PaymentDeps extends SettleDeps {
  provider: PaymentProvider;
}
