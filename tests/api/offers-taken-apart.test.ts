/** Orders with offers from which units are taken out: what stays is paid for as if it alone had been ordered. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { addJob } from "../../server/platform/jobs/add-job.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import type { NewOffer } from "../../server/selling/offers/new-offer.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let made = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

type Lines = { position: number; quantity: number }[];

/** Creates an offer; by default with a code of its own, which it returns. */
async function offer(spec: Partial<NewOffer>): Promise<string> {
  made += 1;
  const code = `APART${made}`;
  const values = z.parse(newOffer, { name: `Offer ${made}`, kind: "percentage", codes: [code], ...spec });
  await createOffer(shop.db, values, new Date());
  return code;
}
const sell = (rupees: number, more: Parameters<typeof shoppers.sell>[0] = {}) =>
  shoppers.sell({ pricePaise: rupees * 100, stock: 60, ...more });

/** Buys online. @returns the buyer and the order */
async function bought(cart: Record<string, number>, code?: string) {
  const asha = await shoppers.buyer(cart);
  if (code) expect((await asha.post("cart/code", { code })).body.data).toMatchObject({ problem: null });
  const { orderNumber: number } = await asha.buy({ address: LUCKNOW });
  return { asha, number };
}
const read = async (asha: Buyer, number: string) => (await asha.get(`order/${number}`)).body.data;
const run = async (words: string) => {
  const done = await actOnOrder(shop, words);
  expect(done).toMatchObject({ code: 0 });
  return done;
};
async function deliver(number: string) {
  made += 1;
  await run(`ship ${number} --awb APART-${made} --courier Delhivery`);
  await run(`deliver ${number}`);
}
const preview = async (asha: Buyer, number: string, lines?: Lines, what = "cancel") =>
  (await asha.post(`order/${number}/${what}/preview`, lines ? { lines } : {})).body.data;
const cancel = async (asha: Buyer, number: string, lines: Lines) => {
  const { body, status } = await asha.post(`order/${number}/cancel`, { lines });
  expect(status).toBe(200);
  return body.data;
};
/** Requests a return and has it accepted. */
async function giveBack(asha: Buyer, number: string, lines?: Lines, options = "") {
  const body = { reason: "I changed my mind.", ...(lines && { lines }) };
  expect((await asha.post(`order/${number}/return`, body)).status).toBe(200);
  await run(`return-accept ${number}${options}`);
  return read(asha, number);
}
const refundsOf = async (asha: Buyer, number: string) =>
  (await read(asha, number)).refunds.map(({ amount }: { amount: number }) => amount);
/** Draws a credit note as its customer. @returns the response's status */
const drawn = async ({ token }: Buyer, number: string, position: number) =>
  (
    await shop.app.inject({
      url: `/api/order/${number}/credit-note?position=${position}`,
      headers: { authorization: `Bearer ${token}` },
    })
  ).statusCode;
const actAs = async (number: string, action: string, body: object) => {
  const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
  return owner.send("POST", `/orders/${number}/${action}`, { version, ...body });
};

/** Two attars at 2,999 and one at 1,899, which is free with the code: 5,998. */
async function threeForTwo() {
  const gulab = await sell(2999, { title: "Gulab Attar", label: "6 ml" });
  const khus = await sell(1899, { title: "Ruh Khus Attar", label: "6 ml" });
  const code = await offer({ name: "Three attars for two", kind: "buy_x_get_y", buy: 2, free: 1 });
  const { asha, number } = await bought({ [gulab]: 2, [khus]: 1 }, code);
  return { asha, number, code, gulab, khus };
}

describe("three for two", () => {
  it("charges the free unit when both paid ones are cancelled, and says so before", async () => {
    const { asha, number, code } = await threeForTwo();
    const lines = [{ position: 0, quantity: 2 }];
    const reason = `“Three attars for two” (${code}) no longer applies to what you keep, so it costs ₹1,899 more.`;
    expect(await preview(asha, number, lines)).toEqual({
      amount: 4099,
      refund: 4099,
      exchange: null,
      balance: 0,
      kept: 1899,
      reasons: [reason],
    });
    const order = await cancel(asha, number, lines);
    expect(order).toMatchObject({
      state: "paid",
      creditNotes: [{ amount: 4099 }],
      refunds: [{ amount: 4099, note: reason }],
      timeline: [{}, {}, { note: `Cancelled: 2 × Gulab Attar, 6 ml. ${reason}` }],
    });
    expect(await drawn(asha, number, 1)).toBe(200);
    const { text } = await shoppers.people.mailAbout(asha.email, `Part of your order ${number} has been cancelled`);
    expect(text).toContain("We’re refunding ₹4,099 to");
    expect(text).toContain(reason);
    // What is retained of the attars is credited with the last unit, on their own line.
    await cancel(asha, number, [{ position: 1, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([4099, 1899]);
    expect(await read(asha, number)).toMatchObject({
      state: "cancelled",
      creditNotes: [{ amount: 4099 }, { amount: 1899 }],
    });
    expect(await drawn(asha, number, 2)).toBe(200);
    expect(
      await rowsOf(
        shop,
        sql`select l.position, l.quantity, (l.taxable_paise + l.cgst_paise + l.sgst_paise)::int as total, l.cgst_paise = l.sgst_paise as halves
          from credit_note_line l join customer_order o on o.id = l.order_id
          where o.number = ${number} order by l.credit_note_id, l.position`,
      ),
    ).toEqual([
      { position: 0, quantity: 2, total: 409_900, halves: true },
      { position: 0, quantity: 0, total: 189_900, halves: true },
      { position: 1, quantity: 1, total: 0, halves: true },
    ]);
  });

  it("charges it when they are returned one after the other, as in one step", async () => {
    const { asha, number } = await threeForTwo();
    await deliver(number);
    // One of each at its price: 4,898 of 5,998.
    await giveBack(asha, number, [{ position: 0, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([1100]);
    const order = await giveBack(asha, number, [{ position: 0, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([1100, 2999]);
    expect(order).toMatchObject({ state: "delivered", remaining: [{ quantity: 0, amount: 1899 }, { quantity: 1 }] });
  });

  it("refunds nothing for the unit that was free, and takes it back to the stock", async () => {
    const { asha, number, khus } = await threeForTwo();
    expect(await preview(asha, number, [{ position: 1, quantity: 1 }])).toMatchObject({
      amount: 0,
      kept: 5998,
      reasons: ["It was free with an offer, so there’s nothing to refund for it."],
    });
    const order = await cancel(asha, number, [{ position: 1, quantity: 1 }]);
    expect(order).toMatchObject({ refunds: [], items: [{}, { creditedQuantity: 1 }] });
    expect(await shoppers.stockOf(khus)).toBe(60);
    const { text } = await shoppers.people.mailAbout(asha.email, `Part of your order ${number} has been cancelled`);
    expect(text).toContain("There’s nothing to refund.");
  });

  it("keeps the offer for the rest where staff says so, and records it", async () => {
    const { asha, number } = await threeForTwo();
    const body = { reason: "One is broken.", lines: [{ position: 0, quantity: 1 }] };
    const strict = await actAs(number, "cancel", { ...body, preview: true });
    expect(strict.body.data.effect).toMatchObject({
      credited: 1100,
      reasons: expect.stringContaining("no longer applies"),
    });
    const kept = await actAs(number, "cancel", { ...body, keepOffers: true });
    expect(kept.body.data).toMatchObject({
      effect: { credited: 2999, refunded: 2999 },
      order: {
        history: expect.arrayContaining([
          expect.objectContaining({ note: expect.stringContaining("keeps its offers") }),
        ]),
      },
    });
    const audit = (await owner.send("GET", `/audit?subject=order&id=${number}`)).body.data.entries;
    expect(audit[0]).toMatchObject({ action: "order.items_cancelled", after: { keepOffers: true } });
    // A customer cannot ask for it.
    const asked = await asha.post(`order/${number}/cancel`, {
      lines: [{ position: 1, quantity: 1 }],
      keepOffers: true,
    });
    expect(asked.body.data).toMatchObject({ refunds: [{ amount: 2999 }] });
  });

  it("refuses another amount than the customer was shown, and changes nothing", async () => {
    const { asha, number } = await threeForTwo();
    const lines = [{ position: 0, quantity: 2 }];
    const wrong = await asha.post(`order/${number}/cancel`, { lines, amount: 5998 });
    expect(wrong.body).toMatchObject({
      statusCode: 409,
      code: "price_changed",
      errors: [{ field: "amount", message: expect.stringContaining("₹4,099, not ₹5,998") }],
    });
    expect(await read(asha, number)).toMatchObject({ refunds: [], creditNotes: [] });
    expect((await asha.post(`order/${number}/cancel`, { lines, amount: 4099 })).status).toBe(200);
  });

  it("keeps the price of an order for cash, which never rises", async () => {
    const attar = await sell(1000);
    const code = await offer({ kind: "bundle_price", buy: 3, amount: 1800 });
    const asha = await shoppers.buyer({ [attar]: 3 });
    await asha.post("cart/code", { code });
    const { orderNumber: number } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
    const { text } = await shoppers.people.mailAbout(asha.email, `Confirm your order ${number}`);
    const confirmation = /^ {4}(\d{6})$/m.exec(text)?.[1];
    expect((await asha.post(`cash-order/${number}/confirm`, { code: confirmation })).status).toBe(200);
    expect(await read(asha, number)).toMatchObject({ totalPrice: 1849 });
    // Two alone would cost 2,049.
    const one = [{ position: 0, quantity: 1 }];
    expect(await preview(asha, number, one)).toMatchObject({ amount: 0, refund: 0, balance: 1849 });
    expect(await cancel(asha, number, one)).toMatchObject({
      totalPrice: 1849,
      subtotal: 2000,
      totalDiscount: 200,
      fees: 49,
    });
    expect(await preview(asha, number, one)).toMatchObject({ amount: 800, balance: 1049, kept: 1049 });
    expect(await cancel(asha, number, one)).toMatchObject({
      totalPrice: 1049,
      totalDiscount: 0,
      offers: [],
      balance: 1049,
    });
    await deliver(number);
    expect(await read(asha, number)).toMatchObject({ paid: [{ amount: 1049 }] });
  });
});

describe("an offer with a minimum", () => {
  it("takes nothing off one soap of eleven, and refunds nothing for the first one", async () => {
    const soap = await sell(199, { title: "Neem Soap", gstPercent: 5 });
    const code = await offer({ kind: "amount", amount: 500, minimum: 2000 });
    const { asha, number } = await bought({ [soap]: 11 }, code);
    expect(await read(asha, number)).toMatchObject({ totalPrice: 1689 });
    // Ten at 199 are 1,990, more than was paid for eleven.
    expect(await preview(asha, number, [{ position: 0, quantity: 1 }])).toMatchObject({ refund: 0, kept: 1990 });
    await cancel(asha, number, [{ position: 0, quantity: 10 }]);
    expect(await refundsOf(asha, number)).toEqual([1490]);
  });

  it("of a percentage is lost in a return without the right units, whatever has become of the offer", async () => {
    const attar = await sell(1200);
    const code = await offer({ percent: 10, minimum: 2000 });
    const { asha, number } = await bought({ [attar]: 3 }, code);
    await deliver(number);
    await shop.db.execute(
      sql`update offer set percent = 90, min_paise = 0 from offer_code c where c.offer_id = offer.id and c.code = ${code}`,
    );
    // 3,240 for three; two are 2,400 − 240, one is 1,200.
    await giveBack(asha, number, [{ position: 0, quantity: 1 }]);
    await giveBack(asha, number, [{ position: 0, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([1080, 960]);
    await giveBack(asha, number);
    expect(await refundsOf(asha, number)).toEqual([1080, 960, 1200]);
  });

  it("of three for a price is lost in a refund without a return, unless staff keeps it", async () => {
    const attar = await sell(500);
    const code = await offer({ kind: "bundle_price", buy: 3, amount: 999 });
    const { asha, number } = await bought({ [attar]: 3 }, code);
    await deliver(number);
    const lines = [{ position: 0, quantity: 1 }];
    expect((await actAs(number, "refund", { lines, preview: true })).body.data.effect).toMatchObject({ refunded: 0 });
    const kept = await actAs(number, "refund", { lines, keepOffers: true });
    expect(kept.body.data.effect).toMatchObject({ credited: 333, refunded: 333 });
    // 666 left; two would have cost 1,000, one 500.
    await run(`refund ${number} --items 0:1`);
    expect(await refundsOf(asha, number)).toEqual([333, 166]);
    await giveBack(asha, number);
    expect(await refundsOf(asha, number)).toEqual([333, 166, 500]);
  });

  it("of a lost parcel is lost with it, or kept", async () => {
    const attar = await sell(1200);
    const code = await offer({ percent: 10, minimum: 2000 });
    const two = async () => {
      const { asha, number } = await bought({ [attar]: 2 }, code);
      made += 1;
      const awb = `LOST-${made}`;
      await run(`ship ${number} --awb ${awb} --courier Delhivery --items 0:1`);
      return { asha, number, awb };
    };
    const one = await two();
    await run(`lost ${one.number} --awb ${one.awb}`);
    // 2,160 less 1,200.
    expect(await refundsOf(one.asha, one.number)).toEqual([960]);
    const other = await two();
    await run(`lost ${other.number} --awb ${other.awb} --keepOffers`);
    expect(await refundsOf(other.asha, other.number)).toEqual([1080]);
  });
});

describe("an offer that staff has kept for a lost parcel", () => {
  it("still applies to what stays when more is taken out later", async () => {
    const cart = { [await sell(1500, { title: "Gulab Attar" })]: 1, [await sell(600, { title: "Neem Soap" })]: 2 };
    const { asha, number } = await bought(cart, await offer({ kind: "amount", amount: 500, minimum: 2000 }));
    made += 1;
    await run(`ship ${number} --awb KEPT-${made} --courier Delhivery --items 0:1`);
    await run(`lost ${number} --awb KEPT-${made} --keepOffers`);
    // A soap with the attar costs 457.14; alone it would cost 600, and 377.78 would be refunded.
    await run(`refund ${number} --items 1:1`);
    expect(await refundsOf(asha, number)).toEqual([1222.22, 520.64]);
    await run(`refund ${number} --items 1:1`);
    expect(await refundsOf(asha, number)).toEqual([1222.22, 520.64, 457.14]);
  });

  it("still applies to a confirmed order for cash", async () => {
    const cart = { [await sell(1500)]: 1, [await sell(600)]: 2 };
    const code = await offer({ kind: "amount", amount: 500, minimum: 2000 });
    const asha = await shoppers.buyer(cart);
    await asha.post("cart/code", { code });
    const { orderNumber: number } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
    const { text } = await shoppers.people.mailAbout(asha.email, `Confirm your order ${number}`);
    const confirmation = /^ {4}(\d{6})$/m.exec(text)?.[1];
    expect((await asha.post(`cash-order/${number}/confirm`, { code: confirmation })).status).toBe(200);
    const broken = { reason: "It is broken.", lines: [{ position: 0, quantity: 1 }], keepOffers: true };
    expect((await actAs(number, "cancel", broken)).status).toBe(200);
    // 457.14, and of the fee 49 × 1200 / 2700 = 21.78; rounded down, because it is collected in cash.
    const order = await cancel(asha, number, [{ position: 1, quantity: 1 }]);
    expect(order).toMatchObject({ fees: 21.78, totalPrice: 478, rounding: 0.92 });
  });
});

describe("free samples", () => {
  it("are cancelled with what earned them, and must come back with it", async () => {
    const perfume = await sell(2699, { title: "Kewra Bloom" });
    const soap = await sell(199, { title: "Neem Soap" });
    const rose = await sell(99, { title: "Rose", label: "2 ml", sku: "APART-ROSE-2" });
    const mitti = await sell(99, { title: "Mitti", label: "2 ml", sku: "APART-MITTI-2" });
    const samples = ["APART-ROSE-2", "APART-MITTI-2"];
    await offer({ name: "Two vials", kind: "free_samples", free: 2, samples, minimum: 1999, codes: [] });
    const vials = [...(await variantsOf(shop, rose)), ...(await variantsOf(shop, mitti))].map(String);
    const withVials = async () => {
      const asha = await shoppers.buyer({ [perfume]: 1, [soap]: 1 });
      expect((await asha.post("cart/samples", { variant_ids: vials })).status).toBe(200);
      const { orderNumber: number } = await asha.buy({ address: LUCKNOW });
      expect((await read(asha, number)).items).toHaveLength(4);
      return { asha, number };
    };
    const { asha, number } = await withVials();
    const lines = [{ position: 0, quantity: 1 }];
    const text = "Your free samples Rose, 2 ml and Mitti, 2 ml came with an order from ₹1,999 and are cancelled too.";
    expect(await preview(asha, number, lines)).toMatchObject({ refund: 2699, kept: 199, reasons: [text] });
    const order = await cancel(asha, number, lines);
    expect(order.items.map(({ creditedQuantity }: { creditedQuantity: number }) => creditedQuantity)).toEqual([
      1, 0, 1, 1,
    ]);
    expect(await shoppers.stockOf(rose)).toBe(60);
    const mail = await shoppers.people.mailAbout(asha.email, `Part of your order ${number} has been cancelled`);
    expect(mail.text).toContain(text);

    const later = await withVials();
    await deliver(later.number);
    expect(await preview(later.asha, later.number, lines, "return")).toMatchObject({
      refund: 2699,
      reasons: [expect.stringContaining("to be returned too.")],
    });
    // Without the perfume they stay: the soap alone is returned.
    expect((await preview(later.asha, later.number, [{ position: 1, quantity: 1 }], "return")).reasons).toEqual([]);
    const returned = await later.asha.post(`order/${later.number}/return`, { reason: "Not for me.", lines });
    expect(returned.body.data.returns[0].lines).toMatchObject([{ position: 0 }, { position: 2 }, { position: 3 }]);
    const replaced = await actOnOrder(shop, `return-accept ${later.number} --replace 2:1`);
    expect(replaced.code).not.toBe(0);
    await run(`return-accept ${later.number} --restock 2:1`);
    const done = await read(later.asha, later.number);
    expect(done.items.map(({ creditedQuantity }: { creditedQuantity: number }) => creditedQuantity)).toEqual([
      1, 0, 1, 1,
    ]);
    expect(done).toMatchObject({ state: "delivered", refunds: [{ amount: 2699 }] });
    // One is on sale again, the other is written off.
    expect([await shoppers.stockOf(rose), await shoppers.stockOf(mitti)]).toEqual([60, 59]);
    await shop.db.execute(sql`update offer set ends_at = now() where kind = 'free_samples'`);
  });
});

describe("shipping", () => {
  it("that was free from an amount is charged for the rest, until nothing stays", async () => {
    const attar = await sell(600);
    const other = await sell(500);
    const { asha, number } = await bought({ [attar]: 1, [other]: 1 });
    // As a shop with ₹60 of shipping below ₹999 stores it.
    await shop.db.execute(sql`update order_terms set terms = jsonb_set(terms, '{shipping}',
      '[{"fromGrams": 0, "pricePaise": 6000, "freeFromPaise": 99900}]') from customer_order o where o.id = order_id and o.number = ${number}`);
    expect(await preview(asha, number, [{ position: 0, quantity: 1 }])).toMatchObject({
      refund: 540,
      kept: 560,
      reasons: ["Shipping and fees for what you keep are ₹60, not ₹0 as before."],
    });
    await cancel(asha, number, [{ position: 0, quantity: 1 }]);
    await cancel(asha, number, [{ position: 1, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([540, 560]);
  });
});

describe("the credit for a set", () => {
  it("is paid for by who returns the set after spending it, and refunded once the other order is cancelled", async () => {
    made += 1;
    const slug = `apart-set-${made}`;
    const set = await sell(999, { slug, title: "Discovery Set" });
    const perfume = await sell(2699);
    await offer({ name: "Set credit", kind: "set_credit", days: 60, sets: [slug], codes: [] });
    const { asha, number } = await bought({ [set]: 1 });
    await deliver(number);
    await asha.add(perfume);
    const { orderNumber: later } = await asha.buy({ address: LUCKNOW, total_price: 1700 });

    expect(await preview(asha, number, undefined, "return")).toMatchObject({
      refund: 0,
      reasons: [`The set’s price was credited to order ${later}, so ₹999 of it isn’t refunded.`],
    });
    expect(await giveBack(asha, number)).toMatchObject({ state: "returned", refunds: [] });
    // A credit that is spent is no discount for another order.
    await asha.add(perfume);
    expect(await asha.cart()).toMatchObject({ offers: [], totalPrice: 2699 });

    await asha.post(`order/${later}/cancel`, {});
    expect(await refundsOf(asha, later)).toEqual([1700]);
    await vi.waitFor(async () => expect(await refundsOf(asha, number)).toEqual([999]), {
      timeout: LONGEST_WAIT_MS,
      interval: 50,
    });
    expect(await read(asha, number)).toMatchObject({ creditNotes: [{ amount: 0 }, { amount: 999 }] });
    const { text } = await shoppers.people.mailAbout(asha.email, `We’re refunding the set of your order ${number}`);
    expect(text).toContain("We’re refunding ₹999 to");
    // Once more changes nothing.
    const [{ id: orderId } = { id: 0 }] = await rowsOf<{ id: number }>(
      shop,
      sql`select id from customer_order where number = ${number}`,
    );
    await addJob(shop.db, "refund_released_credit", { orderId: Number(orderId) });
    await vi.waitFor(
      async () =>
        expect(await rowsOf(shop, sql`select id from job where task_identifier = 'refund_released_credit'`)).toEqual(
          [],
        ),
      { timeout: LONGEST_WAIT_MS, interval: 100 },
    );
    expect(await refundsOf(asha, number)).toEqual([999]);
    await shop.db.execute(sql`update offer set ends_at = now() where kind = 'set_credit'`);
  });

  it("is not asked for later if the shop took the set back and let the customer keep it", async () => {
    made += 1;
    const slug = `apart-set-${made}`;
    const set = await sell(999, { slug, title: "Discovery Set" });
    const [soap, perfume] = [await sell(199), await sell(2699)];
    await offer({ name: "Set credit", kind: "set_credit", days: 60, sets: [slug], codes: [] });
    const { asha, number } = await bought({ [set]: 1, [soap]: 2 });
    await deliver(number);
    await asha.add(perfume);
    await asha.buy({ address: LUCKNOW, total_price: 1700 });
    const lines = [{ position: 0, quantity: 1 }];
    const kept = await actAs(number, "refund", { lines, keepOffers: true });
    expect(kept.body.data.effect).toMatchObject({ refunded: 999 });
    await giveBack(asha, number, [{ position: 1, quantity: 1 }]);
    expect(await refundsOf(asha, number)).toEqual([999, 199]);
    await giveBack(asha, number);
    expect(await refundsOf(asha, number)).toEqual([999, 199, 199]);
    await shop.db.execute(sql`update offer set ends_at = now() where kind = 'set_credit'`);
  });
});

it("an order of an older version, without terms, refunds the units' shares", async () => {
  const { asha, number } = await threeForTwo();
  await shop.db.execute(
    sql`delete from order_terms using customer_order o where o.id = order_id and o.number = ${number}`,
  );
  await cancel(asha, number, [{ position: 0, quantity: 2 }]);
  expect(await refundsOf(asha, number)).toEqual([5998]);
});
