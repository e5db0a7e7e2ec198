/** Orders of a live shop with test keys: handled like others, counted nowhere, and taken back without a trace. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { pdfText } from "../pdf-text.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { type FaultyProvider, openFaultyProvider } from "./faulty-provider.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import type { TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let provider: FaultyProvider;
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let asha: Awaited<ReturnType<(typeof shoppers)["buyer"]>>;
const numbers = { sent: "", cancelled: "", broken: "" };
let rose: string;
let before: unknown;

const NOTHING_RETURNED = { returns: 0, returned: 0 };
const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const read = async (path: string) => (await owner.send("GET", path)).body;
/** All that orders do to the stock and to offers. */
const traces = async () => {
  const tables = [
    "stock order by variant_id",
    "lot order by id",
    "cost_layer order by id",
    "stock_movement order by id",
    "cost_movement order by id",
  ];
  const rows = await Promise.all(tables.map((table) => rowsOf(shop, sql`select * from ${sql.raw(table)}`)));
  return { rows, offers: await rowsOf(shop, sql`select uses from offer`) };
};

beforeAll(async () => {
  provider = await openFaultyProvider({
    environment: { DEMO: "false", SHOP_OPEN: "true", SMTP_URL: "smtp://127.0.0.1:1" },
  });
  shop = provider.shop;
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  rose = await shoppers.sell({ title: "Rose", sku: "ROSE", pricePaise: 118_000, gstPercent: 18, stock: 3 });
  const booked = await owner.send("POST", "/purchases", {
    supplier: "Gulab Oils",
    documentNumber: "INV-1",
    documentDate: today,
    note: "",
    lines: [{ sku: "ROSE", units: 9, unitCost: 400, lot: "L1" }],
  });
  expect([booked.status, booked.body.message]).toEqual([200, undefined]);
  await performCommand(shop, "admin createOffer --name Ten --kind percentage --percent 10 --codes TEN --maxUses 5");
  before = await traces();
  asha = await shoppers.buyer({ [rose]: 4 });
  await asha.post("cart/code", { code: "TEN" });
  numbers.sent = (await asha.buy({ address: LUCKNOW })).orderNumber;
  const binod = await shoppers.buyer({ [rose]: 2 });
  numbers.cancelled = (await binod.buy({ address: BENGALURU })).orderNumber;
  await binod.post(`order/${numbers.cancelled}/cancel`, { lines: [{ position: 0, quantity: 1 }] });
  const chitra = await shoppers.buyer({ [rose]: 3 });
  numbers.broken = (await chitra.buy({ address: LUCKNOW })).orderNumber;
  for (const words of [
    `ship ${numbers.sent} --courier Delhivery --awb TEST1`,
    `deliver ${numbers.sent}`,
    `refund ${numbers.sent} --items 0:1`,
    `ship ${numbers.broken} --courier Delhivery --awb TEST2`,
    `lost ${numbers.broken}`,
  ])
    expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });
  // One that waits for the payment of a unit more.
  const { version } = (await read(`/orders/${numbers.cancelled}`)).data;
  const edit = { version, remove: [], add: [{ sku: "ROSE", quantity: 1 }], reason: "" };
  const waits = await owner.send("PATCH", `/orders/${numbers.cancelled}/items`, edit);
  expect([waits.status, waits.body.message]).toEqual([200, undefined]);
  expect(await rowsOf(shop, sql`select state from order_edit`)).toEqual([{ state: "pending" }]);
  // One that is not paid.
  await (await shoppers.buyer({ [rose]: 1 })).order();
}, 90_000);
afterAll(() => provider?.close());

describe("a test order", () => {
  it("says that it is one, in its numbers, lists, papers and emails", async () => {
    const { data } = await read(`/orders/${numbers.sent}`);
    expect(data).toMatchObject({
      number: expect.stringMatching(/^TEST-/),
      isTest: true,
      invoiceNumber: expect.stringMatching(/^T-I\/\d\d-\d\d\/000001$/),
      creditNoteNumber: expect.stringMatching(/^T-C\/\d\d-\d\d\/00000\d$/),
    });
    const { orders } = (await read("/orders?tab=all")).data;
    expect(orders.map(({ isTest }: { isTest: boolean }) => isTest)).toEqual([true, true, true, true]);
    const headers = { authorization: `Bearer ${asha.token}` };
    const { rawPayload } = await shop.app.inject({ url: `/api/order/${numbers.sent}/invoice`, headers });
    expect(pdfText(rawPayload)).toContain("Test order, not a tax document");
    const [mail] = await rowsOf<{ subject: string; text: string }>(
      shop,
      sql`select subject, text from mail where order_number = ${numbers.sent} order by id limit 1`,
    );
    expect(mail?.subject).toMatch(/^Test: /);
    expect(mail?.text).toContain("This is a test order. Nothing has been charged");
  });

  it("counts in no sale, return, tax return, settlement, customer's sum or file, as it would if it were real", async () => {
    await shop.db.execute(sql`delete from job where key in ('roll_up_sales', 'roll_up_cohorts')`);
    await shop.db.execute(
      sql`update customer_order set created_at = created_at - interval '20 days' where number = ${numbers.broken}`,
    );
    const counts = async () => {
      await shop.db.execute(sql`insert into sales_day_change (day) values (${today}::date)`);
      await rollUpSales(shop.db);
      const month = (await read(`/reports/gst/${today.slice(0, 7)}`)).data;
      return {
        sold: (await read(`/reports/sales?from=${today}&to=${today}`)).data.total,
        today: (await read("/home")).data.sales.today,
        documents: month.issued,
        missing: (await read(`/reports/settlements`)).data.problems.length,
        file: (await read("/orders.csv?tab=all")).split("\n").filter(Boolean).length - 1,
        customer: (await read(`/customers?q=${asha.email}`)).data.customers[0].orders,
        notSold:
          (await read(`/reports/gst/${today.slice(0, 7)}/files/not-sold`)).split("\n").filter(Boolean).length - 1,
      };
    };
    const asTest = await counts();
    expect(asTest).toEqual({
      sold: {
        orders: 0,
        units: 0,
        sales: 0,
        discounts: 0,
        ...NOTHING_RETURNED,
        returnedUnits: 0,
        refunds: 0,
        refunded: 0,
      },
      today: { orders: 0, sales: 0, average: 0, ...NOTHING_RETURNED },
      documents: [],
      missing: 0,
      file: 0,
      customer: 0,
      notSold: 0,
    });
    await shop.db.execute(sql`update customer_order set is_test = false`);
    // Four units at 1,180 less 10 %, of which one came back; and one of two, since the other was cancelled. The lost ones were never sold.
    expect(await counts()).toMatchObject({
      sold: { orders: 2, units: 5, sales: 4248 + 1180, discounts: 472, returns: 1, returned: 1062 },
      today: { orders: 2, returns: 1, returned: 1062 },
      documents: [{ count: 3 }, { count: 3 }],
      missing: 1,
      file: 4,
      customer: 1,
      notSold: 1,
    });
    await shop.db.execute(sql`update customer_order set is_test = true`);
    expect(await counts()).toEqual(asTest);
  });

  it("is the only one that test keys refund: the refund of a real one waits for its keys", async () => {
    const dev = await shoppers.buyer({ [rose]: 1 });
    const { orderNumber, proof } = await dev.buy();
    await shop.db.execute(sql`update customer_order set is_test = false where number = ${orderNumber}`);
    expect((await dev.post(`order/${orderNumber}/cancel`)).status).toBe(200);
    const job = sql`select run_at > now() + interval '50 minutes' as waits from job where key = 'send_refund:' ||
      (select refund.id from refund join customer_order placed on placed.id = order_id where number = ${orderNumber})`;
    await vi.waitFor(async () => expect(await rowsOf(shop, job)).toEqual([{ waits: true }]), {
      timeout: LONGEST_WAIT_MS,
      interval: 50,
    });
    const about = provider.requests.filter((request) => request.includes(proof.razorpay_payment_id));
    expect(about.filter((request) => request.endsWith("/refund"))).toEqual([]);
    await shop.db.execute(sql`update customer_order set is_test = true where number = ${orderNumber}`);
  });

  it("is a point of the go-live list until all are taken back, after which stock, costs and offers are as before", async () => {
    const pointsOf = async () => {
      const { steps, testOrders } = (await read("/go-live")).data;
      const points = steps.find(({ step }: { step: string }) => step === "payments").points;
      return { testOrders, points: points.filter(({ place }: { place: string }) => place === "test_orders").length };
    };
    expect(await pointsOf()).toEqual({ testOrders: 5, points: 1 });
    expect((await owner.send("POST", "/go-live/test-orders/taken-back")).status).toBe(200);
    expect(await pointsOf()).toEqual({ testOrders: 0, points: 0 });
    expect(await traces()).toEqual(before);
    for (const table of ["customer_order", "payment", "refund", "credit_note", "shipment", "issued_document"])
      expect([table, await rowsOf(shop, sql`select * from ${sql.raw(table)}`)]).toEqual([table, []]);
    expect(await rowsOf(shop, sql`select * from mail where order_number is not null`)).toEqual([]);
    const { entries } = await read("/audit?action=shop.test_orders_taken_back").then(({ data }) => data);
    expect(entries).toMatchObject([{ after: { orders: 5 } }]);
  });
});
