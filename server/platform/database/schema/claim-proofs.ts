import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { product } from "./catalogue.ts";
import { atLeast, oneOf } from "./checks.ts";
import { bytea, id, rowId, timestamptz } from "./columns.ts";

/**
 * Certificates of claims as files. In the database, since the media store is public. A trigger deletes those of claims that are removed
 * (functions/product-changes.sql).
 */
export const claimProof = pgTable(
  "claim_proof",
  {
    id: id(),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    /** The claim's certifying body and the number of its certificate. */
    body: text().notNull(),
    number: text().notNull(),
    fileName: text().notNull(),
    type: text({ enum: ["pdf", "webp"] }).notNull(),
    size: integer().notNull(),
    content: bytea().notNull(),
    author: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    oneOf(table.type),
    atLeast(1, table.size),
    unique("claim_proof_product_id_unique").on(table.productId, table.body, table.number),
  ],
);
