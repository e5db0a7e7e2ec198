import { type SQL, sql } from "drizzle-orm";
import { type ListedRedirect, REDIRECT_ORIGINS } from "../../../contract/admin/redirects.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { findPages } from "./find-pages.ts";

const PER_PAGE = 50;
/** Rows per statement of an export. */
const BATCH = 2000;

/** Stored redirects, and the former slugs of products and categories, which the catalogue stores. */
const ALL = sql`(
  select id, from_path, to_path, origin from redirect
  union all select null, '/product/' || former.slug, '/product/' || product.slug, 'product'
    from product_slug as former join product on product.id = former.product_id
    where not exists (select from redirect where from_path = '/product/' || former.slug)
      and not exists (select from product as taker where taker.slug = former.slug)
  union all select null, '/category/' || former.slug, '/category/' || category.slug, 'category'
    from category_slug as former join category on category.id = former.category_id
    where not exists (select from redirect where from_path = '/category/' || former.slug)
)`;

interface Query {
  q?: string | undefined;
  after?: string | undefined;
}

async function readAfter(db: Database, { q, after }: Query, limit: number) {
  const conditions: SQL[] = [];
  if (after !== undefined) conditions.push(sql`from_path > ${after} collate "C"`);
  if (q !== undefined) {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`(from_path like ${pattern} or lower(to_path) like ${pattern})`);
  }
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return rowsOf(
    db,
    { id: "number?", from_path: "string", to_path: "string", origin: "string" },
    sql`select * from ${ALL} as every ${where} order by from_path collate "C" limit ${limit}`,
  );
}

/** Lists redirects by path. */
export async function listRedirects(
  db: Database,
  query: Query,
): Promise<{ redirects: ListedRedirect[]; hasMore: boolean }> {
  const rows = await readAfter(db, query, PER_PAGE + 1);
  const shown = rows.slice(0, PER_PAGE);
  const pages = await findPages(
    db,
    shown.flatMap((row) => [row.from_path, row.to_path]),
  );
  const isStored = ({ origin }: { origin: string }) => (REDIRECT_ORIGINS as readonly string[]).includes(origin);
  return {
    redirects: shown.map((row) => ({
      _id: row.id === null ? null : String(row.id),
      from: row.from_path,
      to: row.to_path,
      origin: row.origin as ListedRedirect["origin"],
      // A former slug leads to its page, so that it counts as one.
      state:
        isStored(row) && pages.has(row.from_path) ? "page_exists" : pages.has(row.to_path) ? "works" : "target_missing",
    })),
    hasMore: rows.length > PER_PAGE,
  };
}

/** Returns the records of the file: the header of Shopify's, and every redirect that matches. */
export async function* redirectRecords(db: Database, { q }: Query): AsyncGenerator<string[]> {
  yield ["Redirect from", "Redirect to"];
  for (let after: string | undefined; ; ) {
    const rows = await readAfter(db, { q, after }, BATCH);
    for (const row of rows) yield [row.from_path, row.to_path];
    after = rows.at(-1)?.from_path;
    if (rows.length < BATCH) return;
  }
}
