/** Cash on delivery: from the checkout by the mailed code to the courier's remittance. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { daysAfter } from "../../server/base/time.ts";
import { changePhone } from "../../server/orders/orders/change-address.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import { hasBought } from "../../server/orders/orders/has-bought.ts";
import { deleteExpired } from "../../server/people/accounts/housekeeping.ts";
import { hashPassword } from "../../server/people/accounts/passwords.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { makeCategory } from "./make-product.ts";
import { PASSWORD, rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestResponse, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

const CASH = {
  CASH_ON_DELIVERY: "true",
  CASH_FEE_RUPEES: "49",
  CASH_MIN_RUPEES: "100",
  CASH_MAX_RUPEES: "2000",
  CASH_EXCLUDED_PINCODES: "7446",
  CASH_EXCLUDED_CATEGORIES: "gifts",
};

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({ environment: CASH });
  buyers = buyersOf(shop);
});
afterAll(() => shop?.close());

type Buyer = Awaited<ReturnType<typeof buyers.buyer>>;

/** Returns the code of the latest mail that asks for a confirmation. */
async function codeFor(buyer: Buyer, number: string): Promise<string> {
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
}

const place = (buyer: Buyer, body: object = { address: LUCKNOW }) => buyer.post("cash-order", body);
async function placed(buyer: Buyer, body?: object): Promise<string> {
  const response = await place(buyer, body);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body.data.orderNumber;
}
async function confirmed(buyer: Buyer): Promise<string> {
  const number = await placed(buyer);
  const { status, body } = await buyer.post(`cash-order/${number}/confirm`, { code: await codeFor(buyer, number) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return number;
}
const orderOf = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const order = (words: string) => actOnOrder(shop, words);
async function shipped(buyer: Buyer, awb: string): Promise<string> {
  const number = await confirmed(buyer);
  expect((await order(`ship ${number} --awb ${awb} --courier Delhivery`)).code).toBe(0);
  return number;
}

describe("two lakh in cash, which the law forbids", () => {
  let rich: TestShop;
  let shoppers: ReturnType<typeof buyersOf>;
  beforeAll(async () => {
    // A value that an earlier release accepted.
    rich = await openShop({
      environment: { ...CASH, CASH_MAX_RUPEES: "400000", CASH_MAX_OPEN_ORDERS: "9", MAX_ORDER_RUPEES: "500000" },
    });
    shoppers = buyersOf(rich);
  });
  afterAll(() => rich?.close());
  const problemOf = async (buyer: Buyer, mobile = "") => {
    const { body } = await buyer.get(`checkout?pincode=226001&payment_method=cash_on_delivery&mobile_no=${mobile}`);
    if (!body.data) throw new Error(JSON.stringify(body));
    return body.data.cashOnDelivery.problem;
  };
  async function confirm(buyer: Buyer, orderNumber: string) {
    const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
    return buyer.post(`cash-order/${orderNumber}/confirm`, { code });
  }
  const placedBy = (buyer: Buyer, mobile?: string) =>
    buyer.post("cash-order", { address: LUCKNOW, ...(mobile && { mobile_no: mobile }) });
  async function confirmedOrder(buyer: Buyer, mobile?: string): Promise<string> {
    const { orderNumber } = (await placedBy(buyer, mobile)).body.data;
    expect((await confirm(buyer, orderNumber)).status).toBe(200);
    return orderNumber;
  }
  /** Returns an account without a number, with goods in its cart. */
  async function stranger(product: string): Promise<Buyer> {
    const buyer = await shoppers.buyer({ [product]: 1 });
    await setMobile(buyer, "");
    return buyer;
  }
  const setMobile = (buyer: Buyer, mobile: string) =>
    rich.db.execute(sql`update customer set mobile = ${mobile} where id = ${buyer.id}`);

  it.each([
    // The fee of ₹49 counts.
    [199_950, null],
    [199_951, "The law doesn’t allow paying ₹2,00,000 or more in cash. Please pay online."],
    [200_000, "Cash on delivery is available up to ₹1,99,999."],
  ])("is what goods of ₹%d and the fee stay below", async (rupees, problem) => {
    const buyer = await shoppers.buyer({ [await shoppers.sell({ pricePaise: rupees * 100 })]: 1 });
    expect(await problemOf(buyer)).toBe(problem);
    const placed = await buyer.post("cash-order", { address: LUCKNOW });
    expect(placed.body.code ?? null).toBe(problem && "cash_not_available");
  });

  it("is what all undelivered orders of a customer stay below, also under another account", async () => {
    const product = await shoppers.sell({ pricePaise: 10_000_000, stock: 9 });
    const buyer = await shoppers.buyer({ [product]: 1 });
    await rich.db.execute(sql`update customer set mobile = '9812345678' where id = ${buyer.id}`);
    const first = await confirmedOrder(buyer);
    await buyer.add(product);
    const problem =
      "With your other orders, ₹2,00,000 or more would be due in cash, which the law doesn’t allow. Please pay online.";
    expect(await problemOf(buyer)).toBe(problem);
    const other = await shoppers.buyer({ [product]: 1 });
    expect(await problemOf(other)).toBeNull();
    await rich.db.execute(sql`update customer set mobile = '9812345678' where id = ${other.id}`);
    expect(await problemOf(other)).toBe(problem);
    // Delivered today counts, delivered yesterday does not.
    await rich.db.execute(
      sql`update customer_order set state = 'delivered', delivered_at = now() where number = ${first}`,
    );
    expect(await problemOf(buyer)).toBe(problem);
    await rich.db.execute(
      sql`update customer_order set delivered_at = now() - interval '1 day' where number = ${first}`,
    );
    expect(await problemOf(buyer)).toBeNull();
  });

  // ₹90,000 and the fee of ₹49, so that two orders are ₹1,80,098, and three would be ₹2,70,147.
  const costly = () => shoppers.sell({ pricePaise: 9_000_000, stock: 9 });
  const refused = { status: 409, body: { code: "cash_not_available" } };

  it("is what orders of several accounts with the same number stay below, though no account has the number", async () => {
    const product = await costly();
    await confirmedOrder(await stranger(product), "9845012301");
    await confirmedOrder(await stranger(product), "+91 98450 12301");
    const third = await stranger(product);
    expect(await placedBy(third, "098450 12301")).toMatchObject(refused);
    expect(await problemOf(third, "098450 12301")).toContain("With your other orders");
    // Somebody else's number.
    expect(await problemOf(third, "9845012302")).toBeNull();
    expect((await placedBy(third, "9845012302")).status).toBe(200);
  });

  it("is checked with the number of the order when it is confirmed, also by two accounts at once", async () => {
    const product = await costly();
    await confirmedOrder(await stranger(product), "9845012303");
    const waiting = await Promise.all(
      [1, 2].map(async () => {
        const buyer = await stranger(product);
        return { buyer, number: (await placedBy(buyer, "9845012303")).body.data.orderNumber as string };
      }),
    );
    const answers = await Promise.all(waiting.map(({ buyer, number }) => confirm(buyer, number)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("is checked of one order after the other if only the number of both accounts links them", async () => {
    const product = await costly();
    const shared = "9845012313";
    const linked = async (mobile: string) => {
      const buyer = await stranger(product);
      await setMobile(buyer, shared);
      return { buyer, number: (await placedBy(buyer, mobile)).body.data.orderNumber as string };
    };
    const first = await linked("9845012314");
    expect((await confirm(first.buyer, first.number)).status).toBe(200);
    const waiting = [await linked("9845012315"), await linked("9845012316")];
    let answers: Promise<TestResponse[]> | undefined;
    await rich.db.transaction(async (trx) => {
      // The one that is allowed waits for the stock.
      await trx.execute(
        sql`select from stock where variant_id in (select id from variant where product_id = ${Number(product)}) for update`,
      );
      answers = Promise.all(waiting.map(({ buyer, number }) => confirm(buyer, number)));
      await vi.waitFor(
        async () =>
          expect(
            await rowsOf(
              rich,
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          ).toHaveLength(2),
        LONGEST_WAIT_MS,
      );
    });
    expect((await answers)?.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("counts orders of an account with the number, though they were placed with another", async () => {
    const product = await costly();
    const known = await stranger(product);
    await setMobile(known, "9845012304");
    await confirmedOrder(known, "9845012305");
    await known.add(product);
    await confirmedOrder(known, "9845012306");
    for (const mobile of ["9845012304", "9845012305", "9845012306"]) {
      const other = await stranger(product);
      const isRefused = (await placedBy(other, mobile)).status === 409;
      expect([mobile, isRefused]).toEqual([mobile, mobile === "9845012304"]);
    }
    // Its own next order counts them and what others owe with its orders' numbers.
    const other = await stranger(product);
    await rich.db.execute(sql`update customer_order set state = 'cancelled' where mobile = '9845012306'`);
    await confirmedOrder(other, "9845012305");
    await known.add(product);
    expect(await placedBy(known, "9845012307")).toMatchObject(refused);
  });

  it("counts the number that staff has given an order since", async () => {
    const product = await costly();
    const first = await confirmedOrder(await stranger(product), "9845012308");
    await confirmedOrder(await stranger(product), "9845012309");
    const third = await stranger(product);
    const { orderNumber } = (await placedBy(third, "9845012309")).body.data;
    await rich.db.transaction(async (trx) => changePhone(trx, await lockOrderByNumber(trx, first), "9845012309"));
    expect(await confirm(third, orderNumber)).toMatchObject(refused);
  });

  it("does not count orders of accounts that have no number, or none that can be called", async () => {
    const product = await costly();
    for (const mobile of ["9845012310", "9845012311"]) {
      const buyer = await stranger(product);
      await setMobile(buyer, "0000000000");
      await confirmedOrder(buyer, mobile);
    }
    const third = await stranger(product);
    expect(await problemOf(third)).toBeNull();
    await setMobile(third, "0000000000");
    expect((await placedBy(third, "9845012312")).status).toBe(200);
  });

  it("is checked again when the order is confirmed", async () => {
    const product = await shoppers.sell({ pricePaise: 15_000_000, stock: 9 });
    const buyer = await shoppers.buyer({ [product]: 1 });
    const first = await confirmedOrder(buyer);
    await rich.db.execute(sql`update customer_order set state = 'cancelled' where number = ${first}`);
    await buyer.add(product);
    const { orderNumber } = (await buyer.post("cash-order", { address: LUCKNOW })).body.data;
    await rich.db.execute(sql`update customer_order set state = 'processing' where number = ${first}`);
    const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
    expect(await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).toMatchObject({
      status: 409,
      body: { code: "cash_not_available" },
    });
  });
});

describe("the checkout", () => {
  it("offers it with its fee, and includes the fee once it is chosen", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const read = async (query: string) => (await buyer.get(`checkout?${query}`)).body.data;
    expect(await read("pincode=226001")).toMatchObject({
      cashOnDelivery: { fee: 49, problem: null },
      paymentMethod: "online",
      fees: 0,
      totalPrice: 500,
      // 500 × 18 / 118 is 76.271, and two equal halves are even paise.
      tax: 76.28,
    });
    expect(await read("pincode=226001&payment_method=cash_on_delivery")).toMatchObject({
      paymentMethod: "cash_on_delivery",
      fees: 49,
      totalPrice: 549,
      // 549 × 18 / 118 is 83.746.
      tax: 83.74,
    });
    expect(await read("")).toMatchObject({ cashOnDelivery: null });
  });

  it.each([
    ["above its maximum", { quantity: 5 }, LUCKNOW, "Cash on delivery is available up to ₹2,000."],
    ["below its minimum", { pricePaise: 5000 }, LUCKNOW, "Cash on delivery is available from ₹100."],
    [
      "for an excluded pincode",
      {},
      { street: "1 Marine Hill", city: "Port Blair", state: "Andaman and Nicobar Islands", pincode: "744601" },
      "Cash on delivery isn’t available for 744601.",
    ],
    ["for an excluded category", { gift: true }, LUCKNOW, "Something in your cart can’t be paid in cash on delivery."],
  ])("says why it is not possible %s, and does not order so", async (_case, item, address, problem) => {
    const {
      quantity = 1,
      pricePaise,
      gift = false,
    } = item as { quantity?: number; pricePaise?: number; gift?: boolean };
    const values = {
      ...(pricePaise && { pricePaise }),
      ...(gift && { categoryId: await makeCategory(shop, { slug: "gifts", name: "Gifts" }) }),
    };
    const buyer = await buyers.buyer({ [await buyers.sell(values)]: quantity });
    const { body } = await buyer.get(`checkout?pincode=${address.pincode}&payment_method=cash_on_delivery`);
    expect(body.data).toMatchObject({ cashOnDelivery: { problem }, paymentMethod: "online", fees: 0 });
    expect((await place(buyer, { address })).body).toMatchObject({
      statusCode: 409,
      code: "cash_not_available",
      message: problem,
    });
  });

  it("does not offer it for a blocked number of the order, nor because of an allowed one", async () => {
    const island = {
      street: "1 Marine Hill",
      city: "Port Blair",
      state: "Andaman and Nicobar Islands",
      pincode: "744601",
    };
    const cases = [
      { list: "blocked", mobile: "9845012320", address: LUCKNOW, problem: "isn’t available for this order" },
      { list: "allowed", mobile: "9845012321", address: island, problem: "isn’t available for 744601" },
    ];
    for (const { list, mobile, address, problem } of cases) {
      await askAdmin(shop, `addCashListing --subject ${mobile} --list ${list} --reason Known`);
      const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
      const { body } = await buyer.get(`checkout?pincode=${address.pincode}&mobile_no=${mobile}`);
      expect(body.data.cashOnDelivery.problem).toContain(problem);
      const placed = await place(buyer, { address, mobile_no: mobile });
      expect(placed).toMatchObject({ status: 409, body: { message: body.data.cashOnDelivery.problem } });
    }
  });

  it("compares its limits with the goods after offers, without the fee", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 5 });
    const problemNow = async () =>
      (await buyer.get("checkout?pincode=226001&payment_method=cash_on_delivery")).body.data.cashOnDelivery.problem;
    expect(await problemNow()).toBe("Cash on delivery is available up to ₹2,000.");
    const spec = { name: "Fifth", kind: "percentage", percent: 20, codes: ["FIFTH"] };
    await createOffer(shop.db, z.parse(newOffer, spec), new Date());
    await buyer.post("cart/code", { code: "FIFTH" });
    // 2,500 less a fifth is 2,000; with the fee it is 2,049.
    expect(await problemNow()).toBeNull();
    expect((await place(buyer)).body.data).toMatchObject({ amount: 2049 });
  });

  it("does not store an excluded category that does not exist", async () => {
    const misspelled = await performCommand(shop, "settings CASH_EXCLUDED_CATEGORIES perfume-sets");
    expect(misspelled).toMatchObject({
      code: 1,
      err: expect.stringContaining("no category with the slug perfume-sets"),
    });
  });

  it("does not offer it in a shop that has not switched it on", async () => {
    const other = await openShop();
    const others = buyersOf(other);
    const buyer = await others.buyer({ [await others.sell()]: 1 });
    expect((await buyer.get("checkout?pincode=226001")).body.data.cashOnDelivery).toBeNull();
    expect((await buyer.post("cash-order", { address: LUCKNOW })).body.code).toBe("cash_not_available");
    await other.close();
  });
});

describe("an order for cash on delivery", () => {
  it("reserves the stock and waits for the mailed code, which confirms it once", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 2 });
    const { body } = await place(buyer, { address: LUCKNOW, total_price: 1049 });
    expect(body.data).toMatchObject({ amount: 1049, email: buyer.email });
    const number = body.data.orderNumber;
    expect(await buyers.stockOf(productId)).toBe(3);
    expect(await orderOf(buyer, number)).toMatchObject({
      state: "pending",
      badge: "Confirmation pending",
      paymentMethod: "cash_on_delivery",
      fees: 49,
      totalPrice: 1049,
      payment: null,
      invoiceNumber: null,
    });
    const code = await codeFor(buyer, number);
    const wrong = code === "000000" ? "000001" : "000000";
    const confirm = (given: string) => buyer.post(`cash-order/${number}/confirm`, { code: given });
    expect((await confirm(wrong)).body.code).toBe("code_wrong");
    const right = await confirm(code);
    expect(right.body.data).toMatchObject({ state: "processing", badge: "Processing", canCancel: true });
    expect((await confirm(code)).body).toMatchObject({ statusCode: 200, data: { state: "processing" } });
    expect((await buyer.cart()).count).toBe(0);
    const mail = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    expect(mail.attachments).toEqual([]);
    expect(mail.text).toContain("Cash on delivery");
    expect(mail.text).toMatch(/Cash on delivery fee +₹49/);
    expect(mail.text).not.toContain("received your payment");
  });

  it("taxes the fee with the goods", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const number = await placed(buyer, { address: BENGALURU });
    const [line] = await rowsOf<{ charged: number; igst: number; total: number }>(
      shop,
      sql`select order_item.shipping_paise as charged, igst_paise as igst, taxable_paise + igst_paise as total
        from order_item join customer_order on id = order_id where number = ${number}`,
    );
    // 549.00 × 18 / 118 = 83.7457…
    expect(line).toEqual({ charged: 4900, igst: 8375, total: 54_900 });
  });

  it("is confirmed once by several concurrent requests with the code", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 2 });
    const number = await placed(buyer);
    const code = await codeFor(buyer, number);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => buyer.post(`cash-order/${number}/confirm`, { code })),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await buyers.stockOf(productId)).toBe(3);
  });

  it("is continued by the same cart, and replaced by an online payment and the other way round", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 1 });
    const first = await placed(buyer);
    expect(await placed(buyer)).toBe(first);
    const online = await buyer.order({ address: LUCKNOW });
    expect(await buyers.stateOf(first)).toBe("expired");
    const again = await placed(buyer);
    expect(await buyers.stateOf(online.orderNumber)).toBe("expired");
    expect(await buyers.stateOf(again)).toBe("pending");
    expect(await buyers.stockOf(productId)).toBe(4);
  });

  it("cannot be confirmed by another customer", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const stranger = await buyers.buyer();
    const number = await placed(buyer);
    const code = await codeFor(buyer, number);
    expect((await stranger.post(`cash-order/${number}/confirm`, { code })).status).toBe(404);
  });

  it("expires unconfirmed, releases its stock and says so", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 1 });
    const number = await placed(buyer);
    await buyers.orderAges(number, 13 * 60);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    const mail = await buyers.people.mailAbout(buyer.email, `Your order ${number} wasn’t completed`);
    expect(mail.text).toContain("wasn’t confirmed with the code in time");
    expect(await buyers.stockOf(productId)).toBe(5);
    expect((await buyer.post(`cash-order/${number}/code`)).status).toBe(409);
  });

  it("is cancelled without refund and credit note before it is shipped", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 1 });
    const number = await confirmed(buyer);
    const { body } = await buyer.post(`order/${number}/cancel`);
    expect(body.data).toMatchObject({ state: "cancelled", refunds: [], payment: null });
    expect(await buyers.stockOf(productId)).toBe(5);
    const mail = await buyers.people.mailAbout(buyer.email, `Your order ${number} has been cancelled`);
    expect(mail.text).toContain("there’s nothing to refund");
    expect(mail.attachments).toEqual([]);
  });

  it("says so when its code cannot be mailed now, and mails it when it is placed again", async () => {
    const crowded = await openShop({ environment: { ...CASH, ATTEMPTS_PER_IP: "1" } });
    try {
      const others = buyersOf(crowded);
      const place = async () => {
        const buyer = await others.buyer({ [await others.sell()]: 1 });
        return { buyer, placed: await buyer.post("cash-order", { address: LUCKNOW }) };
      };
      expect((await place()).placed.status).toBe(200);
      // Another customer of the same network.
      const { buyer, placed } = await place();
      expect(placed).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      await crowded.db.execute(sql`delete from rate_limit`);
      const again = await buyer.post("cash-order", { address: LUCKNOW });
      expect(again.status).toBe(200);
      await others.people.mailAbout(buyer.email, `Confirm your order ${again.body.data.orderNumber}`);
    } finally {
      await crowded.close();
    }
  });

  it("is limited to a number of open orders", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    await confirmed(buyer);
    await buyer.add(await buyers.sell());
    await shop.db.execute(
      sql`update one_time_code set sent_at = sent_at - interval '1 minute' where email = ${buyer.email}`,
    );
    await confirmed(buyer);
    await buyer.add(await buyers.sell());
    expect((await place(buyer)).body.message).toBe(
      "You can order again for cash on delivery once your earlier orders have arrived.",
    );
  });
});

describe("who deletes the account and signs up again with its email", () => {
  const farewellTo = ({ email }: Buyer) => buyers.people.mailAbout(email, "Your Kewra account has been deleted");
  /** Deletes the account; returns the new one, with goods in its cart. */
  async function signedUpAgain(former: Buyer, email = former.email) {
    const { id, post } = former;
    const hash = await hashPassword(PASSWORD);
    await shop.db.execute(sql`update customer set password_hash = ${hash} where id = ${id}`);
    expect((await post("user/close", { password: PASSWORD, reviews: "keep" })).status).toBe(200);
    await farewellTo(former);
    const { token } = await buyers.people.signUp(email);
    await buyers.people.post("cart", { product_id: await buyers.sell(), quantity: 1 }, { token });
    const problem = async () =>
      (await buyers.people.get("checkout?pincode=226001", token)).body.data.cashOnDelivery.problem;
    const order = () => buyers.people.post("cash-order", { address: LUCKNOW, mobile_no: "9000090001" }, { token });
    return { problem, order };
  }
  const listingsOf = (email: string) =>
    rowsOf(shop, sql`select is_blocked, reason from cash_list_entry where value = ${email}`);

  it("stays blocked for a year, as the last email says", async () => {
    const first = await buyers.buyer();
    await askAdmin(shop, `addCashListing --subject ${first.email} --list blocked --reason Refusals`);
    const again = await signedUpAgain(first);
    const { text } = await farewellTo(first);
    expect(text.replace(/\s+/g, " ")).toContain("stays for one year on our list of buyers who can’t pay in cash");
    expect(await listingsOf(first.email)).toEqual([
      { is_blocked: true, reason: expect.stringMatching(/^The data was erased; the block ends on \d+ \w+ \d{4}\.$/) },
    ]);
    const blocked = "Cash on delivery isn’t available for this order. Please pay online.";
    expect(await again.problem()).toBe(blocked);
    expect(await again.order()).toMatchObject({
      status: 409,
      body: { message: blocked },
    });

    await deleteExpired(shop.db, daysAfter(new Date(), 364));
    expect(await again.problem()).toBe(blocked);
    await deleteExpired(shop.db, daysAfter(new Date(), 366));
    expect(await again.problem()).toBe(null);
    expect(await listingsOf(first.email)).toEqual([]);
  });

  it("has still refused the parcel, and is no longer allowed in spite of it", async () => {
    const first = await buyers.buyer({ [await buyers.sell()]: 1 });
    const number = await shipped(first, "COD2001");
    expect((await order(`came-back ${number}`)).code).toBe(0);
    await askAdmin(shop, `addCashListing --subject ${first.email} --list allowed --reason Known`);
    expect(await (await signedUpAgain(first)).problem()).toContain("an earlier parcel wasn’t accepted");
    expect(await listingsOf(first.email)).toEqual([]);
  });

  it("has still refused the parcel with another email of the same mailbox", async () => {
    const first = await buyers.buyer({ [await buyers.sell()]: 1 });
    expect((await order(`came-back ${await shipped(first, "COD2002")}`)).code).toBe(0);
    const again = await signedUpAgain(first, first.email.replace("@", "+again@"));
    expect(await again.problem()).toContain("an earlier parcel wasn’t accepted");
  });
});

describe("its parcel", () => {
  it("makes its customer a verified buyer once it is delivered", async () => {
    const productId = await buyers.sell();
    const buyer = await buyers.buyer({ [productId]: 1 });
    const number = await shipped(buyer, "COD0900");
    const isVerified = () => hasBought(shop.db, { customerId: buyer.id, productId: Number(productId) });
    expect(await isVerified()).toBe(false);
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect(await isVerified()).toBe(true);
  });

  it("is invoiced at dispatch, and paid when it is delivered", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const number = await shipped(buyer, "COD1000");
    const onTheWay = await orderOf(buyer, number);
    expect(onTheWay).toMatchObject({ state: "shipped", invoiceNumber: expect.stringMatching(/^KW\//), payment: null });
    const mail = await buyers.people.mailAbout(buyer.email, `Your order ${number} is on its way`);
    expect(mail.text).toContain("Please keep ₹549 in cash ready for the courier.");
    expect(mail.attachments).toMatchObject([{ contentType: "application/pdf" }]);
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect((await orderOf(buyer, number)).payment).toMatchObject({ method: "cash_on_delivery", amount: 549 });
  });

  it("that was refused is credited at once and restocked only after its inspection; then the customer pays online", async () => {
    const productId = await buyers.sell({ stock: 5 });
    const buyer = await buyers.buyer({ [productId]: 1 });
    const number = await shipped(buyer, "COD2000");
    expect((await performCommand(shop, `admin inspectRefused ${number} --restock`)).code).toBe(1);
    expect((await order(`came-back ${number}`)).code).toBe(0);
    const [credited] = await rowsOf<{ notes: number }>(
      shop,
      sql`select count(*)::int as notes from credit_note join customer_order on customer_order.id = order_id
        where customer_order.number = ${number} and reason = 'came_back'`,
    );
    expect(credited).toEqual({ notes: 1 });
    expect(await buyers.stockOf(productId)).toBe(4);
    expect((await performCommand(shop, `admin inspectRefused ${number} --restock`)).code).toBe(0);
    expect(await buyers.stockOf(productId)).toBe(5);
    expect((await performCommand(shop, `admin inspectRefused ${number} --restock`)).code).toBe(1);
    expect(await buyers.stockOf(productId)).toBe(5);
    await buyer.add(await buyers.sell());
    expect((await place(buyer)).body.message).toContain("an earlier parcel wasn’t accepted");
  });
});

describe("the refund of collected cash", () => {
  const paid = (number: string) => performCommand(shop, `admin recordManualRefund ${number} --reference UPI412345`);
  const dueRefunds = () => askAdmin(shop, "listDueRefunds");
  const account = (buyer: Buyer, number: string, body: object) => buyer.post(`order/${number}/refund-account`, body);
  /** Returns a delivered order of ₹549, returned and accepted. */
  async function returned(awb: string) {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const number = await shipped(buyer, awb);
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect((await buyer.post(`order/${number}/return`, { reason: "It leaks." })).status).toBe(200);
    const { code, out } = await order(`return-accept ${number}`);
    if (code !== 0) throw new Error(out);
    return { buyer, number };
  }

  it("asks for a UPI ID, is paid to it by hand, and erases it", async () => {
    const { buyer, number } = await returned("COD3000");
    const asked = await buyers.people.mailAbout(buyer.email, `Your return of order ${number} has been accepted`);
    expect(asked.text).toContain("Please enter your UPI ID on your order’s page");
    expect(await orderOf(buyer, number)).toMatchObject({
      refundAccount: { upiId: null },
      refunds: [{ amount: 549, state: "pending" }],
    });
    expect(await dueRefunds()).toMatchObject([{ order: number, amount: 549, state: "awaiting_payout", upiId: null }]);

    expect((await account(buyer, number, { upi_id: "asha.rao@okaxis" })).body.data.refundAccount).toEqual({
      upiId: "as…@okaxis",
    });
    const stored = await buyers.people.mailAbout(buyer.email, `UPI ID for your refund of order ${number}`);
    expect(stored.text).toContain("as…@okaxis");
    expect(stored.text).not.toContain("asha.rao@okaxis");
    expect(await dueRefunds()).toMatchObject([{ order: number, upiId: "asha.rao@okaxis" }]);

    expect((await paid(number)).code).toBe(0);
    const mail = await buyers.people.mailAbout(buyer.email, `Your refund for order ${number}`);
    expect(mail.text).toContain("your UPI ID as…@okaxis");
    expect(mail.text).toContain("UPI412345");
    expect(await orderOf(buyer, number)).toMatchObject({
      refundAccount: null,
      refunded: { amount: 549 },
      refunds: [{ amount: 549, state: "processed", bankReference: "UPI412345" }],
    });
    const [row] = await rowsOf(
      shop,
      sql`select payout_to from refund where order_id = (select id from customer_order where number = ${number})`,
    );
    expect(row).toEqual({ payout_to: null });
    expect((await paid(number)).code).toBe(1);
    expect((await account(buyer, number, { upi_id: "asha@okaxis" })).status).toBe(409);
  });

  it("accepts a UPI ID from its customer only, and no other text", async () => {
    const { buyer, number } = await returned("COD3100");
    for (const upi_id of ["asha", "asha@ok axis", `${"a".repeat(200)}@okaxis`, 7, undefined]) {
      const { status, body } = await account(buyer, number, { upi_id });
      expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field: "upi_id" }] });
    }
    const stranger = await buyers.buyer({});
    expect((await account(stranger, number, { upi_id: "thief@okaxis" })).status).toBe(404);
    expect((await orderOf(buyer, number)).refundAccount).toEqual({ upiId: null });
  });

  it("is never more than the cash", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
    const number = await shipped(buyer, "COD3200");
    expect((await order(`goodwill ${number} --amount 50 --reason Sorry.`)).err).toContain("Nothing is paid");
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect((await order(`goodwill ${number} --amount 50 --reason Sorry.`)).code).toBe(0);
    await buyers.people.mailAbout(buyer.email, `A refund for your order ${number}`);
    expect((await order(`goodwill ${number} --amount 500 --reason Sorry.`)).err).toContain("Only ₹499");
  });
});

describe("a courier's remittance", () => {
  it("is compared with the orders by AWB, recorded once, and what is missing is listed as overdue", async () => {
    const numbers: string[] = [];
    for (const awb of ["COD3001", "COD3002", "COD3003", "COD3004"]) {
      const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
      const number = await shipped(buyer, awb);
      expect((await order(`deliver ${number}`)).code).toBe(0);
      numbers.push(number);
    }
    const file = join(shop.dataDir, "remittance.csv");
    await writeFile(
      file,
      // As couriers write it: a title, freight beside the cash, a parcel in two rows, and the total.
      'COD remittance, November\n\nWaybill No.;Amount;COD Amount\nCOD3001;60;500\nCOD3001;60;49\nCOD3002;60;"₹500.00"\nCOD3003;60;600.50\nNOPE9;60;10\n;300;Rs. 1,659.50\n',
    );
    const upload = async (reference: string, more = "") => {
      const words = `uploadRemittance --file ${file} --reference ${reference} --receivedOn 2026-11-25${more}`;
      const { digest } = await askAdmin(shop, words);
      return askAdmin(shop, `${words} --digest ${digest}`);
    };
    expect(await upload("UTR1")).toMatchObject({
      parcels: 4,
      amount: 1659.5,
      results: { full: 1, short: 1, over: 1, unknown: 1 },
      differences: [
        { awb: "COD3002", result: "short", remitted: 500, due: 549, order: numbers[1] },
        { awb: "COD3003", result: "over", remitted: 600.5, due: 549, order: numbers[2] },
        { awb: "NOPE9", result: "unknown", amount: 10, order: null },
      ],
    });
    expect((await upload("UTR1")).results).toMatchObject({ repeated: 3 });
    await shop.db.execute(
      sql`update customer_order set delivered_at = delivered_at - interval '11 days' where number in (${numbers[0]}, ${numbers[1]}, ${numbers[3]})`,
    );
    const overdue = await askAdmin(shop, "listOverdueCash");
    expect(overdue.map(({ order, due, remitted }: Record<string, unknown>) => [order, due, remitted]).sort()).toEqual(
      [
        [numbers[1], 549, 500],
        [numbers[3], 549, 0],
      ].sort(),
    );
    // The rest arrives with another reference.
    await writeFile(file, "awb,amount\ncod3002,49\n");
    expect((await upload("UTR2", " --utr HDFCN52026")).results).toMatchObject({ full: 1, unknown: 0 });
    // The bank's number may be known later than the list.
    await askAdmin(shop, "addUtr --reference UTR1 --utr SBIN0026");
    const { remittances } = await askAdmin(shop, "readRemittances --from 2026-11-25 --to 2026-11-25");
    expect(remittances).toContainEqual(expect.objectContaining({ reference: "UTR2", utr: "HDFCN52026", remitted: 49 }));
    expect(remittances).toContainEqual(expect.objectContaining({ reference: "UTR1", utr: "SBIN0026" }));
  });

  it("with a wrong row is not recorded at all", async () => {
    const file = join(shop.dataDir, "wrong.csv");
    await writeFile(file, "awb,amount\nCOD1000,549\n?,1\nCOD1000,549\nCOD77,much\n");
    const words = `uploadRemittance --file ${file} --reference UTR3 --receivedOn 2026-11-25`;
    await expect(askAdmin(shop, words)).rejects.toThrow(
      'Nothing was stored: row 3: "?" is no AWB; row 4 repeats row 2 (COD1000); please remove one of them, or add up their amounts; row 5, amount: "much" is not an amount in rupees such as 749 or 749.50',
    );
    const stored = await rowsOf(shop, sql`select 1 from cash_remittance where reference = 'UTR3'`);
    expect(stored).toEqual([]);
  });
});
