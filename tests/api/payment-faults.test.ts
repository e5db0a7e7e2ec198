/** Errors between shop, provider and browser, and what still holds after them. */

import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  eventsAbout,
  simulateCapture,
  simulateFailure,
  simulateLateAuthorization,
  simulatePayment,
} from "../../sandbox/razorpay/simulate.ts";
import { SANDBOX_PAYMENT_CREDENTIALS } from "../../sandbox/sandbox.ts";
import { signatureOf } from "../../server/orders/payments/razorpay/signature.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, signedProof } from "./buyers.ts";
import { type Fault, type FaultyProvider, openFaultyProvider, PATIENCE_MS } from "./faulty-provider.ts";
import { rowsOf } from "./people.ts";

let provider: FaultyProvider;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  provider = await openFaultyProvider();
  shoppers = buyersOf(provider.shop);
});
afterAll(() => provider?.close());
afterEach(() => {
  provider.fault = null;
  provider.events = true;
  provider.requests.length = 0;
});

const becomes = (number: string, state: string) =>
  vi.waitFor(async () => expect(await shoppers.stateOf(number)).toBe(state), {
    timeout: LONGEST_WAIT_MS,
    interval: 50,
  });
const refundsOf = (number: string) =>
  rowsOf<{ reason: string; state: string; amount_paise: number }>(
    provider.shop,
    sql`select reason, refund.state, amount_paise from refund join customer_order o on o.id = order_id where number = ${number}`,
  );
/** Waits until the order's only refund matches. */
const refundedAs = (number: string, expected: object) =>
  vi.waitFor(async () => expect(await refundsOf(number)).toEqual([expected]), {
    timeout: LONGEST_WAIT_MS,
    interval: 50,
  });
const mailsAbout = async (email: string) =>
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

describe("the browser is closed after paying", () => {
  it("the provider's event completes the order, once, with one mail", async () => {
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    const { razorpay_payment_id } = await asha.pay(opened, { quiet: false });
    await becomes(opened.orderNumber, "paid");
    // Every event is sent twice; waits for all of them.
    await vi.waitFor(
      async () => {
        const [left] = await rowsOf<{ left: number }>(
          provider.shop,
          sql`select count(*)::int as left from sandbox.webhook where due_at is not null and body like ${`%${razorpay_payment_id}%`} and body like '%"event"%'`,
        );
        expect(left?.left).toBe(0);
      },
      { timeout: LONGEST_WAIT_MS, interval: 100 },
    );
    expect((await asha.get(`order/${opened.orderNumber}`)).body.data.timeline).toHaveLength(2);
    expect(await mailsAbout(asha.email)).toHaveLength(1);
    expect(await shoppers.stockOf(a)).toBe(1);
    expect((await asha.cart()).count).toBe(0);
  });

  it("the shop checks payments when no event arrives", async () => {
    provider.events = false;
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    await asha.pay(opened);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
    await timeToCheck(opened.orderNumber);
    await becomes(opened.orderNumber, "paid");
    expect(await mailsAbout(asha.email)).toHaveLength(1);
  });

  it("a returning customer can check the payment", { meta: { requirements: "P11" } }, async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const ask = async () => (await asha.post("check/payment", { razorpay_order_id: opened.id })).body.data;
    expect(await ask()).toEqual({ orderNumber: opened.orderNumber, outcome: "unpaid" });
    await simulateFailure(provider.shop.db, opened.id, { quiet: true });
    expect(await ask()).toEqual({ orderNumber: opened.orderNumber, outcome: "unpaid" });
    await asha.pay(opened);
    expect(await ask()).toEqual({ orderNumber: opened.orderNumber, outcome: "paid" });
    const meera = await shoppers.buyer();
    expect((await meera.post("check/payment", { razorpay_order_id: opened.id })).status).toBe(404);
  });
});

describe("a browser that returns from the provider's own page", () => {
  const returnWith = async (form: Record<string, string>) => {
    const response = await provider.shop.app.inject({
      method: "POST",
      url: "/api/payment/callback",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    });
    expect(response.statusCode).toBe(303);
    return response.headers.location;
  };

  it("gets its order, or a page that says whether it was charged", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    expect(await returnWith({ "error[code]": "BAD_REQUEST_ERROR" })).toBe("/checkout?payment=failed");
    const proof = await asha.pay(opened, { quiet: true });
    expect(await returnWith({ ...proof, razorpay_signature: "0".repeat(64) })).toBe("/checkout?payment=unclear");
    await provider.shop.db.execute(sql`alter table payment_session rename to hidden_session`);
    expect(await returnWith({ ...proof })).toBe("/checkout?payment=unclear");
    await provider.shop.db.execute(sql`alter table hidden_session rename to payment_session`);
    expect(await returnWith({ ...proof })).toBe(`/profile?tab=5&order=${opened.orderNumber}`);
  });
});

describe("a paid order unknown to the shop", () => {
  it("is not paid again by pressing Proceed once more", async () => {
    provider.events = false;
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    await asha.pay(opened);
    const again = await asha.init();
    expect(again).toMatchObject({ status: 409, body: { code: "already_paid", errors: [{ field: "order" }] } });
    expect(again.body.message).toContain(`${opened.orderNumber} is already paid`);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("paid");
    expect((await asha.cart()).count).toBe(0);
  });
});

describe("an authorized payment", () => {
  it("is confirmed as soon as it is captured, which the shop does itself if necessary", {
    meta: { requirements: "P17, P32" },
  }, async () => {
    provider.events = false;
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const { id } = await simulatePayment(provider.shop.db, opened.id, { capture: false, quiet: true });
    expect((await asha.verify(signedProof(opened.id, id))).body.data.outcome).toBe("confirming");
    await becomes(opened.orderNumber, "paid");
  });

  it("counts as paid when a bank approves after declining", { meta: { requirements: "P29" } }, async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const { id } = await simulateFailure(provider.shop.db, opened.id);
    await simulateLateAuthorization(provider.shop.db, id);
    await becomes(opened.orderNumber, "paid");
  });
});

describe("an unpaid order", () => {
  it("expires in time, and its units are released", async () => {
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 3 });
    const opened = await asha.order();
    expect(await shoppers.stockOf(a)).toBe(0);
    await timeToCheck(opened.orderNumber);
    await vi.waitFor(() => expect(provider.requests).toContain(`GET /v1/orders/${opened.id}/payments`), {
      timeout: LONGEST_WAIT_MS,
    });
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
    await shoppers.orderAges(opened.orderNumber, 16);
    await timeToCheck(opened.orderNumber);
    await becomes(opened.orderNumber, "expired");
    expect(await shoppers.stockOf(a)).toBe(3);
    expect((await asha.cart()).count).toBe(1);
    expect((await asha.get("order")).body.data).toEqual([]);
  });

  it("expires also while the provider is down", async () => {
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 3 });
    const opened = await asha.order();
    provider.fault = down;
    await shoppers.orderAges(opened.orderNumber, 17);
    await timeToCheck(opened.orderNumber);
    await becomes(opened.orderNumber, "expired");
    expect(await shoppers.stockOf(a)).toBe(3);
  });

  async function expiredOrder(stock: number) {
    const a = await shoppers.sell({ stock });
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    await shoppers.orderAges(opened.orderNumber, 15.5);
    await timeToCheck(opened.orderNumber);
    await becomes(opened.orderNumber, "expired");
    return { a, asha, opened };
  }

  it("is completed by a late payment if everything is still available", async () => {
    const { a, asha, opened } = await expiredOrder(3);
    await simulatePayment(provider.shop.db, opened.id);
    await becomes(opened.orderNumber, "paid");
    expect(await shoppers.stockOf(a)).toBe(1);
    expect(await mailsAbout(asha.email)).toEqual([
      `Your order ${opened.orderNumber} wasn’t completed`,
      `Order confirmed: ${opened.orderNumber}`,
    ]);
  });

  it("refunds a late payment when its units are sold, and informs the shopper", async () => {
    const { a, asha, opened } = await expiredOrder(3);
    const meera = await shoppers.buyer({ [a]: 2 });
    await meera.buy();
    const { id } = await simulatePayment(provider.shop.db, opened.id);
    await refundedAs(opened.orderNumber, { reason: "too_late", state: "processed", amount_paise: 100_000 });
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("expired");
    expect(await shoppers.stockOf(a)).toBe(1);
    expect((await asha.verify(signedProof(opened.id, id))).body.data.outcome).toBe("refunded");
    expect(await mailsAbout(asha.email)).toEqual([
      `Your order ${opened.orderNumber} wasn’t completed`,
      `We’re refunding your payment for order ${opened.orderNumber}`,
      `Your refund for order ${opened.orderNumber}`,
    ]);
  });
});

describe("the provider's events", () => {
  const send = (body: string, signature: string, id = "evt_1") =>
    provider.shop.app.inject({
      method: "POST",
      url: "/api/webhooks/razorpay",
      payload: body,
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": signature,
        "x-razorpay-event-id": id,
      },
    });
  const sign = (body: string, secret = SANDBOX_PAYMENT_CREDENTIALS.webhookSecret) => signatureOf(secret, body);

  it("may come again, at once and in the wrong order; nothing changes a second time", {
    meta: { requirements: "P22, P24" },
  }, async () => {
    provider.events = false;
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const { razorpay_payment_id } = await asha.pay(opened, { quiet: false });
    const events = (await eventsAbout(provider.shop.db, razorpay_payment_id)).reverse();
    expect(events.length).toBeGreaterThanOrEqual(3);
    const sent = await Promise.all([...events, ...events, ...events].map(({ id, body }) => send(body, sign(body), id)));
    expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await becomes(opened.orderNumber, "paid");
    expect((await asha.get(`order/${opened.orderNumber}`)).body.data.timeline).toHaveLength(2);
    expect(await mailsAbout(asha.email)).toHaveLength(1);
  });

  it("get 400 when they are forged, altered or invalid, and are not stored", {
    meta: { requirements: "P20, P21" },
  }, async () => {
    const body = JSON.stringify({ event: "order.paid", payload: { order: { entity: { id: "order_A" } } } });
    expect((await send(body, sign(body, "guessed"))).statusCode).toBe(400);
    expect((await send(`${body} `, sign(body))).statusCode).toBe(400);
    expect((await send(body, "")).statusCode).toBe(400);
    expect((await send("{", sign("{"))).statusCode).toBe(400);
    expect((await send(body, sign(body), "")).statusCode).toBe(400);
    expect(await rowsOf(provider.shop, sql`select * from provider_event where id = 'evt_1'`)).toEqual([]);
    // Signed with the newer secret.
    expect((await send(body, sign(body, "the next one"))).statusCode).toBe(200);
  });

  it("of unknown orders and kinds get 200, or the provider would stop sending", {
    meta: { requirements: "P28" },
  }, async () => {
    for (const body of [
      JSON.stringify({ event: "order.paid", payload: { order: { entity: { id: "order_Unknown" } } } }),
      JSON.stringify({ event: "something.new", payload: { thing: { entity: { id: 7 } } } }),
    ])
      expect((await send(body, sign(body), `evt_${body.length}`)).statusCode).toBe(200);
  });

  it("only trigger a check: an order is paid only if the provider's API says so", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const body = JSON.stringify({
      event: "payment.captured",
      payload: {
        payment: {
          entity: {
            id: "pay_Invented",
            order_id: opened.id,
            amount: opened.amount,
            currency: "INR",
            status: "captured",
          },
        },
      },
    });
    expect((await send(body, sign(body), "evt_invented")).statusCode).toBe(200);
    await vi.waitFor(() => expect(provider.requests).toContain(`GET /v1/orders/${opened.id}/payments`), {
      timeout: LONGEST_WAIT_MS,
    });
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
  });
});

describe("a payment that does not match", () => {
  it("of another amount or currency pays nothing; it is refunded if captured", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const { id } = await simulatePayment(provider.shop.db, opened.id, { amount: 100, quiet: true });
    const reply = await asha.verify(signedProof(opened.id, id));
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].field).toBe("razorpay_payment_id");
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("pending");
    await refundedAs(opened.orderNumber, { reason: "wrong_amount", state: "processed", amount_paise: 100 });
    expect(await mailsAbout(asha.email)).toEqual([`We’re refunding your payment for order ${opened.orderNumber}`]);
  });
});

const down: Fault = (request) => {
  request.socket.destroy();
  return true;
};
const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    return true;
  };

describe("the provider", () => {
  it.each<[string, Fault]>([
    ["is down", down],
    ["never answers", () => true],
    ["answers 500", respondWith(500, '{"error":{"description":"ours"}}')],
    ["answers rubbish", respondWith(200, "<html>hello</html>")],
    ["answers something else", respondWith(200, '{"id":"order_A"}')],
    ["redirects", respondWith(302, "", { location: "http://127.0.0.1:9/" })],
    ["is queried too often", respondWith(429, '{"error":{"description":"Too many requests"}}')],
    ["does not know us", respondWith(401, '{"error":{"description":"Authentication failed"}}')],
  ])("%s: the shopper is informed in time, and can pay at the next attempt, once", async (_, fault) => {
    const a = await shoppers.sell({ stock: 2 });
    const asha = await shoppers.buyer({ [a]: 2 });
    provider.fault = fault;
    const began = Date.now();
    const refused = await asha.init();
    expect(Date.now() - began).toBeLessThan(PATIENCE_MS + 20_000);
    expect(refused).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("You haven’t been charged") },
      headers: { "retry-after": "10" },
    });
    provider.fault = null;
    const opened = await asha.order();
    expect((await asha.verify(await asha.pay(opened))).body.data.outcome).toBe("paid");
    expect(await shoppers.stockOf(a)).toBe(0);
  });

  it("has opened the payment though its response was lost: the next attempt finds it", {
    meta: { requirements: "P4" },
  }, async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    let lost = false;
    provider.fault = (request, response) => {
      if (request.method !== "POST" || lost) return false;
      lost = true;
      // The provider gets the request, and the connection breaks before the response.
      response.writeHead = (() => {
        request.socket.destroy();
        return response;
      }) as typeof response.writeHead;
      return false;
    };
    expect((await asha.init()).status).toBe(503);
    const opened = await asha.order();
    expect(provider.requests.filter((question) => question === "POST /v1/orders")).toHaveLength(1);
    expect((await asha.verify(await asha.pay(opened))).body.data.outcome).toBe("paid");
  });

  it("does not respond: the shopper sees that the payment is being confirmed, and it is", async () => {
    provider.events = false;
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const proof = await asha.pay(opened);
    provider.fault = down;
    expect((await asha.verify(proof)).body.data).toEqual({ orderNumber: opened.orderNumber, outcome: "confirming" });
    expect((await asha.post("check/payment", { razorpay_order_id: opened.id })).status).toBe(503);
    provider.fault = null;
    expect((await asha.verify(proof)).body.data.outcome).toBe("paid");
  });

  it("is requested outside of transactions: others read and write before it responds", async () => {
    // With an open transaction, concurrent requests and the response would wait for each other.
    const patient = await openFaultyProvider({ patienceMs: 20_000 });
    try {
      const { sell, buyer } = buyersOf(patient.shop);
      const a = await sell({ stock: 5 });
      const [asha, meera] = [await buyer({ [a]: 1 }), await buyer({ [a]: 1 })];
      let meanwhile = 0;
      patient.fault = async () => {
        await asha.add(a, 1);
        await meera.add(a, 1);
        await patient.shop.db.execute(sql`update product set title = 'Free' where id = ${Number(a)}`);
        meanwhile += 1;
        return false;
      };
      expect((await asha.init()).status).toBe(200);
      expect(meanwhile).toBe(1);
    } finally {
      await patient.close();
    }
  });
});

describe("a second payment of one order", () => {
  it("is refunded, and the order stays paid", { meta: { requirements: "P30" } }, async () => {
    const a = await shoppers.sell({ stock: 5 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const opened = await asha.order();
    const first = await simulateFailure(provider.shop.db, opened.id, { quiet: true });
    await asha.verify(await asha.pay(opened));
    await simulateLateAuthorization(provider.shop.db, first.id);
    await simulateCapture(provider.shop.db, first.id).catch(() => {});
    await refundedAs(opened.orderNumber, { reason: "paid_twice", state: "processed", amount_paise: 50_000 });
    expect(await mailsAbout(asha.email)).toEqual([
      `Order confirmed: ${opened.orderNumber}`,
      `We’re refunding your extra payment for order ${opened.orderNumber}`,
    ]);
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("paid");
    expect((await asha.get(`order/${opened.orderNumber}`)).body.data.paid).toMatchObject([{ amount: 500 }]);
    expect(await shoppers.stockOf(a)).toBe(4);
  });
});
