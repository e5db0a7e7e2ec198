/** Offers and their codes, from the cart to the invoice. Prices are paise where a product is made and rupees in responses. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { expireOrder } from "../../server/orders/payments/expire-order.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import type { NewOffer } from "../../server/selling/offers/new-offer.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let made = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Creates an offer with a code of its own; returns the code. */
async function offerCode(spec: Partial<NewOffer> = {}): Promise<string> {
  made += 1;
  const code = `CODE${made}`;
  await createOffer(
    shop.db,
    z.parse(newOffer, { name: `Offer ${made}`, kind: "percentage", percent: 10, codes: [code], ...spec }),
    new Date(),
  );
  return code;
}
const removeCode = (token: string) => shoppers.people.send("DELETE", "cart/code", undefined, { token });
const usesOf = async (code: string) =>
  (
    await rowsOf<{ uses: number }>(
      shop,
      sql`select o.uses from offer o join offer_code c on c.offer_id = o.id where c.code = ${code}`,
    )
  )[0]?.uses;

describe("a code in the cart", () => {
  it("takes its discount off cart, checkout, order and invoice", async () => {
    const attar = await shoppers.sell({ pricePaise: 249_900, originalPricePaise: 299_900, gstPercent: 18 });
    const soap = await shoppers.sell({ pricePaise: 17_950, gstPercent: 5 });
    const code = await offerCode();
    const asha = await shoppers.buyer({ [attar]: 1, [soap]: 2 });
    const entered = await asha.post("cart/code", { code: ` ${code.toLowerCase()} ` });
    expect(entered).toMatchObject({ status: 200, body: { data: { code, problem: null } } });

    // 10 % of 2499.00 + 359.00 = 2858.00 is 285.80; below MRP 500.00 more.
    const cart = await asha.cart();
    expect(z.safeParse(endpoints.readCart.response, cart).error?.issues).toBeUndefined();
    const offers = [{ name: `Offer ${made}`, code, discount: 285.8 }];
    expect(cart).toMatchObject({ totalPrice: 2572.2, totalDiscount: 785.8, offers, code: { code, problem: null } });
    const { data: checkout } = (await asha.get("checkout")).body;
    expect(checkout).toMatchObject({ totalPrice: 2572.2, totalDiscount: 785.8, offers });

    const { orderNumber, verified } = await asha.buy({ address: LUCKNOW, total_price: 2572.2 });
    expect(verified.body.data.outcome).toBe("paid");
    const { data: order } = (await asha.get(`order/${orderNumber}`)).body;
    expect(order).toMatchObject({ subtotal: 3358, totalDiscount: 785.8, totalPrice: 2572.2, offers });
    // 249.90 and 35.90; 2249.10 × 9/118 = 171.5415 and 323.10 × 2.5/105 = 7.6929 for each half of the tax.
    expect(
      await rowsOf(
        shop,
        sql`select i.discount_paise, i.taxable_paise, i.cgst_paise from order_item i join customer_order o on o.id = i.order_id
          where o.number = ${orderNumber} order by i.position`,
      ),
    ).toEqual([
      { discount_paise: 24_990, taxable_paise: 190_602, cgst_paise: 17_154 },
      { discount_paise: 3_590, taxable_paise: 30_772, cgst_paise: 769 },
    ]);
    // The order has used it; the next cart starts without.
    expect(await asha.cart()).toMatchObject({ offers: [], code: null });
  });

  it("that no longer applies does not charge the full price in silence if the request leaves the total out", async () => {
    const product = await shoppers.sell({ pricePaise: 74_900, stock: 9 });
    const code = await offerCode({ percent: 20, maxUses: 1 });
    const [asha, priya] = [await shoppers.buyer({ [product]: 1 }), await shoppers.buyer({ [product]: 1 })];
    for (const { post } of [asha, priya]) await post("cart/code", { code });
    expect(await priya.cart()).toMatchObject({ totalPrice: 599.2 });
    await asha.buy();
    const why = `The code ${code} has been used as often as it could be.`;
    const message = `${why} So the total is now ₹749. You haven’t been charged.`;
    for (const path of ["init/payment", "cash-order"]) {
      const refused = await priya.post(path, { address: LUCKNOW });
      if (path === "cash-order") expect(refused.status).toBe(409);
      else
        expect(refused).toMatchObject({
          status: 409,
          body: { code: "offer_ended", message, errors: [{ field: "code", message: why }, { field: "total_price" }] },
        });
    }
    expect((await priya.init({ address: LUCKNOW, total_price: 599.2 })).body.code).toBe("offer_ended");
    expect((await priya.order({ address: LUCKNOW, total_price: 749 })).amount).toBe(74_900);
    await removeCode(priya.token);
    expect((await priya.order()).amount).toBe(74_900);
  });

  it("stays with its reason while another cart can make it apply, and goes when it is removed", async () => {
    const product = await shoppers.sell({ pricePaise: 65_000 });
    const code = await offerCode({ minimum: 1000 });
    const asha = await shoppers.buyer({ [product]: 1 });
    const problem = `Add ₹350 more to use the code ${code}.`;
    expect((await asha.post("cart/code", { code })).body.data).toEqual({ code, problem });
    expect(await asha.cart()).toMatchObject({ offers: [], totalPrice: 650, code: { code, problem } });
    await asha.add(product);
    expect(await asha.cart()).toMatchObject({ totalPrice: 1170, code: { code, problem: null } });
    expect((await removeCode(asha.token)).status).toBe(200);
    expect(await asha.cart()).toMatchObject({ totalPrice: 1300, offers: [], code: null });
  });

  it.each<[string, Partial<NewOffer>, RegExp]>([
    ["has expired", { from: "2026-01-01", until: "2026-01-31" }, /expired on 31 January 2026/],
    ["is somebody else's", { customers: ["friend@example.com"] }, /isn’t for your account/],
  ])("is rejected with the reason when it %s", async (_, spec, reason) => {
    await shop.db.execute(
      sql`insert into customer (email, name) values ('friend@example.com', 'Friend') on conflict do nothing`,
    );
    const product = await shoppers.sell();
    const valid = await offerCode();
    const code = await offerCode(spec);
    const asha = await shoppers.buyer({ [product]: 1 });
    await asha.post("cart/code", { code: valid });
    const rejected = await asha.post("cart/code", { code });
    expect(rejected).toMatchObject({ status: 422, body: { code: "offer_not_applicable" } });
    expect(rejected.body.message).toMatch(reason);
    // The earlier code is still there.
    expect((await asha.cart()).code).toEqual({ code: valid, problem: null });
  });

  it("is rejected when it is unknown, and needs a session", async () => {
    const product = await shoppers.sell();
    const asha = await shoppers.buyer({ [product]: 1 });
    const rejected = await asha.post("cart/code", { code: "nope" });
    expect(rejected.body.errors).toEqual([
      { field: "code", message: "We don’t know the code NOPE. Please check the spelling." },
    ]);
    expect((await asha.post("cart/code", { code: "" })).body.errors).toEqual([
      { field: "code", message: "Please enter a code." },
    ]);
    expect((await shoppers.people.post("cart/code", { code: "NOPE" }, {})).status).toBe(401);
  });

  it("for a first order, or once a customer, is rejected afterwards", async () => {
    const product = await shoppers.sell({ stock: 20 });
    const first = await offerCode({ firstOrder: true });
    const once = await offerCode({ maxUsesPerCustomer: 1 });
    const asha = await shoppers.buyer({ [product]: 1 });
    await asha.post("cart/code", { code: once });
    // A second attempt to pay is the same order.
    const opened = await asha.order();
    expect((await asha.order()).orderNumber).toBe(opened.orderNumber);
    await asha.verify(await asha.pay(opened));
    await asha.add(product);
    expect((await asha.post("cart/code", { code: once })).body.message).toContain("already used");
    expect((await asha.post("cart/code", { code: first })).body.message).toContain("first order only");
  });
});

describe("placing an order", () => {
  it("answers 409 with the new total when the code has ended meanwhile, and loses nothing", async () => {
    const product = await shoppers.sell({ pricePaise: 100_000 });
    const code = await offerCode();
    const asha = await shoppers.buyer({ [product]: 1 });
    await asha.post("cart/code", { code });
    await shop.db.execute(
      sql`update offer set ends_at = now() from offer_code c where c.offer_id = offer.id and c.code = ${code}`,
    );
    const rejected = await asha.init({ address: LUCKNOW, total_price: 900 });
    expect(rejected).toMatchObject({ status: 409, body: { code: "offer_ended" } });
    expect(rejected.body.message).toMatch(/expired on .* the total is now ₹1,000, not ₹900/);
    expect(rejected.body.errors[0].field).toBe("code");
    expect(await asha.cart()).toMatchObject({ count: 1, totalPrice: 1000, code: { code } });
    expect((await asha.init({ address: LUCKNOW, total_price: 1000 })).status).toBe(200);
  });

  it("releases the use when the order expires, is cancelled or replaced before it is paid", async () => {
    const product = await shoppers.sell({ stock: 20 });
    const code = await offerCode({ maxUses: 1 });
    const [asha, priya] = [await shoppers.buyer({ [product]: 1 }), await shoppers.buyer({ [product]: 1 })];
    for (const one of [asha, priya]) await one.post("cart/code", { code });
    const first = await asha.order();
    expect(await usesOf(code)).toBe(1);
    expect((await priya.cart()).code.problem).toContain("as often as it could be");
    // Her own cart has it still, and another content takes the order's place.
    expect(await asha.cart()).toMatchObject({ code: { problem: null } });
    await asha.add(product);
    const second = await asha.order();
    expect(second.orderNumber).not.toBe(first.orderNumber);
    expect(await usesOf(code)).toBe(1);
    await asha.post(`order/${second.orderNumber}/cancel`);
    expect(await usesOf(code)).toBe(0);

    const third = await priya.order();
    expect(await usesOf(code)).toBe(1);
    const [order] = await rowsOf<{ id: number }>(
      shop,
      sql`select id::int from customer_order where number = ${third.orderNumber}`,
    );
    const later = new Date(Date.now() + 60 * 60_000);
    const readSender = async () => ({ name: "", email: "", origin: "" }) as never;
    const deps = { db: shop.db, readSender };
    expect(
      await expireOrder(deps, { id: order?.id ?? 0, shopOrigin: "" }, { isConfirmedUnpaid: false, now: later }),
    ).toBe(true);
    expect(await usesOf(code)).toBe(0);
    // The late payment takes the use again.
    const verified = await priya.verify(await priya.pay(third));
    expect(verified.body.data.outcome).toBe("paid");
    expect(await usesOf(code)).toBe(1);
  });

  it("credits a delivered discovery set on a full size, once", async () => {
    const set = await shoppers.sell({ slug: "the-set", title: "Set", pricePaise: 99_900 });
    const perfume = await shoppers.sell({ pricePaise: 249_900, stock: 20 });
    await createOffer(
      shop.db,
      z.parse(newOffer, { name: "Set credit", kind: "set_credit", days: 60, sets: ["the-set"] }),
      new Date(),
    );
    const asha = await shoppers.buyer({ [set]: 1 });
    const bought = await asha.buy();
    await asha.add(perfume);
    expect((await asha.cart()).offers).toEqual([]);
    await shop.db.execute(
      sql`update customer_order set state = 'delivered', delivered_at = now() where number = ${bought.orderNumber}`,
    );
    expect(await asha.cart()).toMatchObject({
      offers: [{ name: "Set credit", code: null, discount: 999 }],
      totalPrice: 1500,
    });
    await asha.buy({ address: LUCKNOW, total_price: 1500 });
    await asha.add(perfume);
    expect(await asha.cart()).toMatchObject({ offers: [], totalPrice: 2499 });
    await shop.db.execute(sql`update offer set ends_at = now() where kind = 'set_credit'`);
  });
});

describe("by npm run admin", () => {
  it("an offer is created, shown with its uses, and ended", async () => {
    const words = "createOffer --name Tenth --kind percentage --percent 10 --codes command10 --maxUses 5";
    const { _id: id } = await askAdmin(shop, words);
    const product = await shoppers.sell({ pricePaise: 100_000 });
    const asha = await shoppers.buyer({ [product]: 1 });
    await asha.post("cart/code", { code: "COMMAND10" });
    const { orderNumber } = await asha.buy();
    expect(await askAdmin(shop, `readOffer ${id}`)).toMatchObject({
      codes: ["COMMAND10"],
      uses: 1,
      maxUses: 5,
      discount: 100,
      orders: [{ number: orderNumber }],
    });
    expect(await askAdmin(shop, `endOffer ${id}`)).toMatchObject({ tab: "ended" });
    await expect(askAdmin(shop, `endOffer ${id}`)).rejects.toThrow("has ended already");
  });

  it.each([
    ["createOffer --name A --kind percentage", "Please give the percentage."],
    ["createOffer --name A --kind amount --amount 5 --percent 5", "has no percent"],
    ["createOffer --name A --kind amount --amount 5 --products missing", "There is no product missing."],
    ["createOffer --name A --kind half", "invalid_input: kind"],
    ["readOffer 9999", "not_found: "],
  ])("%s says what is wrong", async (words, problem) => {
    await expect(askAdmin(shop, words)).rejects.toThrow(problem);
  });
});
