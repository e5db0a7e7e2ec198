import type { OrderDetail } from "../../../contract/orders/schemas.ts";

/** Returns the navigation state with which the checkout completes an unpaid order: its number and what was chosen for it. */
export const completionOf = ({
  number,
  shippingMethod,
}: Pick<OrderDetail, "number"> & Partial<Pick<OrderDetail, "shippingMethod">>) => ({
  checkout: { completes: number, ...(shippingMethod && { shippingMethod: shippingMethod.code }) },
});
