import { index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { product } from "./catalogue.ts";
import { id } from "./columns.ts";
import { customer } from "./people.ts";

/** What a customer has hearted. The id tells what came first: several can be hearted in one moment. */
export const wishlistItem = pgTable(
  "wishlist_item",
  {
    id: id(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** A product that is deleted takes its hearts along. */
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
  },
  (table) => [
    uniqueIndex("wishlist_item_once").on(table.customerId, table.productId),
    index("wishlist_item_by_product").on(table.productId),
  ],
);
