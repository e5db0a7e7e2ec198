/** The GST rate of an order is that of its invoice's day in India, whenever it was placed. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { creditNoteOf } from "../../server/orders/orders/invoice/read-credit-note.ts";
import { invoiceOf } from "../../server/orders/orders/invoice/read-invoice.ts";
import { taxOrder } from "../../server/orders/orders/invoice/tax-items.ts";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { clearSetting, storeSetting } from "../../server/selling/settings/settings.ts";
import { BENGALURU, buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  buyers = buyersOf(shop);
});
afterAll(() => shop?.close());

const orderRow = async (number: string) => {
  const [row] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, number));
  if (!row) throw new Error(`no order ${number}`);
  return row;
};
/** Gives all sizes of a product another rate from a day on, by default from today in India. */
const changeRate = (product: string, percent: number, from: string | null = null) =>
  shop.db.execute(sql`insert into gst_rate (variant_id, valid_from, percent)
    select id, coalesce(${from}::date, (now() at time zone 'Asia/Kolkata')::date), ${percent} from variant where product_id = ${Number(product)}
    on conflict (variant_id, valid_from) do update set percent = excluded.percent`);
const taxesOf = async (number: string) => {
  const { total, lines } = await invoiceOf(shop.db, await orderRow(number));
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = total;
  return {
    percents: lines.map(({ gstPercent }) => gstPercent),
    taxablePaise,
    cgstPaise,
    sgstPaise,
    igstPaise,
    totalPaise,
  };
};
async function cashOrder(product: string, units: number, address = BENGALURU) {
  const buyer = await buyers.buyer({ [product]: units });
  const placed = await buyer.post("cash-order", { address });
  expect(placed.status).toBe(200);
  const number: string = placed.body.data.orderNumber;
  const confirm = async () => {
    const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
    expect((await buyer.post(`cash-order/${number}/confirm`, { code })).status).toBe(200);
  };
  const payPath = async () => {
    const { text } = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    return `draft-orders/${/\/pay\/([\w-]+)/.exec(text)?.[1] ?? ""}`;
  };
  return { buyer, number, confirm, payPath };
}
const run = async (words: string) => expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });

describe("the new rate is that of an invoice after the change", () => {
  it("of an order for cash that was placed and confirmed before", async () => {
    const toner = await buyers.sell({ pricePaise: 44_900, gstPercent: 18 });
    const { number, confirm } = await cashOrder(toner, 2);
    await confirm();
    await changeRate(toner, 5);
    await run(`ship ${number} --awb RATE0001 --courier Delhivery`);
    // 898 + 49 = 947.00; of it 947.00 × 5 / 105 = 45.095 tax.
    const expected = { percents: [5], taxablePaise: 90_190, igstPaise: 4510, cgstPaise: 0, totalPaise: 94_700 };
    expect(await taxesOf(number)).toMatchObject(expected);
  });

  it("of an online order that was pending, in its email, too", async () => {
    const soap = await buyers.sell({ pricePaise: 34_900, gstPercent: 18 });
    const buyer = await buyers.buyer({ [soap]: 1 });
    const opened = await buyer.order({ address: BENGALURU });
    await changeRate(soap, 5);
    await buyer.verify(await buyer.pay(opened));
    // 349.00 × 5 / 105 = 16.619
    expect(await taxesOf(opened.orderNumber)).toMatchObject({
      taxablePaise: 33_238,
      igstPaise: 1662,
      totalPaise: 34_900,
    });
    const { text } = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${opened.orderNumber}`);
    expect(text).toContain("₹16.62");
    expect(text).not.toContain("₹53.24");
  });

  it("of an expired order that is paid late, within the state", async () => {
    const oil = await buyers.sell({ pricePaise: 21_000, gstPercent: 18, stock: 5 });
    const buyer = await buyers.buyer({ [oil]: 1 });
    const opened = await buyer.order({ address: LUCKNOW });
    await shop.db.execute(
      sql`update customer_order set state = 'expired', holds_stock = false where number = ${opened.orderNumber}`,
    );
    await shop.db.execute(
      sql`update stock set reserved = 0 where variant_id in (select id from variant where product_id = ${Number(oil)})`,
    );
    await changeRate(oil, 5);
    await buyer.verify(await buyer.pay(opened));
    // 210.00 × 5 / 105 = 10.00, half of it each
    expect(await taxesOf(opened.orderNumber)).toMatchObject({
      taxablePaise: 20_000,
      cgstPaise: 500,
      sgstPaise: 500,
      igstPaise: 0,
    });
  });

  it("of an order whose advance was paid before", async () => {
    await storeSetting(shop.db, "CASH_ADVANCE", "100");
    const balm = await buyers.sell({ pricePaise: 100_100, gstPercent: 18 });
    const buyer = await buyers.buyer({ [balm]: 1 });
    const opened = await buyer.order({ address: BENGALURU, advance: 100 });
    await clearSetting(shop.db, "CASH_ADVANCE");
    const number = opened.orderNumber;
    expect((await buyer.verify(await buyer.pay(opened))).body.data.outcome).toBe("paid");
    await changeRate(balm, 5);
    await run(`ship ${number} --awb RATE0002 --courier Delhivery`);
    // 1001 + 49 = 1050.00, of it 50.00
    expect(await taxesOf(number)).toMatchObject({ taxablePaise: 100_000, igstPaise: 5000, totalPaise: 105_000 });
  });

  it("of an order for cash that is paid online, also where the fee falls away", async () => {
    const attar = await buyers.sell({ pricePaise: 52_500, gstPercent: 18 });
    const { number, confirm, payPath } = await cashOrder(attar, 2);
    await confirm();
    const path = await payPath();
    await changeRate(attar, 5);
    const opened = (await buyers.people.post(`${path}/pay`, {})).body.data;
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    expect((await buyers.people.post(`${path}/verify`, signedProof(opened.id, id))).body.data.outcome).toBe("paid");
    // 1050.00 without the fee of 49, of it 50.00
    expect(await taxesOf(number)).toMatchObject({
      percents: [5],
      taxablePaise: 100_000,
      igstPaise: 5000,
      totalPaise: 105_000,
    });
  });

  it("of one item alone, if only its rate changes; the others and the total stay", async () => {
    const [a, b] = [
      await buyers.sell({ pricePaise: 11_800, gstPercent: 18 }),
      await buyers.sell({ pricePaise: 11_800, gstPercent: 18 }),
    ];
    const buyer = await buyers.buyer({ [a]: 1, [b]: 1 });
    const opened = await buyer.order({ address: BENGALURU });
    await changeRate(a, 0);
    await buyer.verify(await buyer.pay(opened));
    const { lines, total } = await invoiceOf(shop.db, await orderRow(opened.orderNumber));
    expect(lines.map(({ gstPercent, igstPaise }) => [gstPercent, igstPaise]).sort()).toEqual([
      [0, 0],
      [18, 1800],
    ]);
    expect(total.totalPaise).toBe(23_600);
  });
});

describe("the old rate stays", () => {
  it("of what was paid and invoiced before, and of its credit note after the change", async () => {
    const soap = await buyers.sell({ pricePaise: 11_800, gstPercent: 18 });
    const buyer = await buyers.buyer({ [soap]: 1 });
    const { orderNumber } = await buyer.buy({ address: BENGALURU });
    await changeRate(soap, 5);
    expect((await buyer.post(`order/${orderNumber}/cancel`)).status).toBe(200);
    const { total } = await creditNoteOf(shop.db, await orderRow(orderNumber));
    expect(total).toMatchObject({ taxablePaise: 10_000, igstPaise: 1800, totalPaise: 11_800 });
  });

  it("of a size that was deleted while its order was pending", async () => {
    const soap = await buyers.sell({ pricePaise: 11_800, gstPercent: 18 });
    const buyer = await buyers.buyer({ [soap]: 1 });
    const opened = await buyer.order({ address: BENGALURU });
    await shop.db.execute(
      sql`delete from gst_rate where variant_id in (select id from variant where product_id = ${Number(soap)})`,
    );
    await buyer.verify(await buyer.pay(opened));
    expect(await taxesOf(opened.orderNumber)).toMatchObject({ percents: [18], igstPaise: 1800 });
  });
});

it("the day begins at midnight in India", async () => {
  const soap = await buyers.sell({ pricePaise: 10_500, gstPercent: 18 });
  await changeRate(soap, 5, "2027-01-01");
  const buyer = await buyers.buyer({ [soap]: 1 });
  const { orderNumber } = await buyer.order({ address: BENGALURU });
  const order = await orderRow(orderNumber);
  const percentAt = async (at: string) => (await taxOrder(shop.db, order, new Date(at))).items[0]?.gstPercent;
  expect(await percentAt("2026-12-31T18:29:59.999Z")).toBe(18);
  expect(await percentAt("2026-12-31T18:30:00Z")).toBe(5);
  expect(await percentAt("2026-12-31T18:29:59.999Z")).toBe(18);
});
