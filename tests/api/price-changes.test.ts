/** Prices planned for a time, carried out by a job, and GST rates of later days. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { changePriceTask } from "../../server/shop/catalogue/editing/price-change-task.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let manager: Awaited<ReturnType<typeof signInAs>>;
let task: ReturnType<typeof changePriceTask>;

beforeAll(async () => {
  shop = await openShop({
    environment: { MANUFACTURER: "Kewra Distillery|Lucknow 226001", SHOP_PHONE: "+91 522 400 1416" },
  });
  shoppers = buyersOf(shop);
  manager = await signInAs(shop, "Manager");
  const facts = { manufacturer: ["Kewra"], importer: [], phone: "1", email: "a@b", hsnDigits: 4 as const };
  task = changePriceTask(shop.db, { measure: async () => null }, async () => facts);
});
afterAll(() => shop?.close());

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const run = (changeId: string) =>
  task.run({ changeId: Number(changeId) }, { attempts: 1, lastError: null, stopping: new AbortController().signal });
/** As if its beginning, or its end, had come. */
const comes = (id: string, what: "starts_at" | "ends_at") =>
  shop.db.execute(
    what === "starts_at"
      ? sql`update price_change set starts_at = now() - interval '2 minutes' where id = ${id}`
      : sql`update price_change set ends_at = now() - interval '1 minute' where id = ${id}`,
  );
const read = async (id: string) => (await manager.send("GET", `/products/${id}`)).body.data;
const priceOf = async (slug: string) => (await shop.get(`/api/product/${slug}`)).body.data.price;

let made = 0;
async function product(values: object = {}) {
  made += 1;
  const slug = `gulab-${made}`;
  const variantId = await shoppers.sell({ title: "Gulab", slug, pricePaise: 50_000, stock: 9, ...values });
  const [row] = await rowsOf<{ id: string; size: string }>(
    shop,
    sql`select product.id::text, variant.id::text as size from product join variant on product_id = product.id where slug = ${slug}`,
  );
  const plan = (body: object, who = manager) => who.send("POST", `/sizes/${row?.size}/price-changes`, body);
  return { slug, variantId, id: row?.id ?? "", size: row?.size ?? "", plan };
}
const planned = ({ body }: { body: { data: { sizes: { plannedPrices: { _id: string }[] }[] } } }) =>
  body.data.sizes[0]?.plannedPrices[0]?._id ?? "";

describe("a planned price", () => {
  it("begins and ends at its times; carts show the change", async () => {
    const { slug, variantId, id, plan } = await product();
    const asha = await shoppers.buyer({ [variantId]: 1 });
    const response = await plan({ price: 399.5, originalPrice: 500, startsAt: at(5), endsAt: at(60) });
    expect(response.body.data.sizes[0].plannedPrices).toEqual([
      expect.objectContaining({ price: 399.5, originalPrice: 500, state: "planned", message: "" }),
    ]);
    const change = planned(response);
    const listed = (await manager.send("GET", `/products?q=gulab`)).body.data.products.find(
      (one: { _id: string }) => one._id === id,
    );
    expect(listed.sizes[0].nextPrice).toMatchObject({ price: 399.5 });
    // Before its time the job waits.
    expect(await run(change)).toBeInstanceOf(Date);
    expect(await priceOf(slug)).toBe(500);
    expect(await rowsOf(shop, sql`select 1 from job where key = ${`change_price ${change}`}`)).toHaveLength(1);

    await comes(change, "starts_at");
    expect(await run(change)).toBeInstanceOf(Date);
    expect((await shop.get(`/api/product/${slug}`)).body.data).toMatchObject({ price: 399.5, originalPrice: 500 });
    const cart = (await shoppers.people.get("cart", asha.token)).body;
    expect(cart).toMatchObject({ payable: true, data: [{ notices: ["price_fell"] }] });
    // It may run twice for one job.
    await run(change);
    expect(await read(id)).toMatchObject({
      lastChange: { by: "Schedule" },
      sizes: [{ plannedPrices: [{ state: "running" }] }],
    });

    await comes(change, "ends_at");
    expect(await run(change)).toBeNull();
    expect((await shop.get(`/api/product/${slug}`)).body.data.price).toBe(500);
    expect((await shop.get(`/api/product/${slug}`)).body.data.originalPrice).toBeUndefined();
    expect((await read(id)).sizes[0].plannedPrices).toEqual([]);
    const audit = await rowsOf<{ action: string; actor: string }>(
      shop,
      sql`select action, actor from audit_entry where subject_type = 'product' and subject_id = ${id} order by id`,
    );
    expect(audit).toEqual([
      { action: "product.price_planned", actor: "Manager Rao" },
      { action: "product.changed", actor: "Schedule" },
      { action: "product.changed", actor: "Schedule" },
    ]);
  });

  it("without an end stays, and can be cancelled before", async () => {
    const { slug, plan } = await product();
    const first = planned(await plan({ price: 600, packsCarryMrp: true, startsAt: at(5) }));
    expect((await manager.send("DELETE", `/price-changes/${first}`)).body.data.sizes[0].plannedPrices).toEqual([]);
    await comes(first, "starts_at");
    await run(first);
    expect(await priceOf(slug)).toBe(500);
    expect((await manager.send("DELETE", `/price-changes/${first}`)).status).toBe(409);

    const second = planned(await plan({ price: 600, packsCarryMrp: true, startsAt: at(5) }));
    await comes(second, "starts_at");
    expect(await run(second)).toBeNull();
    expect(await priceOf(slug)).toBe(600);
  });

  it("can be ended early, which never replaces a price set by hand", async () => {
    const { slug, id, size, plan } = await product();
    const running = async () => {
      const change = planned(await plan({ price: 300, originalPrice: 500, startsAt: at(5), endsAt: at(60) }));
      await comes(change, "starts_at");
      await run(change);
      expect(await priceOf(slug)).toBe(300);
      return change;
    };
    await manager.send("DELETE", `/price-changes/${await running()}`);
    expect(await priceOf(slug)).toBe(500);

    const change = await running();
    const { version } = await read(id);
    await manager.send("PATCH", `/products/${id}`, { version, sizes: [{ _id: size, price: 450 }] });
    expect((await manager.send("DELETE", `/price-changes/${change}`)).status).toBe(409);
    await comes(change, "ends_at");
    await run(change);
    expect(await priceOf(slug)).toBe(450);
    expect((await read(id)).sizes[0].plannedPrices).toMatchObject([
      { state: "failed", message: expect.stringContaining("changed by hand") },
    ]);
  });

  it("that the product's page would reject changes nothing, and the product says why", async () => {
    const { slug, id, plan } = await product();
    const change = planned(await plan({ price: 400, startsAt: at(5) }));
    await shop.db.execute(sql`update product set shelf_life_months = 0 where id = ${id}`);
    await comes(change, "starts_at");
    expect(await run(change)).toBeNull();
    expect(await priceOf(slug)).toBe(500);
    expect((await read(id)).sizes[0].plannedPrices).toMatchObject([
      { state: "failed", message: expect.stringContaining("shelf life") },
    ]);
  });

  it("is rejected when it overlaps another, is in the past, or comes from a member without the permission", async () => {
    const { plan } = await product();
    const field = async (body: object) => (await plan(body)).body.errors?.[0]?.field;
    expect(await field({ price: 400, startsAt: at(-1) })).toBe("startsAt");
    expect(await field({ price: 400, startsAt: at(10), endsAt: at(5) })).toBe("endsAt");
    expect(await field({ price: 400, originalPrice: 300, startsAt: at(10) })).toBe("originalPrice");
    expect(await field({ price: 0, startsAt: "tomorrow" })).toBe("price");
    // Two at once: one of them waits and then sees the other.
    const both = await Promise.all([1, 2].map(() => plan({ price: 400, startsAt: at(10), endsAt: at(20) })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await plan({ price: 450, startsAt: at(15) })).status).toBe(409);
    expect((await plan({ price: 450, startsAt: at(21) })).status).toBe(200);
    const content = await signInAs(shop, "Content");
    expect((await plan({ price: 450, startsAt: at(31) }, content)).status).toBe(403);
    expect((await manager.send("POST", "/sizes/999999/price-changes", { price: 1, startsAt: at(9) })).status).toBe(404);
    expect((await manager.send("DELETE", "/price-changes/999999")).status).toBe(404);
  });
});

it("a GST rate of a later day is added, shown and deleted; one that applies stays", async () => {
  const { id, size } = await product();
  const later = isoDayInIndia(new Date(Date.now() + 40 * 86_400_000));
  const { version } = await read(id);
  const rate = { _id: size, gstPercent: 5, gstFrom: later };
  const added = await manager.send("PATCH", `/products/${id}`, { version, sizes: [rate] });
  expect(added.body.data.sizes[0].laterRates).toEqual([{ from: later, percent: 5 }]);
  const remove = (day: string) => manager.send("DELETE", `/sizes/${size}/gst-rates/${day}`);
  expect((await remove(later)).body.data.sizes[0]).toMatchObject({ laterRates: [], gstPercent: 18 });
  expect((await remove(later)).status).toBe(404);
  expect((await remove("2017-07-01")).status).toBe(404);
  // No such day.
  expect((await remove("2027-02-31")).status).toBe(404);
  const wrong = { version: (await read(id)).version, sizes: [{ ...rate, gstFrom: "2027-02-31" }] };
  expect((await manager.send("PATCH", `/products/${id}`, wrong)).status).toBe(422);
  expect((await read(id)).lastChange.by).toBe("Manager Rao");
});
