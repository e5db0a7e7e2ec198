/** Nobody pays twice, a paid order is never reported as unpaid, and nothing waits for a provider that hangs. */

import type { IncomingMessage } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createRefund } from "../../sandbox/razorpay/refunds.ts";
import { simulatePayment, simulateRefundFailure } from "../../sandbox/razorpay/simulate.ts";
import { SANDBOX_PAYMENT_CREDENTIALS } from "../../sandbox/sandbox.ts";
import { confirmOrder } from "../../server/buying/checkout/confirm-order.ts";
import { applyPayment } from "../../server/orders/payments/apply-payment.ts";
import type { PaymentDeps } from "../../server/orders/payments/payment-deps.ts";
import { razorpayPayment } from "../../server/orders/payments/razorpay/entities.ts";
import { createRazorpay } from "../../server/orders/payments/razorpay/razorpay.ts";
import { toProof } from "../../server/orders/payments/razorpay/requests.ts";
import { findByProviderOrder } from "../../server/orders/payments/session.ts";
import { listRefundsForStaff } from "../../server/orders/payments/staff-refunds.ts";
import { verifyPayment } from "../../server/orders/payments/verify-payment.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, type Opened, signedProof } from "./buyers.ts";
import { type Fault, type FaultyProvider, openFaultyProvider } from "./faulty-provider.ts";
import { rowsOf } from "./people.ts";
import { signInAs } from "./staff-people.ts";

let provider: FaultyProvider;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  // No test waits for this timeout; a response that takes long is a busy machine's.
  provider = await openFaultyProvider({ patienceMs: 60_000 });
  shoppers = buyersOf(provider.shop);
});
afterAll(() => provider?.close());
afterEach(() => {
  provider.fault = null;
  endHanging();
  provider.events = true;
  provider.requests.length = 0;
});

const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 50 };
const becomes = (number: string, state: string) =>
  vi.waitFor(async () => expect(await shoppers.stateOf(number)).toBe(state), waitOptions);
const refundsOf = (number: string) =>
  rowsOf<{ reason: string; state: string }>(
    provider.shop,
    sql`select reason, refund.state from refund join customer_order o on o.id = order_id where number = ${number}`,
  );
const subjectsTo = async (email: string) =>
  (
    await rowsOf<{ subject: string }>(
      provider.shop,
      sql`select subject from mail where recipient = ${email} order by id`,
    )
  ).map(({ subject }) => subject);
/** Makes the periodic check of an order due. */
const timeToCheck = (number: string) =>
  provider.shop.db.execute(sql`
    with due as (
      update job set run_at = now(), revision = revision + 1 from customer_order o
      where key = 'check_order:' || o.id and number = ${number}
    )
    select pg_notify('shop_changed', 'jobs')`);
const down: Fault = (request) => {
  request.socket.destroy();
  return true;
};
const hanging = new Set<IncomingMessage>();
const hangs: Fault = (request) => {
  hanging.add(request);
  return true;
};
function endHanging(): void {
  for (const { socket } of hanging) socket.destroy();
  hanging.clear();
}

describe("a paid order is never reported as unpaid", () => {
  it("when an event applies the payment while the provider is asked about it", async () => {
    provider.events = false;
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    const paid = await simulatePayment(provider.shop.db, opened.id, { quiet: true });
    const { db } = provider.shop;
    const account = { ...SANDBOX_PAYMENT_CREDENTIALS, webhookSecrets: [], api: "", script: "", timeoutMs: 1 };
    const unreachable = createRazorpay(account);
    const log = { warn() {}, error() {} };
    const readSender = (origin: string) => readMailSender(db, {}, origin);
    const deps = { db, provider: unreachable, readSender, confirmOrder, log } as unknown as PaymentDeps;
    const verify = (asked: PaymentDeps["provider"]) =>
      verifyPayment({ ...deps, provider: asked }, asha.id, toProof(signedProof(opened.id, paid.id)));
    const fetchPayment = async () => {
      const reported = razorpayPayment.parse(paid);
      const found = await findByProviderOrder(deps, opened.id, asha.id);
      if (found) await applyPayment(deps, found.order, reported, new Date(), found.session);
      return reported;
    };
    const expected = { orderNumber: opened.orderNumber, outcome: "paid" };
    expect(await verify({ ...unreachable, fetchPayment })).toEqual(expected);
    // Now it is stored as captured, and the provider is not asked.
    expect(await verify(unreachable)).toEqual(expected);
  });

  it("when browser and events report it many times at once", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    const proof = await asha.pay(opened, { quiet: false });
    const responses = await Promise.all(Array.from({ length: 12 }, () => asha.verify(proof)));
    // With many requests at once the provider may not respond to each in time; "unpaid" is never returned.
    for (const { body } of responses) expect(["paid", "confirming"]).toContain(body.data.outcome);
    await becomes(opened.orderNumber, "paid");
  });

  it("when the provider is unavailable: the stock stays reserved, and the payment is checked again after seconds", async () => {
    provider.events = false;
    const a = await shoppers.sell({ stock: 1 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const proof = await asha.pay(opened);
    await shoppers.orderAges(opened.orderNumber, 14);
    provider.fault = down;
    expect((await asha.verify(proof)).body.data.outcome).toBe("confirming");
    const [remaining] = await rowsOf<{ minutes: number }>(
      provider.shop,
      sql`select extract(epoch from pay_until - now()) / 60 as minutes from customer_order where number = ${opened.orderNumber}`,
    );
    expect(Number(remaining?.minutes)).toBeGreaterThan(14);
    await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThan(2), waitOptions);
    provider.fault = null;
    await becomes(opened.orderNumber, "paid");
  });
});

describe("an order that would be replaced", () => {
  it.each(["another product", "another street"])("by %s is not when it is paid already", async (change) => {
    provider.events = false;
    const [a, b] = [await shoppers.sell({ stock: 5 }), await shoppers.sell()];
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    await asha.pay(opened);
    if (change === "another product") await asha.add(b);
    const again = await asha.init(change === "another street" ? { address: BENGALURU } : undefined);
    expect(again).toMatchObject({ status: 409, body: { code: "already_paid", errors: [{ field: "order" }] } });
    expect(again.body.message).toContain(`Order ${opened.orderNumber} is already paid.`);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("paid");
    expect(await shoppers.stockOf(a)).toBe(4);
    const orders = await rowsOf(provider.shop, sql`select id from customer_order where customer_id = ${asha.id}`);
    expect(orders).toHaveLength(1);
  });

  it("has its authorized payment captured, and is paid", async () => {
    provider.events = false;
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    await simulatePayment(provider.shop.db, opened.id, { capture: false, quiet: true });
    expect(await asha.init({ address: BENGALURU })).toMatchObject({ status: 409, body: { code: "already_paid" } });
    await becomes(opened.orderNumber, "paid");
  });

  it.each([500, 400])("is paid seconds after a capture that the provider answers with %d", async (status) => {
    provider.events = false;
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    const { id } = await simulatePayment(provider.shop.db, opened.id, { capture: false, quiet: true });
    let failures = 1;
    provider.fault = (request, response) => {
      if (!request.url?.endsWith("/capture") || failures === 0) return false;
      failures -= 1;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { code: "SERVER_ERROR", description: "Try again." } }));
      return true;
    };
    expect((await asha.verify(signedProof(opened.id, id))).body.data.outcome).toBe("confirming");
    // The periodic check would come three minutes later.
    await becomes(opened.orderNumber, "paid");
    expect(failures).toBe(0);
  });

  it("does not say that nothing was charged while its authorized payment cannot be captured", async () => {
    provider.events = false;
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    await simulatePayment(provider.shop.db, opened.id, { capture: false, quiet: true });
    provider.fault = (request, response) => {
      if (!request.url?.endsWith("/capture")) return false;
      response.writeHead(500).end();
      return true;
    };
    expect((await asha.init({ address: BENGALURU })).body).toMatchObject({ code: "payment_confirming" });
    const check = await asha.post("check/payment", { razorpay_order_id: opened.id });
    expect(check.body.data).toMatchObject({ outcome: "confirming" });
    provider.fault = null;
    await becomes(opened.orderNumber, "paid");
  });

  it("stays while the provider cannot say whether it is paid", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    provider.fault = down;
    expect((await asha.init({ address: BENGALURU })).status).toBe(503);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
  });

  async function replaced() {
    const a = await shoppers.sell({ stock: 2 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const first = await asha.order();
    const second = await asha.order({ address: BENGALURU });
    expect(await shoppers.stateOf(first.orderNumber)).toBe("expired");
    return { a, asha, first, second };
  }

  it("and paid after its replacement was paid is refunded, with an email that says why", async () => {
    const { a, asha, first, second } = await replaced();
    await asha.verify(await asha.pay(second));
    const { id } = await simulatePayment(provider.shop.db, first.id, { capture: false });
    await vi.waitFor(
      async () => expect(await refundsOf(first.orderNumber)).toEqual([{ reason: "replaced", state: "processed" }]),
      waitOptions,
    );
    expect(await shoppers.stateOf(first.orderNumber)).toBe("expired");
    expect(await shoppers.stockOf(a)).toBe(1);
    expect((await asha.verify(signedProof(first.id, id))).body.data.outcome).toBe("refunded");
    expect(await subjectsTo(asha.email)).toEqual([
      `Order confirmed: ${second.orderNumber}`,
      `We’re refunding your payment for order ${first.orderNumber}`,
    ]);
    const { body } = await asha.get("order");
    expect(body.data.map(({ number, badge }: { number: string; badge: string }) => [number, badge])).toEqual([
      [second.orderNumber, "Processing"],
      [first.orderNumber, "Expired"],
    ]);
  });

  it("and paid after its replacement was cancelled is refunded: its customer wants it no more", async () => {
    const { a, asha, first, second } = await replaced();
    expect((await asha.post(`order/${second.orderNumber}/cancel`, {})).status).toBe(200);
    expect((await asha.verify(await asha.pay(first))).body.data.outcome).toBe("refunded");
    expect(await refundsOf(first.orderNumber)).toMatchObject([{ reason: "cancelled" }]);
    expect(await shoppers.stockOf(a)).toBe(2);
  });

  it("and paid before its replacement is completed, and the replacement expires", async () => {
    const { a, asha, first, second } = await replaced();
    expect((await asha.verify(await asha.pay(first))).body.data.outcome).toBe("paid");
    expect(await shoppers.stateOf(second.orderNumber)).toBe("expired");
    expect(await shoppers.stockOf(a)).toBe(1);
    // The other window was still open, and pays as well.
    expect((await asha.verify(await asha.pay(second))).body.data.outcome).toBe("refunded");
    expect(await refundsOf(second.orderNumber)).toMatchObject([{ reason: "replaced" }]);
    expect(await shoppers.stockOf(a)).toBe(1);
  });
});

describe("the total that was shown", () => {
  it("is what is charged, or nothing is ordered", async () => {
    const a = await shoppers.sell({ stock: 5 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const { totalPrice } = (await asha.get("checkout")).body.data;
    await asha.add(a);
    const address = BENGALURU;
    const refused = await asha.init({ address, total_price: totalPrice });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "price_changed",
        errors: [{ field: "total_price", message: expect.stringContaining("the total is now ₹1,000, not ₹500") }],
      },
    });
    expect(await shoppers.stockOf(a)).toBe(5);
    expect((await asha.init({ address, total_price: "a lot" })).status).toBe(422);
    const { body } = await asha.init({ address, total_price: totalPrice * 2 });
    expect(body.data.amount).toBe(100_000);
  });

  it("may be left out", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    expect((await asha.init()).status).toBe(200);
  });
});

describe("while the provider hangs", () => {
  it("orders expire in bulk, and their customers are emailed once it says that nothing was paid", async () => {
    const a = await shoppers.sell({ stock: 40 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => shoppers.buyer({ [a]: 1 })));
    const opened: Opened[] = [];
    for (const { order } of buyers) opened.push(await order());
    expect(await shoppers.stockOf(a)).toBe(20);
    provider.fault = hangs;
    for (const { orderNumber } of opened) await shoppers.orderAges(orderNumber, 17);
    await timeToCheck(opened[0]?.orderNumber ?? "");
    await vi.waitFor(() => expect(hanging.size).toBeGreaterThan(0), waitOptions);
    // No question is answered, or times out, before.
    await vi.waitFor(async () => expect(await shoppers.stockOf(a)).toBe(40), waitOptions);
    const email = buyers[0]?.email ?? "";
    expect(await subjectsTo(email)).toEqual([]);
    provider.fault = null;
    endHanging();
    const number = opened[0]?.orderNumber ?? "";
    await timeToCheck(number);
    await vi.waitFor(
      async () => expect(await subjectsTo(email)).toEqual([`Your order ${number} wasn’t completed`]),
      waitOptions,
    );
    await timeToCheck(number);
    await vi.waitFor(
      async () =>
        expect(
          await rowsOf(
            provider.shop,
            sql`select 1 from customer_order o join job on key = 'check_order:' || o.id where number = ${number} and run_at > now() + interval '1 minute'`,
          ),
        ).toHaveLength(1),
      waitOptions,
    );
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  it("refunds do not wait for the checks of orders", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    const waiting = await Promise.all(
      Array.from({ length: 8 }, async () => (await shoppers.buyer({ [await shoppers.sell()]: 1 })).order()),
    );
    provider.fault = (request, response) =>
      /\/orders\/.*\/payments/.test(request.url ?? "") && hangs(request, response);
    for (const one of waiting) await timeToCheck(one.orderNumber);
    // As many as are asked at once.
    await vi.waitFor(() => expect(hanging.size).toBe(4), waitOptions);
    await asha.post(`order/${orderNumber}/cancel`);
    await vi.waitFor(
      async () => expect(await refundsOf(orderNumber)).toMatchObject([{ state: expect.stringMatching(/pend|proc/) }]),
      waitOptions,
    );
    expect(hanging.size).toBe(4);
  });

  it("an order that cannot be checked does not delay the others", async () => {
    provider.events = false;
    const [broken, fine] = await Promise.all([
      shoppers.buyer({ [await shoppers.sell()]: 1 }),
      shoppers.buyer({ [await shoppers.sell()]: 1 }),
    ]);
    const [opened, other] = [await broken.order(), await fine.order()];
    await broken.pay(opened);
    await fine.pay(other);
    // Its payment belongs to another order, so settling it throws.
    await provider.shop.db.execute(sql`
      insert into payment (provider, provider_payment_id, order_id, state, amount_paise, currency, created_at, updated_at)
      select 'razorpay', (select id from sandbox.payment_entity where kind = 'payment' and order_id = ${opened.id}), id, 'failed', 1, 'INR', now(), now()
      from customer_order where number = ${other.orderNumber}`);
    await timeToCheck(opened.orderNumber);
    await timeToCheck(other.orderNumber);
    await becomes(other.orderNumber, "paid");
    await vi.waitFor(
      async () =>
        expect(
          await rowsOf(
            provider.shop,
            sql`select 1 from customer_order o join job on key = 'check_order:' || o.id where last_error is not null and attempts > 0 and number = ${opened.orderNumber}`,
          ),
        ).toHaveLength(1),
      waitOptions,
    );
  });
});

describe("a refund that was made in the provider's dashboard", () => {
  /** Refunds in the provider's dashboard. */
  const refundByHand = (paymentId: string, amount?: number) =>
    createRefund(provider.shop.db, { paymentId, body: amount === undefined ? {} : { amount } }, 0, { now: new Date() });

  it("of all of it cancels an order that is not shipped, with credit note and emails", async () => {
    const a = await shoppers.sell({ stock: 2 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber, proof } = await asha.buy();
    await refundByHand(proof.razorpay_payment_id);
    await becomes(orderNumber, "cancelled");
    await vi.waitFor(
      async () => expect(await refundsOf(orderNumber)).toEqual([{ reason: "provider", state: "processed" }]),
      waitOptions,
    );
    const { data } = (await asha.get(`order/${orderNumber}`)).body;
    expect(data).toMatchObject({
      badge: "Cancelled",
      refunded: { amount: 500 },
      creditNoteNumber: expect.stringMatching(/^CN/),
    });
    expect(await shoppers.stockOf(a)).toBe(2);
    const subjects = await subjectsTo(asha.email);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain(`Your order ${orderNumber} has been cancelled`);
    expect(subjects).toContain(`Your refund for order ${orderNumber}`);
  });

  it("of a part is shown beside the badge, and the rest is refunded when the order is cancelled", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber, proof } = await asha.buy();
    await refundByHand(proof.razorpay_payment_id, 20_000);
    await vi.waitFor(
      async () =>
        expect((await asha.get(`order/${orderNumber}`)).body.data).toMatchObject({
          badge: "Processing",
          refunded: { amount: 200 },
        }),
      waitOptions,
    );
    await asha.post(`order/${orderNumber}/cancel`);
    await vi.waitFor(
      async () => expect((await asha.get(`order/${orderNumber}`)).body.data.refunded).toMatchObject({ amount: 500 }),
      waitOptions,
    );
  });

  it("is found without an event, by the check of paid orders", async () => {
    provider.events = false;
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber, proof } = await asha.buy();
    const [{ due } = { due: null }] = await rowsOf<{ due: string | null }>(
      provider.shop,
      sql`select run_at as due from customer_order o join job on key = 'check_order:' || o.id where number = ${orderNumber}`,
    );
    expect(due).not.toBeNull();
    await refundByHand(proof.razorpay_payment_id);
    await timeToCheck(orderNumber);
    await becomes(orderNumber, "cancelled");
  });
});

describe("a refund that the provider rejects", () => {
  it("is sent five times, however often the provider was out of reach before", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    let isAway = true;
    provider.fault = (request, response) => {
      if (request.method !== "POST" || !request.url?.endsWith("/refund")) return false;
      if (isAway) return down(request, response);
      const error = { code: "BAD_REQUEST_ERROR", description: "This payment cannot be refunded." };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
      return true;
    };
    await asha.post(`order/${orderNumber}/cancel`);
    const read = async () =>
      (
        await rowsOf<{ state: string; rejections: number; attempts: number | null; waits: boolean }>(
          provider.shop,
          sql`select refund.state, rejections, attempts, attempts > 0 and locked_at is null as waits
            from refund join customer_order o on o.id = order_id left join job on key = 'send_refund:' || refund.id
            where number = ${orderNumber}`,
        )
      )[0];
    await vi.waitFor(async () => expect(await read()).toMatchObject({ rejections: 0, waits: true }), waitOptions);
    isAway = false;
    for (let rejections = 1; rejections <= 5; rejections++) {
      // The outage took nine attempts.
      await provider.shop.db.execute(sql`
        with due as (
          update job set run_at = now(), attempts = greatest(attempts, 9) from refund r join customer_order o on o.id = r.order_id
          where key = 'send_refund:' || r.id and number = ${orderNumber}
        )
        select pg_notify('shop_changed', 'jobs')`);
      const expected =
        rejections < 5 ? { state: "requested", rejections, waits: true } : { state: "failed", rejections };
      await vi.waitFor(async () => expect(await read()).toMatchObject(expected), waitOptions);
    }
  });
});

describe("a refund that fails at the bank", () => {
  async function failed() {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    await asha.post(`order/${orderNumber}/cancel`);
    const [{ id } = { id: "" }] = await vi.waitFor(async () => {
      const rows = await rowsOf<{ id: string | null }>(
        provider.shop,
        sql`select provider_refund_id as id from refund join customer_order o on o.id = order_id where number = ${orderNumber}`,
      );
      expect(rows[0]?.id).toBeTruthy();
      return rows as { id: string }[];
    }, waitOptions);
    await simulateRefundFailure(provider.shop.db, id);
    await vi.waitFor(
      async () => expect(await refundsOf(orderNumber)).toEqual([{ reason: "cancelled", state: "failed" }]),
      waitOptions,
    );
    return { asha, orderNumber };
  }
  const listFailed = async () =>
    (await listRefundsForStaff(provider.shop.db, { needsAttention: true, max: 50 })).map(
      ({ orderNumber }) => orderNumber,
    );

  it("is mailed to its customer and listed for staff, who can retry it", async () => {
    const { asha, orderNumber } = await failed();
    expect((await asha.get(`order/${orderNumber}`)).body.data).toMatchObject({
      badge: "Cancelled",
      refunds: [{ state: "failed" }],
    });
    expect(await subjectsTo(asha.email)).toContain(`Your refund for order ${orderNumber} needs another try`);
    expect(await listFailed()).toContain(orderNumber);

    const retry = async (number: string) =>
      (await signInAs(provider.shop, "Owner")).send("POST", `/refunds/${number}/retry`);
    expect((await retry(orderNumber.toLowerCase())).body.data).toEqual({ amount: 500 });
    await vi.waitFor(
      async () => expect(await refundsOf(orderNumber)).toEqual([{ reason: "cancelled", state: "processed" }]),
      waitOptions,
    );
    expect(await listFailed()).not.toContain(orderNumber);
    expect((await retry(orderNumber)).body).toMatchObject({
      code: "conflict",
      message: expect.stringContaining(orderNumber),
    });
    const made = await rowsOf<{ status: string }>(
      provider.shop,
      sql`select body->>'status' as status from sandbox.payment_entity e where kind = 'refund'
        and order_id = (select provider_order_id from customer_order o join payment_session s on s.order_id = o.id where number = ${orderNumber}) order by status`,
    );
    expect(made.map(({ status }) => status)).toEqual(["failed", "processed"]);
  });

  it("and is paid in another way is recorded by staff, and mailed to the customer", async () => {
    const { asha, orderNumber } = await failed();
    const owner = await signInAs(provider.shop, "Owner");
    const note = (reference: string) => owner.send("POST", `/refunds/${orderNumber}/paid`, { reference });
    expect((await note(" ")).body.errors).toMatchObject([{ field: "reference" }]);
    expect((await note("NEFT N123")).body.data).toEqual({ amount: 500 });
    expect((await asha.get(`order/${orderNumber}`)).body.data).toMatchObject({ refunded: { amount: 500 } });
    expect(await subjectsTo(asha.email)).toContain(`Your refund for order ${orderNumber}`);
    expect(await listFailed()).not.toContain(orderNumber);
  });
});
