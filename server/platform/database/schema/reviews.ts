/** Reviews of products, and their pictures and videos. */

import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, smallint, text, unique } from "drizzle-orm/pg-core";
import type { Picture } from "../../../../contract/pictures.ts";
import { REVIEW_STATES } from "../../../../contract/reviews/schemas.ts";
import { product } from "./catalogue.ts";
import { oneOf, stars } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customer } from "./people.ts";

export const review = pgTable(
  "review",
  {
    id: id(),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    rating: smallint().notNull(),
    title: text().notNull(),
    text: text(),
    images: jsonb().$type<Picture[]>().notNull().default([]),
    /** Paths behind the media host. */
    videos: jsonb().$type<string[]>().notNull().default([]),
    /** Whether the author had bought the product when the review was last written. */
    verifiedBuyer: boolean().notNull().default(false),
    state: text({ enum: REVIEW_STATES }).notNull().default("published"),
    /** Why it is not shown: a sentence for the author, empty for a published review. */
    note: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    unique("review_product_id_customer_id_unique").on(table.productId, table.customerId),
    stars(table.rating),
    oneOf(table.state),
    index("review_published_product_id_index")
      .on(table.productId, table.createdAt, table.id)
      .where(sql`state = 'published'`),
    index("review_held_changed_at_index").on(table.changedAt).where(sql`state = 'held'`),
    index().on(table.customerId),
  ],
);

/** A picture or video that a customer has uploaded for a review. One without a review is deleted after a day, file and row. */
export const reviewUpload = pgTable(
  "review_upload",
  {
    path: text().primaryKey(),
    customerId: rowId().references(() => customer.id, { onDelete: "set null" }),
    reviewId: rowId().references(() => review.id, { onDelete: "set null" }),
    /** What a page needs to show it; null for a video. */
    picture: jsonb().$type<Picture>(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.reviewId),
    index("review_upload_unused_created_at_index").on(table.createdAt).where(sql`review_id is null`),
    index().on(table.customerId),
  ],
);
