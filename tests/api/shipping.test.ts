/** Shipping methods, zones and promised dates, from the product page to the paid order. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import { readShippingFile } from "../../server/selling/shipping/shipping-file.ts";
import { writeShipping } from "../../server/selling/shipping/shipping-tables.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

const RULES = {
  methods: [
    { code: "standard", name: "Standard", cutOff: "14:00" },
    { code: "express", name: "Express", cutOff: "12:00" },
  ],
  zones: [
    {
      code: "south",
      name: "South",
      pincodes: ["560"],
      rates: { standard: [{ price: 0, days: [2, 4] }], express: [{ price: 99.5, days: [1, 1] }] },
    },
    { code: "islands", name: "Islands", states: ["Lakshadweep"], rates: {} },
    { code: "rest", name: "Rest", rates: { standard: [{ price: 40, freeFrom: 600, days: [4, 6] }] } },
  ],
  holidays: [{ day: "2026-12-25", name: "Christmas" }],
};
const ISLAND = { street: "1 Beach Road", city: "Kavaratti", state: "Lakshadweep", pincode: "682555" };

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;

async function storeRules(rules: object): Promise<void> {
  const read = readShippingFile(JSON.stringify(rules));
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  await shop.db.transaction((trx) => writeShipping(trx, read.shipping));
}

beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
});
afterAll(() => shop?.close());

describe("a shop without shipping methods", () => {
  it("ships free by the standard method, and promises no date", async () => {
    const { body } = await shop.get("/api/delivery/560001");
    expect(body.data).toEqual({
      pincode: "560001",
      unknown: false,
      place: { city: "Bengaluru", state: "Karnataka" },
      methods: [{ code: "standard", name: "Standard", price: 0, freeFrom: null, transit: null }],
      cash: null,
      calendar: { weekdays: [1, 2, 3, 4, 5, 6], holidays: [] },
    });
    expect((await shop.get("/api/shop")).body.data).toMatchObject({
      shippingMethods: false,
      freeShipping: true,
      dispatchBefore: null,
      returnDays: 7,
    });
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    expect((await buyer.get("checkout")).body.data).toMatchObject({
      shipping: 0,
      shippingMethods: [],
      shippingMethod: "standard",
    });
    const { orderNumber, amount } = await buyer.buy();
    expect(amount).toBe(50_000);
    const { body: order } = await buyer.get(`order/${orderNumber}`);
    expect(order.data).toMatchObject({ shippingMethod: { code: "standard", name: "Standard" }, deliverBy: null });
  });
});

describe("a shop with zones", () => {
  beforeAll(() => storeRules(RULES));

  it("says which methods serve a pincode, what they cost and how long they take", async () => {
    const { body } = await shop.get("/api/delivery/560001");
    expect(body.data.methods).toEqual([
      {
        code: "standard",
        name: "Standard",
        price: 0,
        freeFrom: null,
        transit: { cutOff: "14:00", minDays: 2, maxDays: 4 },
      },
      {
        code: "express",
        name: "Express",
        price: 99.5,
        freeFrom: null,
        transit: { cutOff: "12:00", minDays: 1, maxDays: 1 },
      },
    ]);
    expect(body.data.calendar.holidays).toEqual(["2026-12-25"]);
    expect((await shop.get("/api/shop")).body.data).toMatchObject({
      shippingMethods: true,
      freeShipping: false,
      dispatchBefore: "14:00",
    });
  });

  it("says that a pincode is not served, or not known", async () => {
    expect((await shop.get("/api/delivery/682555")).body.data).toMatchObject({ unknown: false, methods: [] });
    const unknown = await shop.get("/api/delivery/999999");
    expect(unknown.status).toBe(200);
    expect(unknown.body.data).toMatchObject({ unknown: true, place: null, methods: [] });
  });

  it("may be cached by CDNs until the rules change", async () => {
    const { headers } = await shop.get("/api/delivery/560001");
    expect(headers["cache-control"]).toContain("public");
    expect(String(headers["surrogate-key"])).toContain("settings");
  });

  it("offers the methods of the address at checkout, and prices the chosen one", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const read = async (query: string) => (await buyer.get(`checkout?${query}`)).body.data;
    const usual = await read("pincode=560001");
    expect(usual).toMatchObject({ shipping: 0, totalPrice: 500, shippingMethod: "standard" });
    expect(usual.shippingMethods).toMatchObject([
      { code: "standard", price: 0, fullPrice: 0, latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      { code: "express", price: 99.5, fullPrice: 99.5 },
    ]);
    expect(await read("pincode=560001&shipping_method=express")).toMatchObject({
      shipping: 99.5,
      totalPrice: 599.5,
      shippingMethod: "express",
    });
    // Below the free value, and a method that the zone lacks.
    expect(await read("pincode=226001&shipping_method=express")).toMatchObject({
      shipping: 40,
      totalPrice: 540,
      shippingMethod: "standard",
    });
    expect(await read("pincode=682555")).toMatchObject({ shippingMethods: [], shippingMethod: null });
    // The table does not have this pincode, so the typed state decides.
    expect(await read("pincode=999999&state=lakshadweep")).toMatchObject({ shippingMethods: [] });
  });

  it("is free from the value of the goods that the owner sets, and says what that saves", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 2 });
    expect((await buyer.get("checkout?pincode=226001")).body.data).toMatchObject({
      shipping: 0,
      totalPrice: 1000,
      shippingMethods: [{ code: "standard", price: 0, fullPrice: 40 }],
    });
  });

  it("compares that value with the goods after offers", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell({ pricePaise: 65_000 })]: 1 });
    const spec = { name: "Tenth", kind: "percentage", percent: 10, codes: ["TENTH"] };
    await createOffer(shop.db, z.parse(newOffer, spec), new Date());
    expect((await buyer.get("checkout?pincode=226001")).body.data).toMatchObject({ shipping: 0, totalPrice: 650 });
    await buyer.post("cart/code", { code: "TENTH" });
    expect((await buyer.get("checkout?pincode=226001")).body.data).toMatchObject({ shipping: 40, totalPrice: 625 });
    expect((await buyer.order({ address: LUCKNOW })).amount).toBe(62_500);
  });

  it("copies the chosen method with its price and promise onto the order, and taxes it with the goods", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const { orderNumber, amount, verified } = await buyer.buy({
      address: BENGALURU,
      shipping_method: "express",
      total_price: 599.5,
    });
    expect(amount).toBe(59_950);
    expect(verified.body.data.outcome).toBe("paid");
    const { body } = await buyer.get(`order/${orderNumber}`);
    expect(body.data).toMatchObject({
      shipping: 99.5,
      totalPrice: 599.5,
      shippingMethod: { code: "express", name: "Express" },
      deliverBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      // 599.50 × 18 / 118 = 91.449
      tax: 91.45,
    });
    const [line] = await rowsOf<{ shipping_paise: number; sum: number }>(
      shop,
      sql`select order_item.shipping_paise, taxable_paise + igst_paise as sum from order_item join customer_order on id = order_id where number = ${orderNumber}`,
    );
    expect(line).toEqual({ shipping_paise: 9950, sum: 59_950 });
    const mail = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${orderNumber}`);
    expect(mail.text).toMatch(/Express\s+Delivery by [A-Z][a-z]{2}, \d/);
    expect(mail.text).toMatch(/Shipping +₹99\.50/);
  });

  it("costs more from the weight that has a rate of its own", async () => {
    const productId = await buyers.sell();
    const buyer = await buyers.buyer({ [productId]: 2 });
    const [south, islands, rest] = RULES.zones;
    const rates = { standard: [{ price: 40 }, { fromGrams: 1000, price: 90 }] };
    await storeRules({ ...RULES, zones: [south, islands, { ...rest, rates }] });
    const shippingNow = async () => (await buyer.get("checkout?pincode=226001")).body.data.shipping;
    expect(await shippingNow()).toBe(40);
    const weigh = (grams: number) =>
      shop.db.execute(sql`update variant set weight_grams = ${grams} where product_id = ${Number(productId)}`);
    await weigh(499);
    expect(await shippingNow()).toBe(40);
    await weigh(500);
    expect(await shippingNow()).toBe(90);
    const [variantId] = await variantsOf(shop, productId);
    const forOne = async (query: string) => (await shop.get(`/api/delivery/226001${query}`)).body.data.methods[0].price;
    await weigh(1000);
    expect(await forOne(`?variant_id=${variantId}`)).toBe(90);
    expect(await forOne("")).toBe(40);
    await storeRules(RULES);
  });

  it("places the stated request by the default method", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    expect((await buyer.order({ address: LUCKNOW })).amount).toBe(54_000);
  });

  it("does not order where it does not deliver, or by a method that is not available", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const island = await buyer.init({ address: ISLAND });
    expect(island.body).toMatchObject({
      statusCode: 409,
      code: "not_delivered",
      message: "Sorry, we don’t deliver to 682555 yet. Please choose another address, or write to us.",
    });
    const express = await buyer.init({ address: LUCKNOW, shipping_method: "express" });
    expect(express.body).toMatchObject({
      statusCode: 409,
      code: "not_delivered",
      errors: [{ field: "shipping_method" }],
    });
  });

  it("does not charge another price than the one that was shown", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const changed = await buyer.init({ address: BENGALURU, shipping_method: "express", total_price: 500 });
    expect(changed.body).toMatchObject({ statusCode: 409, code: "price_changed" });
  });

  it("replaces an unpaid order when another method is chosen, and continues it otherwise", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const first = await buyer.order({ address: BENGALURU });
    expect((await buyer.order({ address: BENGALURU })).orderNumber).toBe(first.orderNumber);
    const second = await buyer.order({ address: BENGALURU, shipping_method: "express" });
    expect(second.orderNumber).not.toBe(first.orderNumber);
    expect(await buyers.stateOf(first.orderNumber)).toBe("expired");
  });

  it("applies new rules at once on every instance", async () => {
    const other = await shop.openAnother();
    const pricesAt = async (app: TestShop["app"]) =>
      (await app.inject("/api/delivery/226001")).json().data.methods.map(({ price }: { price: number }) => price);
    expect(await pricesAt(other)).toEqual([40]);
    const [south, islands, rest] = RULES.zones;
    await storeRules({ ...RULES, zones: [south, islands, { ...rest, rates: { standard: [{ price: 60 }] } }] });
    expect(await pricesAt(shop.app)).toEqual([60]);
    await expect.poll(() => pricesAt(other)).toEqual([60]);
    await storeRules(RULES);
  });
});
