/** Many customers, few uses of a code: it is never used once too often. */

import { sql } from "drizzle-orm";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiError } from "../../server/base/errors.ts";
import { paise } from "../../server/base/money.ts";
import { placeOrder } from "../../server/buying/checkout/place-order.ts";
import { readShopSettings } from "../../server/platform/config/config.ts";
import { calendarOf } from "../../server/selling/shipping/shipping-rules.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ environment: { DATABASE_POOL: "16" } });
});
afterAll(() => shop?.close());

it("of 1,000 orders at once with a code of 100 uses, exactly 100 have it, and the others get 409 and the total", async () => {
  const [customers, uses] = [1000, 100];
  const product = await buyersOf(shop).sell({ title: "Oud", stock: customers, pricePaise: 50_000 });
  await askAdmin(shop, `createOffer --name Ten --kind percentage --percent 10 --codes RACE --maxUses ${uses}`);
  await shop.db.execute(sql`
    with buyer as (
      insert into customer (email, name)
      select 'one-of-' || n || '@example.com', 'Buyer' from generate_series(1, ${customers}::int) as n returning id
    ), code as (insert into cart_code (customer_id, code) select id, 'RACE' from buyer)
    insert into cart_item (customer_id, product_id, variant_id, quantity, agreed_price_paise, title, label)
    select buyer.id, product.id, first_variant_id, 1, 50000, 'Oud', '50 ml' from buyer, product where product.id = ${Number(product)}`);
  const buyers = await rowsOf<{ id: number }>(shop, sql`select id::int from customer where email like 'one-of-%'`);
  const rules = { methods: [], zones: [], holidays: [] };
  const orderRules = {
    maxUnits: 10,
    maxPaise: paise(10_000_000),
    payMinutes: 15,
    seller: { brand: "", name: "", address: [], gstin: "", state: "Uttar Pradesh" },
    cash: null,
    giftWrapPaise: null,
    waivesCashFee: true,
    phoneChannels: [],
    shipping: { rules, calendar: calendarOf(rules, readShopSettings({})) },
    documentSeries: 1,
    prefixes: { order: "KW", invoice: "KW", creditNote: "CN" },
    isTest: false,
    unpaidOrders: { key: "unpaid orders", limit: 100, windowSeconds: 3600 },
    shopOrigin: "",
    now: new Date(),
  };

  // As many at once as the pool has connections; more would only wait for one.
  const limit = pLimit(16);
  const outcomes = await Promise.all(
    buyers.map(({ id }) =>
      limit(async () => {
        const requested = {
          addresses: { shipping: LUCKNOW, billing: LUCKNOW },
          paymentMethod: "online" as const,
          shownPaise: paise(45_000),
        };
        return placeOrder(shop.db, id, requested, orderRules).catch((error: unknown) => error);
      }),
    ),
  );
  const rejected = outcomes.filter((outcome) => outcome instanceof Error);
  expect(rejected).toHaveLength(customers - uses);
  for (const error of rejected) {
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "offer_ended" });
    expect(error.message).toContain("the total is now ₹500, not ₹450");
  }
  expect(await rowsOf(shop, sql`select uses from offer`)).toEqual([{ uses }]);
  expect(
    await rowsOf(shop, sql`select count(*)::int as orders, min(total_paise), max(total_paise) from customer_order`),
  ).toEqual([{ orders: uses, min: 45_000, max: 45_000 }]);
  expect(
    await rowsOf(shop, sql`select count(distinct order_id)::int as orders from offer_redemption where not released`),
  ).toEqual([{ orders: uses }]);
});
