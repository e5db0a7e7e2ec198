import type { Checkout } from "../../contract/checkout/schemas.ts";

/** The amount of an order for cash on delivery that is paid now; null if nothing is. */
export const advanceOf = ({ paymentMethod, cashOnDelivery }: Checkout) =>
  paymentMethod === "cash_on_delivery" ? (cashOnDelivery?.advance ?? null) : null;

/** Whether the order, or a part of it, is paid now. */
export const paysNow = (checkout: Checkout): boolean =>
  checkout.totalPrice > 0 && (checkout.paymentMethod === "online" || advanceOf(checkout) !== null);
