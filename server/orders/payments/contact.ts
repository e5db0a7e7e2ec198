import { isIndianMobile, mobileNumberOf } from "../../../contract/written-numbers.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { ProviderPayment } from "./provider.ts";

/**
 * Returns the number that the courier calls for an order: its own, else the one that the buyer gave the provider. A number of another
 * country is of no use to a courier, and is not taken.
 */
export const mobileOf = (
  { mobile }: Pick<OrderRow, "mobile">,
  { contact }: Pick<ProviderPayment, "contact">,
): string => (mobile === "" && isIndianMobile(contact) ? mobileNumberOf(contact) : mobile);
