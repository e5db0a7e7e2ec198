/** A confirmed order for cash on delivery that its customer pays online before it is shipped. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf, signedProof } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49", GIFT_WRAP_RUPEES: "30" } });
  buyers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Confirms an order of two attars at ₹500 and a soap at ₹300, with the fee of ₹49. @returns also the path of the emailed link */
async function confirmed(body: object = {}) {
  const attar = await buyers.sell({ title: "Attar", pricePaise: 50_000, stock: 10 });
  const soap = await buyers.sell({ title: "Soap", pricePaise: 30_000, gstPercent: 5, stock: 10 });
  const buyer = await buyers.buyer({ [attar]: 2, [soap]: 1 });
  const placed = await buyer.post("cash-order", { address: BENGALURU, ...body });
  const number: string = placed.body.data.orderNumber;
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${number}/confirm`, { code })).status).toBe(200);
  const mail = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
  return { buyer, number, text: mail.text, path: `draft-orders/${/\/pay\/([\w-]+)/.exec(mail.text)?.[1] ?? ""}` };
}
const read = (path: string) => buyers.people.get(path);
const pay = (path: string, body: object = {}) => buyers.people.post(`${path}/pay`, body);
const verify = (path: string, orderId: string, paymentId: string) =>
  buyers.people.post(`${path}/verify`, signedProof(orderId, paymentId));
const order = (words: string) => actOnOrder(shop, words);
const orderOf = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const invoiceOf = async (number: string) =>
  (await rowsOf(shop, sql`select invoice_number from customer_order where number = ${number}`))[0]?.invoice_number;
const paymentsOf = (number: string) =>
  rowsOf(
    shop,
    sql`select payment.provider, payment.amount_paise as paise, refund.reason from payment
      join customer_order o on o.id = payment.order_id left join refund on refund.payment_id = payment.id
      where o.number = ${number} order by payment.id`,
  );

describe("an order for cash", () => {
  it("is paid by the emailed link without a session and without its fee, and nothing is collected at the door", async () => {
    const { buyer, number, text, path } = await confirmed({ gift: { message: "For you", wrap: true } });
    // 1300 + 30 for the wrap + 49.
    expect(text).toContain("Pay ₹1,330 online before we ship, and skip the cash fee of ₹49.");
    expect(await orderOf(buyer, number)).toMatchObject({
      totalPrice: 1379,
      fees: 79,
      prepay: { amount: 1330, savedFee: 49 },
    });
    expect((await read(path)).body.data).toMatchObject({
      state: "open",
      orderNumber: number,
      cash: { onDelivery: 1379, savedFee: 49 },
      items: [
        { title: "Attar", quantity: 2, price: 500 },
        { title: "Soap", quantity: 1, price: 300 },
      ],
      subtotal: 1300,
      fees: 30,
      totalPrice: 1330,
    });
    expect((await read(`${path}/window`)).body.data).toMatchObject({ key: expect.any(String) });
    expect((await pay(path, { total_price: 1379 })).body).toMatchObject({ statusCode: 409, code: "price_changed" });
    const opened = (await pay(path, { total_price: 1330 })).body.data;
    expect(opened).toMatchObject({ amount: 133_000, orderNumber: number });
    // A second tab continues the same payment.
    expect((await pay(path)).body.data.id).toBe(opened.id);
    expect((await order(`pack ${number}`)).code).toBe(0);
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    expect((await verify(path, opened.id, id)).body.data).toEqual({ orderNumber: number, outcome: "paid" });

    // The wrap's ₹30 are shared 23.08 to 6.92: 1023.08 × 18 / 118 = 156.06 and 306.92 × 5 / 105 = 14.62.
    expect(await orderOf(buyer, number)).toMatchObject({
      state: "packed",
      paymentMethod: "online",
      fees: 30,
      totalPrice: 1330,
      tax: 170.68,
      payment: { amount: 1330, method: "upi" },
      prepay: null,
      invoiceNumber: expect.stringMatching(/^KW\//),
      remaining: [{ amount: 1023.08 }, { amount: 306.92 }],
    });
    const mail = await buyers.people.mailAbout(buyer.email, `Payment received for order ${number}`);
    expect(mail.text).toContain(
      "there’s nothing to pay when your parcel arrives. We’ve taken off the cash fee of ₹49.",
    );
    expect(mail.attachments).toMatchObject([{ contentType: "application/pdf" }]);
    expect((await pay(path)).body.code).toBe("already_paid");
    expect((await read(path)).body.data).toMatchObject({ state: "paid", orderNumber: number });

    const invoice = await invoiceOf(number);
    expect((await order(`ship ${number} --awb PRE1000 --courier Delhivery`)).code).toBe(0);
    const shipped = await buyers.people.mailAbout(buyer.email, `Your order ${number} is on its way`);
    expect(shipped.text).not.toContain("cash");
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect(await invoiceOf(number)).toBe(invoice);
    expect(await paymentsOf(number)).toEqual([{ provider: "razorpay", paise: 133_000, reason: null }]);
  });

  it("keeps its fee where the owner does not waive it, and gets a new payment session once the rule has changed", async () => {
    const { buyer, number, path } = await confirmed();
    const waived = (await pay(path)).body.data;
    expect(waived.amount).toBe(130_000);
    expect((await performCommand(shop, "settings CASH_FEE_WAIVED false")).code).toBe(0);
    expect(await orderOf(buyer, number)).toMatchObject({ prepay: { amount: 1349, savedFee: 0 } });
    const full = (await pay(path, { total_price: 1349 })).body.data;
    expect((await performCommand(shop, "settings CASH_FEE_WAIVED --default")).code).toBe(0);
    expect(full.amount).toBe(134_900);
    expect(full.id).not.toBe(waived.id);
    // Both tabs pay: the first payment pays the order, the second is refunded.
    const first = await simulatePayment(shop.db, full.id, { quiet: true });
    const second = await simulatePayment(shop.db, waived.id, { quiet: true });
    expect((await verify(path, full.id, first.id)).body.data.outcome).toBe("paid");
    expect(await orderOf(buyer, number)).toMatchObject({ totalPrice: 1349, fees: 49, paymentMethod: "online" });
    expect((await verify(path, waived.id, second.id)).body.data.outcome).toBe("paid");
    expect(await paymentsOf(number)).toEqual([
      { provider: "razorpay", paise: 134_900, reason: null },
      { provider: "razorpay", paise: 130_000, reason: expect.stringMatching(/wrong_amount|paid_twice/) },
    ]);
  });

  it("is paid once when browser and webhooks report it at once", async () => {
    const { buyer, number, path } = await confirmed();
    const opened = (await pay(path)).body.data;
    const { id } = await simulatePayment(shop.db, opened.id);
    const results = await Promise.all(Array.from({ length: 6 }, () => verify(path, opened.id, id)));
    for (const { body } of results) expect(body.data.outcome).toBe("paid");
    await buyers.people.mailAbout(buyer.email, `Payment received for order ${number}`);
    expect(await paymentsOf(number)).toEqual([{ provider: "razorpay", paise: 130_000, reason: null }]);
    const mails = await rowsOf(
      shop,
      sql`select 1 from mail where recipient = ${buyer.email} and subject = ${`Payment received for order ${number}`}`,
    );
    expect(mails).toHaveLength(1);
  });

  it("is found paid by the periodic check, without browser and webhook", async () => {
    const { buyer, number, path } = await confirmed();
    await simulatePayment(shop.db, (await pay(path)).body.data.id, { quiet: true });
    await shop.db.execute(sql`
      with due as (
        update job set run_at = now(), revision = revision + 1 from customer_order o
        where key = 'check_order:' || o.id and number = ${number}
      )
      select pg_notify('shop_changed', 'jobs')`);
    await vi.waitFor(async () => expect((await orderOf(buyer, number)).paymentMethod).toBe("online"), LONGEST_WAIT_MS);
  });

  it("stays unpaid while its window is only closed", async () => {
    const { number, path } = await confirmed();
    const { id } = (await pay(path)).body.data;
    const check = await buyers.people.post(`${path}/check`, { razorpay_order_id: id });
    expect(check.body.data).toEqual({ orderNumber: number, outcome: "unpaid" });
  });
});

describe("the printed label of a packed order", () => {
  it("is out of date once the order is paid online, which holds the parcel back until it is printed again or checked", async () => {
    const owner = await signInAs(shop, "Owner");
    const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
    const print = (number: string) => owner.send("GET", `/orders/print.pdf?document=label&numbers=${number}`);
    const ship = async (number: string, more: object = {}) => {
      const { version } = await read(number);
      const awb = `PRL${number.slice(3, 7)}${number.slice(8)}`;
      return owner.send("POST", `/orders/${number}/ship`, { version, courier: "Delhivery", awb, ...more });
    };
    const packedAndPaid = async () => {
      const { number, path } = await confirmed();
      expect((await order(`pack ${number}`)).code).toBe(0);
      const { version } = await read(number);
      expect((await print(number)).status).toBe(200);
      expect(await read(number)).toMatchObject({ version, staleLabel: null });
      const opened = (await pay(path)).body.data;
      const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
      await verify(path, opened.id, id);
      return number;
    };
    const printed = await packedAndPaid();
    expect(await read(printed)).toMatchObject({ staleLabel: { collects: 1349, due: 0 } });
    const held = await ship(printed);
    expect(held.body).toMatchObject({ statusCode: 409, code: "label_stale", errors: [{ field: "labelChecked" }] });
    expect(held.body.message).toContain("it says ₹1,349 to be collected, and nothing is due now");
    const bulk = await owner.send("POST", "/orders/ship", {
      parcels: [{ number: printed, courier: "Delhivery", awb: "PRLBULK1" }],
    });
    expect(bulk.body.data.results[0].problem).toContain("out of date");
    expect((await print(printed)).status).toBe(200);
    expect(await read(printed)).toMatchObject({ staleLabel: null });
    expect((await ship(printed)).status).toBe(200);

    const checked = await packedAndPaid();
    expect((await ship(checked, { labelChecked: false })).status).toBe(409);
    expect((await ship(checked, { labelChecked: true })).body.data).toMatchObject({
      state: "shipped",
      staleLabel: null,
    });

    const byCommand = await packedAndPaid();
    const shipIt = `ship ${byCommand} --awb PRLCMD1 --courier Delhivery`;
    expect((await order(shipIt)).code).toBe(1);
    expect((await order(`${shipIt} --labelChecked`)).code).toBe(0);
  });
});

describe("a payment that comes too late", () => {
  it("is refunded once the parcel has left, and the courier collects the cash", async () => {
    const { buyer, number, path } = await confirmed();
    const opened = (await pay(path)).body.data;
    expect((await order(`ship ${number} --awb PRE2000 --courier Delhivery`)).code).toBe(0);
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    expect((await verify(path, opened.id, id)).body.data.outcome).toBe("refunded");
    const mail = await buyers.people.mailAbout(buyer.email, `We’re refunding your payment for order ${number}`);
    expect(mail.text).toContain("Please pay the courier ₹1,349 in cash when it arrives.");
    const closed = (await read(path)).body.data;
    expect(closed).toMatchObject({ state: "closed", items: [], customer: { name: "", email: "" } });
    expect((await pay(path)).body.code).toBe("wrong_order_state");
    expect((await order(`deliver ${number}`)).code).toBe(0);
    expect(await orderOf(buyer, number)).toMatchObject({
      paymentMethod: "cash_on_delivery",
      payment: { amount: 1349, method: "cash_on_delivery" },
      refunds: [{ amount: 1300, extra: true }],
    });
  });

  it("either pays the order or is refunded while it is being shipped", async () => {
    const { buyer, number, path } = await confirmed();
    const opened = (await pay(path)).body.data;
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    const [verified, shipped] = await Promise.all([
      verify(path, opened.id, id),
      order(`ship ${number} --awb PRE2100 --courier Delhivery`),
    ]);
    // The payment may have changed the version that was read.
    if (shipped.code !== 0) expect((await order(`ship ${number} --awb PRE2100 --courier Delhivery`)).code).toBe(0);
    const { outcome } = verified.body.data;
    expect(["paid", "refunded"]).toContain(outcome);
    expect(await orderOf(buyer, number)).toMatchObject(
      outcome === "paid"
        ? { state: "shipped", paymentMethod: "online", totalPrice: 1300, refunds: [] }
        : { state: "shipped", paymentMethod: "cash_on_delivery", totalPrice: 1349, refunds: [{ amount: 1300 }] },
    );
    expect(await invoiceOf(number)).toMatch(/^KW\//);
  });

  it("is refunded when items were cancelled meanwhile, and the page then has the new amount", async () => {
    const { buyer, number, path } = await confirmed();
    const opened = (await pay(path)).body.data;
    await buyer.post(`order/${number}/cancel`, { lines: [{ position: 1, quantity: 1 }] });
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    await verify(path, opened.id, id);
    expect(await paymentsOf(number)).toMatchObject([{ paise: 130_000, reason: "wrong_amount" }]);
    // The fee stays in full.
    expect((await read(path)).body.data).toMatchObject({
      cash: { onDelivery: 1049, savedFee: 49 },
      totalPrice: 1000,
    });
    const again = (await pay(path, { total_price: 1000 })).body.data;
    const paid = await simulatePayment(shop.db, again.id, { quiet: true });
    expect((await verify(path, again.id, paid.id)).body.data.outcome).toBe("paid");
    expect(await orderOf(buyer, number)).toMatchObject({ totalPrice: 1000, tax: 152.54, payment: { amount: 1000 } });
  });

  it("is refunded when the order was cancelled", async () => {
    const { buyer, number, path } = await confirmed();
    const opened = (await pay(path)).body.data;
    await buyer.post(`order/${number}/cancel`);
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    expect((await verify(path, opened.id, id)).body.data.outcome).toBe("refunded");
    expect(await paymentsOf(number)).toMatchObject([{ reason: "cancelled" }]);
    expect((await read(path)).body.data.state).toBe("closed");
  });
});

describe("its link", () => {
  it("is the customer's own, signed, and of no other order", async () => {
    const { buyer, number, path } = await confirmed();
    const link = (await buyer.get(`cash-order/${number}/pay-link`)).body.data;
    expect(link).toEqual({ path: path.replace("draft-orders", "/pay") });
    const stranger = await buyers.buyer();
    expect((await stranger.get(`cash-order/${number}/pay-link`)).status).toBe(404);
    expect((await buyers.people.get(`cash-order/${number}/pay-link`)).status).toBe(401);
    const other = await confirmed();
    const forged = path.replace(number, other.number);
    for (const tried of [forged, `${path}x`, path.slice(0, -1)]) {
      expect((await read(tried)).status).toBe(404);
      expect((await read(`${tried}/window`)).status).toBe(404);
      expect((await pay(tried)).status).toBe(404);
    }
  });
});
