/** NOTIFY locks the whole database until the commit is durable, so what customers do publishes its changes after the commit. */

import { getTableColumns, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { publishChange } from "../../server/database/change-events.ts";
import { openDatabase } from "../../server/database/open.ts";
import { product } from "../../server/database/schema.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Columns that sales and reviews change. */
const OF_CUSTOMERS = ["rating_counts", "review_count", "rating_sum", "updated_at"];
/** Pages show neither. */
const OF_STAFF = ["version", "publish_at"];
/** They project variants, which have a trigger of their own, and stock, which customers change. */
const PROJECTED = [
  "first_variant_id",
  "price_paise",
  "original_price_paise",
  "lowest_price_paise",
  "highest_price_paise",
  "sizes",
  "in_stock",
];

const statements: string[] = [];
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop({ onStatement: (statement) => void statements.push(statement) });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());
beforeEach(() => void statements.splice(0));

it("only publish_change notifies, for tables and columns that staff changes", async () => {
  const notifying = await rowsOf(
    shop,
    sql`select proname from pg_proc where prosrc ~* 'notify' and pronamespace = 'public'::regnamespace`,
  );
  expect(notifying).toEqual([{ proname: "publish_change" }]);
  const triggers = await rowsOf<{ table: string; isOfColumns: boolean }>(
    shop,
    sql`select distinct relname as "table", tgattr <> '' as "isOfColumns" from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgfoid = 'publish_change'::regproc order by 1, 2`,
  );
  expect(triggers).toEqual([
    ...["banner", "brand_image", "category", "content_list", "content_page", "faq"].map((table) => ({
      table,
      isOfColumns: false,
    })),
    { table: "product", isOfColumns: false },
    { table: "product", isOfColumns: true },
    ...[
      "setting",
      "shipping_holiday",
      "shipping_method",
      "shipping_rate",
      "shipping_zone",
      "testimonial",
      "variant",
    ].map((table) => ({ table, isOfColumns: false })),
  ]);
});

it("every column of a product except its rating and projections is published when staff changes it", async () => {
  const [trigger] = await rowsOf<{ columns: string[] }>(
    shop,
    sql`select array_agg(attname::text) as columns from pg_trigger, unnest(tgattr::int2[]) as number
      join pg_attribute on attnum = number where attrelid = tgrelid and tgname = 'product_changed'`,
  );
  const columns = Object.keys(getTableColumns(product)).map(toSnakeCase);
  expect(trigger?.columns.toSorted()).toEqual(
    columns.filter((column) => ![...OF_CUSTOMERS, ...PROJECTED, ...OF_STAFF].includes(column)).toSorted(),
  );
});

it("other instances receive the event of a sale, and none of a transaction that fails", async ({ skip }) => {
  if (shop.databaseUrl === null) return skip();
  const a = await shoppers.sell({ stock: 6 });
  const heard: string[] = [];
  const other = await openDatabase({ DATABASE_URL: shop.databaseUrl, DATABASE_POOL: 1, DATA_DIR: "" });
  await other.onChange((topic) => heard.push(topic));
  const failing = shop.db.transaction(async (trx) => {
    publishChange(trx, "content");
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await (await shoppers.buyer({ [a]: 6 })).order();
  await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining([`product:${a}`, "availability"])));
  expect(heard).not.toContain("content");
  await other.close();
});

it("no transaction of a purchase, its cancellation or a review notifies", async () => {
  const a = await shoppers.sell({ stock: 6 });
  await shop.db.execute(
    sql`create or replace function publish_change() returns trigger language plpgsql as 'begin raise exception ''notified''; end'`,
  );
  const asha = await shoppers.buyer({ [a]: 6 });
  const { orderNumber, verified } = await asha.buy();
  expect(verified.body.data.outcome).toBe("paid");
  const review = { product_id: a, review_title: "Lovely", review_text: "", rating: 5, files: [] };
  expect((await asha.post("review", review)).status).toBeLessThan(300);
  await shoppers.people.mailsTo(asha.email, 1);
  expect((await asha.post(`order/${orderNumber}/cancel`)).status).toBe(200);
  await shoppers.people.mailsTo(asha.email, 3);
  expect(statements.length).toBeGreaterThan(50);
  expect(statements.filter((statement) => /notify/i.test(statement))).toEqual([]);
});
