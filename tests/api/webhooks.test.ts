/** Webhooks report events, signed, to receivers that accept, refuse, redirect or never answer. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_WEBHOOKS } from "../../contract/admin/webhooks.ts";
import { deliverWebhookTask } from "../../server/operations/webhooks/deliver-task.ts";
import { createSender } from "../../server/operations/webhooks/send.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let receiver: Server;
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
/** The statuses of the receiver's next responses. */
let statuses: number[] = [];
let origin: string;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const status = statuses.shift() ?? 204;
    response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(async () => {
  await shop?.close();
  receiver?.closeAllConnections();
  receiver?.close();
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
const task = (send = createSender({ isAllowed: () => true, mayBeHttp: true })) =>
  deliverWebhookTask({
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
    }),
  });
/** The shop's own worker must not reach a receiver on this machine; it may be trying. */
const stopOwnAttempts = () =>
  vi.waitFor(
    async () => {
      await shop.db.execute(sql`delete from job where task_identifier = 'deliver_webhook' and locked_at is null`);
      expect(await rowsOf(shop, sql`select from job where task_identifier = 'deliver_webhook'`)).toEqual([]);
    },
    { timeout: 30_000, interval: 25 },
  );
/** Attempts each waiting delivery. */
async function deliver(attempts = 1, send?: Parameters<typeof task>[0]): Promise<void> {
  await stopOwnAttempts();
  const waiting = await rowsOf<{ id: number }>(
    shop,
    sql`select id from webhook_delivery where state = 'waiting' order by id`,
  );
  for (const { id } of waiting)
    await task(send)
      .run({ deliveryId: Number(id) }, { attempts, lastError: null, stopping: new AbortController().signal })
      .catch(() => {});
}
/** As the triggers do when an order is paid, or stock runs low. */
async function report(event: string): Promise<void> {
  await shop.db.execute(sql`
    insert into webhook_delivery (webhook_id, event, subject_id, created_at)
    select id, ${event}, (select min(id) from customer_order), now() from webhook where disabled_at is null and events ? ${event}`);
}

describe("a webhook endpoint", () => {
  it("gets a signed delivery of a paid order, stored in the transaction that pays it", async () => {
    const id = await add(["order.paid"]);
    const shoppers = buyersOf(shop);
    const rose = await shoppers.sell({ title: "Rose", slug: "rose", pricePaise: 100_000, stock: 50 });
    const buyer = await shoppers.buyer({ [rose]: 1 });
    const opened = await buyer.order({ address: LUCKNOW });
    expect(await deliveries(id)).toEqual([]);
    await buyer.verify(await buyer.pay(opened));
    expect(await deliveries(id)).toMatchObject([{ event: "order.paid" }]);
    await stopOwnAttempts();
    await shop.db.execute(sql`update webhook_delivery set state = 'waiting', attempts = 0`);
    received = [];
    await deliver();
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const sent = JSON.parse(body);
    expect(sent).toMatchObject({ event: "order.paid", data: { order: opened.orderNumber, state: "paid" } });
    expect(headers["kewra-request-id"]).toBe(sent.id);
    const [, at = "", hmac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["kewra-signature"])) ?? [];
    expect(hmac).toBe(
      createHmac("sha256", SECRETS.get(id) ?? "")
        .update(`${at}.${body}`)
        .digest("hex"),
    );
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
    expect(body).not.toMatch(/@|Lucknow/);
    expect(await deliveries(id)).toMatchObject([
      { state: "delivered", statusCode: 204, attempts: 1, requestId: sent.id },
    ]);
    await owner.send("DELETE", `/webhooks/${id}`);
  });

  it("gets one delivery of low stock, when it becomes low", async () => {
    const id = await add(["stock.low"]);
    await shop.db.execute(sql`update stock set on_hand = 6, reserved = 0`);
    await shop.db.execute(sql`update stock set on_hand = 5`);
    await shop.db.execute(sql`update stock set on_hand = 4`);
    expect(await deliveries(id)).toHaveLength(1);
    await owner.send("DELETE", `/webhooks/${id}`);
  });

  it("that rejects or redirects a delivery gets it again with the same request id, and no redirect is followed", async () => {
    const id = await add(["order.shipped"]);
    await report("order.shipped");
    received = [];
    statuses = [500, 302];
    await deliver();
    await deliver();
    expect(await deliveries(id)).toMatchObject([
      { state: "waiting", attempts: 2, statusCode: 302, error: "The receiver responded with status 302." },
    ]);
    await deliver();
    expect(new Set(received.map(({ headers }) => headers["kewra-request-id"])).size).toBe(1);
    expect(received).toHaveLength(3);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", attempts: 3, error: null }]);
    await owner.send("DELETE", `/webhooks/${id}`);
  });

  it("has a delivery fail after its last attempt, which staff sends again by hand", async () => {
    const id = await add(["order.delivered"]);
    await report("order.delivered");
    statuses = [503];
    await deliver(14);
    const [failed] = await deliveries(id);
    expect(failed).toMatchObject({ state: "failed", statusCode: 503 });
    expect((await owner.send("POST", `/webhooks/${id}/deliveries/${failed._id}/retry`)).status).toBe(200);
    expect((await owner.send("POST", `/webhooks/${id}/deliveries/${failed._id}/retry`)).status).toBe(409);
    await deliver();
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", requestId: failed.requestId }]);
    await owner.send("DELETE", `/webhooks/${id}`);
  });

  it("is switched off after many failures, with an email to the owners, and on again by staff", async () => {
    const id = await add(["order.cancelled"]);
    await shop.db.execute(sql`update webhook set failures = 49 where id = ${id}`);
    await report("order.cancelled");
    statuses = [500];
    await deliver();
    const [off] = (await owner.send("GET", "/webhooks")).body.data;
    expect(off).toMatchObject({ _id: id, failures: 50, disabledAt: expect.any(String) });
    const mails = await rowsOf(shop, sql`select recipient from mail where subject like 'The webhook to %'`);
    expect(mails).toEqual([{ recipient: "owner@staff.example" }]);
    await report("order.cancelled");
    expect(await deliveries(id)).toHaveLength(1);
    expect((await owner.send("POST", `/webhooks/${id}/state`, { isOn: true })).body.data[0]).toMatchObject({
      failures: 0,
      disabledAt: null,
    });
    await owner.send("DELETE", `/webhooks/${id}`);
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
    await deliver(1, send);
    await shop.db.execute(sql`update webhook set url = ${origin.replace("127.0.0.1", "localhost")} where id = ${id}`);
    await deliver(1, send);
    expect(received).toEqual([]);
    expect((await deliveries(id))[0].error).toBe("localhost is not an address of the internet");
    await owner.send("DELETE", `/webhooks/${id}`);
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
