import { asc, eq } from "drizzle-orm";
import type { BoughtAgain } from "../../contract/orders/schemas.ts";
import { addToCart } from "../cart/change-cart.ts";
import { readContents } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { orderItem } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { OrderRow } from "../orders/order-row.ts";

/** Adds the items of an order to its customer's cart. `problems` says which could not be added, and why. */
export async function buyAgain(db: Database, order: OrderRow, maxUnits: number): Promise<BoughtAgain> {
  const items = await db
    .select({ productId: orderItem.productId, title: orderItem.title, quantity: orderItem.quantity })
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const problems: string[] = [];
  for (const { productId, title, quantity } of items) {
    try {
      await addToCart(db, order.customerId, { productId, quantity, maxUnits });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(`${title}: ${error.message}`);
    }
  }
  return { ...(await readContents(db, order.customerId)), problems };
}
