/** Orders for cash on delivery of which a part is paid online in advance. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  simulateDispute,
  simulateDisputeChange,
  simulateFailure,
  simulatePayment,
} from "../../sandbox/razorpay/simulate.ts";
import { totalText } from "../../server/operations/disputes/evidence.ts";
import { readAddressLabel } from "../../server/orders/fulfilment/address-label.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { creditNoteOf } from "../../server/orders/orders/invoice/read-credit-note.ts";
import { statementsOf } from "../../server/orders/orders/invoice/statements.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf, signedProof } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({
    environment: {
      CASH_ON_DELIVERY: "true",
      CASH_FEE_RUPEES: "49",
      CASH_ADVANCE_FROM_RUPEES: "500",
      CASH_MAX_OPEN_ORDERS: "1",
    },
  });
  buyers = buyersOf(shop);
  expect((await performCommand(shop, "settings CASH_ADVANCE 20%")).code).toBe(0);
});
afterAll(() => shop?.close());

/** Two attars of ₹500, a soap of ₹300 and, in the rarer tests, something else. With the fee of ₹49: ₹1,349, of which 20 % are ₹269.80, so ₹270. */
async function inCart(more: Record<string, number> = {}): Promise<{ buyer: Buyer; attar: string }> {
  const attar = await buyers.sell({ title: "Attar", pricePaise: 50_000, stock: 10 });
  const soap = await buyers.sell({ title: "Soap", pricePaise: 30_000, gstPercent: 5, stock: 10 });
  return { buyer: await buyers.buyer({ [attar]: 2, [soap]: 1, ...more }), attar };
}
async function placed(more: Record<string, number> = {}) {
  const { buyer, attar } = await inCart(more);
  const opened = await buyer.order({ address: BENGALURU, advance: 270 });
  return { buyer, attar, opened, number: opened.orderNumber };
}
async function confirmed(more: Record<string, number> = {}) {
  const order = await placed(more);
  const verified = await order.buyer.verify(await order.buyer.pay(order.opened));
  expect(verified.body.data).toEqual({ orderNumber: order.number, outcome: "paid" });
  return order;
}
const order = async (words: string) => {
  const result = await actOnOrder(shop, words);
  expect(result.out + result.err, words).not.toContain("rror");
  expect(result.code, result.err).toBe(0);
};
const orderOf = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const labelOf = async (number: string) =>
  (await readAddressLabel(shop.db, await findAnyOrder(shop.db, number)))?.payment;
/** What a credit note says of the money. */
const creditedMoneyOf = async (number: string, position?: number) => {
  const credit = await creditNoteOf(shop.db, await findAnyOrder(shop.db, number), position);
  return Object.fromEntries(
    statementsOf(credit)
      .filter(({ label }) => ["Refunded to", "Not collected", "Balance", "Paid"].includes(label))
      .map(({ label, text }) => [label, text]),
  );
};
const paymentsOf = (number: string) =>
  rowsOf(
    shop,
    sql`select payment.provider, payment.amount_paise as paise, refund.amount_paise as refunded, refund.reason, refund.state from payment
      join customer_order o on o.id = payment.order_id left join refund on refund.payment_id = payment.id
      where o.number = ${number} order by payment.id, refund.id`,
  );
/** The rest of an order's price, as its page offers to pay it online. */
async function payRest(buyer: Buyer, number: string) {
  const { path } = (await buyer.get(`cash-order/${number}/pay-link`)).body.data;
  const draft = `draft-orders/${path.replace("/pay/", "")}`;
  const opened = (await buyers.people.post(`${draft}/pay`, {})).body.data;
  const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
  const verified = await buyers.people.post(`${draft}/verify`, signedProof(opened.id, id));
  return { draft, opened, outcome: verified.body.data?.outcome };
}

describe("the checkout", () => {
  it("says what is paid now and at the door, for the whole order with its fee", async () => {
    const { buyer } = await inCart();
    const checkout = async (query: string) => (await buyer.get(`checkout?pincode=560001${query}`)).body.data;
    const cashOnDelivery = { fee: 49, problem: null, advance: { now: 270, onDelivery: 1079 } };
    expect(await checkout("")).toMatchObject({ cashOnDelivery, totalPrice: 1300, paymentMethod: "online" });
    expect(await checkout("&payment_method=cash_on_delivery")).toMatchObject({ cashOnDelivery, totalPrice: 1349 });
  });

  it("requires no advance below the value of the setting", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell({ pricePaise: 49_900 })]: 1 });
    const { cashOnDelivery } = (await buyer.get("checkout?pincode=560001")).body.data;
    expect(cashOnDelivery).toEqual({ fee: 49, problem: null, advance: null });
    const refused = await buyer.init({ address: BENGALURU, advance: 110 });
    expect(refused.body).toMatchObject({ statusCode: 409, code: "price_changed", errors: [{ field: "advance" }] });
    expect((await buyer.post("cash-order", { address: BENGALURU, advance: 110 })).status).toBe(200);
  });

  it("places no order for cash without the advance, or with another than the one shown", async () => {
    const { buyer, attar } = await inCart();
    const without = await buyer.post("cash-order", { address: BENGALURU });
    expect(without.body).toMatchObject({ statusCode: 409, code: "price_changed" });
    expect(without.body.message).toBe("This order needs ₹270 to be paid online in advance. You haven’t been charged.");
    expect((await buyer.post("cash-order", { address: BENGALURU, advance: 270 })).status).toBe(409);
    for (const advance of [1, 269.8, 1349])
      expect((await buyer.init({ address: BENGALURU, advance })).status).toBe(409);
    for (const advance of [0, -270, "270", null])
      expect((await buyer.init({ address: BENGALURU, advance })).status).toBe(422);
    expect(await buyers.stockOf(attar)).toBe(10);
  });

  it("requires it of a customer with too many open orders, where the owner allows that", async () => {
    const { buyer } = await confirmed();
    await buyer.add(await buyers.sell({ pricePaise: 40_000 }));
    const offer = async () => (await buyer.get("checkout?pincode=560001")).body.data.cashOnDelivery;
    expect(await offer()).toMatchObject({
      advance: null,
      problem: expect.stringContaining("earlier orders have arrived"),
    });
    expect((await performCommand(shop, "settings CASH_ADVANCE_FOR_RISK true")).code).toBe(0);
    // 20 % of ₹449.
    expect(await offer()).toMatchObject({ problem: null, advance: { now: 90, onDelivery: 359 } });
    expect((await performCommand(shop, "settings CASH_ADVANCE_FOR_RISK --default")).code).toBe(0);
  });

  it.each(["0", "100%", "0%", "2.5%", "abc", "100000"])("is not set to %s", async (value) => {
    const { code, err } = await performCommand(shop, `settings CASH_ADVANCE ${value}`);
    expect(code).toBe(1);
    expect(err).toContain("from 1% to 99%");
  });
});

describe("an order with an advance", () => {
  it("is confirmed by its payment, and the courier collects and remits the rest", async () => {
    const { buyer, number, opened, attar } = await placed();
    expect(opened).toMatchObject({ amount: 27_000 });
    expect(await orderOf(buyer, number)).toMatchObject({
      state: "pending",
      badge: "Payment pending",
      advance: { amount: 270, paidAt: null },
      balance: 1079,
      payment: null,
    });
    // The mailed code of another order would not confirm it either.
    expect((await buyer.post(`cash-order/${number}/code`)).status).toBe(409);
    expect((await buyer.post(`cash-order/${number}/confirm`, { code: "123456" })).status).toBe(409);
    expect((await buyer.order({ address: BENGALURU, advance: 270 })).id).toBe(opened.id);
    expect(await buyers.stockOf(attar)).toBe(8);

    expect((await buyer.verify(await buyer.pay(opened))).body.data.outcome).toBe("paid");
    expect(await orderOf(buyer, number)).toMatchObject({
      state: "processing",
      paymentMethod: "cash_on_delivery",
      totalPrice: 1349,
      fees: 49,
      advance: { amount: 270, paidAt: expect.any(String) },
      balance: 1079,
      payment: { amount: 270, method: "upi" },
      paid: [{ amount: 270 }],
      invoiceNumber: null,
      prepay: { amount: 1030, savedFee: 49 },
    });
    expect((await buyer.cart()).count).toBe(0);
    const mail = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    expect(mail.text).toContain("We’ve received your payment");
    expect(mail.text).toMatch(/Paid in advance:\s+₹270\s+UPI/);
    expect(mail.text).toMatch(/To pay in cash on delivery:\s+₹1,079/);
    expect(mail.attachments).toMatchObject([{ filename: expect.stringMatching(/^receipt-voucher-RV-/) }]);
    expect(await labelOf(number)).toBe("COD ₹1,079");

    const awb = `ADV${number.slice(3, 7)}1`;
    await order(`ship ${number} --awb ${awb} --courier Delhivery`);
    const shipped = await buyers.people.mailAbout(buyer.email, `Your order ${number} is on its way`);
    expect(shipped.text).toContain("Please keep ₹1,079 in cash ready");
    expect((await orderOf(buyer, number)).invoiceNumber).toMatch(/^KW\//);
    await order(`deliver ${number}`);
    expect(await orderOf(buyer, number)).toMatchObject({
      balance: 0,
      paid: [
        { amount: 270, method: "upi" },
        { amount: 1079, method: "cash_on_delivery" },
      ],
    });
    const due = async () => (await performCommand(shop, "admin listOverdueCash --days 0")).out;
    expect(await due()).toContain(number);
    const remitted = async (amount: string, reference: string) => {
      const { recordRemittance } = await import("../../server/buying/cash-on-delivery/remittance.ts");
      const { toPaise } = await import("../../server/base/money.ts");
      const parcels = [{ awb, amountPaise: toPaise(Number(amount)) }];
      const [matched] = await recordRemittance(shop.db, parcels, {
        reference,
        receivedOn: "2026-11-25",
        now: new Date(),
      });
      return matched;
    };
    expect(await remitted("1000", `R1-${number}`)).toMatchObject({ result: "short", duePaise: 107_900 });
    expect(await remitted("79", `R2-${number}`)).toMatchObject({ result: "full", remittedPaise: 107_900 });
    expect(await due()).not.toContain(number);
  });

  it("is refunded after a return: online first, then in cash", async () => {
    const { buyer, number } = await confirmed();
    await order(`ship ${number} --awb ADR${number.slice(3, 7)} --courier Delhivery`);
    await order(`deliver ${number}`);
    const send = (lines: object[]) => buyer.post(`order/${number}/return`, { reason: "It leaks.", lines });
    // The soap's ₹300, and nothing of the fee, which stays: ₹270 online and ₹30 in cash.
    expect((await send([{ position: 1, quantity: 1 }])).status).toBe(200);
    await order(`return-accept ${number}`);
    expect(await paymentsOf(number)).toMatchObject([
      { provider: "razorpay", paise: 27_000, refunded: 27_000, reason: "returned" },
      { provider: "cash", paise: 107_900, refunded: 3000, state: "awaiting_payout" },
    ]);
    const mail = await buyers.people.mailAbout(buyer.email, `Your return of order ${number} has been accepted`);
    expect(mail.text).toContain("We’re refunding ₹270 to UPI");
    expect(mail.text).toContain("We’re refunding ₹30. Please enter your UPI ID");
    expect(await creditedMoneyOf(number)).toEqual({
      "Refunded to": expect.stringMatching(/^UPI \S+ \(₹270\.00\), the customer’s UPI ID \(₹30\.00\)$/),
    });
    expect((await send([{ position: 0, quantity: 2 }])).status).toBe(200);
    await order(`return-accept ${number}`);
    expect(await creditedMoneyOf(number)).toEqual({ "Refunded to": "the customer’s UPI ID (₹1,049.00)" });
    const rows = await paymentsOf(number);
    expect(rows.map(({ refunded }) => refunded)).toEqual([27_000, 3000, 104_900]);
  });

  it("is refunded by itself when it is cancelled, and when its parcel comes back", async () => {
    const cancelled = await confirmed();
    await cancelled.buyer.post(`order/${cancelled.number}/cancel`);
    expect(await paymentsOf(cancelled.number)).toMatchObject([
      { paise: 27_000, refunded: 27_000, reason: "cancelled" },
    ]);
    const mail = await buyers.people.mailAbout(
      cancelled.buyer.email,
      `Your order ${cancelled.number} has been cancelled`,
    );
    expect(mail.text).toContain("We’re refunding ₹270 to UPI");
    expect(await buyers.stockOf(cancelled.attar)).toBe(10);

    const refused = await confirmed();
    await order(`ship ${refused.number} --awb ADB${refused.number.slice(3, 7)} --courier Delhivery`);
    await order(`came-back ${refused.number}`);
    expect(await paymentsOf(refused.number)).toMatchObject([{ paise: 27_000, refunded: 27_000, reason: "came_back" }]);
    expect(await orderOf(refused.buyer, refused.number)).toMatchObject({
      state: "cancelled",
      balance: 0,
      creditNotes: [{ amount: 1349 }],
    });
    expect(await creditedMoneyOf(refused.number)).toEqual({
      "Refunded to": expect.stringMatching(/^UPI \S+ \(₹270\.00\)$/),
      "Not collected": "₹1,079.00 in cash on delivery",
    });
    const cameBack = await buyers.people.mailAbout(
      refused.buyer.email,
      `We couldn’t deliver your order ${refused.number}`,
    );
    expect(cameBack.text).toContain("You haven’t paid the remaining ₹1,079, so there’s nothing more to refund.");
    await refused.buyer.add(await buyers.sell({ pricePaise: 60_000 }));
    expect((await refused.buyer.get("checkout?pincode=560001")).body.data.cashOnDelivery.problem).toContain(
      "an earlier parcel wasn’t accepted",
    );
  });

  it("costs less on delivery when items are cancelled, and refunds only what was paid beyond the rest", async () => {
    const mini = await buyers.sell({ title: "Mini", pricePaise: 10_000, stock: 10 });
    // 1,449, of it 20 % are 289.80.
    const { buyer } = await inCart({ [mini]: 1 });
    const opened = await buyer.order({ address: BENGALURU, advance: 290 });
    await buyer.verify(await buyer.pay(opened));
    const number = opened.orderNumber;
    const { items } = await orderOf(buyer, number);
    const cancel = async (title: string, quantity: number) => {
      const { position } = items.find(({ product }: { product: { title: string } }) => product.title === title);
      return (await buyer.post(`order/${number}/cancel`, { lines: [{ position, quantity }] })).body.data;
    };
    // 300 + 100 and the fee of 49.
    expect(await cancel("Attar", 2)).toMatchObject({ totalPrice: 449, balance: 159, refunds: [] });
    const first = await buyers.people.mailAbout(buyer.email, `Part of your order ${number} has been cancelled`);
    expect(first.text).toContain("There’s nothing to refund: you’ll pay less on delivery instead.");
    expect(first.text).toContain("You’ll pay ₹159 to the courier.");
    // 149 are left, of which all is paid.
    expect(await cancel("Soap", 1)).toMatchObject({
      totalPrice: 149,
      balance: 0,
      refunds: [{ amount: 141 }],
      prepay: null,
    });
    expect(await labelOf(number)).toBe("PREPAID");
    await order(`ship ${number} --awb ADP${number.slice(3, 7)} --courier Delhivery`);
    const shipped = await buyers.people.mailAbout(buyer.email, `Your order ${number} is on its way`);
    expect(shipped.text).toContain("Nothing is due when it arrives.");
    await order(`deliver ${number}`);
    expect(await paymentsOf(number)).toMatchObject([{ provider: "razorpay", paise: 29_000, refunded: 14_100 }]);
    expect((await performCommand(shop, "admin listOverdueCash --days 0")).out).not.toContain(number);
  });

  it("can be paid online altogether, and is refunded to both payments", async () => {
    const { buyer, number } = await confirmed();
    const { draft, opened, outcome } = await payRest(buyer, number);
    expect(opened.amount).toBe(103_000);
    expect(outcome).toBe("paid");
    expect(await orderOf(buyer, number)).toMatchObject({
      paymentMethod: "online",
      totalPrice: 1300,
      fees: 0,
      balance: 0,
      invoiceNumber: expect.stringMatching(/^KW\//),
      paid: [{ amount: 270 }, { amount: 1030 }],
    });
    const mail = await buyers.people.mailAbout(buyer.email, `Payment received for order ${number}`);
    expect(mail.text).toContain("we’ve received ₹1,030 for order");
    expect(await labelOf(number)).toBe("PREPAID");
    expect((await buyers.people.get(draft)).body.data).toMatchObject({ state: "paid", cash: { paidInAdvance: 270 } });
    await buyer.post(`order/${number}/cancel`);
    expect(await paymentsOf(number)).toMatchObject([{ refunded: 27_000 }, { refunded: 103_000 }]);
    const cancelled = await buyers.people.mailAbout(buyer.email, `Your order ${number} has been cancelled`);
    expect(cancelled.text).toContain("We’re refunding ₹270 to UPI");
    expect(cancelled.text).toContain("We’re refunding ₹1,030 to UPI");
  });

  it("has a payment session of its own for a rest of the same amount", async () => {
    expect((await performCommand(shop, "settings CASH_ADVANCE 500")).code).toBe(0);
    const buyer = await buyers.buyer({ [await buyers.sell({ pricePaise: 100_000 })]: 1 });
    const opened = await buyer.order({ address: BENGALURU, advance: 500 });
    await buyer.verify(await buyer.pay(opened));
    expect((await performCommand(shop, "settings CASH_ADVANCE 20%")).code).toBe(0);
    const number = opened.orderNumber;
    // 1,049 less 500, less the fee.
    const rest = await payRest(buyer, number);
    expect(rest.opened).toMatchObject({ amount: 50_000 });
    expect(rest.opened.id).not.toBe(opened.id);
    expect(rest.outcome).toBe("paid");
    expect(await orderOf(buyer, number)).toMatchObject({ totalPrice: 1000, paid: [{ amount: 500 }, { amount: 500 }] });
  });
});

describe("the payment of an advance", () => {
  it("is applied once when browser and webhooks report it at once", async () => {
    const { buyer, number, opened, attar } = await placed();
    const { id } = await simulatePayment(shop.db, opened.id);
    const results = await Promise.all(Array.from({ length: 6 }, () => buyer.verify(signedProof(opened.id, id))));
    for (const { body } of results) expect(body.data.outcome).toBe("paid");
    await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    expect(await paymentsOf(number)).toEqual([
      { provider: "razorpay", paise: 27_000, refunded: null, reason: null, state: null },
    ]);
    expect(await buyers.stockOf(attar)).toBe(8);
  });

  it("is found by the periodic check, and a second one is refunded", async () => {
    const { buyer, number, opened } = await placed();
    const checked = () =>
      shop.db.execute(sql`with due as (
          update job set run_at = now(), revision = revision + 1 from customer_order o
          where key = 'check_order:' || o.id and number = ${number}
        ) select pg_notify('shop_changed', 'jobs')`);
    await simulatePayment(shop.db, opened.id, { quiet: true });
    await checked();
    await vi.waitFor(async () => expect(await buyers.stateOf(number)).toBe("processing"), LONGEST_WAIT_MS);
    const second = await simulatePayment(shop.db, opened.id, { quiet: true }).catch(() => null);
    if (second) {
      await buyer.verify(signedProof(opened.id, second.id));
      expect(await paymentsOf(number)).toMatchObject([{ reason: null }, { reason: "paid_twice", refunded: 27_000 }]);
    }
    expect(await orderOf(buyer, number)).toMatchObject({ state: "processing", balance: 1079, paid: [{ amount: 270 }] });
  });

  it("leaves the order unpaid when it fails, and of another amount is refunded", async () => {
    const { buyer, number, opened } = await placed();
    await simulateFailure(shop.db, opened.id, { quiet: true });
    const check = () => buyer.post("check/payment", { razorpay_order_id: opened.id });
    expect((await check()).body.data.outcome).toBe("unpaid");
    const { id } = await simulatePayment(shop.db, opened.id, { amount: 134_900, quiet: true });
    expect((await buyer.verify(signedProof(opened.id, id))).status).toBe(400);
    expect(await buyers.stateOf(number)).toBe("pending");
    expect(await paymentsOf(number)).toMatchObject([{ refunded: null }, { reason: "wrong_amount" }]);
  });

  it("confirms the order late if everything is in stock, else is refunded", async () => {
    const late = await placed();
    const expired = async (number: string) => {
      await buyers.orderAges(number, 60);
      await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
      await vi.waitFor(async () => expect(await buyers.stateOf(number)).toBe("expired"), LONGEST_WAIT_MS);
    };
    await expired(late.number);
    expect(await buyers.stockOf(late.attar)).toBe(10);
    expect((await late.buyer.verify(await late.buyer.pay(late.opened))).body.data.outcome).toBe("paid");
    expect(await orderOf(late.buyer, late.number)).toMatchObject({ state: "processing", balance: 1079 });
    expect(await buyers.stockOf(late.attar)).toBe(8);

    const gone = await placed();
    await expired(gone.number);
    const other = await buyers.buyer({ [gone.attar]: 9 });
    await other.buy({ address: BENGALURU });
    expect((await gone.buyer.verify(await gone.buyer.pay(gone.opened))).body.data.outcome).toBe("refunded");
    expect(await paymentsOf(gone.number)).toMatchObject([{ refunded: 27_000, reason: "too_late" }]);
  });

  it("replaces an order that waits for the mailed code, and is replaced by a payment of the whole order", async () => {
    const { buyer, opened, number } = await placed();
    const whole = await buyer.order({ address: BENGALURU });
    expect(await buyers.stateOf(number)).toBe("expired");
    expect(whole.amount).toBe(130_000);
    await buyer.verify(await buyer.pay(whole));
    expect((await buyer.verify(await buyer.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await paymentsOf(number)).toMatchObject([{ reason: "replaced", refunded: 27_000 }]);
  });
});

describe("an advance whose payment is disputed", () => {
  const disputeStored = (number: string, state: string) =>
    vi.waitFor(
      async () =>
        expect(
          await rowsOf(
            shop,
            sql`select dispute.state from dispute join customer_order o on o.id = order_id where number = ${number}`,
          ),
        ).toEqual([{ state }]),
      { timeout: LONGEST_WAIT_MS, interval: 100 },
    );
  async function disputed() {
    const confirmedOrder = await confirmed();
    const [paid] = await rowsOf<{ id: string }>(
      shop,
      sql`select provider_payment_id as id from payment join customer_order o on o.id = order_id where number = ${confirmedOrder.number}`,
    );
    const { id } = await simulateDispute(shop.db, paid?.id ?? "");
    await disputeStored(confirmedOrder.number, "open");
    const loses = async () => {
      await simulateDisputeChange(shop.db, id, "lost");
      await disputeStored(confirmedOrder.number, "lost");
    };
    return { ...confirmedOrder, loses };
  }
  const refused = async (words: string) => {
    const { code, err, out } = await actOnOrder(shop, words);
    expect(code, out).toBe(1);
    return err;
  };

  it("is not refunded while the bank decides, nor once the bank has given it back, and the parcel is taken back", async () => {
    const { buyer, number, attar, loses } = await disputed();
    expect((await buyer.post(`order/${number}/cancel`)).body).toMatchObject({
      statusCode: 409,
      code: "payment_disputed",
    });
    expect(await labelOf(number)).toBe("COD ₹1,079");
    expect(totalText(await findAnyOrder(shop.db, number))).toBe(
      "Total ₹1,349: ₹270 paid online in advance, ₹1,079 due in cash on delivery.",
    );
    await order(`ship ${number} --awb ADD${number.slice(3, 7)} --courier Delhivery`);
    expect(await refused(`came-back ${number}`)).toContain("The bank is deciding a dispute");
    await loses();
    await order(`came-back ${number}`);
    expect(await paymentsOf(number)).toMatchObject([{ paise: 27_000, refunded: null }]);
    expect(await orderOf(buyer, number)).toMatchObject({
      state: "cancelled",
      refunds: [],
      creditNotes: [{ amount: 1349 }],
    });
    const mail = await buyers.people.mailAbout(buyer.email, `We couldn’t deliver your order ${number}`);
    expect(mail.text).toContain("Your bank has already returned ₹270 to you");
    expect(await creditedMoneyOf(number)).toEqual({ "Not collected": "₹1,079.00 in cash on delivery" });
    expect((await performCommand(shop, `admin inspectRefused ${number} --restock`)).code).toBe(0);
    expect(await buyers.stockOf(attar)).toBe(10);
  });

  it("leaves the cash to be refunded after a return", async () => {
    const { buyer, number, loses } = await disputed();
    await order(`ship ${number} --awb ADE${number.slice(3, 7)} --courier Delhivery`);
    await order(`deliver ${number}`);
    const send = (lines: object[]) => buyer.post(`order/${number}/return`, { reason: "It leaks.", lines });
    await send([{ position: 1, quantity: 1 }]);
    await order(`return-accept ${number}`);
    expect(await paymentsOf(number)).toMatchObject([
      { paise: 27_000, refunded: null },
      { paise: 107_900, refunded: 30_000 },
    ]);
    await send([{ position: 0, quantity: 2 }]);
    expect(await refused(`return-accept ${number}`)).toContain("The bank is deciding a dispute");
    await loses();
    await order(`return-accept ${number}`);
    const rows = await paymentsOf(number);
    expect(rows.map(({ refunded }) => refunded)).toEqual([null, 30_000, 77_900]);
  });
});

describe("after any sequence of cancellations, refunds and returns", () => {
  /** What is paid and not refunded, and what the courier still collects; what of the order's price is not credited. */
  async function sums(number: string) {
    const [row] = await rowsOf<Record<"paid" | "refunded" | "credited" | "total" | "due", string> & { state: string }>(
      shop,
      sql`select state, total_paise as total,
          (select coalesce(sum(amount_paise), 0) from payment where order_id = o.id and payment.state in ('captured', 'refunded')) as paid,
          (select coalesce(sum(amount_paise), 0) from refund where order_id = o.id and refund.state <> 'failed') as refunded,
          (select coalesce(sum(taxable_paise + cgst_paise + sgst_paise + igst_paise), 0) from credit_note_line where order_id = o.id) as credited,
          case when payment_method = 'cash_on_delivery' and paid_at is null then total_paise - advance_paise else 0 end as due
        from customer_order o where number = ${number}`,
    );
    if (!row) throw new Error("no order");
    const number_ = (name: "paid" | "refunded" | "credited" | "total" | "due") => Number(row[name]);
    return {
      state: row.state,
      held: number_("paid") - number_("refunded"),
      due: number_("due"),
      left: number_("total") - number_("credited"),
    };
  }
  /** A small generator, so that a failing sequence can be repeated. */
  const randomOf = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };

  it.each([1, 2, 3, 4, 5, 6])("paid and balance add up to the total, seed %i", async (seed) => {
    const random = randomOf(seed * 7919);
    const { buyer, number } = await confirmed();
    const pick = async () => {
      const { remaining } = await orderOf(buyer, number);
      const left = remaining.filter(({ quantity }: { quantity: number }) => quantity > 0);
      const one = left[Math.floor(random() * left.length)];
      return one && { position: one.position, quantity: 1 + Math.floor(random() * one.quantity) };
    };
    const check = async (what: string) => {
      const { state, held, due, left } = await sums(number);
      const isOver = state === "cancelled" || state === "returned";
      expect(held + (isOver ? 0 : due), `${what}, ${state}`).toBe(isOver ? 0 : left);
    };
    await check("confirmed");
    if (random() < 0.7) {
      const lines = await pick();
      await buyer.post(`order/${number}/cancel`, { lines: lines && [lines] });
      await check("cancelled in part");
    }
    if (random() < 0.4) {
      await payRest(buyer, number);
      await check("rest paid online");
    }
    if (random() < 0.2) {
      await buyer.post(`order/${number}/cancel`);
      return check("cancelled");
    }
    if ((await buyers.stateOf(number)) === "cancelled") return;
    await order(`ship ${number} --awb ADS${seed}000 --courier Delhivery`);
    await check("shipped");
    if (random() < 0.2) {
      await order(`came-back ${number}`);
      return check("came back");
    }
    await order(`deliver ${number}`);
    await check("delivered");
    for (let returns = 0; returns < 3; returns++) {
      const lines = await pick();
      if (!lines) break;
      await buyer.post(`order/${number}/return`, { reason: "No.", lines: [lines] });
      await order(`return-accept ${number}`);
      await check("returned");
    }
  });
});
