import { productPath } from "../../../contract/catalogue/product-path.ts";
import { needsConfirmation } from "../../../contract/orders/badges.ts";
import { orderPage, orderTrackingPage } from "../../../contract/orders/forms.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { type Completable, completionOf } from "../../shared/order/completion.ts";
import { isUnderWay } from "../../shared/order/order-progress.tsx";
import { ownedProducts } from "../owned-products.ts";
import { ENDED } from "./ended.ts";

/** A link. `about` ends its name for screen readers: the list has several of the same label. */
interface StepLink {
  label: string;
  about: string;
  to: string;
  /** Navigation state. */
  state?: object;
}

/** Returns the one action that an order's state suggests; null while only the shop can act. */
export function nextStepOf(
  order: Completable & Pick<OrderSummary, "state" | "badge" | "items">,
): StepLink | "buy again" | null {
  const { number, state, items } = order;
  const [product] = state === "delivered" ? ownedProducts(items) : [];
  if (product)
    return {
      label: "Write a review",
      about: `of ${product.title}`,
      to: `${productPath(product.slug, product.size)}#reviews`,
    };
  if (ENDED.includes(state)) return "buy again";
  if (isUnderWay(state)) return { label: "Track order", about: number, to: orderTrackingPage(number) };
  if (state !== "pending") return null;
  return needsConfirmation(order)
    ? { label: "Confirm order", about: number, to: orderPage(number) }
    : { label: "Complete payment", about: `of order ${number}`, to: "/checkout", state: completionOf(order) };
}
