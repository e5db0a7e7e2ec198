/** What the shop earns agrees with what it sold, to the paisa. Amounts worked out by hand. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MarginMeasures } from "../../contract/admin/margin-report.ts";
import { findWrongDays, rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { buyersOf } from "./buyers.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const read = async (by: string) => {
  const { status, body } = await owner.send("GET", `/reports/margin?by=${by}&from=${today}&to=${today}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data as { total: MarginMeasures; rows: { name: string; now: MarginMeasures }[] };
};

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  // 1,180 with 18 % GST is 1,000 without; 590 is 500.
  const rose = await shoppers.sell({ title: "Rose", sku: "ROSE", pricePaise: 118_000, gstPercent: 18, stock: 0 });
  const attar = await shoppers.sell({ title: "Attar", sku: "ATTAR", pricePaise: 59_000, gstPercent: 18, stock: 5 });
  const booked = await owner.send("POST", "/purchases", {
    supplier: "Gulab Oils",
    documentNumber: "INV-1",
    documentDate: today,
    freight: 50,
    note: "",
    // With the freight each has cost 410.
    lines: [{ sku: "ROSE", units: 5, unitCost: 400 }],
  });
  expect(booked.status).toBe(200);
  const first = await (await shoppers.buyer({ [rose]: 2 })).buy();
  const partly = await shoppers.buyer({ [rose]: 2 });
  const { orderNumber } = await partly.buy();
  await partly.post(`order/${orderNumber}/cancel`, { lines: [{ position: 0, quantity: 1 }] });
  await (await shoppers.buyer({ [attar]: 1 })).buy();
  const back = await (await shoppers.buyer({ [rose]: 1 })).buy();
  expect(await actOnOrder(shop, `ship ${back.orderNumber} --courier Delhivery --awb MARGIN1`)).toMatchObject({
    code: 0,
  });
  const { version } = (await owner.send("GET", `/orders/${back.orderNumber}`)).body.data;
  const lines = [{ position: 0, quantity: 1 }];
  const refunded = await owner.send("POST", `/orders/${back.orderNumber}/refund`, { version, lines, restock: lines });
  expect([refunded.status, refunded.body.message]).toEqual([200, undefined]);
  await performCommand(shop, "admin adjustStock ROSE --difference=-1 --reason Broken");
  // A fee of 20 with 3.60 GST on it.
  await shop.db.execute(sql`insert into settled_item (provider, settlement_id, item_id, kind, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise, settled_at)
    select provider, 'setl_1', provider_payment_id, 'payment', 236000, 233640, 0, 2360, 360, now() from payment
    where order_id = (select id from customer_order where number = ${first.orderNumber})`);
  await shop.db.execute(sql`delete from job where key = 'roll_up_sales'`);
  await rollUpSales(shop.db);
}, 90_000);
afterAll(() => shop?.close());

it("is the net sales less costs, losses and fees, with the units of unknown cost apart", async () => {
  const { total } = await read("day");
  expect(total).toEqual({
    units: 5,
    sales: 2360 + 1180 + 590 + 1180,
    returned: 1180,
    net: 2000 + 1000 + 500 + 1000 - 1000,
    cost: 820 + 410 + 410 - 410,
    losses: 410,
    fees: 20,
    couriers: 0,
    margin: 3500 - 1230 - 410 - 20,
    uncostedUnits: 1,
    unbilledParcels: 1,
  });
  const sales = (await owner.send("GET", `/reports/sales?from=${today}&to=${today}`)).body.data.total;
  expect([sales.sales, sales.returned, sales.units]).toEqual([total.sales, total.returned, total.units]);
  expect(await findWrongDays(shop.db)).toEqual([]);
});

it("is divided by products, months and channels, and unknown where no cost is known", async () => {
  expect((await read("product")).rows).toMatchObject([
    { name: "Rose", now: { net: 3000, cost: 1230, losses: 410, fees: 0, margin: 1360, uncostedUnits: 0 } },
    { name: "Attar", now: { net: 500, cost: 0, margin: null, uncostedUnits: 1 } },
  ]);
  expect((await read("month")).rows).toMatchObject([{ now: { net: 3500, margin: 1840 } }]);
  // What nobody bought belongs to no channel.
  expect((await read("channel")).rows).toMatchObject([{ name: "Shop", now: { net: 3500, losses: 0, fees: 20 } }]);
});

it("is a CSV file, for those who may see costs", async () => {
  const path = `/reports/margin.csv?by=product&from=${today}&to=${today}`;
  const { body } = await owner.send("GET", path);
  expect(body).toContain(
    "product,units,sales,returned,net_sales,cost,losses,fees,courier_charges,margin,units_without_cost,parcels_without_charge",
  );
  expect(body).toContain("Rose,4,4720,1180,3000,1230,410,0,0,1360,0,1");
  expect(body).toContain("Attar,1,590,0,500,0,0,0,0,,1,0");
  expect((await (await signInAs(shop, "Packer")).send("GET", path)).status).toBe(403);
});

it("values the stock at what it has cost, and counts the units of unknown cost apart", async () => {
  // Of 5, 3 are sold and not back, and 1 broke.
  const { total, rows } = (await owner.send("GET", "/reports/stock")).body.data;
  expect(total).toMatchObject({ units: 5, cost: 410, uncostedUnits: 4 });
  expect(rows).toMatchObject([
    { sku: "ATTAR", units: 4, cost: 0, uncostedUnits: 4 },
    { sku: "ROSE", units: 1, cost: 410, uncostedUnits: 0 },
  ]);
  const { sizes } = (await owner.send("GET", "/stock?q=ROSE")).body.data;
  expect(sizes).toMatchObject([{ sku: "ROSE", onHand: 1, cost: 410, uncosted: 0 }]);
  const packer = await signInAs(shop, "Packer");
  expect((await packer.send("GET", "/stock?q=ROSE")).body.data.sizes).toMatchObject([{ cost: null, uncosted: null }]);
});
