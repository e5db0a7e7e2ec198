/** Home counts what waits for each role, and shows sales that agree with the orders. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findWrongDays, rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let rose: string;
let attar: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  rose = await shoppers.sell({ title: "Rose", slug: "rose", pricePaise: 100_000, stock: 500 });
  attar = await shoppers.sell({ title: "Attar", slug: "attar", pricePaise: 50_000, stock: 3 });
});
afterAll(() => shop?.close());

const home = async (who = owner) => (await who.send("GET", "/home")).body.data;
const work = async (who = owner) =>
  Object.fromEntries((await home(who)).work.map(({ kind, count }: { kind: string; count: number }) => [kind, count]));
/** Places a paid order the given number of days ago. */
async function bought(cart: Record<string, number>, address: typeof LUCKNOW, daysAgo: number) {
  const buyer = await shoppers.buyer(cart);
  const opened = await buyer.order({ address });
  await shoppers.orderAges(opened.orderNumber, daysAgo * 24 * 60);
  await shop.db.execute(
    sql`update customer_order set pay_until = now() + interval '5 minutes' where number = ${opened.orderNumber}`,
  );
  await buyer.verify(await buyer.pay(opened));
  expect(await shoppers.stateOf(opened.orderNumber)).toBe("paid");
  return { ...opened, amount: opened.amount / 100 };
}

describe("home", () => {
  it("counts what waits for the caller's role, and lists it", async () => {
    await bought({ [rose]: 1 }, LUCKNOW, 0);
    expect(await work()).toMatchObject({ to_pack: 1, to_ship: 0, returns: 0, refunds: 0, low_stock: 1 });
    const packer = await signInAs(shop, "Packer");
    expect(Object.keys(await work(packer)).sort()).toEqual([
      ...["failed_deliveries", "low_stock", "no_phone", "parcel_problems", "to_pack", "to_ship", "weight_differences"],
    ]);
    expect(await work()).toMatchObject({ reported_parcels: 0 });
    await shop.db.execute(sql`insert into shipment (order_id, courier, awb, shipped_at, reported_end, reported_at)
      select id, 'Delhivery', 'HOME-1', now(), 'came_back', now() from customer_order limit 1`);
    expect(await work()).toMatchObject({ reported_parcels: 1 });
    await shop.db.execute(sql`delete from shipment where awb = 'HOME-1'`);
    expect((await home(packer)).sales).toBeNull();
    await shop.db.execute(sql`insert into job (task_identifier, payload, run_at, attempts, failed_at, last_error)
      values ('send_mail', '{"mailId": 1}', now(), 10, now(), 'the mail server is away')`);
    expect(await work()).toMatchObject({ failed_jobs: 1 });
    expect((await owner.send("GET", "/jobs")).body.data.jobs[0].lastError).toBe("the mail server is away");
  });

  it("shows today at once, and the days before from the roll-up", async () => {
    const before = (await home()).sales.today;
    const today = await bought({ [rose]: 2 }, BENGALURU, 0);
    const now = (await home()).sales.today;
    expect(now).toEqual({
      orders: before.orders + 1,
      sales: before.sales + today.amount,
      average: expect.any(Number),
      returns: 0,
      returned: 0,
    });

    const recent = [await bought({ [rose]: 1, [attar]: 1 }, LUCKNOW, 1), await bought({ [rose]: 3 }, BENGALURU, 29)];
    const earlier = await bought({ [rose]: 1 }, LUCKNOW, 40);
    await rollUpSales(shop.db);
    const { sales } = await home();
    const sum = recent.reduce((total, { amount }) => total + amount, 0);
    // Two orders of today, and two of the days before.
    expect(now.orders).toBe(2);
    const total = sum + now.sales;
    expect(sales.last).toMatchObject({ orders: 4, sales: total, average: Math.round(total * 25) / 100 });
    expect(sales.before).toMatchObject({ orders: 1, sales: earlier.amount });
    expect(sales.yesterday).toMatchObject({ orders: 1, sales: recent[0]?.amount });
    expect(sales.days).toHaveLength(30);
    expect(sales.days.at(-1)).toMatchObject({ orders: 2, sales: now.sales });
    expect(sales.bestSellers).toEqual([
      { title: "Rose", slug: "rose", units: 7, sales: 7000 },
      { title: "Attar", slug: "attar", units: 1, sales: 500 },
    ]);
    expect(sales.states.map(({ state }: { state: string }) => state)).toEqual(["Karnataka", "Uttar Pradesh"]);
  });

  it("is up to date soon after somebody has opened it", async () => {
    const { last } = (await home()).sales;
    await bought({ [rose]: 1 }, LUCKNOW, 3);
    await vi.waitFor(async () => expect((await home()).sales.last.orders).toBe(last.orders + 1), {
      timeout: LONGEST_WAIT_MS,
      interval: 100,
    });
  });

  it("no longer counts an order that is cancelled, and the check finds what SQL has changed", async () => {
    const { orderNumber } = await bought({ [rose]: 1 }, LUCKNOW, 2);
    await rollUpSales(shop.db);
    const { last } = (await home()).sales;
    expect((await actOnOrder(shop, `cancel ${orderNumber}`)).code).toBe(0);
    await rollUpSales(shop.db);
    expect((await home()).sales.last.orders).toBe(last.orders - 1);
    expect(await findWrongDays(shop.db)).toEqual([]);
    expect((await performCommand(shop, "sales check")).out).toContain("agree");

    await shop.db.execute(sql`update sales_day set sales_paise = sales_paise + 1 where orders > 0`);
    const { code, out } = await performCommand(shop, "sales check");
    expect(code).toBe(1);
    expect(out).toContain("differ");
    expect((await performCommand(shop, "sales rebuild")).code).toBe(0);
    expect((await performCommand(shop, "sales check")).code).toBe(0);
  });
});
