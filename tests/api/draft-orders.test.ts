/** Staff prepares an order by phone; its customer pays it by the emailed link, without an account. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let support: Awaited<ReturnType<typeof signInAs>>;
let product: string;
let callers = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  support = await signInAs(shop, "Support");
  product = await shoppers.sell({ title: "Attar", pricePaise: 11_800, stock: 50 });
});
afterAll(() => shop?.close());

const skuOf = async (id: string) =>
  (await rowsOf<{ sku: string }>(shop, sql`select sku from variant where product_id = ${Number(id)}`))[0]?.sku ?? "";

async function caller(changes: object = {}) {
  callers += 1;
  return {
    email: `caller-${callers}@example.com`,
    name: "Ravi Iyer",
    mobile_no: "9800098000",
    address: LUCKNOW,
    items: [{ sku: await skuOf(product), quantity: 2 }],
    message: "As agreed by phone.",
    ...changes,
  };
}
const prepare = (body: object) => support.send("POST", "/draft-orders", body);

/** Prepares an order. @returns the token of the emailed link */
async function prepared(changes: object = {}) {
  const body = await caller(changes);
  expect((await prepare(body)).status).toBe(200);
  const { text } = await shoppers.people.mailAbout(body.email, "Your order with Kewra is ready to be paid");
  const token = /\/pay\/([\w-]+)/.exec(text)?.[1] ?? "";
  return { token, text, email: body.email, path: `draft-orders/${token}` };
}
const read = (path: string) => shoppers.people.get(path);
const pay = (path: string, body: object = {}) => shoppers.people.post(`${path}/pay`, body);
const latest = async () => (await support.send("GET", "/draft-orders")).body.data.drafts[0];

describe("a draft order", () => {
  it("is priced first, paid by its link without a session, and then an order like any other", async () => {
    const body = await caller();
    const preview = await prepare({ ...body, preview: true });
    expect(preview.body.data).toMatchObject({ totalPrice: 236, shipping: 0, problem: null });
    expect((await support.send("GET", "/draft-orders")).body.data.drafts).toEqual([]);

    const { token, text, email, path } = await prepared();
    expect(text).toContain("2 × Attar, 50 ml");
    expect(text).toContain("₹236");
    expect(text).toContain("As agreed by phone.");
    expect((await read(path)).body.data).toMatchObject({
      state: "open",
      customer: { name: "Ravi Iyer", email, mobile_no: "9800098000" },
      items: [{ title: "Attar", quantity: 2, price: 118 }],
      shippingMethod: { name: "Standard" },
      offers: [],
      code: null,
      totalPrice: 236,
      orderNumber: null,
      cashOnDelivery: null,
      byAssistant: false,
    });
    expect(await shoppers.people.post(`${path}/cash`, { total_price: 236 })).toMatchObject({
      status: 409,
      body: { code: "cash_not_available" },
    });
    expect((await shoppers.people.post(`${path}/cash/confirm`, { code: "123456" })).status).toBe(409);
    expect(await shoppers.stockOf(product)).toBe(50);

    // Without a session, as everything behind the link.
    expect((await read(`${path}/window`)).body.data).toMatchObject({ key: expect.any(String), prefill: {} });
    const opened = await pay(path, { total_price: 236 });
    expect(opened.body.data).toMatchObject({ amount: 23_600, currency: "INR" });
    expect(await shoppers.stockOf(product)).toBe(48);
    // A second tab continues the same payment.
    expect((await pay(path)).body.data.id).toBe(opened.body.data.id);
    const { id: paymentId } = await simulatePayment(shop.db, opened.body.data.id, { quiet: true });
    const verified = await shoppers.people.post(`${path}/verify`, signedProof(opened.body.data.id, paymentId));
    expect(verified.body.data).toEqual({ orderNumber: opened.body.data.orderNumber, outcome: "paid" });
    expect((await read(path)).body.data).toMatchObject({ state: "paid", orderNumber: opened.body.data.orderNumber });
    expect((await pay(path)).body.code).toBe("already_paid");
    await shoppers.people.mailAbout(email, `Order confirmed: ${opened.body.data.orderNumber}`);
    const order = (await support.send("GET", `/orders/${opened.body.data.orderNumber}`)).body.data;
    expect(order).toMatchObject({
      state: "paid",
      customer: { name: "Ravi Iyer" },
      mobile: "9800098000",
      totalPrice: 236,
    });
    expect(await latest()).toMatchObject({ state: "paid", author: "Support Rao", orderNumber: order.number });
    expect(token).toHaveLength(43);
  });

  it("names the MRP of what is below it", async () => {
    const reduced = await shoppers.sell({ title: "Rose", pricePaise: 249_900, originalPricePaise: 299_900, stock: 5 });
    const items = [
      { sku: await skuOf(product), quantity: 1 },
      { sku: await skuOf(reduced), quantity: 1 },
    ];
    const { path } = await prepared({ items });
    const { data } = (await read(path)).body;
    expect(
      data.items.map((item: { price: number; originalPrice?: number }) => [item.price, item.originalPrice]),
    ).toEqual([
      [118, undefined],
      [2499, 2999],
    ]);
  });

  it("leaves the customer's cart and its code alone, and belongs to an existing account", async () => {
    const buyer = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 50_000 })]: 1 });
    const { path } = await prepared({ email: buyer.email });
    const { id } = (await pay(path)).body.data;
    const { id: paymentId } = await simulatePayment(shop.db, id, { quiet: true });
    await shoppers.people.post(`${path}/verify`, signedProof(id, paymentId));
    expect((await buyer.cart()).count).toBe(1);
    const { orderNumber } = (await read(path)).body.data;
    expect((await support.send("GET", `/orders/${orderNumber}`)).body.data).toMatchObject({
      customer: { name: "Ravi Iyer", email: buyer.email },
      mobile: "9800098000",
    });
    expect((await buyer.get("order")).body.totalData).toBe(1);
  });

  it("says what has changed since, and is not paid at another total than the one shown", async () => {
    const one = await shoppers.sell({ pricePaise: 20_000, stock: 2 });
    const { path } = await prepared({ items: [{ sku: (await skuOf(one)).toLowerCase(), quantity: 2 }] });
    await shop.db.execute(sql`update variant set price_paise = 21000 where product_id = ${Number(one)}`);
    expect(await pay(path, { total_price: 400 })).toMatchObject({ status: 409, body: { code: "price_changed" } });
    expect((await read(path)).body.data.totalPrice).toBe(420);
    const rival = await shoppers.buyer({ [one]: 1 });
    await rival.buy();
    const { problem } = (await read(path)).body.data;
    expect(problem).toContain("1");
    expect(await pay(path)).toMatchObject({ status: 409, body: { code: "cart_changed" } });
  });

  it("ends when it expires or is cancelled, but not after it is paid", async () => {
    const late = await prepared();
    await shop.db.execute(sql`update draft_order set valid_until = now() - interval '1 minute'`);
    expect((await read(late.path)).body.data.state).toBe("expired");
    expect((await pay(late.path)).status).toBe(409);
    const gone = await prepared();
    const { _id } = await latest();
    expect((await support.send("DELETE", `/draft-orders/${_id}`)).status).toBe(200);
    expect((await read(gone.path)).body.data).toMatchObject({
      state: "cancelled",
      customer: { name: "", email: "", mobile_no: "" },
      shippingAddress: { street: "" },
    });
    expect((await pay(gone.path)).status).toBe(409);
    const paid = await prepared();
    const { id } = (await pay(paid.path)).body.data;
    const { id: paymentId } = await simulatePayment(shop.db, id, { quiet: true });
    await shoppers.people.post(`${paid.path}/check`, { razorpay_order_id: id });
    expect(paymentId).toBeTruthy();
    expect((await support.send("DELETE", `/draft-orders/${(await latest())._id}`)).body.code).toBe("already_paid");
  });

  it.each(["waits for its payment", "has expired", "was replaced by an order of the cart"])(
    "that is cancelled while its order %s cannot be paid in the open window: the money goes back, with an email",
    async (which) => {
      const cart = await shoppers.sell({ pricePaise: 50_000 });
      const buyer = await shoppers.buyer({ [cart]: 1 });
      const stockBefore = await shoppers.stockOf(product);
      const { path } = await prepared({ email: buyer.email });
      const opened = (await pay(path)).body.data;
      if (which === "has expired")
        await shop.db.execute(sql`with expired as (
            update customer_order set state = 'expired', holds_stock = false where number = ${opened.orderNumber})
          update stock set reserved = reserved - 2 from variant where variant.id = variant_id and product_id = ${Number(product)}`);
      const replacement = which.startsWith("was replaced") ? await buyer.order() : null;
      const { _id } = await latest();
      expect((await support.send("DELETE", `/draft-orders/${_id}`)).status).toBe(200);
      expect(await shoppers.stateOf(opened.orderNumber)).toBe("cancelled");
      expect(await shoppers.stockOf(product)).toBe(stockBefore);

      const { id: paymentId } = await simulatePayment(shop.db, opened.id, { quiet: true });
      const verified = await shoppers.people.post(`${path}/verify`, signedProof(opened.id, paymentId));
      expect(verified.body.data).toEqual({ orderNumber: opened.orderNumber, outcome: "refunded" });
      expect(await shoppers.stateOf(opened.orderNumber)).toBe("cancelled");
      expect((await read(path)).body.data.state).toBe("cancelled");
      expect(await latest()).toMatchObject({ state: "cancelled", orderNumber: null });
      expect(await shoppers.stockOf(product)).toBe(stockBefore);
      await shoppers.people.mailAbout(buyer.email, `We’re refunding your payment for order ${opened.orderNumber}`);
      if (replacement) expect(await shoppers.stateOf(replacement.orderNumber)).toBe("pending");
    },
  );

  it("rejects unknown tokens, another's payment, unknown SKUs and colleagues without the permission", async () => {
    expect((await read("draft-orders/AAAA")).status).toBe(404);
    expect((await read("draft-orders/AAAA/window")).status).toBe(404);
    const [mine, other] = [await prepared(), await prepared()];
    const { id } = (await pay(other.path)).body.data;
    expect((await shoppers.people.post(`${mine.path}/check`, { razorpay_order_id: id })).status).toBe(404);
    // An unpaid order that is cancelled leaves the link open.
    await shop.db.execute(sql`update customer_order set state = 'cancelled' where state = 'pending'`);
    expect((await read(other.path)).body.data.state).toBe("open");
    const unknown = await prepare(await caller({ items: [{ sku: "NOPE", quantity: 1 }] }));
    expect(unknown.body.errors).toMatchObject([{ field: "items.0.sku" }]);
    expect((await prepare(await caller({ items: [] }))).body.errors).toMatchObject([{ field: "items" }]);
    const sold = await prepare(await caller({ items: [{ sku: await skuOf(product), quantity: 999 }] }));
    expect(sold).toMatchObject({ status: 409, body: { code: "cart_changed" } });
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("POST", "/draft-orders", await caller())).body.code).toBe("permission_missing");
    expect((await support.send("GET", "/draft-orders/sizes?q=att")).body.data).toMatchObject([{ title: "Attar" }]);
  });
});

describe("a change of a draft order", () => {
  const change = (id: string, body: object) => support.send("PATCH", `/draft-orders/${id}`, body);
  const seen = async (id: string) => (await support.send("GET", `/draft-orders/${id}`)).body.data;
  const idOf = async () => (await latest())._id as string;

  it("shows the new amount at the link at once, which the customer is emailed again", async () => {
    const { path, email } = await prepared();
    const id = await idOf();
    const items = [{ sku: await skuOf(product), quantity: 3 }];
    expect((await change(id, { version: 1, items, preview: true })).body.data).toMatchObject({
      version: 2,
      priced: { totalPrice: 354 },
    });
    expect(await seen(id)).toMatchObject({ version: 1, priced: { totalPrice: 236 } });
    const { status, body } = await change(id, { version: 1, items, message: "One more.", days: 7 });
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { version: 2, items: [{ title: "Attar", quantity: 3 }], priced: { totalPrice: 354 } },
    });
    expect((await read(path)).body.data).toMatchObject({ state: "open", totalPrice: 354, message: "One more." });
    expect(await pay(path, { total_price: 236 })).toMatchObject({ status: 409, body: { code: "price_changed" } });
    const { text } = await shoppers.people.mailAbout(email, "Your order with Kewra has changed");
    expect(text).toContain("3 × Attar, 50 ml");
    const again = `draft-orders/${/\/pay\/([\w-]+)/.exec(text)?.[1]}`;
    expect(again).not.toBe(path);
    const { id: orderId } = (await pay(again, { total_price: 354 })).body.data;
    // Both links pay the same order.
    expect((await pay(path, { total_price: 354 })).body.data.id).toBe(orderId);
    const [, audited] = await rowsOf<{ before: object; after: object }>(
      shop,
      sql`select before, after from audit_entry where subject_type = 'draft_order' and subject_id = ${id} order by id`,
    );
    const sku = await skuOf(product);
    expect(audited).toMatchObject({
      before: { items: [`2 × ${sku}`], validUntil: expect.any(String) },
      after: { items: [`3 × ${sku}`], validUntil: expect.any(String), fields: ["message"], total: 354 },
    });
    expect(JSON.stringify(audited)).not.toContain("One more");
  });

  it("without a change emails the link again, and the one before stays valid", async () => {
    const { path, email } = await prepared();
    expect((await change(await idOf(), { version: 1 })).status).toBe(200);
    const subject = "Your order with Kewra is ready to be paid";
    const mails = await rowsOf<{ text: string }>(
      shop,
      sql`select text from mail where recipient = ${email} and subject = ${subject}`,
    );
    expect(mails).toHaveLength(2);
    expect((await pay(path, { total_price: 236 })).status).toBe(200);
  });

  it("refunds what is paid in a window that was opened before it, and the link pays the new amount", async () => {
    const stockBefore = await shoppers.stockOf(product);
    const { path, email } = await prepared();
    const opened = (await pay(path, { total_price: 236 })).body.data;
    const items = [{ sku: await skuOf(product), quantity: 1 }];
    expect((await change(await idOf(), { version: 1, items, mail: false })).status).toBe(200);
    expect(await shoppers.stockOf(product)).toBe(stockBefore);
    const { id: paymentId } = await simulatePayment(shop.db, opened.id, { quiet: true });
    const verified = await shoppers.people.post(`${path}/verify`, signedProof(opened.id, paymentId));
    expect(verified.body.data.outcome).toBe("refunded");
    await shoppers.people.mailAbout(email, `We’re refunding your payment for order ${opened.orderNumber}`);
    expect((await read(path)).body.data).toMatchObject({ state: "open", totalPrice: 118 });
    const { id, orderNumber } = (await pay(path, { total_price: 118 })).body.data;
    const { id: second } = await simulatePayment(shop.db, id, { quiet: true });
    expect((await shoppers.people.post(`${path}/verify`, signedProof(id, second))).body.data).toEqual({
      orderNumber,
      outcome: "paid",
    });
    expect(await change(await idOf(), { version: 2, items })).toMatchObject({
      status: 409,
      body: { code: "already_paid" },
    });
  });

  it("of its message alone leaves an open payment alone", async () => {
    const { path } = await prepared();
    const opened = (await pay(path)).body.data;
    expect((await change(await idOf(), { version: 1, message: "See you.", mail: false })).status).toBe(200);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
  });

  it("to another email sends that a link of its own, and the former one shows nothing any more", async () => {
    const { path, email } = await prepared();
    const opened = (await pay(path)).body.data;
    const right = `right-${email}`;
    const { body } = await change(await idOf(), { version: 1, email: right, mail: false });
    expect(body.data.email).toBe(right);
    expect((await read(path)).status).toBe(404);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("cancelled");
    const { text } = await shoppers.people.mailAbout(right, "Your order with Kewra is ready to be paid");
    const link = `draft-orders/${/\/pay\/([\w-]+)/.exec(text)?.[1]}`;
    expect((await read(link)).body.data.customer.email).toBe(right);
  });

  it("makes an expired link valid again, if it says for how long", async () => {
    const { path } = await prepared();
    const id = await idOf();
    await shop.db.execute(
      sql`update draft_order set valid_until = now() - interval '1 minute' where id = ${Number(id)}`,
    );
    expect((await change(id, { version: 1, message: "x" })).body.errors).toMatchObject([{ field: "days" }]);
    expect((await change(id, { version: 1, days: 1 })).status).toBe(200);
    expect((await read(path)).body.data.state).toBe("open");
  });

  it("is rejected after a colleague's, for what cannot be ordered, and when it is cancelled or unknown", async () => {
    await prepared();
    const id = await idOf();
    const changes = [{ name: "Ravi Menon" }, { name: "Ravi Nair" }];
    const both = await Promise.all(changes.map((body) => change(id, { version: 1, mail: false, ...body })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const sold = await change(id, { version: 2, items: [{ sku: await skuOf(product), quantity: 999 }] });
    expect(sold).toMatchObject({ status: 409, body: { code: "cart_changed", errors: [{ field: "items" }] } });
    expect((await change(id, { version: 2, items: [] })).body.errors).toMatchObject([{ field: "items" }]);
    expect((await change(id, { version: 2, name: "x".repeat(65_536) })).body.errors).toMatchObject([{ field: "name" }]);
    expect(await seen(id)).toMatchObject({ version: 2, items: [{ quantity: 2 }] });
    await support.send("DELETE", `/draft-orders/${id}`);
    expect((await change(id, { version: 2, message: "x" })).status).toBe(409);
    expect((await change("999999", { version: 1 })).status).toBe(404);
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("PATCH", `/draft-orders/${id}`, { version: 1 })).body.code).toBe("permission_missing");
  });
});
