/** One variant that everybody wants at the same moment, from two instances. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { receiveLot } from "../../server/selling/stock/manage-lots.ts";
import { buyersOf, LUCKNOW, signedProof } from "../api/buyers.ts";
import { variantsOf } from "../api/make-product.ts";
import { makeCustomer, rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";

const BUYERS = Number(process.env.FAULT_BUYERS ?? 100);
const WITHOUT_LOT = Math.round(BUYERS * 0.08);
const LOTS = [0.1, 0.06, 0.06].map((share) => Math.round(BUYERS * share));
const UNITS = WITHOUT_LOT + LOTS.reduce((sum, units) => sum + units, 0);

// biome-ignore lint/suspicious/noExplicitAny: each response has another shape
type Body = any;

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

it("many customers buy one variant at two instances: exactly its units are sold, each lot to its last one", async () => {
  const product = await shoppers.sell({ title: "Oud", stock: WITHOUT_LOT });
  const [variantId = 0] = await variantsOf(shop, product);
  for (const [at, quantity] of LOTS.entries())
    await shop.db.transaction((trx) =>
      receiveLot(
        trx,
        {
          variantId,
          number: `L${at}`,
          manufacturedOn: null,
          life: { kind: "expiry", month: `203${at}-03-01` },
          quantity,
        },
        { today: "2026-12-01", minDays: 30, now: new Date() },
      ),
    );
  const customers = [];
  for (let at = 0; at < BUYERS; at++) customers.push(await makeCustomer(shop.db, `one-of-${at}@example.com`));
  await shop.db.execute(sql`
    insert into cart_item (customer_id, product_id, variant_id, quantity, agreed_price_paise, title, label)
    select customer.id, product.id, first_variant_id, 1, 50000, 'Oud', '50 ml' from customer, product
    where product.id = ${Number(product)} and email like 'one-of-%'`);
  const other = await shop.openAnother();

  const outcomes = await Promise.all(
    customers.map(async ({ token }, at) => {
      const call = async (url: string, payload: object): Promise<{ status: number; body: Body }> => {
        const response = await (at % 2 ? other : shop.app).inject({
          method: "POST",
          url: `/api/${url}`,
          payload,
          headers: { authorization: `Bearer ${token}` },
        });
        // More requests than connections: some wait too long for one, and are told to try again.
        if (response.statusCode === 503) return call(url, payload);
        return { status: response.statusCode, body: response.json() };
      };
      const opened = await call("init/payment", { address: LUCKNOW });
      if (opened.status !== 200) return opened;
      const { id } = await simulatePayment(shop.db, opened.body.data.id);
      return call("verify/payment", signedProof(opened.body.data.id, id));
    }),
  );

  const statuses = Object.groupBy(outcomes, ({ status }) => String(status));
  expect(Object.fromEntries(Object.entries(statuses).map(([status, of]) => [status, of?.length]))).toEqual({
    200: UNITS,
    409: BUYERS - UNITS,
  });
  expect(await rowsOf(shop, sql`select on_hand, reserved from stock where variant_id = ${variantId}`)).toEqual([
    { on_hand: 0, reserved: 0 },
  ]);
  expect(
    await rowsOf(
      shop,
      sql`select number, on_hand, sum(quantity)::int as sold from lot join lot_allocation on lot_id = lot.id
        group by lot.id order by number`,
    ),
  ).toEqual(LOTS.map((sold, at) => ({ number: `L${at}`, on_hand: 0, sold })));
});

it("a row of stock has no index but its key, and no trigger that every sale fires", async () => {
  const triggers = await rowsOf<{ definition: string }>(
    shop,
    sql`select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = 'stock'::regclass and not tgisinternal`,
  );
  const conditions = triggers.map(({ definition }) => /WHEN \((.*)\) EXECUTE/.exec(definition)?.[1] ?? "always").sort();
  expect(conditions).toEqual([
    "(((new.on_hand - new.reserved) <= 5) AND ((old.on_hand - old.reserved) > 5))",
    expect.stringContaining("(current_setting('application_name'"),
  ]);
  expect(
    await rowsOf(shop, sql`select indexrelid::regclass::text as name from pg_index where indrelid = 'stock'::regclass`),
  ).toEqual([{ name: "stock_pkey" }]);
});
