/** Services that measure visits and purchases: who is asked, what the pages allow, and what a service gets of an order, once. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { hashPassword } from "../../server/people/accounts/passwords.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { PASSWORD, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

/** Both services at their protocols: each request, and how the next ones are answered. */
let services: Server;
// biome-ignore lint/suspicious/noExplicitAny: the bodies are what the tests check
let received: { url: string; body: any }[] = [];
let answers: ("lost" | number)[] = [];
let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;

const TOKEN = "EAABsbCS1iHgBO0ZCexample";
const SECRET = "mSecret_of-the-stream1";

beforeAll(async () => {
  services = createServer(async (request, response) => {
    received.push({ url: request.url ?? "", body: await json(request) });
    const answer = answers.shift() ?? 200;
    if (answer === "lost") return request.socket.destroy();
    response.writeHead(answer).end(JSON.stringify({ error: { message: `unknown token ${TOKEN}` } }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => services.once("listening", resolve));
  const origin = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  shop = await openShop({
    environment: {
      ANALYTICS: "ga4|G-ABC123DEF4",
      GA4_API_SECRET: SECRET,
      GA4_API: origin,
      META_CONVERSIONS: `123456789012345|${TOKEN}`,
      META_API: `${origin}/v24.0`,
      CASH_ON_DELIVERY: "true",
      CASH_MIN_RUPEES: "1",
    },
  });
  buyers = buyersOf(shop);
});
afterAll(async () => {
  await shop?.close();
  services?.closeAllConnections();
  services?.close();
});
beforeEach(() => {
  received = [];
  answers = [];
});

const CONSENT = { allowed: ["ga4", "meta"], client_id: "1234567890.1764000000" };
type Buyer = Awaited<ReturnType<typeof buyers.buyer>>;
const withConsent = (consent?: object) => ({ address: LUCKNOW, ...(consent && { measurement: consent }) });
async function buyerOf(units = 2): Promise<Buyer> {
  const rose = await buyers.sell({ title: "Rose", pricePaise: 118_000, stock: 50 });
  return buyers.buyer({ [rose]: units });
}
const eventsOf = (number: string) =>
  rowsOf<{ service: string; sent: boolean; client_id: string | null; user_agent: string | null }>(
    shop,
    sql`select service, sent_at is not null as sent, client_id, user_agent from purchase_event
      join customer_order on customer_order.id = order_id where number = ${number} order by service`,
  );
const jobs = () =>
  rowsOf<{ key: string; last_error: string | null }>(
    shop,
    sql`select key, last_error from job where task_identifier = 'send_purchase_event'`,
  );
const allSent = (number: string) =>
  vi.waitFor(
    async () => {
      const events = await eventsOf(number);
      expect(events.length > 0 && events.every(({ sent }) => sent)).toBe(true);
      return events;
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  );
const toMeta = () => received.filter(({ url }) => url.startsWith("/v24.0/"));
const toGoogle = () => received.filter(({ url }) => url.startsWith("/mp/"));

describe("a paid order", () => {
  it("is reported to each service that its customer has allowed, with amounts in rupees and hashed contacts", async () => {
    const buyer = await buyerOf();
    await shop.db.execute(
      sql`update customer set email = 'john_smith@gmail.com', mobile = '9876543210' where id = ${buyer.id}`,
    );
    const { orderNumber } = await buyer.buy(withConsent(CONSENT));
    const events = await allSent(orderNumber);
    expect(events).toEqual([
      { service: "ga4", sent: true, client_id: null, user_agent: null },
      { service: "meta", sent: true, client_id: null, user_agent: null },
    ]);
    expect(toGoogle()).toEqual([
      {
        url: `/mp/collect?measurement_id=G-ABC123DEF4&api_secret=${SECRET}`,
        body: {
          client_id: "1234567890.1764000000",
          timestamp_micros: expect.any(Number),
          consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
          events: [
            {
              name: "purchase",
              params: {
                transaction_id: orderNumber,
                currency: "INR",
                // 2 × ₹1,180, of which GST at 18 % is 2 × ₹180.
                value: 2360,
                tax: 360,
                shipping: 0,
                items: [
                  {
                    item_id: expect.any(String),
                    item_name: "Rose",
                    item_variant: expect.any(String),
                    price: 1180,
                    quantity: 2,
                  },
                ],
              },
            },
          ],
        },
      },
    ]);
    const [told] = toMeta();
    expect(toMeta()).toHaveLength(1);
    expect(told?.url).toBe("/v24.0/123456789012345/events");
    expect(told?.body).toEqual({
      access_token: TOKEN,
      data: [
        {
          event_name: "Purchase",
          event_id: orderNumber,
          event_time: expect.any(Number),
          action_source: "website",
          event_source_url: expect.stringMatching(/^https?:\/\/[^/]+\/checkout$/),
          user_data: {
            // Meta's own example of a hashed email.
            em: ["62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f"],
            // printf 919876543210 | sha256sum
            ph: ["92b5072176e723878b5e06ff3ca61898e4eb74e8c46642a0f2db800b17364ab0"],
            client_user_agent: "lightMyRequest",
          },
          custom_data: {
            currency: "INR",
            value: 2360,
            order_id: orderNumber,
            content_type: "product",
            contents: [{ id: expect.any(String), quantity: 2, item_price: 1180 }],
          },
        },
      ],
    });
    const sent = Date.now() - told?.body.data[0].event_time * 1000;
    expect(sent).toBeLessThan(60_000);
    expect(toGoogle()[0]?.body.timestamp_micros / 1e6).toBeCloseTo(told?.body.data[0].event_time, -1);
  });

  it("is reported to nobody without a consent, and of what was allowed only to those who are connected", async () => {
    const silent = await (await buyerOf()).buy(withConsent());
    const toOne = await (await buyerOf()).buy(withConsent({ allowed: ["meta", "plausible"] }));
    await allSent(toOne.orderNumber);
    expect(await eventsOf(silent.orderNumber)).toEqual([]);
    expect((await eventsOf(toOne.orderNumber)).map(({ service }) => service)).toEqual(["meta"]);
    expect(received.map(({ body }) => body.data?.[0].event_id)).toEqual([toOne.orderNumber]);
  });

  it("follows the last answer of a shopper who tries again, and is not reported before it is paid", async () => {
    const buyer = await buyerOf();
    await buyer.order(withConsent(CONSENT));
    expect(await jobs()).toEqual([]);
    const again = await buyer.order(withConsent());
    expect(await eventsOf(again.orderNumber)).toEqual([]);
    const allowed = await buyer.order(withConsent({ allowed: ["ga4"] }));
    expect(allowed.orderNumber).toBe(again.orderNumber);
    // A browser without a number of Google gets one.
    expect(await eventsOf(again.orderNumber)).toMatchObject([
      { service: "ga4", client_id: expect.stringMatching(/^\d+\.\d+$/) },
    ]);
    await buyer.verify(await buyer.pay(allowed));
    await allSent(again.orderNumber);
    expect(received).toHaveLength(1);
  });

  it("is reported once more, with the same ids, after a lost response and a refusal, by two instances", async () => {
    const other = await shop.openAnother();
    onTestFinished(() => other.close());
    answers = ["lost", 500];
    const buyer = await buyerOf();
    const opened = await buyer.order(withConsent({ allowed: ["ga4"], client_id: CONSENT.client_id }));
    const proof = await buyer.pay(opened);
    // The browser's report arrives at both at once.
    const headers = { authorization: `Bearer ${buyer.token}` };
    const verify = { method: "POST", url: "/api/verify/payment", headers, payload: proof } as const;
    await Promise.all([shop.app.inject(verify), other.inject(verify)]);
    await vi.waitFor(async () => expect((await jobs())[0]?.last_error).toBe("Google Analytics gave no response."), {
      timeout: LONGEST_WAIT_MS,
    });
    await allSent(opened.orderNumber);
    expect(received).toHaveLength(3);
    const [first, ...repeated] = received.map(({ body }) => body);
    for (const body of repeated) expect(body).toEqual(first);
    expect(await jobs()).toEqual([]);
  });

  it("is given up visibly, without keys in the error", async () => {
    answers = [400];
    const buyer = await buyerOf();
    const opened = await buyer.order(withConsent({ allowed: ["meta"] }));
    await shop.db.execute(sql`create function last_attempt() returns trigger language plpgsql as
      $$ begin new.attempts = 59; return new; end $$`);
    await shop.db.execute(sql`create trigger last_attempt before insert on job for each row
      when (new.task_identifier = 'send_purchase_event') execute function last_attempt()`);
    onTestFinished(async () => {
      await shop.db.execute(sql`drop function last_attempt cascade`);
    });
    await buyer.verify(await buyer.pay(opened));
    const failed = await vi.waitFor(
      async () => {
        const [job] = await rowsOf<{ error: string }>(
          shop,
          sql`delete from job where task_identifier = 'send_purchase_event' and failed_at is not null returning last_error as error`,
        );
        if (!job) throw new Error("it has not failed yet");
        return job;
      },
      { timeout: LONGEST_WAIT_MS },
    );
    expect(failed.error).toBe("Meta responded with status 400.");
  });

  it("for cash on delivery is reported once its customer has confirmed it", async () => {
    const buyer = await buyerOf();
    const placed = await buyer.post("cash-order", { ...withConsent({ allowed: ["meta"] }), mobile_no: "9876501234" });
    const { orderNumber } = placed.body.data;
    expect(await jobs()).toEqual([]);
    const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
    await buyer.post(`cash-order/${orderNumber}/confirm`, { code: /^ {4}(\d{6})$/m.exec(text)?.[1] });
    await allSent(orderNumber);
    expect(toMeta()).toMatchObject([{ body: { data: [{ event_id: orderNumber, custom_data: { value: 2360 } }] } }]);
  });
});

it("an order that is paid by a link is reported like any other, and without a consent to nobody", async () => {
  const support = await signInAs(shop, "Support");
  const rose = await buyers.sell({ title: "Rose", pricePaise: 118_000, stock: 50 });
  const [{ sku } = { sku: "" }] = await rowsOf<{ sku: string }>(
    shop,
    sql`select sku from variant where product_id = ${Number(rose)}`,
  );
  const paidWith = async (email: string, measurement?: object) => {
    const caller = { email, name: "Ravi Iyer", mobile_no: "9800098000", address: LUCKNOW, message: "" };
    await support.send("POST", "/draft-orders", { ...caller, items: [{ sku, quantity: 2 }] });
    const { text } = await buyers.people.mailAbout(email, "Your order with Kewra is ready to be paid");
    const path = `draft-orders/${/\/pay\/([\w-]+)/.exec(text)?.[1]}`;
    const { id, orderNumber } = (await buyers.people.post(`${path}/pay`, { total_price: 2360, measurement })).body.data;
    const { id: paymentId } = await simulatePayment(shop.db, id, { quiet: true });
    await buyers.people.post(`${path}/verify`, signedProof(id, paymentId));
    return orderNumber;
  };
  const silent = await paidWith("caller-1@example.com");
  expect(await eventsOf(silent)).toEqual([]);
  const told = await paidWith("caller-2@example.com", CONSENT);
  await allSent(told);
  expect(toMeta()).toMatchObject([{ body: { data: [{ event_id: told, custom_data: { value: 2360 } }] } }]);
  expect(toGoogle()).toMatchObject([
    { body: { client_id: CONSENT.client_id, events: [{ name: "purchase", params: { transaction_id: told } }] } },
  ]);
});

describe("what is still to be reported", () => {
  it("ends with the customer's data, and their copy names the services", async () => {
    const buyer = await buyerOf();
    await shop.db.execute(
      sql`update customer set password_hash = ${await hashPassword(PASSWORD)} where id = ${buyer.id}`,
    );
    const told = await buyer.buy(withConsent({ allowed: ["ga4"] }));
    await allSent(told.orderNumber);
    const copy = (await buyer.get("user/data")).body;
    expect((copy.data ?? copy).orders[0].measured_by).toMatchObject([
      {
        service: "ga4",
        told_at: expect.any(String),
        wording: expect.stringContaining("what you bought and for how much"),
      },
    ]);
    answers = Array(50).fill(500);
    await buyer.add(await buyers.sell());
    const waiting = await buyer.buy(withConsent({ allowed: ["meta"] }));
    await vi.waitFor(async () => expect((await jobs())[0]?.last_error).toMatch(/status 500/), {
      timeout: LONGEST_WAIT_MS,
    });
    await shop.db.execute(sql`update customer_order set state = 'delivered' where customer_id = ${buyer.id}`);
    expect((await buyer.post("user/close", { password: PASSWORD, reviews: "keep" })).status).toBe(200);
    expect(await eventsOf(waiting.orderNumber)).toEqual([]);
    expect(await eventsOf(told.orderNumber)).toHaveLength(1);
    // The next attempt finds nothing to tell.
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: LONGEST_WAIT_MS, interval: 50 });
    expect(answers.length).toBeGreaterThan(0);
  });
});

it("an order whose consent is malformed is not placed, and the error names the field", async () => {
  const buyer = await buyerOf();
  for (const [measurement, field] of [
    [{ allowed: ["everyone"] }, /^measurement\.allowed/],
    [{ allowed: "x".repeat(60_000) }, /^measurement\.allowed/],
    [{ allowed: Array(100).fill("meta") }, /^measurement\.allowed/],
    [{ allowed: ["ga4"], client_id: "9".repeat(60_000) }, /^measurement\.client_id/],
    [{ allowed: ["ga4"], client_id: "1.2\nx" }, /^measurement\.client_id/],
  ] as const) {
    const { status, body } = await buyer.init({ address: LUCKNOW, measurement });
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field ?? JSON.stringify(body)).toMatch(field);
  }
});

describe("the shop's details and its privacy policy", () => {
  it("name what is connected", async () => {
    const { body } = await shop.get("/api/shop");
    expect(body.data.measurement).toEqual({
      script: { kind: "ga4", url: "https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4", id: "G-ABC123DEF4" },
      purchases: ["ga4", "meta"],
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  });
  it("say nothing without a connection", async () => {
    const other = await openShop({ demo: true });
    onTestFinished(() => other.close());
    expect((await other.get("/api/shop")).body.data).not.toHaveProperty("measurement");
    const text = JSON.stringify((await other.get("/api/page/privacy-policy")).body);
    expect(text).toContain("We set no advertising or analytics cookies, and we sell no data");
    expect(text).toContain("share it with no advertisers");
    expect(text).not.toContain("What we measure");
  });
  it("name every service that gets something, and take back what is no longer true", async () => {
    const other = await openShop({
      demo: true,
      environment: { ANALYTICS: "ga4|G-ABC123DEF4", META_CONVERSIONS: `12345|${TOKEN}` },
    });
    onTestFinished(() => other.close());
    const { data } = (await other.get("/api/page/privacy-policy")).body;
    const notice = data.sections.find(
      ({ heading }: { heading: string }) => heading === "What we measure if you allow it",
    );
    expect(notice.points).toEqual([
      expect.stringMatching(/^Google Analytics: /),
      expect.stringMatching(/^Meta, for orders: /),
    ]);
    expect(JSON.stringify(data)).toContain("We measure visits and purchases only if you allow it, and we sell no data");
    expect(JSON.stringify(data)).not.toMatch(/no advertising or analytics cookies|with no advertisers/);
  });
});

it.each([
  ["META_CONVERSIONS", TOKEN],
  ["META_CONVERSIONS", "98765|short"],
  ["GA4_API_SECRET", "two words"],
])("a start with a malformed %s is refused without printing it", (name, text) => {
  expect(() => readSettings({ [name]: text })).toThrow(new RegExp(`^The setting ${name} must be [^.]+\\.?$`));
  expect(() => readSettings({ [name]: text })).not.toThrow(text);
});
