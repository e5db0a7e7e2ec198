/** What to reorder, from sales, returns and sold-out days. Amounts worked out by hand. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markAllDays, rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { rowsOf } from "../../server/platform/database/rows.ts";
import { noteSoldOut } from "../../server/selling/stock/sold-out-times.ts";
import { buyersOf } from "./buyers.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
const read = async (query = "") => (await owner.send("GET", `/reorder${query}`)).body.data;
const soldOutSoon = async () =>
  (await owner.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "sold_out_soon");

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const sell = (title: string, stock: number) =>
    shoppers.sell({ title, sku: title.toUpperCase(), pricePaise: 10_000, stock });
  const [rose, attar, soap] = [await sell("Rose", 13), await sell("Attar", 7), await sell("Soap", 500)];
  async function sold(cart: Record<string, number>, daysAgo: number): Promise<string> {
    const { orderNumber } = await (await shoppers.buyer(cart)).buy();
    await shoppers.orderAges(orderNumber, daysAgo * 24 * 60);
    return orderNumber;
  }
  // Before the eight weeks, so that all sizes are known to be sold since.
  await sold({ [rose]: 1, [attar]: 1, [soap]: 1 }, 60);
  await sold({ [attar]: 4, [soap]: 1 }, 50);
  const partly = await sold({ [rose]: 12 }, 20);
  const version = async () => (await owner.send("GET", `/orders/${partly}`)).body.data.version;
  const lines = (quantity: number) => [{ position: 0, quantity }];
  const cancelled = await owner.send("POST", `/orders/${partly}/cancel`, {
    version: await version(),
    lines: lines(2),
    reason: "",
  });
  expect([cancelled.status, cancelled.body.message]).toEqual([200, undefined]);
  expect(await actOnOrder(shop, `ship ${partly} --courier Delhivery --awb REORDER1`)).toMatchObject({ code: 0 });
  const refunded = await owner.send("POST", `/orders/${partly}/refund`, {
    version: await version(),
    lines: lines(2),
    restock: [],
  });
  expect([refunded.status, refunded.body.message]).toEqual([200, undefined]);
  await shop.db.execute(sql`update credit_note set issued_at = issued_at - interval '1 day'`);
  const booked = await owner.send("POST", "/purchases", {
    ...{ supplier: "Gulab Oils", documentNumber: "INV-1", documentDate: "2026-11-01", note: "", isInStock: true },
    lines: [{ sku: "ROSE", units: 1, unitCost: 40 }],
  });
  expect(booked.status).toBe(200);
  // Reserved and not paid.
  await (await shoppers.buyer({ [attar]: 1 })).order();
  // Sold out on 28 of the 56 days.
  await shop.db.execute(sql`insert into sold_out_time (variant_id, since, until)
    select id, now() - interval '40 days', now() - interval '12 days' from variant where sku = 'ATTAR'`);
  await shop.db.execute(sql`delete from job where key in ('roll_up_sales', 'roll_up_variants')`);
  // No trigger notes days that change by hand.
  await markAllDays(shop.db);
  await rollUpSales(shop.db);
}, 90_000);
afterAll(() => shop?.close());

it("is proposed by size, what is sold out first at the top", async () => {
  const { proposals, ...rest } = await read();
  const counts = { all: 2, late: 1 };
  expect(rest).toEqual({
    leadDays: 14,
    coverDays: 30,
    suppliers: [{ name: "Gulab Oils", leadDays: null }],
    counts,
    more: 0,
  });
  expect(proposals).toEqual([
    // 4 in 28 days are 1 a week; of 2, 1 is reserved. 44 days need 6.29.
    {
      ...{ sku: "ATTAR", title: "Attar", size: expect.any(String), supplier: null, onHand: 2, reserved: 1 },
      ...{ sold: 4, availableDays: 28, weekly: 1, daysLeft: 7, order: 6, isLate: true },
      ...{ leadDays: 14, leadTimeOf: "setting" },
    },
    // 12 less 2 cancelled and 2 returned in 56 days are 1 a week. Cancelled units are back, returned ones are not.
    {
      ...{ sku: "ROSE", title: "Rose", size: expect.any(String), supplier: "Gulab Oils", onHand: 2, reserved: 0 },
      ...{ sold: 8, availableDays: 56, weekly: 1, daysLeft: 14, order: 5, isLate: false },
      ...{ leadDays: 14, leadTimeOf: "setting" },
    },
  ]);
  expect(await read("?supplier=Gulab Oils")).toMatchObject({
    counts: { all: 1, late: 0 },
    proposals: [{ sku: "ROSE" }],
  });
  expect((await read("?tab=late")).proposals.map(({ sku }: { sku: string }) => sku)).toEqual(["ATTAR"]);
});

it("is a CSV file, for those who may book purchases", async () => {
  const { body } = await owner.send("GET", "/reorder.csv");
  expect(body).toContain(
    "sku,product,size,supplier,sold_a_week,days_left,lead_days,lead_time_of,on_hand,reserved,quantity",
  );
  expect(body).toMatch(/ATTAR,Attar,[^,]*,,1,7,14,setting,2,1,6/);
  const packer = await signInAs(shop, "Packer");
  for (const path of ["/reorder", "/reorder.csv"]) expect((await packer.send("GET", path)).status).toBe(403);
});

it("follows the lead time of the settings", async () => {
  await performCommand(shop, "settings REORDER_LEAD_DAYS 3");
  // 33 days need 4.71; 7 days are within a week of the 3.
  expect((await read()).proposals).toMatchObject([{ sku: "ATTAR", order: 4, isLate: false }]);
  await performCommand(shop, "settings REORDER_LEAD_DAYS 14");
});

it("follows the lead time of the supplier from whom a size was bought last, until it has none of its own", async () => {
  const set = (leadDays: unknown, supplier = "gulab oils") => owner.send("PATCH", "/suppliers", { supplier, leadDays });
  const rose = async (query = "") => (await read(query)).proposals.find(({ sku }: { sku: string }) => sku === "ROSE");
  expect((await set(40)).status).toBe(200);
  expect((await read()).suppliers).toEqual([{ name: "Gulab Oils", leadDays: 40 }]);
  // 8 in 56 days, 1 in 7: 2 last 14 days, which is less than 40; 70 days need 10.
  expect(await rose()).toMatchObject({ order: 8, isLate: true, leadDays: 40, leadTimeOf: "supplier" });
  expect(await rose("?supplier=Gulab+Oils&tab=late")).toMatchObject({ order: 8 });
  expect(await soldOutSoon()).toMatchObject({ count: 2 });
  expect((await owner.send("GET", "/reorder.csv")).body).toMatch(/ROSE,Rose,[^,]*,Gulab Oils,1,14,40,supplier,2,0,8/);
  // What arrives at once is ordered a week before it is sold out; 14 days are more.
  await set(0);
  expect(await rose()).toBeUndefined();
  for (const leadDays of [-1, 366, 1.5, "7"])
    expect(await set(leadDays)).toMatchObject({ status: 422, body: { errors: [{ field: "leadDays" }] } });
  expect(await set(7, "Nobody")).toMatchObject({ status: 404, body: { errors: [{ field: "supplier" }] } });
  expect(
    (await (await signInAs(shop, "Packer")).send("PATCH", "/suppliers", { supplier: "Gulab Oils", leadDays: 1 }))
      .status,
  ).toBe(403);
  await set(null);
  expect(await rose()).toMatchObject({ order: 5, leadDays: 14, leadTimeOf: "setting" });
});

it("counts on Home what is sold out before an order arrives, until it is received", async () => {
  expect(await soldOutSoon()).toMatchObject({ count: 1 });
  await performCommand(shop, "admin receiveStock ATTAR --units 40");
  expect(await soldOutSoon()).toMatchObject({ count: 0 });
});

it("notes when a size is sold out, and when it is back", async () => {
  await performCommand(shop, "admin adjustStock ROSE --difference=-2 --reason Broken");
  const noted = () =>
    rowsOf(
      shop.db,
      { since: "string", until: "string?", moved: "string" },
      sql`select since::text, until::text, (select max(at) from stock_movement where variant_id = variant.id and kind = 'adjusted')::text as moved
        from sold_out_time join variant on variant.id = variant_id where sku = 'ROSE'`,
    );
  await noteSoldOut(shop.db, new Date());
  await noteSoldOut(shop.db, new Date());
  const [row, ...others] = await noted();
  expect([row?.since, row?.until, others]).toEqual([row?.moved, null, []]);
  await performCommand(shop, "admin receiveStock ROSE --units 5");
  await noteSoldOut(shop.db, new Date());
  expect((await noted()).map(({ until }) => until)).toEqual([expect.any(String)]);
});
