/** Orders that cost nothing: placed without the payment provider, and like any other afterwards. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import type { NewOffer } from "../../server/selling/offers/new-offer.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let made = 0;

beforeAll(async () => {
  shop = await openShop({
    environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49", MAX_ORDER_RUPEES: "10000" },
  });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Makes a customer whose cart has an offer's code. */
async function buyerWith(spec: Partial<NewOffer>, cart: Record<string, number>): Promise<Buyer & { code: string }> {
  made += 1;
  const code = `FREE${made}`;
  await createOffer(shop.db, z.parse(newOffer, { name: `Free ${made}`, codes: [code], ...spec }), new Date());
  const buyer = await shoppers.buyer(cart);
  expect((await buyer.post("cart/code", { code })).body.data).toEqual({ code, problem: null });
  return { ...buyer, code };
}
const ALL = { kind: "percentage", percent: 100 } as const;
const place = (buyer: Pick<Buyer, "post">, body: object = { address: LUCKNOW, total_price: 0 }) =>
  buyer.post("free-order", body);
const rowOf = async (number: string) =>
  (
    await rowsOf<Record<string, unknown>>(
      shop,
      sql`select state, total_paise, paid_at is not null as paid, invoice_number, holds_stock,
        (select count(*)::int from payment where order_id = o.id) as payments,
        (select count(*)::int from payment_session where order_id = o.id) as sessions,
        (select count(*)::int from refund where order_id = o.id) as refunds
        from customer_order o where number = ${number}`,
    )
  )[0];

describe("an order that costs nothing", () => {
  it("is paid, invoiced and mailed by one call, without the provider, and never twice", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith({ ...ALL, maxUses: 3 }, { [soap]: 1 });
    expect((await asha.get("checkout?pincode=226001")).body.data).toMatchObject({
      totalPrice: 0,
      payable: true,
      totalProblem: null,
      // Cash on delivery would cost its fee.
      cashOnDelivery: null,
    });
    const [first, second] = await Promise.all([place(asha), place(asha)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { orderNumber } = first.body.data;
    expect(second.body.data).toEqual({ orderNumber });
    expect((await place(asha)).body.data).toEqual({ orderNumber });
    expect(await rowOf(orderNumber)).toEqual({
      state: "paid",
      total_paise: 0,
      paid: true,
      invoice_number: expect.stringMatching(/^KW\//),
      holds_stock: true,
      payments: 0,
      sessions: 0,
      refunds: 0,
    });
    expect(await shoppers.stockOf(soap)).toBe(4);
    expect((await asha.cart()).count).toBe(0);
    expect(
      await rowsOf(
        shop,
        sql`select o.uses from offer o join offer_code c on c.offer_id = o.id where c.code = ${asha.code}`,
      ),
    ).toEqual([{ uses: 1 }]);
    const { text } = await shoppers.people.mailAbout(asha.email, `Order confirmed: ${orderNumber}`);
    expect(text).toContain("There’s nothing to pay, and we’re getting it ready.");
    expect(text).not.toContain("payment");
    expect((await asha.get(`order/${orderNumber}`)).body.data).toMatchObject({
      badge: "Processing",
      totalPrice: 0,
      payment: null,
      refunds: [],
    });
    const invoice = await shop.app.inject({
      url: `/api/order/${orderNumber}/invoice`,
      headers: { authorization: `Bearer ${asha.token}` },
    });
    expect(invoice.statusCode).toBe(200);
    const owner = await signInAs(shop, "Owner");
    expect((await owner.send("GET", `/orders/${orderNumber}`)).body.data).toMatchObject({
      state: "paid",
      payments: [],
    });
  });

  it("opens no payment for a client that knows only that call, and is not placed by it", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith({ kind: "amount", amount: 200 }, { [soap]: 1 });
    for (const body of [{ address: LUCKNOW }, { address: LUCKNOW, total_price: 0 }]) {
      const response = await asha.init(body);
      expect(response).toMatchObject({ status: 409, body: { success: false, code: "order_is_free" } });
      expect(response.body.data).toBeUndefined();
    }
    expect((await asha.post("cash-order", { address: LUCKNOW })).body.code).toBe("cash_not_available");
    expect(await shoppers.stockOf(soap)).toBe(5);
    expect((await place(asha, { address: LUCKNOW })).status).toBe(200);
  });

  it("is not placed once it costs something, and the other way round", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith({ ...ALL, maxUses: 1 }, { [soap]: 1 });
    const priya = await shoppers.buyer({ [soap]: 1 });
    await priya.post("cart/code", { code: asha.code });
    expect((await place(asha)).status).toBe(200);
    expect((await place(priya)).body).toMatchObject({ code: "offer_ended" });
    expect((await place(priya, { address: LUCKNOW, total_price: 199 })).body).toMatchObject({ code: "price_changed" });
    const nobody = await shoppers.buyer();
    expect((await place(nobody)).body.code).toBe("cart_empty");
    expect((await shoppers.people.post("free-order", { address: LUCKNOW }, {})).status).toBe(401);
  });

  it("is cancelled without a refund: its unit, and the use of its offer, come back", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith({ ...ALL, maxUses: 1 }, { [soap]: 1 });
    const { orderNumber } = (await place(asha)).body.data;
    expect((await asha.post(`order/${orderNumber}/cancel`, {})).status).toBe(200);
    expect(await rowOf(orderNumber)).toMatchObject({ state: "cancelled", refunds: 0, payments: 0 });
    expect(await shoppers.stockOf(soap)).toBe(5);
    const { text } = await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} has been cancelled`);
    expect(text).toContain("You haven’t paid anything for it, so there’s nothing to refund.");
    expect(text).not.toContain("We’re refunding");
    expect(
      await rowsOf(
        shop,
        sql`select o.uses from offer o join offer_code c on c.offer_id = o.id where c.code = ${asha.code}`,
      ),
    ).toEqual([{ uses: 0 }]);
  });

  it("is shipped, delivered and returned, and balances the GST return", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith(ALL, { [soap]: 1 });
    const { orderNumber } = (await place(asha)).body.data;
    for (const words of [`ship ${orderNumber} --awb FREE1 --courier Delhivery`, `deliver ${orderNumber}`])
      expect((await actOnOrder(shop, words)).code).toBe(0);
    const request = { reason: "damaged", comment: "Broken in its box." };
    const requested = await asha.post(`order/${orderNumber}/return`, request);
    if (requested.status !== 200) throw new Error(JSON.stringify(requested.body));
    expect((await actOnOrder(shop, `return-accept ${orderNumber}`)).code).toBe(0);
    expect(await rowOf(orderNumber)).toMatchObject({ state: "returned", refunds: 0 });
  });

  it("replaces an unpaid order, whose late payment is refunded", async () => {
    const soap = await shoppers.sell({ pricePaise: 19_900, stock: 5 });
    const asha = await buyerWith(ALL, { [soap]: 1 });
    await shoppers.people.send("DELETE", "cart/code", undefined, { token: asha.token });
    const opened = await asha.order();
    await asha.post("cart/code", { code: asha.code });
    expect((await place(asha)).status).toBe(200);
    expect((await asha.verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await shoppers.stockOf(soap)).toBe(4);
  });
});

describe("a total of less than ₹1", () => {
  it.each([
    // ₹199 less ₹198.50, and a bundle of ₹0.50, would leave 50 paise.
    [{ kind: "percentage", percent: 99 } as const, 4_900],
    [{ kind: "amount", amount: 199 } as const, 19_950],
  ])("is never left by %j: exactly ₹1 is", async (spec, pricePaise) => {
    const asha = await buyerWith(spec, { [await shoppers.sell({ pricePaise })]: 1 });
    expect(await asha.cart()).toMatchObject({ totalPrice: 1 });
    expect((await asha.order({ address: LUCKNOW, total_price: 1 })).amount).toBe(100);
  });

  it("is a problem in cart and checkout where the products cost no more", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 50 })]: 1 });
    expect(await asha.cart()).toMatchObject({ totalProblem: "The smallest order is ₹1." });
    expect((await asha.get("checkout")).body.data).toMatchObject({ totalProblem: "The smallest order is ₹1." });
    expect((await asha.init()).body.code).toBe("order_amount");
  });
});

it("a total above the shop's maximum is a problem in cart and checkout, before anything is ordered", async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 600_000 })]: 2 });
  const totalProblem = "One order can be up to ₹10,000. Please split it into two orders, or write to us.";
  expect(await asha.cart()).toMatchObject({ totalPrice: 12_000, totalProblem });
  expect((await asha.get("checkout")).body.data).toMatchObject({ totalProblem });
  expect((await asha.init()).body).toMatchObject({ code: "order_amount", errors: [{ message: totalProblem }] });
});
