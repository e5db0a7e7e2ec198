/** Webhooks report events, signed, to receivers that accept, refuse, redirect or never answer. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_WEBHOOKS } from "../../contract/admin/webhooks.ts";
import { deliverEventsTask } from "../../server/operations/webhooks/deliver-events-task.ts";
import { createSender } from "../../server/operations/webhooks/send.ts";
import type { RetryJob, TaskPayloads } from "../../server/platform/jobs/tasks.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let shoppers: ReturnType<typeof buyersOf>;
let receiver: Server;
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
/** The statuses of the receiver's next responses. */
let statuses: number[] = [];
/** The receiver refuses each event that names it. */
let refused: string | null = null;
let origin: string;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body });
    const status = refused !== null && body.includes(refused) ? 422 : (statuses.shift() ?? 204);
    response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  await shop.db.execute(holdJobs);
});
afterAll(async () => {
  await shop?.close();
  receiver?.closeAllConnections();
  receiver?.close();
});

beforeEach(async () => {
  await shop.db.execute(sql`delete from webhook`);
  await shop.db.execute(sql`delete from held_job`);
  later.clear();
  received = [];
  statuses = [];
  refused = null;
  await shop.db.execute(sql`delete from mail where subject like 'The webhook to %'`);
});

const SECRETS = new Map<string, string>();
async function add(events: string[]): Promise<string> {
  const { status, body } = await owner.send("POST", "/webhooks", { url: "https://93.184.216.34/kewra", events });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { secret, added } = body.data;
  SECRETS.set(added._id, secret);
  // The receiver of the tests is on this machine, which no URL of the form may name.
  await shop.db.execute(sql`update webhook set url = ${`${origin}/kewra`} where id = ${added._id}`);
  return added._id;
}
const deliveries = async (id: string) => (await owner.send("GET", `/webhooks/${id}/deliveries`)).body.data.deliveries;
const webhookOf = async (id: string) => (await owner.send("GET", `/webhooks/${id}/deliveries`)).body.data.webhook;

/** The jobs that deliver events go here, not to the shop's own worker, which must not reach a receiver on this machine. */
const holdJobs = sql`
  create table held_job (key text primary key, payload jsonb not null);
  create function hold_job() returns trigger language plpgsql as $$
  begin
    insert into held_job values (new.key, new.payload) on conflict do nothing;
    return null;
  end $$;
  create trigger hold_job before insert on job for each row when (new.task_identifier = 'deliver_events') execute function hold_job()`;
/** Jobs that run again later, by their keys. */
const later = new Map<string, { payload: TaskPayloads["deliver_events"]; at: Date }>();

/** Runs every job once, as the worker does when it is due, and those that they add. */
async function deliver(send = createSender({ isAllowed: () => true, mayBeHttp: true })): Promise<void> {
  const task = deliverEventsTask({
    db: shop.db,
    send,
    codeSecret: "the demo's key, which everybody may know",
    readSender: async () => ({
      name: "Kewra",
      tagline: "",
      origin: "https://shop.example",
      email: "care@kewra.example",
      phone: "",
      address: [],
      color: "#2f4a36",
      newsletter: { title: "", text: "" },
    }),
  });
  const due = new Map([...later].sort(([, one], [, other]) => one.at.getTime() - other.at.getTime()));
  later.clear();
  for (;;) {
    const added = await rowsOf<{ key: string; payload: TaskPayloads["deliver_events"] }>(
      shop,
      sql`delete from held_job returning key, payload`,
    );
    for (const { key, payload } of added) due.set(key, { payload, at: new Date() });
    const [next] = due;
    if (!next) return;
    const [key, { payload }] = next;
    due.delete(key);
    const again = await task
      .run(payload, { attempts: 1, lastError: null, stopping: new AbortController().signal })
      .catch((error: RetryJob) => error.runAt ?? new Date());
    if (again !== null) later.set(key, { payload, at: again });
  }
}
/** As the triggers do, about an order that exists only here. */
const report = (event: string, subject = 1, data: object = {}) =>
  shop.db.execute(
    sql`select report_event(${event}, ${subject}, ${JSON.stringify({ order: `KW-${subject}`, ...data })}::jsonb)`,
  );
/** As if so many hours had passed. */
async function pass(hours: number): Promise<void> {
  const span = sql`${hours} * interval '1 hour'`;
  await shop.db.execute(
    sql`update webhook set failing_since = failing_since - ${span}, try_at = try_at - ${span}, previous_secret_until = previous_secret_until - ${span}`,
  );
  await shop.db.execute(sql`update webhook_delivery set failing_since = failing_since - ${span}`);
}
const bodies = () => received.map(({ body }) => JSON.parse(body));
const subjectsOfMails = async () =>
  (
    await rowsOf<{ subject: string; recipient: string }>(
      shop,
      sql`select subject, recipient from mail where subject like 'The webhook to %' order by id`,
    )
  ).map(({ subject, recipient }) => `${recipient}: ${subject}`);
const hmacOf = (secret: string, at: string, body: string) =>
  createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");

describe("a webhook endpoint", () => {
  it("gets what happened to an order in its order, each event as it was, and a refund's amount", async () => {
    const id = await add(["order.paid", "order.cancelled", "order.refunded"]);
    const rose = await shoppers.sell({ title: "Rose", slug: "rose", pricePaise: 100_050, stock: 50 });
    const buyer = await shoppers.buyer({ [rose]: 2 });
    const opened = await buyer.order({ address: LUCKNOW });
    expect(await deliveries(id)).toEqual([]);
    await buyer.verify(await buyer.pay(opened));
    received = [];
    statuses = [503];
    await deliver();
    const order = opened.orderNumber;
    const cancelled = await buyer.post(`order/${order}/cancel`, { lines: [{ position: 0, quantity: 1 }] });
    expect(cancelled.status).toBe(200);
    await vi.waitFor(async () => expect(await deliveries(id)).toHaveLength(2), { timeout: LONGEST_WAIT_MS });
    expect((await buyer.post(`order/${order}/cancel`, {})).status).toBe(200);
    await vi.waitFor(async () => expect(await deliveries(id)).toHaveLength(4), { timeout: LONGEST_WAIT_MS });
    await pass(1);
    await deliver();
    const [first, again, ...others] = bodies();
    expect(again).toEqual(first);
    expect(received[1]?.headers["kewra-request-id"]).toBe(first.id);
    // 2 × 1,000.50, of which one unit is refunded, then the other.
    expect(first).toMatchObject({
      event: "order.paid",
      data: { order, state: "paid", total: 2001, paymentMethod: "online" },
    });
    expect(others.map(({ event }) => event).sort()).toEqual(["order.cancelled", "order.refunded", "order.refunded"]);
    const refunds = others.filter(({ event }) => event === "order.refunded").map(({ data }) => data.refund);
    expect(refunds.map(({ amount }) => amount)).toEqual([1000.5, 1000.5]);
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(2);
    const sequences = bodies().map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(received.map(({ body }) => body).join()).not.toMatch(/@|Lucknow/);
    expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual(Array(4).fill("delivered"));
  });

  it("gets one delivery of low stock, when it becomes low", async () => {
    await add(["stock.low"]);
    await shop.db.execute(sql`update stock set on_hand = 6, reserved = 0`);
    await shop.db.execute(sql`update stock set on_hand = 5`);
    await shop.db.execute(sql`update stock set on_hand = 4`);
    received = [];
    await deliver();
    expect(bodies()).toMatchObject([{ event: "stock.low", data: { available: 5 } }]);
  });

  it("that is away for a day gets everything once, in order, and is not switched off by a burst", async () => {
    // However long the attempts take, the pause between them is not over.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const id = await add(["order.paid", "order.shipped"]);
    for (let order = 1; order <= 50; order += 1) await report("order.paid", order);
    statuses = Array(1000).fill(503);
    received = [];
    await deliver();
    // The first failure stops the others: one attempt in each pause.
    expect(received).toHaveLength(1);
    await deliver();
    expect(received).toHaveLength(1);
    for (let hour = 0; hour < 24; hour += 1) {
      await pass(1);
      await deliver();
      if (hour < 10) await report("order.shipped", hour + 1);
    }
    expect(received).toHaveLength(25);
    expect(await webhookOf(id)).toMatchObject({ disabledAt: null, waiting: 60, failingSince: expect.any(String) });
    statuses = [];
    received = [];
    await pass(1);
    await deliver();
    expect(bodies()).toHaveLength(60);
    for (let order = 1; order <= 50; order += 1) {
      const events = bodies().flatMap(({ event, data }) => (data.order === `KW-${order}` ? [event] : []));
      expect(events).toEqual(order <= 10 ? ["order.paid", "order.shipped"] : ["order.paid"]);
    }
    expect(await webhookOf(id)).toMatchObject({ waiting: 0, failingSince: null });
  });

  it("is reported to the owners after an hour, switched off after three days, and gets what waited once it is on", async () => {
    const id = await add(["order.cancelled"]);
    await report("order.cancelled", 1);
    statuses = [500, 500, 500, 500];
    await deliver();
    await pass(0.5);
    await deliver();
    expect(await subjectsOfMails()).toEqual([]);
    await pass(0.6);
    await deliver();
    const warned = "owner@staff.example: The webhook to 127.0.0.1 fails".replace("127.0.0.1", new URL(origin).host);
    expect(await subjectsOfMails()).toEqual([warned]);
    await pass(71);
    await deliver();
    expect(await subjectsOfMails()).toEqual([warned, warned.replace("fails", "was switched off")]);
    expect(await webhookOf(id)).toMatchObject({ disabledAt: expect.any(String) });
    await report("order.cancelled", 2);
    received = [];
    await deliver();
    expect(received).toEqual([]);
    expect((await owner.send("POST", `/webhooks/${id}/state`, { isOn: true })).body.data[0]).toMatchObject({
      waiting: 2,
      failingSince: null,
      disabledAt: null,
    });
    await deliver();
    expect(bodies().map(({ data }) => data.order)).toEqual(["KW-1", "KW-2"]);
  });

  it("that refuses one event for three days gets the others, and staff sends it again by hand", async () => {
    const id = await add(["order.delivered"]);
    await report("order.delivered", 1);
    refused = "KW-1";
    for (let day = 0; day < 4; day += 1) {
      await report("order.delivered", 2);
      await deliver();
      await pass(24);
    }
    refused = null;
    const all: { state: string; _id: string; requestId: string }[] = await deliveries(id);
    const [failed] = all.filter(({ state }) => state === "failed");
    expect(all.map(({ state }) => state)).toEqual([...Array(4).fill("delivered"), "failed"]);
    expect((await owner.send("POST", `/webhooks/${id}/deliveries/${failed?._id}/retry`)).status).toBe(200);
    expect((await owner.send("POST", `/webhooks/${id}/deliveries/${failed?._id}/retry`)).status).toBe(409);
    received = [];
    await deliver();
    expect(bodies()).toMatchObject([{ id: failed?.requestId }]);
    expect((await owner.send("DELETE", `/webhooks/${id}`)).status).toBe(200);
    const { entries } = (await owner.send("GET", "/audit?action=webhook.deleted")).body.data;
    expect(entries).toMatchObject([{ subject: { type: "webhook", id } }]);
  });

  it("that redirects a delivery gets it again with the same request id, and no redirect is followed", async () => {
    const id = await add(["order.shipped"]);
    await report("order.shipped");
    received = [];
    statuses = [302];
    await deliver();
    expect(await deliveries(id)).toMatchObject([
      { state: "waiting", attempts: 1, statusCode: 302, error: "The receiver responded with status 302." },
    ]);
    await pass(1);
    await deliver();
    expect(new Set(received.map(({ headers }) => headers["kewra-request-id"])).size).toBe(1);
    expect(received).toHaveLength(2);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", attempts: 2, error: null }]);
  });

  it("gets signatures by its secret, and for a day after a change by the old one, too", async () => {
    const id = await add(["order.paid"]);
    const old = SECRETS.get(id) ?? "";
    const signatures = async () => {
      received = [];
      await report("order.paid");
      await deliver();
      const [{ headers, body } = { headers: {}, body: "" }] = received;
      const [t = "", ...signed] = String(headers["kewra-signature"]).split(",");
      expect(Math.abs(Number(t.slice(2)) - Date.now() / 1000)).toBeLessThan(60);
      return { signed, by: (secret: string) => `v1=${hmacOf(secret, t.slice(2), body)}` };
    };
    const before = await signatures();
    expect(before.signed).toEqual([before.by(old)]);
    const changed = await owner.send("POST", `/webhooks/${id}/secret`);
    expect(changed.status).toBe(200);
    const { secret } = changed.body.data;
    const during = await signatures();
    expect(during.signed).toEqual([during.by(secret), during.by(old)]);
    await pass(25);
    const after = await signatures();
    expect(after.signed).toEqual([after.by(secret)]);
  });

  it("cannot be in a private network, whatever its URL or host name says", async () => {
    for (const url of [
      "http://shop.example/x",
      "https://127.0.0.1/x",
      "https://2130706433/x",
      "https://0x7f.1/x",
      "https://[::1]/x",
      "https://[::ffff:127.0.0.1]/x",
      "https://169.254.169.254/latest/meta-data",
      "https://localhost/x",
      "https://localhost./x",
      "https://db.internal/x",
      "https://user:secret@93.184.216.34/x",
      `https://93.184.216.34/${"x".repeat(600)}`,
      "https://",
    ])
      expect({ url, status: (await owner.send("POST", "/webhooks", { url, events: ["order.paid"] })).status }).toEqual({
        url,
        status: 422,
      });
    const id = await add(["order.refunded"]);
    await report("order.refunded");
    received = [];
    // The sender of the shop, not that of the tests.
    const send = createSender({ mayBeHttp: true });
    await deliver(send);
    await shop.db.execute(sql`update webhook set url = ${origin.replace("127.0.0.1", "localhost")} where id = ${id}`);
    await pass(1);
    await deliver(send);
    expect(received).toEqual([]);
    expect((await deliveries(id))[0].error).toBe("localhost is not an address of the internet");
  });

  it("that never answers is given up", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const send = createSender({ isAllowed: () => true, mayBeHttp: true, timeoutMs: 100 });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await expect(send({ url, headers: {}, body: "{}" })).rejects.toThrow("no response within");
    silent.closeAllConnections();
    silent.close();
  });

  it("is one of at most 20, also when two owners add the last one at once", async () => {
    const url = "https://93.184.216.34/kewra";
    const created = () => owner.send("POST", "/webhooks", { url, events: ["order.paid"] });
    while ((await owner.send("GET", "/webhooks")).body.data.length < MAX_WEBHOOKS - 1) await created();
    const both = await Promise.all([created(), created(), created()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await owner.send("GET", "/webhooks")).body.data).toHaveLength(MAX_WEBHOOKS);
  });
});

it("a program asks which orders have changed, or were refunded, since it asked last", async () => {
  const attar = await shoppers.sell({ title: "Attar", slug: "attar", pricePaise: 50_000, stock: 5 });
  const buyer = await shoppers.buyer({ [attar]: 1 });
  const { orderNumber } = await buyer.buy({ address: LUCKNOW });
  expect((await buyer.post(`order/${orderNumber}/cancel`, {})).status).toBe(200);
  await vi.waitFor(
    async () => {
      expect(await rowsOf(shop, sql`select from refund where state <> 'processed'`)).toEqual([]);
    },
    { timeout: LONGEST_WAIT_MS },
  );
  const changedSince = async (time: Date) => {
    const { body } = await owner.send("GET", `/orders?changedSince=${time.toISOString()}`);
    return body.data.orders.map(({ number }: { number: string }) => number);
  };
  const asked = new Date();
  expect(await changedSince(asked)).toEqual([]);
  await shop.db.execute(sql`update customer_order set mobile = mobile where number = ${orderNumber}`);
  expect(await changedSince(asked)).toEqual([orderNumber]);
  const askedAgain = new Date();
  expect(await changedSince(askedAgain)).toEqual([]);
  await shop.db.execute(
    sql`update refund set processed_at = now() where order_id = (select id from customer_order where number = ${orderNumber})`,
  );
  expect(await changedSince(askedAgain)).toEqual([orderNumber]);
  const wrong = await owner.send("GET", "/orders?changedSince=yesterday");
  expect(wrong.body.errors).toMatchObject([{ field: "changedSince" }]);
});
