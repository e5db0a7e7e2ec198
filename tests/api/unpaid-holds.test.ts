/** Stock cannot be held for nothing: limits over replaced, expired and cancelled orders of one customer. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
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

/** Ends a pending order as its job does. */
const expire = (number: string) =>
  shop.db.execute(sql`
    with ended as (update customer_order set state = 'expired' where number = ${number} returning id)
    insert into order_event (order_id, state, cause, at) select id, 'expired', 'expiry', now() from ended`);

it("an unconfirmed order for cash on delivery can be replaced however long it waits, and counts in full once it is over", async () => {
  const product = await shoppers.sell({ stock: 9 });
  const asha = await shoppers.buyer({ [product]: 1 });
  // As with a confirmation time of 12 hours, and of a week.
  for (const hours of [12, 7 * 24]) {
    const { orderNumber } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
    await heldFor(orderNumber, hours * 60);
    await expire(orderNumber);
    expect((await asha.init({ address: BENGALURU })).body).toMatchObject({ code: "stock_held" });
    // A day after its end.
    await shop.db.execute(sql`
      update order_event set at = at - interval '1 day' from customer_order o
      where o.id = order_id and o.number = ${orderNumber}`);
  }
  const { orderNumber } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
  await heldFor(orderNumber, 12 * 60);
  expect((await asha.init({ address: BENGALURU })).status).toBe(200);
});

it("drafts that their customer opens count", async () => {
  const product = await shoppers.sell({ stock: 9 });
  const [size] = await rowsOf<{ sku: string }>(
    shop,
    sql`select sku from variant where product_id = ${Number(product)}`,
  );
  const support = await signInAs(shop, "Support");
  const email = "caller@example.com";
  const draft = {
    email,
    name: "Ravi Iyer",
    mobile_no: "9800098000",
    address: LUCKNOW,
    items: [{ sku: size?.sku, quantity: 2 }],
    message: "As agreed by phone.",
  };
  expect((await support.send("POST", "/draft-orders", draft)).status).toBe(200);
  const { text } = await shoppers.people.mailAbout(email, "Your order with Kewra is ready to be paid");
  const path = `draft-orders/${/\/pay\/([\w-]+)/.exec(text)?.[1]}`;
  const pay = () => shoppers.people.post(`${path}/pay`, {});
  const { orderNumber } = (await pay()).body.data;
  await heldFor(orderNumber, 4 * 60);
  await expire(orderNumber);
  expect((await pay()).body).toMatchObject({ code: "stock_held" });
});

it("free samples count", async () => {
  const [product, other, vial] = [
    await shoppers.sell({ stock: 9, pricePaise: 200_000 }),
    await shoppers.sell({ stock: 9, pricePaise: 200_000 }),
    await shoppers.sell({ stock: 9 }),
  ];
  const [size] = await rowsOf<{ id: number; sku: string }>(
    shop,
    sql`select id::int as id, sku from variant where product_id = ${Number(vial)}`,
  );
  await askAdmin(shop, `createOffer --name Vial --kind free_samples --free 1 --samples ${size?.sku} --minimum 1000`);
  const asha = await shoppers.buyer({ [product]: 1 });
  expect((await asha.post("cart/samples", { variant_ids: [String(size?.id)] })).status).toBe(200);
  const { orderNumber } = await asha.order();
  await heldFor(orderNumber, 4 * 60);
  await expire(orderNumber);
  await asha.add(other);
  await shop.db.execute(sql`delete from cart_item where customer_id = ${asha.id} and product_id = ${Number(product)}`);
  expect((await asha.init()).body).toMatchObject({ code: "stock_held" });
  expect((await asha.post("cart/samples", { variant_ids: [] })).status).toBe(200);
  expect((await asha.init()).status).toBe(200);
});

it("a network may place only so many orders of customers with other unpaid orders", async () => {
  const strict = await openShop({ environment: { TRUST_PROXY: "loopback", ATTEMPTS_PER_IP: "2" } });
  try {
    const others = buyersOf(strict);
    const product = await others.sell({ stock: 60 });
    const init = (token: string, street: string, network: string) =>
      others.people.post(
        "init/payment",
        { address: { ...LUCKNOW, street } },
        { token, headers: { "x-forwarded-for": network } },
      );
    const [asha, priya] = [await others.buyer({ [product]: 1 }), await others.buyer({ [product]: 1 })];
    const placed = [
      await init(asha.token, "1 Ashok Marg", "203.0.113.5"),
      await init(priya.token, "1 Ashok Marg", "203.0.113.5"),
      await init(asha.token, "2 Ashok Marg", "203.0.113.5"),
      // Continuing the pending order is not placing another.
      await init(asha.token, "2 Ashok Marg", "203.0.113.5"),
      await init(priya.token, "2 Ashok Marg", "203.0.113.5"),
    ];
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const refused = await init(asha.token, "3 Ashok Marg", "203.0.113.5");
    expect(refused).toMatchObject({ status: 429, body: { code: "stock_held", errors: [{ field: "cart" }] } });
    expect(refused.body.message).toContain("Many orders have been started from your network without a payment.");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(1000);
    // A first order, and another network.
    const ravi = await others.buyer({ [product]: 1 });
    expect((await init(ravi.token, "1 Ashok Marg", "203.0.113.5")).status).toBe(200);
    expect((await init(asha.token, "3 Ashok Marg", "203.0.113.6")).status).toBe(200);
  } finally {
    await strict.close();
  }
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
    { order: opened.orderNumber, customer: expect.any(String), paymentMethod: "online", units: 2, isSample: false },
    { order: cash, paymentMethod: "cash_on_delivery", units: 3 },
  ]);
  const { version } = (await owner.send("GET", `/orders/${cash}`)).body.data;
  expect((await owner.send("POST", `/orders/${cash}/cancel`, { version, reason: "" })).status).toBe(200);
  expect(await reserved()).toMatchObject([{ order: opened.orderNumber }]);
  expect(await shoppers.stockOf(product)).toBe(7);
  const content = await signInAs(shop, "Content");
  expect((await content.send("GET", `/stock/${size?.sku}/reservations`)).body.data).toMatchObject([{ customer: null }]);
  expect((await owner.send("GET", "/stock/NOPE/reservations")).status).toBe(404);
});
