/** Reports of sales agree with the orders to the paisa, in whatever way they are divided. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SalesReport } from "../../contract/admin/sales-report.ts";
import { simulateSettlement } from "../../sandbox/razorpay/simulate.ts";
import { findWrongDays, rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let accountant: Awaited<ReturnType<typeof signInAs>>;
let rose: string;
let attar: string;

const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const report = async (query: Record<string, string>): Promise<SalesReport> => {
  const { status, body } = await accountant.send("GET", `/reports/sales?${new URLSearchParams(query)}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};
const period = { from: daysAgo(40), to: today };

async function bought(cart: Record<string, number>, address: typeof LUCKNOW, age: number) {
  const buyer = await shoppers.buyer(cart);
  const opened = await buyer.order({ address });
  await shoppers.orderAges(opened.orderNumber, age * 24 * 60);
  await shop.db.execute(
    sql`update customer_order set pay_until = now() + interval '5 minutes' where number = ${opened.orderNumber}`,
  );
  await buyer.verify(await buyer.pay(opened));
  return { buyer, number: opened.orderNumber };
}
/** A step of an order as the back office sends it. */
const send = async (number: string, step: string, fields: object) => {
  const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
  const { status, body } = await owner.send("POST", `/orders/${number}/${step}`, { version, ...fields });
  expect([status, body.message]).toEqual([200, undefined]);
};
const perform = async (command: string) => {
  const { code, out } = await performCommand(shop, command);
  expect([code, out]).toEqual([0, out]);
};

const act = async (words: string) => expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });

beforeAll(async () => {
  shop = await openShop({
    environment: {
      CASH_ON_DELIVERY: "true",
      CASH_FEE_RUPEES: "49",
      CASH_MIN_RUPEES: "1",
      CASH_MAX_RUPEES: "2000",
      CASH_EXCLUDED_PINCODES: "7446",
    },
  });
  shoppers = buyersOf(shop);
  accountant = await signInAs(shop, "Accountant");
  rose = await shoppers.sell({ title: "=Rose", slug: "rose", pricePaise: 10_000, stock: 500 });
  attar = await shoppers.sell({ title: "Attar", slug: "attar", pricePaise: 20_000, stock: 500 });
  await perform("admin createOffer --name Tenth --kind percentage --percent 10");
  // 200 less 20; and 200 less 20 in the period before.
  await bought({ [rose]: 2 }, LUCKNOW, 1);
  await bought({ [attar]: 1 }, BENGALURU, 60);
  // 500 less 50, of which 100 less 10 are cancelled.
  const partly = await bought({ [rose]: 3, [attar]: 1 }, BENGALURU, 3);
  const lines = [{ position: 0, quantity: 1 }];
  expect((await partly.buyer.post(`order/${partly.number}/cancel`, { lines })).status).toBe(200);
  const cancelled = await bought({ [rose]: 1 }, LUCKNOW, 2);
  expect((await cancelled.buyer.post(`order/${cancelled.number}/cancel`)).status).toBe(200);
  // 600 less 60, of which 200 less 20 arrive broken.
  const broken = await bought({ [attar]: 3 }, LUCKNOW, 5);
  await act(`ship ${broken.number} --courier Delhivery --awb REPORT1`);
  owner = await signInAs(shop, "Owner");
  const { version } = (await owner.send("GET", `/orders/${broken.number}`)).body.data;
  expect((await owner.send("POST", `/orders/${broken.number}/refund`, { version, lines })).status).toBe(200);
  // 100 less 10, and a fee of 49.
  const cash = await shoppers.buyer({ [rose]: 1 });
  const placed = await cash.post("cash-order", { address: LUCKNOW });
  const { orderNumber } = placed.body.data;
  const { text } = await shoppers.people.mailAbout(cash.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await cash.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);

  await vi.waitFor(
    async () => {
      await simulateSettlement(shop.db);
      expect(await rowsOf(shop, sql`select state from refund where state <> 'processed'`)).toEqual([]);
    },
    { timeout: LONGEST_WAIT_MS, interval: 200 },
  );
  // The tests themselves compute what has changed.
  await shop.db.execute(sql`delete from job where key = 'roll_up_sales'`);
  await rollUpSales(shop.db);
}, 90_000);
afterAll(() => shop?.close());

const measures = (rows: SalesReport["rows"]) =>
  rows.map(({ name, now: { orders, units, sales, discounts, returned } }) => [
    name,
    orders,
    units,
    sales,
    discounts,
    returned,
  ]);

describe("a report of sales", () => {
  it("sums what was sold, cancelled, returned and refunded, and compares it with the period before", async () => {
    const { total, before, compared, isStale } = await report(period);
    expect(total).toEqual({
      orders: 4,
      units: 9,
      sales: 180 + 360 + 540 + 139,
      discounts: 20 + 40 + 60 + 10,
      returns: 1,
      returnedUnits: 1,
      returned: 180,
      refunds: 3,
      refunded: 90 + 90 + 180,
    });
    expect(before).toMatchObject({ orders: 1, units: 1, sales: 180, discounts: 20, refunds: 0 });
    expect([compared, isStale]).toEqual([{ from: daysAgo(81), to: daysAgo(41) }, false]);
  });

  it("divides it by products, sizes, categories, states, payments, couriers and offers", async () => {
    const by = async (name: string) => measures((await report({ ...period, by: name })).rows);
    const goods = [
      ["Attar", 2, 4, 720, 80, 180],
      ["=Rose", 3, 5, 450, 50, 0],
    ];
    expect(await by("product")).toEqual(goods);
    expect((await by("variant")).map(([name, ...rest]) => [String(name).split(",")[0], ...rest])).toEqual(goods);
    expect(await by("category")).toEqual([["Perfumes", 5, 9, 1170, 130, 180]]);
    expect(await by("state")).toEqual([
      ["Uttar Pradesh", 3, 6, 859, 90, 180],
      ["Karnataka", 1, 3, 360, 40, 0],
    ]);
    expect(await by("payment")).toEqual([
      ["UPI", 3, 8, 1080, 120, 180],
      ["Cash on delivery", 1, 1, 139, 10, 0],
    ]);
    expect(await by("courier")).toEqual([
      ["Not shipped yet", 3, 6, 679, 70, 0],
      ["Delhivery", 1, 3, 540, 60, 180],
    ]);
    // Of the offer what it gave, also for what was cancelled afterwards.
    expect(await by("offer")).toEqual([["Tenth", 4, 9, 1219, 140, 180]]);
  });

  it("divides it by days, weeks and months without gaps", async () => {
    for (const by of ["day", "week", "month"]) {
      const { rows, total } = await report({ ...period, by });
      expect(rows.reduce((sum, { now }) => sum + now.sales, 0)).toBeCloseTo(total.sales, 2);
      expect(rows.reduce((sum, { now }) => sum + now.refunded, 0)).toBeCloseTo(total.refunded, 2);
      expect(rows.length).toBeGreaterThanOrEqual({ day: 41, week: 6, month: 2 }[by] ?? 0);
    }
    const { rows } = await report({ ...period, by: "day" });
    expect(rows.find(({ key }) => key === daysAgo(3))?.now).toMatchObject({ orders: 1, units: 3, sales: 360 });
    expect(rows.at(-1)?.now).toMatchObject({ orders: 1, returned: 180, refunds: 3 });
  });

  it("is a CSV file whose cells begin no formula", async () => {
    const { status, body, headers } = await accountant.send(
      "GET",
      `/reports/sales.csv?${new URLSearchParams({ ...period, by: "product" })}`,
    );
    expect([status, headers["content-disposition"]]).toEqual([200, 'attachment; filename="sales-by-product.csv"']);
    expect(body).toContain("product,orders,units,sales,discounts,");
    expect(body).toContain("Attar,2,4,720,80,1,1,180,0,0");
    expect(body).toContain("'=Rose,3,5,450");
  });

  it("says that it is being computed again when an order has changed, and the check finds what SQL has changed", async () => {
    await bought({ [attar]: 1 }, LUCKNOW, 4);
    expect((await report({ ...period, from: daysAgo(4), to: daysAgo(4) })).isStale).toBe(true);
    await rollUpSales(shop.db);
    expect(await report({ ...period, from: daysAgo(4), to: daysAgo(4) })).toMatchObject({
      isStale: false,
      total: { orders: 1, sales: 180 },
    });
    expect(await findWrongDays(shop.db)).toEqual([]);
    await shop.db.execute(sql`update sales_day_group set units = units + 1 where dimension = 'courier'`);
    expect((await performCommand(shop, "sales check")).code).toBe(1);
    await perform("sales rebuild");
    expect(await findWrongDays(shop.db)).toEqual([]);
  });

  it("counts a lost parcel of a split order as returned, and an order that is lost as a whole as never sold", async () => {
    const day = { from: daysAgo(6), to: today };
    const before = (await report(day)).total;
    const today0 = (await accountant.send("GET", "/home")).body.data.sales.today;
    // 300 less 30, of which 200 less 20 get lost; and 100 less 10 that is lost as a whole.
    const split = await bought({ [rose]: 1, [attar]: 1 }, LUCKNOW, 6);
    const whole = await bought({ [rose]: 1 }, LUCKNOW, 6);
    const { body } = await owner.send("GET", `/orders/${split.number}`);
    const units = body.data.items
      .filter(({ product }: { product: { title: string } }) => product.title === "Attar")
      .map(({ position }: { position: number }) => ({ position, quantity: 1 }));
    await send(split.number, "ship", { courier: "Delhivery", awb: "SPLIT1", units });
    await send(split.number, "ship", { courier: "Delhivery", awb: "SPLIT2" });
    await send(split.number, "parcels/SPLIT1/credit", { state: "lost", preview: false });
    await act(`ship ${whole.number} --courier Delhivery --awb WHOLE1`);
    await act(`lost ${whole.number}`);
    await rollUpSales(shop.db);
    const { total } = await report(day);
    expect(total).toMatchObject({
      orders: before.orders + 1,
      sales: before.sales + 270,
      returns: before.returns + 1,
      returned: before.returned + 180,
    });
    const home = (await accountant.send("GET", "/home")).body.data.sales;
    expect(home.today.returned).toBe(today0.returned + 180);
    expect(await findWrongDays(shop.db)).toEqual([]);
    // The rest gets lost too: nothing of it was ever sold.
    await send(split.number, "parcels/SPLIT2/credit", { state: "lost", preview: false });
    await rollUpSales(shop.db);
    expect((await report(day)).total).toMatchObject({
      orders: before.orders,
      sales: before.sales,
      returned: before.returned,
    });
    expect(await findWrongDays(shop.db)).toEqual([]);
  });

  it("counts refunded shipping and fees as returned, without units", async () => {
    const day = { from: today, to: today };
    const before = (await report(day)).total;
    const goods = async () =>
      measures((await report({ ...day, by: "product" })).rows).find(([name]) => name === "=Rose");
    const roses = await goods();
    const buyer = await shoppers.buyer({ [rose]: 1 });
    const number = (await buyer.post("cash-order", { address: LUCKNOW })).body.data.orderNumber;
    const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
    expect((await buyer.post(`cash-order/${number}/confirm`, { code })).status).toBe(200);
    await act(`ship ${number} --courier Delhivery --awb FEES1`);
    await act(`deliver ${number}`);
    await send(number, "refund-shipping", { amount: 20, reason: "It came late.", preview: false });
    await rollUpSales(shop.db);
    // 100 less 10, and a fee of 49, of which 20 are credited.
    expect((await report(day)).total).toMatchObject({
      sales: before.sales + 139,
      returns: before.returns,
      returnedUnits: before.returnedUnits,
      returned: before.returned + 20,
    });
    expect(await goods()).toEqual([
      "=Rose",
      Number(roses?.[1] ?? 0) + 1,
      Number(roses?.[2] ?? 0) + 1,
      Number(roses?.[3] ?? 0) + 90,
      Number(roses?.[4] ?? 0) + 10,
      roses?.[5] ?? 0,
    ]);
    expect((await accountant.send("GET", "/home")).body.data.sales.today.returned).toBeGreaterThanOrEqual(20);
    expect(await findWrongDays(shop.db)).toEqual([]);
  });

  it("adds what an instance of an older release has not counted", async () => {
    await shop.db.execute(sql`delete from sales_day_group where day = ${daysAgo(3)}::date`);
    await shop.db.execute(sql`update sales_day set has_courier_charges = false where day = ${daysAgo(3)}::date`);
    expect((await report(period)).isStale).toBe(true);
    // Emails and refunds of the orders above may still change them.
    await vi.waitFor(
      async () => {
        await rollUpSales(shop.db);
        expect((await report(period)).isStale).toBe(false);
      },
      { timeout: LONGEST_WAIT_MS, interval: 25 },
    );
    expect(await findWrongDays(shop.db)).toEqual([]);
  });

  it("rejects a period that ends before it begins, or is too long, by the field's name", async () => {
    const fieldOf = async (query: Record<string, string>) => {
      const { status, body } = await accountant.send("GET", `/reports/sales?${new URLSearchParams(query)}`);
      return [status, body.errors?.[0]?.field];
    };
    expect(await fieldOf({ from: "2026-02-02", to: "2026-02-01" })).toEqual([400, "to"]);
    expect(await fieldOf({ from: "2024-01-01", to: "2026-02-01" })).toEqual([400, "by"]);
    expect(await fieldOf({ from: "1990-01-01", to: "2026-02-01", by: "month" })).toEqual([400, "from"]);
    expect((await fieldOf({ from: "2026-02-30" }))[0]).toBe(400);
    expect((await fieldOf({ by: "x".repeat(64_000) }))[0]).toBe(400);
  });
});

describe("further reports", () => {
  it("shows what the stock is worth and what does not sell", async () => {
    const lavender = await shoppers.sell({ title: "Lavender", slug: "lavender", pricePaise: 2_000_000, stock: 2 });
    const { rows, total, slow } = (await accountant.send("GET", "/reports/stock")).body.data;
    expect(rows[0]).toMatchObject({ title: "Attar", price: 200 });
    expect(slow).toEqual({ sizes: 1, units: 2, value: 40_000, cost: 0, uncostedUnits: 2 });
    expect(total.value).toBeCloseTo(
      rows.reduce((sum: number, row: { value: number }) => sum + row.value, 0),
      2,
    );
    const slowest = (await accountant.send("GET", "/reports/stock?sort=slow")).body.data.rows;
    expect(slowest.map(({ title }: { title: string }) => title)[0]).toBe("Lavender");
    expect(slowest[0]).toMatchObject({ lastSold: null, daysLeft: null, sold: 0 });
    expect((await accountant.send("GET", "/reports/stock.csv")).body).toContain("Lavender,");
    expect(Number(lavender)).toBeGreaterThan(0);
  });

  it("counts who of a month's new customers ordered again", async () => {
    const again = await shoppers.buyer({ [rose]: 1 });
    const first = await again.buy();
    await shoppers.orderAges(first.orderNumber, 65 * 24 * 60);
    await again.add(rose);
    await again.buy();
    await perform("sales rebuild");
    const { cohorts, computedAt } = (await accountant.send("GET", "/reports/customers")).body.data;
    expect(computedAt).toEqual(expect.any(String));
    const cohort = cohorts.find(({ month }: { month: string }) => month === `${daysAgo(65).slice(0, 7)}-01`);
    expect(cohort).toMatchObject({ returning: 1, months: [{ customers: 1, orders: 1 }] });
    expect((await accountant.send("GET", "/reports/customers.csv")).body).toContain(`${daysAgo(65).slice(0, 7)},`);
  });

  it("is for those who may see reports", async () => {
    const packer = await signInAs(shop, "Packer");
    for (const path of ["/reports/sales", "/reports/stock.csv", "/reports/customers"])
      expect((await packer.send("GET", path)).status).toBe(403);
  });
});
