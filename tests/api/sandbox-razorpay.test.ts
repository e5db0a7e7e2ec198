/** The fake of Razorpay speaks its protocol: the shop's client is the live one. */

import { createHmac, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { gapAfter } from "../../sandbox/razorpay/deliveries.ts";
import {
  eventsAbout,
  repeatEvent,
  simulateCapture,
  simulateFailure,
  simulateLateAuthorization,
  simulatePayment,
  simulateRefundFailure,
} from "../../sandbox/razorpay/simulate.ts";
import { sandboxPaymentEntity, sandboxWebhook } from "../../server/platform/database/schema/sandbox.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { CREDENTIALS, openProvider, PROVIDER_ELSEWHERE, type TestProvider, type Webhook } from "./payment-provider.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let provider: TestProvider;
beforeAll(async () => {
  shop = await openShop({ environment: PROVIDER_ELSEWHERE });
  provider = await openProvider(shop);
});
afterAll(async () => {
  await provider?.close();
  await shop?.close();
});

const AUTOMATIC = {
  capture: "automatic",
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: "normal" },
};
const order = { amount: 249_900, currency: "INR", receipt: "KW-1", payment: AUTOMATIC };
const newOrder = async (over: object = {}): Promise<string> =>
  (await provider.post("v1/orders", { ...order, ...over })).body.id;
const get = async (path: string) => (await provider.get(`v1/${path}`)).body;
const invalid = (description: string, field?: string) => ({
  status: 400,
  body: {
    error: {
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "payment_initiation",
      reason: "input_validation_failed",
      metadata: {},
      ...(field && { field }),
    },
  },
});
const refused = (description: string, status = 400) => ({
  status,
  body: { error: { code: "BAD_REQUEST_ERROR", description, source: "NA", step: "NA", reason: "NA", metadata: {} } },
});

describe("the keys", () => {
  it.each([
    ["none", {}],
    ["another secret", { authorization: `Basic ${Buffer.from(`${CREDENTIALS.keyId}:wrong`).toString("base64")}` }],
    ["a bearer", { authorization: "Bearer abc" }],
  ])("are required: %s", async (_, headers) => {
    const response = await provider.app.inject({ method: "GET", url: "/sandbox/razorpay/v1/orders", headers });
    expect({ status: response.statusCode, body: response.json() }).toEqual(refused("Authentication failed", 401));
  });
});

it("is requested in-process by its own fetch", async () => {
  const { keyId, keySecret } = CREDENTIALS;
  const headers = { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`, "content-type": "application/json" };
  const api = "http://localhost/sandbox/razorpay/v1/orders";
  const made = await provider.fetch(api, { method: "POST", headers, body: JSON.stringify(order) });
  expect(made.status).toBe(200);
  expect(made.headers.get("content-type")).toContain("application/json");
  const { id } = (await made.json()) as { id: string };
  expect(await (await provider.fetch(`${api}/${id}`, { headers })).json()).toMatchObject({ id, status: "created" });
  expect((await provider.fetch(`${api}?count=1`)).status).toBe(401);
  await expect(provider.fetch(api, { headers, signal: AbortSignal.abort() })).rejects.toThrow();
});

describe("an order", { meta: { requirements: "P1, P3 to P7" } }, () => {
  it("is made, read, and found by its receipt", async () => {
    const { status, body } = await provider.post("v1/orders", {
      ...order,
      receipt: "KW-100",
      notes: { city: "Lucknow" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: "order",
      amount: 249_900,
      amount_paid: 0,
      amount_due: 249_900,
      currency: "INR",
      receipt: "KW-100",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { city: "Lucknow" },
      created_at: expect.any(Number),
    });
    expect(await get(`orders/${body.id}`)).toEqual(body);
    expect(await get("orders?receipt=KW-100&count=1")).toEqual({ entity: "collection", count: 1, items: [body] });
    expect(await get("orders?receipt=KW-nobody")).toEqual({ entity: "collection", count: 0, items: [] });
    expect(await get(`orders/${body.id}/payments`)).toEqual({ entity: "collection", count: 0, items: [] });
  });

  it("of the same receipt is found beside the other, newest first", async () => {
    const first = await newOrder({ receipt: "KW-101" });
    // Of two orders of the same millisecond neither is newer.
    const createdBy = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(createdBy);
    const second = await newOrder({ receipt: "KW-101" });
    const { items } = await get("orders?receipt=KW-101");
    expect(items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  });

  it.each([
    ["no amount", { amount: undefined }, "The amount field is required.", "amount"],
    ["99 paise", { amount: 99 }, "The amount must be at least INR 1.00", "amount"],
    ["a fraction of a paisa", { amount: 100.5 }, "The amount must be an integer.", "amount"],
    ["an amount as text", { amount: "24990" }, "The amount must be an integer.", "amount"],
    ["no currency", { currency: undefined }, "The currency field is required.", "currency"],
    ["dollars", { currency: "USD" }, "Currency is not supported", "currency"],
    ["a long receipt", { receipt: "K".repeat(41) }, "The receipt may not be greater than 40 characters.", "receipt"],
    [
      "a short time for capture",
      { payment: { capture: "automatic", capture_options: { automatic_expiry_period: 11 } } },
      "The automatic expiry period must be at least 12.",
      "payment.capture_options.automatic_expiry_period",
    ],
    ["what nobody asked for", { colour: "leaf" }, "colour is/are not required and should not be sent", undefined],
  ])("is rejected with %s", async (_, over, description, field) => {
    expect(await provider.post("v1/orders", { ...order, ...over })).toMatchObject(invalid(description, field));
  });

  it("that does not exist gets 404, and so does an unknown endpoint", async () => {
    expect(await provider.get("v1/orders/order_none")).toMatchObject(invalid("The id provided does not exist"));
    expect(await provider.get("v1/customers")).toMatchObject(refused("The requested URL was not found on the server."));
  });
});

describe("a payment", { meta: { requirements: "P6, P7, P17, P29, P32" } }, () => {
  it("is captured at once where the order says so, and pays the order", async () => {
    const orderId = await newOrder();
    const { id } = await simulatePayment(shop.db, orderId);
    const payment = await get(`payments/${id}`);
    expect(payment).toEqual({
      id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
      entity: "payment",
      amount: 249_900,
      currency: "INR",
      status: "captured",
      order_id: orderId,
      invoice_id: null,
      international: false,
      method: "upi",
      amount_refunded: 0,
      refund_status: null,
      captured: true,
      description: null,
      card_id: null,
      bank: null,
      wallet: null,
      vpa: "success@razorpay",
      email: "asha@example.com",
      contact: "+919000090000",
      notes: [],
      fee: 5898,
      tax: 900,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
      created_at: expect.any(Number),
      upi: { vpa: "success@razorpay" },
    });
    expect(await get(`orders/${orderId}`)).toMatchObject({
      status: "paid",
      attempts: 1,
      amount_paid: 249_900,
      amount_due: 0,
    });
    expect(await get(`orders/${orderId}/payments`)).toEqual({ entity: "collection", count: 1, items: [payment] });
  });

  it("stays authorised where the order does not say that it is captured", async () => {
    const orderId = await newOrder({ payment: undefined });
    const { id } = await simulatePayment(shop.db, orderId);
    expect(await get(`payments/${id}`)).toMatchObject({ status: "authorized", captured: false, fee: null });
    expect(await get(`orders/${orderId}`)).toMatchObject({ status: "attempted", amount_paid: 0 });
    await expect(simulatePayment(shop.db, orderId)).rejects.toThrow("Payment already done for this order.");
  });

  it("is captured later by the shop, once, and for its whole amount", async () => {
    const { id } = await simulatePayment(shop.db, await newOrder(), { capture: false });
    const capture = (body: object) => provider.post(`v1/payments/${id}/capture`, body);
    expect(await capture({ amount: 249_800, currency: "INR" })).toMatchObject(
      invalid("Capture amount must be equal to the amount authorized", "amount"),
    );
    expect(await capture({ amount: 249_900 })).toMatchObject(invalid("The currency field is required.", "currency"));
    const responses = await Promise.all(Array.from({ length: 4 }, () => capture({ amount: 249_900, currency: "INR" })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(responses.find(({ status }) => status === 400)).toMatchObject(
      refused("This payment has already been captured"),
    );
    expect(await get(`payments/${id}`)).toMatchObject({ status: "captured", captured: true });
  });

  it("of a paid order is rejected, and of ten at once one is accepted", async () => {
    const orderId = await newOrder();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => simulatePayment(shop.db, orderId)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await get(`orders/${orderId}`)).toMatchObject({ attempts: 1, amount_paid: 249_900 });
    expect((await get(`orders/${orderId}/payments`)).count).toBe(1);
  });

  it("that fails says why, leaves the order payable, and may be authorized late", async () => {
    const orderId = await newOrder();
    const { id } = await simulateFailure(shop.db, orderId);
    expect(await get(`payments/${id}`)).toMatchObject({
      status: "failed",
      captured: false,
      error_code: "BAD_REQUEST_ERROR",
      error_reason: "payment_failed",
      error_source: "bank",
    });
    expect(await get(`orders/${orderId}`)).toMatchObject({ status: "attempted", attempts: 1 });
    await simulateLateAuthorization(shop.db, id);
    expect(await get(`payments/${id}`)).toMatchObject({ status: "captured", error_code: null });
    expect(await get(`orders/${orderId}`)).toMatchObject({ status: "paid", attempts: 1 });
  });

  it("can be of another amount or currency where a test says so", async () => {
    const { id } = await simulatePayment(shop.db, await newOrder(), { amount: 100, currency: "USD" });
    expect(await get(`payments/${id}`)).toMatchObject({ amount: 100, currency: "USD", status: "captured" });
  });
});

describe("a refund", { meta: { requirements: "P33, P34" } }, () => {
  const paid = async () => (await simulatePayment(shop.db, await newOrder())).id;
  const refund = (id: string, body: object = {}, key?: string) =>
    provider.post(`v1/payments/${id}/refund`, body, key ? { "x-refund-idempotency": key } : {});

  it("is pending, and processed a moment later", async () => {
    const id = await paid();
    const { status, body } = await refund(id, { amount: 249_900, receipt: "KW-1", notes: { why: "cancelled" } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
      entity: "refund",
      amount: 249_900,
      currency: "INR",
      payment_id: id,
      notes: { why: "cancelled" },
      receipt: "KW-1",
      acquirer_data: { arn: null },
      created_at: expect.any(Number),
      batch_id: null,
      status: "pending",
      speed_processed: "normal",
      speed_requested: "normal",
    });
    expect(await get(`payments/${id}`)).toMatchObject({
      status: "refunded",
      amount_refunded: 249_900,
      refund_status: "full",
    });
    await expect
      .poll(() => get(`refunds/${body.id}`), { timeout: LONGEST_WAIT_MS })
      .toMatchObject({
        status: "processed",
        acquirer_data: { arn: expect.stringMatching(/^\d{23}$/) },
      });
    expect((await get(`payments/${id}/refunds`)).items).toEqual([await get(`refunds/${body.id}`)]);
  });

  it("with the same key is the same one, also concurrently", async () => {
    const id = await paid();
    const key = `refund-${id}`;
    const responses = await Promise.all(Array.from({ length: 5 }, () => refund(id, { amount: 1000 }, key)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await get(`payments/${id}`)).toMatchObject({ amount_refunded: 1000, refund_status: "partial" });
    expect(await refund(id, { amount: 2000 }, key)).toMatchObject(
      refused("Different request with the same idempotency key has already been processed."),
    );
    expect(await refund(id, { amount: 1000 }, "short")).toMatchObject(
      refused("The idempotency key must be at least 10 characters long."),
    );
    expect(await refund(id, { amount: 1000 }, "not a good key")).toMatchObject(
      refused("The idempotency key must only contain alphanumeric characters, underscores, and hyphens"),
    );
  });

  it("is never of more than was captured, however many ask at once", async () => {
    const id = await paid();
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 100_000 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    expect(await get(`payments/${id}`)).toMatchObject({ amount_refunded: 200_000 });
    expect(await refund(id, {})).toMatchObject(
      invalid("The refund amount provided is greater than amount captured", "amount"),
    );
    expect((await refund(id, { amount: 49_900 })).status).toBe(200);
    expect(await refund(id, { amount: 100 })).toMatchObject(refused("The payment has been fully refunded already"));
  });

  it("of a payment that is not captured is rejected", async () => {
    const { id } = await simulatePayment(shop.db, await newOrder(), { capture: false });
    expect(await refund(id, { amount: 100 })).toMatchObject(
      refused("The payment status should be captured for action to be taken"),
    );
  });

  it("that the bank rejects has failed, and its amount can be refunded again", async () => {
    const id = await paid();
    const { body } = await refund(id, { amount: 249_900 });
    await simulateRefundFailure(shop.db, body.id);
    expect(await get(`refunds/${body.id}`)).toMatchObject({ status: "failed" });
    expect(await get(`payments/${id}`)).toMatchObject({ status: "captured", amount_refunded: 0, refund_status: null });
    expect((await refund(id, { amount: 249_900 })).status).toBe(200);
  });
});

describe("webhooks", { meta: { requirements: "P20 to P25" } }, () => {
  const parsed = (webhooks: Webhook[]) => webhooks.map(({ body }) => JSON.parse(body));
  const names = (webhooks: Webhook[]) => parsed(webhooks).map(({ event }) => event);

  it("report every step, signed over the raw body, each twice", async () => {
    const orderId = await newOrder();
    const { id } = await simulatePayment(shop.db, orderId);
    const webhooks = await provider.webhooksAbout(id, 6);
    expect(names(webhooks).sort()).toEqual(
      ["order.paid", "payment.authorized", "payment.captured"].flatMap((name) => [name, name]),
    );
    for (const { body, headers } of webhooks) {
      expect(headers["x-razorpay-signature"]).toBe(
        createHmac("sha256", CREDENTIALS.webhookSecret).update(body).digest("hex"),
      );
      expect(headers["content-type"]).toBe("application/json");
    }
    expect(new Set(webhooks.map(({ headers }) => headers["x-razorpay-event-id"])).size).toBe(3);
    const [paid] = parsed(webhooks.filter(({ body }) => body.includes('"order.paid"')));
    expect(paid).toEqual({
      entity: "event",
      account_id: expect.stringMatching(/^acc_/),
      event: "order.paid",
      contains: ["payment", "order"],
      payload: {
        payment: { entity: await get(`payments/${id}`) },
        order: { entity: await get(`orders/${orderId}`) },
      },
      created_at: expect.any(Number),
    });
    const [authorized] = parsed(webhooks.filter(({ body }) => body.includes('"payment.authorized"')));
    // A snapshot of that time.
    expect(authorized).toMatchObject({
      contains: ["payment"],
      payload: { payment: { entity: { id, status: "authorized", captured: false } } },
    });
  });

  it("report failures and refunds", async () => {
    const orderId = await newOrder();
    const failed = await simulateFailure(shop.db, orderId);
    expect(names(await provider.webhooksAbout(failed.id, 1))).toEqual(["payment.failed"]);
    const { id } = await simulatePayment(shop.db, orderId);
    const refund = (await provider.post(`v1/payments/${id}/refund`, { amount: 249_900 })).body;
    const about = await provider.webhooksAbout(refund.id, 4);
    expect(new Set(names(about))).toEqual(new Set(["refund.created", "refund.processed"]));
    expect(parsed(about)[0]).toMatchObject({
      contains: ["refund", "payment"],
      payload: { refund: { entity: { id: refund.id } }, payment: { entity: { id, amount_refunded: 249_900 } } },
    });
    await simulateRefundFailure(shop.db, refund.id);
    expect(names(await provider.webhooksAbout(refund.id, 5))).toContain("refund.failed");
  });

  it("are sent again when a test says so, with the id of the event, and none where all are lost", async () => {
    const lost = await simulatePayment(shop.db, await newOrder(), { quiet: true });
    const { id } = await simulatePayment(shop.db, await newOrder(), { capture: false });
    const [event] = await eventsAbout(shop.db, id);
    await provider.webhooksAbout(id, 2);
    await repeatEvent(shop.db, event?.id ?? "");
    const webhooks = await provider.webhooksAbout(id, 3);
    expect(new Set(webhooks.map(({ headers }) => headers["x-razorpay-event-id"]))).toEqual(new Set([event?.id]));
    await simulateCapture(shop.db, id);
    expect(new Set(names(await provider.webhooksAbout(id, 7)))).toContain("order.paid");
    expect(provider.webhooks.filter(({ body }) => body.includes(lost.id))).toEqual([]);
  });

  it("that are rejected are sent again, and none is lost when the provider stops in between", async () => {
    const other = await openShop({ environment: PROVIDER_ELSEWHERE });
    onTestFinished(() => other.close());
    const down = await openProvider(other, { response: () => 500 });
    const { body } = await down.post("v1/orders", order);
    const { id } = await simulatePayment(other.db, body.id, { capture: false });
    await down.webhooksAbout(id, 1);
    await down.close();
    const rows = await other.db.select().from(sandboxWebhook).orderBy(desc(sandboxWebhook.attempts));
    expect(rows).toMatchObject([{ attempts: 1, dueAt: expect.any(Date) }, { dueAt: expect.any(Date) }]);
    const up = await openProvider(other);
    onTestFinished(() => up.close());
    await up.webhooksAbout(id, 2);
    await expect
      .poll(async () => (await other.db.select().from(sandboxWebhook)).map(({ dueAt }) => dueAt), {
        timeout: LONGEST_WAIT_MS,
      })
      .toEqual([null, null]);
    expect(down.webhooks).toHaveLength(1);
  });

  it("are given up after a dozen attempts within a little over an hour", async () => {
    const gaps = Array.from({ length: 11 }, (_, index) => gapAfter(index + 1));
    expect(gaps.slice(0, 3)).toEqual([2000, 4000, 8000]);
    expect(gaps.reduce((sum, gap) => sum + gap) / 60_000).toBeCloseTo(68.2, 1);
    const other = await openShop({ environment: PROVIDER_ELSEWHERE });
    onTestFinished(() => other.close());
    const down = await openProvider(other, { response: () => 503 });
    onTestFinished(() => down.close());
    const { body } = await down.post("v1/orders", order);
    await simulatePayment(other.db, body.id, { capture: false });
    await other.db.update(sandboxWebhook).set({ attempts: 11, dueAt: new Date() });
    await expect
      .poll(async () => (await other.db.select().from(sandboxWebhook)).map(({ dueAt }) => dueAt), {
        timeout: LONGEST_WAIT_MS,
      })
      .toEqual([null, null]);
  });

  it("are each sent by one of two instances", async () => {
    const other = await openShop({ environment: PROVIDER_ELSEWHERE });
    onTestFinished(() => other.close());
    const instances = await Promise.all([openProvider(other), openProvider(other)]);
    onTestFinished(async () => {
      await Promise.all(instances.map((instance) => instance.close()));
    });
    const { body } = await instances[0].post("v1/orders", order);
    await simulatePayment(other.db, body.id);
    const sent = () => instances.flatMap(({ webhooks }) => webhooks);
    await expect.poll(() => sent().length, { timeout: LONGEST_WAIT_MS }).toBe(6);
    await setTimeout(1500);
    expect(sent()).toHaveLength(6);
  });
});

describe("the payment window", () => {
  const card = { method: "card", number: "4100 2800 0000 1007", expiry: "12/39", cvv: "123", name: "Asha Rao" };
  const attempt = (orderId: string, over: object = {}) => ({
    order_id: orderId,
    attempt: randomUUID(),
    email: "asha@example.com",
    contact: "+919000014160",
    ...card,
    ...over,
  });
  const ask = async (call: string, body: object) => (await provider.post(`window/${call}`, body)).body;
  const started = async (over: object = {}): Promise<string> =>
    (await ask("pay", attempt(await newOrder(), over))).payment_id;

  it("is a page that only this origin may frame, and that may talk to this origin alone", async () => {
    const orderId = await newOrder();
    const { body, headers } = await provider.get(`window?key_id=${CREDENTIALS.keyId}&order_id=${orderId}`);
    expect(body).toContain("₹2,499");
    expect(body).toContain("Sandbox: no money moves");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    const other = await provider.get(`window?key_id=rzp_test_Other&order_id=${orderId}`);
    expect(other.body).toContain("the shop’s order isn’t known here");
    const script = await provider.get("checkout.js");
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const font = await provider.get("fonts/figtree-latin.woff2");
    expect(font.headers["content-type"]).toBe("font/woff2");
  });

  it("accepts a card after its code, and returns a signature of order and payment", {
    meta: { requirements: "P15" },
  }, async () => {
    const orderId = await newOrder();
    const { status, payment_id: id } = await ask(
      "pay",
      attempt(orderId, { notes: { gift: "yes" }, description: "Attar" }),
    );
    expect(status).toBe("otp");
    expect(await get(`payments/${id}`)).toMatchObject({
      status: "created",
      notes: { gift: "yes" },
      description: "Attar",
    });
    expect(await ask("otp", { payment_id: id, otp: "12 34" })).toEqual({
      status: "invalid",
      errors: [{ field: "otp", message: "Enter the code: 4 to 10 digits." }],
    });
    expect(await ask("otp", { payment_id: id, otp: "1234567890" })).toEqual({
      status: "paid",
      response: {
        razorpay_payment_id: id,
        razorpay_order_id: orderId,
        razorpay_signature: createHmac("sha256", CREDENTIALS.keySecret).update(`${orderId}|${id}`).digest("hex"),
      },
    });
    expect(await get(`payments/${id}?expand[]=card`)).toMatchObject({
      status: "captured",
      card_id: expect.stringMatching(/^card_/),
      card: { last4: "1007", network: "Visa", name: "Asha Rao" },
    });
  });

  it.each([
    ["4100 2800 0006 0003", "card_declined"],
    ["4100 2800 0008 0001", "insufficient_fund"],
    ["4100 2800 0009 0000", "payment_timed_out"],
  ])("fails with card %s as published: %s", async (number, reason) => {
    const orderId = await newOrder();
    const { status, error } = await ask("pay", attempt(orderId, { number }));
    expect(status).toBe("failed");
    expect(error).toMatchObject({
      reason,
      metadata: { order_id: orderId, payment_id: expect.stringMatching(/^pay_/) },
    });
    expect(await get(`payments/${error.metadata.payment_id}`)).toMatchObject({
      status: "failed",
      error_reason: reason,
    });
  });

  it("fails with a code of three digits, at the bank, and when the buyer cancels; what has failed stays so", async () => {
    const ends = [
      await ask("otp", { payment_id: await started(), otp: "123" }),
      await ask("bank", { payment_id: await started({ method: "netbanking", bank: "HDFC" }), outcome: "failure" }),
      await ask("cancel", { payment_id: await started() }),
    ];
    expect(ends.map(({ error }) => error.reason)).toEqual(["incorrect_otp", "payment_failed", "payment_cancelled"]);
    const again = await ask("otp", { payment_id: ends[0].error.metadata.payment_id, otp: "1234" });
    expect(again).toEqual(ends[0]);
  });

  it("accepts the same attempt once, however often it is sent", async () => {
    const orderId = await newOrder();
    const body = attempt(orderId, { method: "upi", vpa: "success@razorpay" });
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask("pay", body)));
    expect(new Set(responses.map(({ response }) => response.razorpay_payment_id)).size).toBe(1);
    expect((await get(`orders/${orderId}/payments`)).count).toBe(1);
  });

  it("pays an order once from two windows", async () => {
    const orderId = await newOrder();
    const [first, second] = await Promise.all([ask("pay", attempt(orderId)), ask("pay", attempt(orderId))]);
    const ends = await Promise.all([first, second].map(({ payment_id }) => ask("otp", { payment_id, otp: "1234" })));
    expect(ends.map(({ status }) => status).sort()).toEqual(["failed", "paid"]);
    expect(await ask("pay", attempt(orderId))).toEqual({
      status: "closed",
      message: "This order has already been paid. You haven’t been charged twice.",
    });
  });

  it("fails a payment without a response of the bank for ten minutes", {
    meta: { requirements: "P29" },
  }, async () => {
    const id = await started();
    await shop.db
      .update(sandboxWebhook)
      .set({ dueAt: new Date() })
      .where(eq(sandboxWebhook.id, `lapse:${id}`));
    await expect
      .poll(() => get(`payments/${id}`), { timeout: LONGEST_WAIT_MS })
      .toMatchObject({ status: "failed", error_reason: "payment_timed_out" });
  });

  it("accepts only the published test data, and stores no card number", async () => {
    const orderId = await newOrder();
    const { errors } = await ask("pay", attempt(orderId, { number: "4111 1111 1111 1111", expiry: "01/20", cvv: "1" }));
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(["number", "expiry", "cvv"]);
    expect((await get(`orders/${orderId}/payments`)).count).toBe(0);
    const rows = await shop.db.select({ body: sandboxPaymentEntity.body }).from(sandboxPaymentEntity);
    expect(JSON.stringify(rows)).not.toMatch(/4100\s?2800|4111\s?1111/);
  });
});

it("shows its payments on a page", async () => {
  const orderId = await newOrder({ receipt: "KW-<b>" });
  const { id } = await simulateFailure(shop.db, orderId);
  const { status, body, headers } = await provider.get("");
  expect(status).toBe(200);
  for (const text of [orderId, id, "₹2,499", "KW-&#60;b&#62;", "declined by the bank"]) expect(body).toContain(text);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
});
