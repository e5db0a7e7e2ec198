/** Paths that lead elsewhere, and those that led nowhere. */

import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { REDIRECT_ORIGINS } from "../../../../contract/admin/redirects.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, timestamptz } from "./columns.ts";

/** A path without a page that redirects. Former slugs are in `product_slug` and `category_slug`. */
export const redirect = pgTable(
  "redirect",
  {
    id: id(),
    /** In lower case and decoded, without a trailing slash and without a query. */
    fromPath: text().notNull(),
    /** A path of this shop, encoded, with its query if it has one. */
    toPath: text().notNull(),
    origin: text({ enum: REDIRECT_ORIGINS }).notNull(),
    changedAt: timestamptz().notNull(),
  },
  (table) => [unique("redirect_from_path_unique").on(table.fromPath), oneOf(table.origin)],
);

/** A path that somebody asked for and that has neither a page nor a redirect. Says nothing about who asked. */
export const notFoundPath = pgTable(
  "not_found_path",
  {
    id: id(),
    /** As `redirect.from_path`. */
    path: text().notNull(),
    times: integer().notNull(),
    lastAt: timestamptz().notNull(),
  },
  (table) => [unique("not_found_path_path_unique").on(table.path), atLeast(1, table.times)],
);
