/** Platforms hear of the orders that their agents have brought: signed, whole, and again until they have accepted it. */

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { notifyAgentTask } from "../../server/operations/agents/order-events/notify-agent-task.ts";
import { verifyRequest } from "../../server/operations/agents/signatures/verify.ts";
import { UCP_VERSIONS, type UcpVersion } from "../../server/operations/agents/versions.ts";
import { createSender } from "../../server/operations/webhooks/send.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { agentOrderNotice, agentPlatform, customerOrder } from "../../server/platform/database/schema.ts";
import type { RetryJob } from "../../server/platform/jobs/tasks.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { schemaErrors } from "../ucp/schemas.ts";
import { buyersOf, signedProof } from "./buyers.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

let shop: TestShop;
let platform: TestPlatform;
let shoppers: ReturnType<typeof buyersOf>;
let receiver: Server;
let authority: string;
let received: Received[] = [];
/** What the receiver responds with. */
let status = 204;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({ path: request.url ?? "", headers: request.headers, rawHeaders: request.rawHeaders, body });
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  authority = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  shop = await openShop({ environment: { AGENTS_FROM_LOOPBACK: "true" } });
  platform = await startPlatform({ webhookUrl: `http://${authority}/orders?shop=1` });
  shoppers = buyersOf(shop);
  const categoryId = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  await makeProduct(shop, { slug: "rose", title: "Rose", categoryId, sku: "ROSE-10", pricePaise: 49_900, stock: 50 });
});
afterAll(async () => {
  await Promise.all([shop?.close(), platform?.close()]);
  receiver?.closeAllConnections();
  receiver?.close();
});
beforeEach(() => {
  received = [];
  status = 204;
});

let buyers = 0;
/** Buys a rose through an agent. @returns the number of the order */
async function buy(version: UcpVersion = "2026-08-25"): Promise<string> {
  buyers += 1;
  const checkout = await platform.send(
    shop,
    "POST",
    "/checkout-sessions",
    {
      line_items: [{ item: { id: "ROSE-10" }, quantity: 2 }],
      buyer: { first_name: "Asha", last_name: "Rao", email: `a${buyers}@example.com`, phone_number: "+919800098000" },
      fulfillment: {
        methods: [
          {
            type: "shipping",
            destinations: [
              {
                id: "home",
                street_address: "18 Ashok Marg",
                address_locality: "Lucknow",
                address_region: "UP",
                address_country: "IN",
                postal_code: "226001",
              },
            ],
            selected_destination_id: "home",
            groups: [{ selected_option_id: "standard" }],
          },
        ],
      },
    },
    { version },
  );
  const { id, totals } = checkout.json();
  const total = totals.find(({ type }: { type: string }) => type === "total").amount / 100;
  const opened = await shoppers.people.post(`draft-orders/${id}/pay`, { total_price: total });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const { id: paymentId } = await simulatePayment(shop.db, opened.body.data.id, { quiet: true });
  const proof = signedProof(opened.body.data.id, paymentId);
  expect((await shoppers.people.post(`draft-orders/${id}/verify`, proof)).body.data.outcome).toBe("paid");
  return opened.body.data.orderNumber;
}

const heard = async (is: (order: { line_items: { quantity: { fulfilled: number } }[] }) => boolean = () => true) =>
  vi.waitFor(
    () => {
      const found = received.find(({ body }) => is(JSON.parse(body.toString())));
      if (!found) throw new Error("the platform has not heard of it");
      return found;
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  );

it.each(UCP_VERSIONS)("a platform hears of a paid order and of its parcel, in version %s", async (version) => {
  const number = await buy(version);
  const first = await heard();
  const order = JSON.parse(first.body.toString());
  expect(order).toMatchObject({ ucp: { version, status: "success" }, id: number });
  expect(Object.keys(order.ucp.capabilities)).toEqual(["dev.ucp.shopping.order"]);
  expect(schemaErrors(order, { version, schema: "schemas/shopping/order.json" })).toEqual([]);
  expect(first.headers["webhook-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(Math.abs(Number(first.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(300);
  expect(first.headers["ucp-agent"]).toMatch(/^profile="http:\/\/[^"]+\/\.well-known\/ucp"$/);
  // By what the shop publishes, and nothing else.
  const { keys } = (await shop.get("/.well-known/ucp")).body;
  const message = {
    method: "POST",
    authority,
    scheme: "http" as const,
    path: "/orders",
    query: "?shop=1",
    headers: new Map(Object.entries(first.headers).map(([name, value]) => [name, String(value)])),
    body: first.body,
  };
  expect(first.path).toBe("/orders?shop=1");
  expect(verifyRequest(message, keys, new Date())).toEqual({ kid: keys[0].kid, problem: null });
  expect(verifyRequest({ ...message, body: Buffer.from("{}") }, keys, new Date()).problem).toBe("digest_mismatch");
  // Replayed as another event, or as a later one, it is not the shop's.
  for (const name of ["webhook-id", "webhook-timestamp"]) {
    const replayed = { ...message, headers: new Map(message.headers).set(name, "1") };
    expect(verifyRequest(replayed, keys, new Date()).problem).toBe("signature_invalid");
  }

  await askAdmin(shop, `packOrder ${number}`);
  await askAdmin(shop, `shipOrder ${number} --courier Delhivery --awb AWB${version.replaceAll("-", "")}`);
  const shipped = await heard(({ line_items }) => line_items[0]?.quantity.fulfilled === 2);
  expect(shipped.headers["webhook-id"]).not.toBe(first.headers["webhook-id"]);
  expect(JSON.parse(shipped.body.toString())).toMatchObject({
    id: number,
    fulfillment: { events: expect.arrayContaining([expect.objectContaining({ type: "shipped" })]) },
  });
});

it("what is refused is sent again as the same event, and the owner sees that it waits; a redirect is not followed", async () => {
  status = 503;
  const number = await buy();
  await heard();
  const [order] = await shop.db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(eq(customerOrder.number, number));
  if (!order) throw new Error("no order");
  const task = notifyAgentTask({
    db: shop.db,
    send: createSender({ isAllowed: () => true, mayBeHttp: true }),
    settings: readSettings({ AGENTS_FROM_LOOPBACK: "true" }),
  });
  const run = () =>
    task.run({ orderId: order.id }, { attempts: 1, lastError: null, stopping: new AbortController().signal });
  const failure = (await run().catch((error: unknown) => error)) as RetryJob;
  expect(failure.message).toBe("The platform responded with status 503.");
  expect(failure.runAt?.getTime()).toBeGreaterThan(Date.now());
  status = 302;
  expect(((await run().catch((error: unknown) => error)) as RetryJob).message).toBe(
    "The platform responded with status 302.",
  );
  expect(received.map(({ path }) => path)).not.toContain("/elsewhere");
  await shop.db
    .update(agentOrderNotice)
    .set({ failingSince: new Date(Date.now() - 2 * 3_600_000) })
    .where(eq(agentOrderNotice.orderId, order.id));
  const owner = await signInAs(shop, "Owner");
  const listed = async () => (await owner.send("GET", "/agents")).body.data.platforms[0];
  // 2 × ₹499 each; what shipping costs is in the total of the orders.
  expect(await listed()).toMatchObject({ origin: platform.origin, orders: 3, unheard: 1 });
  status = 204;
  expect(await run()).toBeNull();
  expect((await listed()).unheard).toBe(0);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  const before = received.length;
  // Nothing has changed since.
  expect(await run()).toBeNull();
  expect(received).toHaveLength(before);
});

it("a blocked platform hears nothing", async () => {
  await shop.db.update(agentPlatform).set({ state: "allowed" });
  const number = await buy();
  await heard();
  await shop.db.update(agentPlatform).set({ state: "blocked" });
  const [order] = await shop.db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(eq(customerOrder.number, number));
  await shop.db.delete(agentOrderNotice).where(eq(agentOrderNotice.orderId, order?.id ?? 0));
  received = [];
  const task = notifyAgentTask({
    db: shop.db,
    send: createSender({ isAllowed: () => true, mayBeHttp: true }),
    settings: readSettings({ AGENTS_FROM_LOOPBACK: "true" }),
  });
  await task.run({ orderId: order?.id ?? 0 }, { attempts: 1, lastError: null, stopping: new AbortController().signal });
  expect(received).toEqual([]);
  await shop.db.update(agentPlatform).set({ state: "seen" });
});
