import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { productCard } from "../database/schema.ts";

/** The card of the product with an id, in a statement that finds ids: looked up for each by itself, however many they are. */
export function cardOf(id: SQLWrapper): SQL<ProductSummary> {
  // Nested, because Drizzle takes the table off a column that stands in a selected expression itself.
  return sql`(select card from ${productCard} where ${productCard}.product_id = ${sql`${id}`})`;
}
