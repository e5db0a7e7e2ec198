import { sql } from "drizzle-orm";
import { product, variant } from "../../platform/database/schema.ts";

/** The title of a product with the label of one of its sizes: "Kewra Bloom, 50 ml". */
export const sizeName = sql<string>`concat_ws(', ', ${product.title}, nullif(${variant.label}, ''))`;
