/** Lots of variants: which of them are sold, and where their units go. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveLot } from "../../server/selling/stock/manage-lots.ts";
import { buyersOf } from "./buyers.ts";
import { setUnits, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const RULE = { today: "2026-12-01", minDays: 30 };

/** Receives a lot of a product's first size; it is good until the end of `month`. */
async function receive(productId: string, number: string, quantity: number, month: string | null, rule = RULE) {
  const [variantId = 0] = await variantsOf(shop, productId);
  const life = month === null ? null : ({ kind: "expiry", month: `${month}-01` } as const);
  await shop.db.transaction((trx) =>
    receiveLot(trx, { variantId, number, manufacturedOn: null, life, quantity }, { ...rule, now: new Date() }),
  );
  return variantId;
}

const lotsOf = async (productId: string) =>
  Object.fromEntries(
    (
      await rowsOf<{ number: string; on_hand: number; withheld: number }>(
        shop,
        sql`select number, lot.on_hand, withheld from lot join variant on variant.id = variant_id where product_id = ${Number(productId)}`,
      )
    ).map(({ number, on_hand, withheld }) => [number, withheld > 0 ? `${on_hand}, ${withheld} withheld` : on_hand]),
  );

const allocatedTo = async (orderNumber: string) =>
  (
    await rowsOf<{ text: string }>(
      shop,
      sql`select position || ': ' || lot_allocation.quantity || ' of ' || lot.number as text from lot_allocation
        join lot on lot.id = lot_id join customer_order on customer_order.id = order_id
        where customer_order.number = ${orderNumber} order by position, lot.last_good_day`,
    )
  ).map(({ text }) => text);

describe("lots", () => {
  it("are sold first-expired-first-out, before units without a lot", async () => {
    const a = await shoppers.sell({ stock: 3 });
    await receive(a, "later", 2, "2028-06");
    await receive(a, "sooner", 2, "2028-03");
    await receive(a, "keeps", 1, null);
    const asha = await shoppers.buyer({ [a]: 3 });
    const { orderNumber } = await asha.buy();
    expect(await allocatedTo(orderNumber)).toEqual(["0: 2 of sooner", "0: 1 of later"]);
    const binu = await shoppers.buyer({ [a]: 4 });
    const { orderNumber: second } = await binu.buy();
    expect(await allocatedTo(second)).toEqual(["0: 1 of later", "0: 1 of keeps"]);
    expect(await lotsOf(a)).toEqual({ later: 0, sooner: 0, keeps: 0 });
    expect(await shoppers.stockOf(a)).toBe(1);
  });

  it("get cancelled units back", async () => {
    const a = await shoppers.sell({ stock: 0 });
    await receive(a, "A1", 2, "2028-03");
    await receive(a, "A2", 2, "2028-06");
    const asha = await shoppers.buyer({ [a]: 3 });
    const { orderNumber } = await asha.buy();
    expect(await lotsOf(a)).toEqual({ A1: 0, A2: 1 });
    expect((await asha.post(`order/${orderNumber}/cancel`)).status).toBe(200);
    expect(await lotsOf(a)).toEqual({ A1: 2, A2: 2 });
    expect(await shoppers.stockOf(a)).toBe(4);
  });

  it("are not allocated to units of another variant of the order", async () => {
    const a = await shoppers.sell({ stock: 5 });
    const b = await shoppers.sell({ stock: 0 });
    await receive(b, "B1", 5, "2028-03");
    const asha = await shoppers.buyer({ [a]: 2, [b]: 1 });
    const { orderNumber } = await asha.buy();
    const [item] = await rowsOf<{ position: number }>(
      shop,
      sql`select position from order_item join customer_order on customer_order.id = order_id
        where customer_order.number = ${orderNumber} and product_id = ${Number(b)}`,
    );
    expect(await allocatedTo(orderNumber)).toEqual([`${item?.position}: 1 of B1`]);
  });

  it("shrink when fewer units are counted, the one that expires first before the others", async () => {
    const a = await shoppers.sell({ stock: 2 });
    await receive(a, "A1", 2, "2028-03");
    const variantId = await receive(a, "A2", 2, "2028-06");
    await setUnits(shop, variantId, 5, "Counted");
    expect(await lotsOf(a)).toEqual({ A1: 2, A2: 2 });
    await setUnits(shop, variantId, 1, "Counted");
    expect(await lotsOf(a)).toEqual({ A1: 0, A2: 1 });
    expect(await shoppers.stockOf(a)).toBe(1);
  });

  it("with too short a life are withheld on arrival", async () => {
    const a = await shoppers.sell({ stock: 1 });
    // Long ago: what withholds lots later by the day of then leaves it as it is.
    await receive(a, "short", 5, "2025-11", { today: "2025-11-10", minDays: 30 });
    expect(await lotsOf(a)).toEqual({ short: "0, 5 withheld" });
    expect(await shoppers.stockOf(a)).toBe(1);
  });

  it("never exceed what is on hand", async () => {
    const wrong = await rowsOf(
      shop,
      sql`select stock.variant_id from stock join lot on lot.variant_id = stock.variant_id
        group by stock.variant_id, stock.on_hand having sum(lot.on_hand) > stock.on_hand`,
    );
    expect(wrong).toEqual([]);
  });
});
