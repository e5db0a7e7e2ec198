import { index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { product, variant } from "./catalogue.ts";
import { id, rowId } from "./columns.ts";
import { customer } from "./people.ts";

/** A saved product, with or without a size. Ordered by id, because several can be saved at the same instant. */
export const wishlistItem = pgTable(
  "wishlist_item",
  {
    id: id(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    variantId: rowId().references(() => variant.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex().on(table.customerId, table.productId),
    index().on(table.productId),
    index().on(table.variantId),
  ],
);
