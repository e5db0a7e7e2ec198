import { sql } from "drizzle-orm";
import type { Picture } from "../../../contract/pictures.ts";
import { product, variant } from "../../platform/database/schema.ts";

/** The picture of the query's variant, or of its product if it has none. */
export const variantPicture = sql<Picture | null>`coalesce(${variant.image}, ${product.images} -> 0)`;
