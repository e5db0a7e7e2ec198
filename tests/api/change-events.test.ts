/** NOTIFY locks the whole database until the commit is durable, so what customers do publishes its changes after the commit. */

import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { publishChange } from "../../server/platform/database/change-events.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { startTcpProxy } from "../faults/tcp-proxy.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

const statements: string[] = [];
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop({ onStatement: (statement) => void statements.push(statement) });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());
beforeEach(() => void statements.splice(0));

it("only publish_change notifies, for tables that staff changes", async () => {
  const notifying = await rowsOf(
    shop,
    sql`select proname from pg_proc where prosrc ~* '\\m(pg_notify|notify)\\M' and pronamespace = 'public'::regnamespace`,
  );
  expect(notifying).toEqual([{ proname: "publish_change" }]);
  const triggers = await rowsOf<{ table: string }>(
    shop,
    sql`select distinct relname as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgfoid = 'publish_change'::regproc order by 1`,
  );
  expect(triggers.map(({ table }) => table)).toEqual([
    "banner",
    "brand_image",
    "category",
    "content_list",
    "content_page",
    "faq",
    "product",
    "redirect",
    "setting",
    "shipping_holiday",
    "shipping_method",
    "shipping_rate",
    "shipping_zone",
    "testimonial",
    "variant",
  ]);
});

it("a product has a new version when staff changes any of its columns, and not when sales and reviews change theirs", async () => {
  await shoppers.sell();
  const versions = async (change: SQL) => {
    const [{ before, after } = { before: 0, after: 0 }] = await rowsOf<{ before: number; after: number }>(
      shop,
      sql`with before as (select id, version from product limit 1)
        update product set ${change} from before where product.id = before.id
        returning before.version as before, product.version as after`,
    );
    return after - before;
  };
  expect(
    await versions(sql`rating_counts = '{0,0,0,0,1}', review_count = 1, rating_sum = 5, first_variant_id = null, price_paise = 1,
      original_price_paise = 2, lowest_price_paise = 1, highest_price_paise = 3, sizes = '{"9 ml"}', in_stock = not in_stock`),
  ).toBe(0);
  for (const change of [
    sql`origin_story = 'Distilled at dawn.'`,
    sql`keywords = '{dawn}'`,
    sql`paired_with = '{oudh}'`,
    sql`shelf_life_months = shelf_life_months + 1`,
    sql`subcategory_id = category_id`,
    sql`updated_at = now() + interval '1 second'`,
  ])
    expect(await versions(change)).toBe(1);
});

it("what is published changes the catalogue, and what is in no page does not", async () => {
  const id = Number(await shoppers.sell());
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query("listen shop_changed");
  const heard: (string | undefined)[] = [];
  // Jobs of the shop change the catalogue, too.
  client.on("notification", ({ processId, payload }) => {
    if (processId === (client as unknown as { processID: number }).processID) heard.push(payload);
  });
  const published = async (change: string) => {
    heard.length = 0;
    await client.query(change);
    // A connection receives its own notifications before the response to its next query.
    await client.query("select 1");
    return heard.includes("catalogue");
  };
  const repriced = `update variant set price_paise = price_paise + 100 where product_id = ${id}`;
  const titled = (title: string) => `update product set title = '${title}' where id = ${id}`;
  const inState = (state: string) => `update product set state = '${state}' where id = ${id}`;
  const copied = (state: string) =>
    `insert into product (slug, title, sub_title, description, ingredients, category_id, country_of_origin, shelf_life_months, state)
      select slug || '${state}', title, '', '', '', category_id, country_of_origin, shelf_life_months, '${state}'
      from product where id = ${id}`;
  expect(await published(repriced)).toBe(true);
  expect(await published(titled("Rain"))).toBe(true);
  expect(await published(inState("draft"))).toBe(true);
  expect(await published(repriced)).toBe(false);
  expect(await published(titled("Rains"))).toBe(false);
  expect(await published(copied("draft"))).toBe(false);
  expect(await published(copied("published"))).toBe(true);
  expect(await published("delete from product where slug like '%draft'")).toBe(false);
  expect(await published("delete from product where slug like '%published'")).toBe(true);
  expect(await published(inState("published"))).toBe(true);
  await client.end();
});

it("other instances receive the event of a sale, and none of a transaction that fails", async () => {
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
  await expect.poll(() => heard).toEqual(expect.arrayContaining([`product:${a}`, "availability"]));
  expect(heard).not.toContain("content");
  await other.close();
});

it("who waits for what was committed receives the event of a trigger, however late the notification is", async () => {
  const slow = await startTcpProxy(shop.databaseUrl, 0, 100);
  const database = await openDatabase({
    DATABASE_URL: shop.databaseUrl,
    DATABASE_DIRECT_URL: slow.url,
    DATABASE_POOL: 2,
    DATA_DIR: "",
  });
  try {
    const received: string[] = [];
    await database.onChange((topic) => void received.push(topic));
    await database.db.execute(sql`insert into faq (question, answer, position) values ('Is it vegan?', 'Yes.', 1)`);
    await database.receiveChanges();
    expect(received).toEqual(["content"]);
  } finally {
    await database.close();
    await slow.close();
  }
});

it("who wait at once for what was committed ask the listening connection one after the other", async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on("warning", note);
  try {
    await Promise.all(Array.from({ length: 3 }, () => shop.database.receiveChanges()));
    // Warnings are emitted a tick later.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", note);
  }
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
