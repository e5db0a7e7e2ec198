import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { isSameAddress } from "../address/same-address.ts";

/** What an unpaid order is completed with: what was chosen for it. */
export type Completable = Pick<
  OrderSummary,
  "number" | "shippingAddress" | "billingAddress" | "shippingMethod" | "paymentMethod"
>;

/** Returns the navigation state with which the checkout completes an unpaid order: its number and what was chosen for it. */
export const completionOf = ({
  number,
  shippingAddress,
  billingAddress,
  shippingMethod,
  paymentMethod,
}: Completable) => ({
  checkout: {
    completes: number,
    address: shippingAddress,
    ...(!isSameAddress(shippingAddress, billingAddress) && { billing: billingAddress }),
    shippingMethod: shippingMethod.code,
    paymentMethod,
  },
});
