/** The payment endpoints, from the cart to the paid order. Prices are paise where a product is made, rupees in responses. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "../../server/platform/database/schema.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { BENGALURU, buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { setPrice, setStock } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const change = (id: string, values: Partial<typeof product.$inferInsert>) =>
  shop.db
    .update(product)
    .set(values)
    .where(eq(product.id, Number(id)));
const ordersOf = (customerId: number) =>
  rowsOf(shop, sql`select * from customer_order where customer_id = ${customerId} order by id`);

describe("the checkout", () => {
  it("returns items and amounts that add up", {
    meta: { requirements: "S2.190, S3.40 to S3.42, S7.47, S7.48, R16" },
  }, async () => {
    const a = await shoppers.sell({ pricePaise: 45_000, originalPricePaise: 49_950 });
    const b = await shoppers.sell({ pricePaise: 90_000 });
    const { get } = await shoppers.buyer({ [a]: 2, [b]: 1 });
    const { status, body } = await get("checkout");
    expect(status).toBe(200);
    // 2 × 450 + 900 = 1800; saved 2 × 49.50 = 99
    expect(body.data).toMatchObject({ totalPrice: 1800, totalDiscount: 99, shipping: 0, payable: true });
    expect(body.data.products).toEqual([
      { product: expect.objectContaining({ _id: a, title: expect.any(String), price: 450 }), price: 450, quantity: 2 },
      { product: expect.objectContaining({ _id: b }), price: 900, quantity: 1 },
    ]);
  });

  it("is for customers alone", { meta: { requirements: "S6.07" } }, async () => {
    expect((await shop.get("/api/checkout")).status).toBe(401);
    expect((await shoppers.people.post("init/payment", { address: LUCKNOW })).status).toBe(401);
    expect((await shoppers.people.post("verify/payment", signedProof("order_x", "pay_x"))).status).toBe(401);
  });

  it("returns the payment window's data from the settings", {
    meta: { requirements: "S7.87 to S7.90, S9.54" },
  }, async () => {
    const { get } = await shoppers.buyer();
    const { body } = await get("payment/window");
    expect(body.data).toEqual({
      key: expect.stringMatching(/^rzp_test_\w+$/),
      script: "/sandbox/razorpay/checkout.js",
      name: "Kewra",
      description: "Test Transaction",
      prefill: { name: "Kewra Customer", email: "customer@kewra.example", contact: "+919000014160" },
      themeColor: "#2f4a36",
    });
    await storeSetting(shop.db, "PAYMENT_BRAND", "Attar House");
    expect((await get("payment/window")).body.data.name).toBe("Attar House");
  });
});

describe("opening a payment", () => {
  it("returns the provider's order in paise and reserves the stock", {
    meta: { requirements: "S3.46, S7.49, S7.50" },
  }, async () => {
    const a = await shoppers.sell({ pricePaise: 249_900, originalPricePaise: 299_900, stock: 5 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const { status, body } = await asha.init();
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^order_\w+$/),
      amount: 499_800,
      currency: "INR",
      orderNumber: expect.stringMatching(/^KW-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      payUntil: expect.any(String),
    });
    const minutes = (Date.parse(body.data.payUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14.5);
    expect(minutes).toBeLessThanOrEqual(15);
    expect(await shoppers.stockOf(a)).toBe(3);
    expect((await asha.cart()).count).toBe(1);
  });

  it("ignores amounts from the browser", { meta: { requirements: "S6.14, P2" } }, async () => {
    const a = await shoppers.sell({ pricePaise: 249_900 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const claims = { amount: 100, price: 1, totalPrice: 1, totalDiscount: 4997 };
    const { body } = await asha.init({ ...claims, address: { ...LUCKNOW, ...claims } });
    expect(body.data.amount).toBe(499_800);
    expect((await asha.get(`order/${body.data.orderNumber}`)).body.data.totalPrice).toBe(4998);
  });

  it("returns the same order while nothing has changed, however often it is requested", {
    meta: { requirements: "P3" },
  }, async () => {
    const a = await shoppers.sell({ stock: 5 });
    const { init } = await shoppers.buyer({ [a]: 5 });
    const responses = await Promise.all([init(), init(), init()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await shoppers.stockOf(a)).toBe(0);
  });

  it("replaces the unpaid order when the cart or the address has changed", async () => {
    const a = await shoppers.sell({ stock: 5 });
    const asha = await shoppers.buyer({ [a]: 4 });
    const first = await asha.order();
    await shoppers.people.send("PATCH", "cart", { product_id: a, quantity: 5 }, { token: asha.token });
    const second = await asha.order();
    expect(second.id).not.toBe(first.id);
    expect(second.amount).toBe(250_000);
    expect(await shoppers.stockOf(a)).toBe(0);
    const third = await asha.order({ address: BENGALURU });
    expect(third.id).not.toBe(second.id);
    expect((await ordersOf(asha.id)).map(({ state }) => state)).toEqual(["expired", "expired", "pending"]);
    expect(await shoppers.stockOf(a)).toBe(0);
  });

  it("shows the customer's own cart as available while its units are reserved", async () => {
    const a = await shoppers.sell({ stock: 2 });
    const asha = await shoppers.buyer({ [a]: 2 });
    await asha.order();
    expect(await asha.cart()).toMatchObject({ payable: true, data: [{ max: 2, notices: [] }] });
    const meera = await shoppers.buyer();
    expect((await meera.add(a)).body.message).toBe("This product is out of stock.");
  });

  it("copies titles, prices and addresses, and a different billing address", {
    meta: { requirements: "S3.56, S3.57, R17" },
  }, async () => {
    const a = await shoppers.sell({ title: "Rose Attar", pricePaise: 75_000 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.buy({ address: LUCKNOW, billing_address: BENGALURU });
    await change(a, { title: "Rose Attar, new" });
    await setPrice(shop, a, 80_000);
    const { body } = await asha.get(`order/${orderNumber}`);
    expect(body.data).toMatchObject({
      shippingAddress: LUCKNOW,
      billingAddress: BENGALURU,
      totalPrice: 750,
      items: [{ product: { title: "Rose Attar", price: 750 }, quantity: 1, total: 750 }],
    });
  });

  it("writes IGST for another state, CGST and SGST within the seller's, to the paisa", async () => {
    const a = await shoppers.sell({ pricePaise: 11_800, gstPercent: 18 });
    const b = await shoppers.sell({ pricePaise: 44_900, gstPercent: 5 });
    const taxes = async (address: object) => {
      const asha = await shoppers.buyer({ [a]: 1, [b]: 1 });
      const { orderNumber } = await asha.order({ address });
      return rowsOf(
        shop,
        sql`select taxable_paise, cgst_paise, sgst_paise, igst_paise from order_item
          join customer_order on id = order_id where number = ${orderNumber} order by position`,
      );
    };
    expect(await taxes(LUCKNOW)).toEqual([
      { taxable_paise: 10_000, cgst_paise: 900, sgst_paise: 900, igst_paise: 0 },
      { taxable_paise: 42_762, cgst_paise: 1_069, sgst_paise: 1_069, igst_paise: 0 },
    ]);
    expect(await taxes(BENGALURU)).toEqual([
      { taxable_paise: 10_000, cgst_paise: 0, sgst_paise: 0, igst_paise: 1_800 },
      { taxable_paise: 42_762, cgst_paise: 0, sgst_paise: 0, igst_paise: 2_138 },
    ]);
  });

  for (const [ids, body, field, message] of [
    ["R17", {}, "address", "Address"],
    ["S5.18", { address: { ...LUCKNOW, pincode: "" } }, "address.pincode", "Pincode is required"],
    ["S5.19, S9.07", { address: { ...LUCKNOW, pincode: "12345" } }, "address.pincode", "Invalid pincode"],
    ["S5.19, S9.07", { address: { ...LUCKNOW, pincode: "1234567" } }, "address.pincode", "Invalid pincode"],
    ["S5.19", { address: { ...LUCKNOW, pincode: "12a456" } }, "address.pincode", "Invalid pincode"],
    ["S5.20, S5.38", { address: { ...LUCKNOW, city: "   " } }, "address.city", "City is required"],
    ["S5.21", { address: { ...LUCKNOW, state: "" } }, "address.state", "State is required"],
    ["S5.22", { address: { ...LUCKNOW, street: "" } }, "address.street", "Address is required"],
    [
      "R17",
      { address: LUCKNOW, billing_address: { ...LUCKNOW, city: "" } },
      "billing_address.city",
      "City is required",
    ],
  ] as const) {
    it(`names the field when it rejects: ${JSON.stringify(body)}`, {
      meta: { requirements: `${ids}, S6.12, S8.01` },
    }, async () => {
      const a = await shoppers.sell();
      const asha = await shoppers.buyer({ [a]: 1 });
      const response = await asha.init(body);
      expect(response.status).toBe(422);
      expect(response.body.errors[0].field).toBe(field);
      expect(response.body.errors[0].message).toContain(message);
      expect(await shoppers.stockOf(a)).toBe(10);
      expect(await ordersOf(asha.id)).toEqual([]);
    });
  }

  it("rejects an empty cart, and a total above the provider's maximum", async () => {
    const empty = await (await shoppers.buyer()).init();
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ field: "cart", message: "Your cart is empty." }] } });
    const expensive = await shoppers.sell({ pricePaise: 30_000_000, stock: 20 });
    const rich = await shoppers.buyer({ [expensive]: 2 });
    const response = await rich.init();
    expect(response.status).toBe(422);
    expect(response.body.errors[0]).toMatchObject({ field: "cart", message: expect.stringContaining("₹5,00,000") });
    expect(await shoppers.stockOf(expensive)).toBe(20);
  });

  it("rejects items that have changed since they were added, and names the product", async () => {
    const [dearer, gone, scarce, cheaper] = [
      await shoppers.sell({ title: "Dearer" }),
      await shoppers.sell({ title: "Gone" }),
      await shoppers.sell({ title: "Scarce", stock: 3 }),
      await shoppers.sell({ title: "Cheaper" }),
    ];
    const asha = await shoppers.buyer({ [dearer]: 1, [gone]: 1, [scarce]: 3, [cheaper]: 1 });
    await setPrice(shop, dearer, 60_000);
    await shop.db.delete(product).where(eq(product.id, Number(gone)));
    await setStock(shop, scarce, 2);
    await setPrice(shop, cheaper, 40_000);
    const { status, body } = await asha.init();
    expect({ status, code: body.code }).toEqual({ status: 409, code: "cart_changed" });
    expect(body.errors).toEqual([
      { field: `cart.${dearer}`, message: "Dearer: The price has gone up." },
      { field: `cart.${gone}`, message: "Gone: This product is no longer available." },
      { field: `cart.${scarce}`, message: "Scarce: Only 2 left." },
    ]);
    expect(await ordersOf(asha.id)).toEqual([]);
    expect(await shoppers.stockOf(scarce)).toBe(2);
  });
});

describe("verifying a payment", () => {
  it("marks the order paid, empties the cart, stores the payment and assigns an invoice number", {
    meta: { requirements: "S4.61, S7.51" },
  }, async () => {
    const [a, later] = [await shoppers.sell({ stock: 3 }), await shoppers.sell()];
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    await asha.add(later);
    const response = await asha.verify(await asha.pay(opened));
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, data: { orderNumber: opened.orderNumber, outcome: "paid" } },
    });
    expect((await asha.cart()).productIds).toEqual([later]);
    expect(await shoppers.stockOf(a)).toBe(1);
    const { body } = await asha.get(`order/${opened.orderNumber}`);
    expect(body.data).toMatchObject({
      state: "paid",
      badge: "Processing",
      payment: { amount: 1000, method: "upi", detail: "success@razorpay" },
      invoiceNumber: expect.stringMatching(/^KW\/\d\d-\d\d\/\d{6}$/),
      timeline: [{ state: "pending" }, { state: "paid" }],
    });
    const [mail] = await shoppers.people.mailsTo(asha.email);
    expect(mail?.subject).toContain(opened.orderNumber);
  });

  it("keeps units of the same product added after the order", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    await asha.add(a, 3);
    await asha.verify(await asha.pay(opened));
    expect((await asha.cart()).data).toMatchObject([{ quantity: 3 }]);
  });

  it("is idempotent, also concurrently", async () => {
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const proof = await asha.pay(opened);
    const responses = await Promise.all(Array.from({ length: 8 }, () => asha.verify(proof)));
    responses.push(await asha.verify(proof));
    for (const { status, body } of responses)
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: { orderNumber: opened.orderNumber, outcome: "paid" },
      });
    expect(await shoppers.stockOf(a)).toBe(2);
    const { body } = await asha.get(`order/${opened.orderNumber}`);
    expect(body.data.timeline).toHaveLength(2);
    expect(await rowsOf(shop, sql`select id from mail where recipient = ${asha.email}`)).toHaveLength(1);
  });

  it("assigns invoice numbers without gaps, however many pay at once", async () => {
    const a = await shoppers.sell({ stock: 20 });
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shoppers.buyer({ [a]: 1 })));
    await Promise.all(buyers.map(({ buy }) => buy()));
    const rows = await rowsOf<{ invoice_number: string }>(
      shop,
      sql`select invoice_number from customer_order where invoice_number is not null order by invoice_number`,
    );
    const numbers = rows.map(({ invoice_number }) => Number(invoice_number.slice(-6)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  describe("a proof not signed by the provider for this customer gets 400 and changes nothing", () => {
    async function twoOrders() {
      const a = await shoppers.sell();
      const [asha, meera] = [await shoppers.buyer({ [a]: 1 }), await shoppers.buyer({ [a]: 1 })];
      const [of, other] = [await asha.order(), await meera.order()];
      return { asha, meera, of, other, paid: await asha.pay(of), paidOther: await meera.pay(other) };
    }
    type Purchases = Awaited<ReturnType<typeof twoOrders>>;
    it.each<[string, string, (purchases: Purchases) => object]>([
      ["a forged signature", "razorpay_signature", ({ paid }) => ({ ...paid, razorpay_signature: "0".repeat(64) })],
      ["a signature that is too short", "razorpay_signature", ({ paid }) => ({ ...paid, razorpay_signature: "0" })],
      [
        "another order's signature",
        "razorpay_signature",
        ({ paid, paidOther }) => ({ ...paid, razorpay_signature: paidOther.razorpay_signature }),
      ],
      ["another customer's payment", "razorpay_order_id", ({ paidOther }) => paidOther],
      ["an order that does not exist", "razorpay_order_id", () => signedProof("order_Nobody", "pay_Nobody")],
      [
        "a payment of another order, rightly signed",
        "razorpay_payment_id",
        ({ of, paidOther }) => signedProof(of.id, paidOther.razorpay_payment_id),
      ],
    ])("%s", async (_, field, proofOf) => {
      const purchases = await twoOrders();
      const { status, body } = await purchases.asha.verify(proofOf(purchases));
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(field);
      expect(await shoppers.stateOf(purchases.of.orderNumber)).toBe("pending");
      expect(await shoppers.stateOf(purchases.other.orderNumber)).toBe("pending");
      expect((await purchases.asha.cart()).count).toBe(1);
    });
  });

  it.each([
    [{}, "razorpay_payment_id"],
    [{ razorpay_payment_id: "pay_1", razorpay_order_id: 7, razorpay_signature: "x" }, "razorpay_order_id"],
    [
      { razorpay_payment_id: "pay_'; drop table", razorpay_order_id: "order_1", razorpay_signature: "x" },
      "razorpay_payment_id",
    ],
    [{ razorpay_payment_id: "pay_1", razorpay_order_id: "order_1" }, "razorpay_signature"],
  ])("rejects %j and names the field", async (body, field) => {
    const { verify } = await shoppers.buyer();
    const response = await verify(body);
    expect(response.status).toBe(422);
    expect(response.body.errors[0].field).toBe(field);
  });
});
