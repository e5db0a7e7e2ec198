import { isFreeSample } from "../../contract/orders/free-sample.ts";
import type { BoughtAgain } from "../../contract/orders/schemas.ts";
import { addToCart } from "../cart/change-cart.ts";
import { readContents } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import { readOrderItems } from "../orders/order-items.ts";
import type { OrderRow } from "../orders/order-row.ts";

/** Adds the items of an order, without its free samples, to its customer's cart. `problems` says which could not be added, and why. */
export async function buyAgain(db: Database, order: OrderRow, maxUnits: number): Promise<BoughtAgain> {
  const items = (await readOrderItems(db, [order.id])).get(order.id) ?? [];
  const problems: string[] = [];
  for (const { product, quantity } of items) {
    if (isFreeSample(product)) continue;
    try {
      await addToCart(db, order.customerId, {
        productId: Number(product._id),
        variantId: Number(product.variant_id),
        quantity,
        maxUnits,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(`${product.title}: ${error.message}`);
    }
  }
  return { ...(await readContents(db, order.customerId)), problems };
}
