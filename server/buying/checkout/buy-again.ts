import { isFreeSample } from "../../../contract/orders/free-sample.ts";
import type { BoughtAgain } from "../../../contract/orders/schemas.ts";
import { readOrderItems } from "../../orders/orders/order-items.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { Database } from "../../platform/database/database.ts";
import { addAllToCart } from "../../shop/cart/change-cart.ts";

/** Adds the items of an order, without its free samples, to its customer's cart. `problems` says which could not be added, and why. */
export async function buyAgain(db: Database, order: OrderRow, maxUnits: number): Promise<BoughtAgain> {
  const items = (await readOrderItems(db, [order.id])).get(order.id) ?? [];
  const wanted = items
    .filter(({ product }) => !isFreeSample(product))
    .map(({ product, quantity }) => ({
      productId: Number(product._id),
      variantId: Number(product.variant_id),
      quantity,
      maxUnits,
      title: product.title,
    }));
  const { contents, problems } = await addAllToCart(
    db,
    order.customerId,
    wanted,
    ({ title }, { message }) => `${title}: ${message}`,
  );
  return { ...contents, problems };
}
