/** Stock cannot be held for nothing: limits over replaced, expired and cancelled orders of one customer. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true" } });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Makes an order have begun earlier than it ends, or goes on. */
const heldFor = (number: string, minutes: number) =>
  shop.db.execute(
    sql`update customer_order set created_at = created_at - ${minutes} * interval '1 minute' where number = ${number}`,
  );
const MINUTES = [59, 59, 59, 3];

it("three hours of unpaid holding a day are the limit for a size, over replacements", async () => {
  const product = await shoppers.sell({ stock: 15, pricePaise: 10_000 });
  const other = await shoppers.sell({ stock: 15 });
  const mallory = await shoppers.buyer({ [product]: 15 });
  for (const [at, minutes] of MINUTES.entries()) {
    const { orderNumber } = await mallory.order({ address: at % 2 ? BENGALURU : LUCKNOW });
    await heldFor(orderNumber, minutes);
  }
  const refused = await mallory.init({ address: LUCKNOW });
  expect(refused).toMatchObject({ status: 429, body: { code: "stock_held", errors: [{ field: "cart" }] } });
  expect(refused.body.message).toContain("We’ve held this for you for 3 hours today without a payment.");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(20 * 3600);
  expect((await mallory.post("cash-order", { address: LUCKNOW })).body.code).toBe("stock_held");
  // The order that waits can still be continued, and other customers and other products are not concerned.
  expect((await mallory.init({ address: BENGALURU })).status).toBe(200);
  const asha = await shoppers.buyer({ [other]: 1 });
  expect((await asha.init()).status).toBe(200);
});

it("who pays, and who changes the address again and again within minutes, never notices", async () => {
  const product = await shoppers.sell({ stock: 60 });
  const asha = await shoppers.buyer({ [product]: 1 });
  for (let change = 0; change < 10; change++)
    await asha.order({ address: { ...LUCKNOW, street: `${change + 1} Ashok Marg` } });
  const { orderNumber, verified } = await asha.buy({ address: LUCKNOW });
  expect(verified.body.data.outcome).toBe("paid");
  // Paid orders do not count, however long they waited.
  await heldFor(orderNumber, 600);
  await asha.add(product);
  expect((await asha.init()).status).toBe(200);
});

it("an unconfirmed order for cash on delivery counts as an hour at most", async () => {
  const product = await shoppers.sell({ stock: 9 });
  const asha = await shoppers.buyer({ [product]: 1 });
  const { orderNumber } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
  await heldFor(orderNumber, 12 * 60);
  expect((await asha.init({ address: BENGALURU })).status).toBe(200);
});

it("thirty unpaid orders a day are the limit, whatever they contain", async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ stock: 60 })]: 1 });
  for (let change = 0; change < 30; change++)
    await asha.order({ address: { ...LUCKNOW, street: `${change + 1} Ashok Marg` } });
  expect((await asha.init({ address: BENGALURU })).body).toMatchObject({ code: "stock_held" });
});

it("staff sees which orders reserve units of a size, and ends one by cancelling it", async () => {
  const product = await shoppers.sell({ stock: 9 });
  const [asha, priya] = [await shoppers.buyer({ [product]: 2 }), await shoppers.buyer({ [product]: 3 })];
  const opened = await asha.order();
  const { orderNumber: cash } = (await priya.post("cash-order", { address: LUCKNOW })).body.data;
  const [size] = await rowsOf<{ sku: string }>(
    shop,
    sql`select sku from variant where product_id = ${Number(product)}`,
  );
  const owner = await signInAs(shop, "Owner");
  const reserved = async () => (await owner.send("GET", `/stock/${size?.sku}/reservations`)).body.data;
  expect(await reserved()).toMatchObject([
    { order: opened.orderNumber, customer: expect.any(String), payment_method: "online", units: 2, is_sample: false },
    { order: cash, payment_method: "cash_on_delivery", units: 3 },
  ]);
  const { version } = (await owner.send("GET", `/orders/${cash}`)).body.data;
  expect((await owner.send("POST", `/orders/${cash}/cancel`, { version, reason: "" })).status).toBe(200);
  expect(await reserved()).toMatchObject([{ order: opened.orderNumber }]);
  expect(await shoppers.stockOf(product)).toBe(7);
  const content = await signInAs(shop, "Content");
  expect((await content.send("GET", `/stock/${size?.sku}/reservations`)).body.data).toMatchObject([{ customer: null }]);
  expect((await owner.send("GET", "/stock/NOPE/reservations")).status).toBe(404);
});
