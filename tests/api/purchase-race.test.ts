/** Many customers, few units, several servers: nothing is sold twice, and every customer learns the outcome. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { makeCustomer, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

it("200 customers order the last 10 units: 10 get one, 190 an error, and the stock is 0", async () => {
  const product = await shoppers.sell({ title: "Oud", stock: 10 });
  const customers = [];
  for (let at = 0; at < 200; at++) customers.push(await makeCustomer(shop.db, `one-of-${at}@${product}.example.com`));
  await shop.db.execute(sql`
    insert into cart_item (customer_id, product_id, variant_id, quantity, agreed_price_paise, title, label)
    select customer.id, product.id, first_variant_id, 1, 50000, 'Oud', '50 ml' from customer, product
    where product.id = ${Number(product)} and email like ${`%@${product}.example.com`}`);
  const other = await shop.openAnother();
  const instances = [shop.app, other];

  const outcomes = await Promise.all(
    customers.map(async ({ token }, at) => {
      const call = async (url: string, payload: object) => {
        const app = instances[at % instances.length] ?? shop.app;
        const headers = { authorization: `Bearer ${token}` };
        const send = () => app.inject({ method: "POST", url: `/api/${url}`, payload, headers });
        let response = await send();
        // More requests than connections: some wait too long for one, and are told to try again.
        while (response.statusCode === 503) response = await send();
        return { status: response.statusCode, body: response.json() };
      };
      const opened = await call("init/payment", { address: LUCKNOW });
      if (opened.status !== 200) return { ...opened, field: opened.body.errors?.[0]?.field };
      const { id } = await simulatePayment(shop.db, opened.body.data.id);
      return call("verify/payment", signedProof(opened.body.data.id, id));
    }),
  );

  const bought = outcomes.filter(({ status }) => status === 200);
  expect(bought.map(({ body }) => body.data.outcome)).toEqual(Array(10).fill("paid"));
  const rejected = outcomes.filter(({ status }) => status !== 200);
  expect(rejected).toHaveLength(190);
  for (const { status, body } of rejected) {
    expect(status).toBe(409);
    expect(body.errors).toEqual([{ field: `cart.${product}`, message: "Oud: This product is out of stock." }]);
  }
  expect(await shoppers.stockOf(product)).toBe(0);
  expect(await rowsOf(shop, sql`select state, count(*)::int as orders from customer_order group by state`)).toEqual([
    { state: "paid", orders: 10 },
  ]);
  expect(
    await rowsOf(shop, sql`select count(*)::int as payments, count(distinct order_id)::int as of from payment`),
  ).toEqual([{ payments: 10, of: 10 }]);
  expect(await rowsOf(shop, sql`select id from refund`)).toEqual([]);
});

it("two customers whose carts hold the same products the other way round both get through", async () => {
  const [a, b] = [await shoppers.sell({ stock: 100 }), await shoppers.sell({ stock: 100 })];
  const buyers = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const asha = await shoppers.buyer();
      for (const product of at % 2 ? [a, b] : [b, a]) await asha.add(product, 2);
      return asha;
    }),
  );
  const outcomes = await Promise.all(buyers.map(({ buy }) => buy()));
  expect(outcomes.map(({ verified }) => verified.body.data.outcome)).toEqual(Array(12).fill("paid"));
  expect([await shoppers.stockOf(a), await shoppers.stockOf(b)]).toEqual([76, 76]);
});
