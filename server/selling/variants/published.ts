import { sql } from "drizzle-orm";
import { product, variant } from "../../platform/database/schema.ts";

/** Whether the shop shows the query's product. */
export const isPublished = sql<boolean>`(${product.state} = 'published')`;

/** Whether the query's variant can be bought: it is on sale, and its product is published. */
export const isPurchasable = sql<boolean>`(${variant.onSale} and exists (
  select from ${product} where ${product.id} = ${variant.productId} and ${product.state} = 'published'
))`;
