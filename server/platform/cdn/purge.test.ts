import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CdnProvider } from "./providers.ts";
import { createCdnPurger } from "./purge.ts";

interface Received {
  method: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let received: Received[];
/** The statuses of the next responses; then 200. */
let statuses: number[];
const cdn = createServer(async (request, response) => {
  const { method, headers } = request;
  received.push({ method, headers, body: await text(request) });
  response.writeHead(statuses.shift() ?? 200).end("{}");
});
let url: string;
const warnings = vi.fn();
const log = { warn: warnings } as unknown as FastifyBaseLogger;

beforeEach(async () => {
  received = [];
  statuses = [];
  warnings.mockClear();
  await new Promise<void>((resolve) => void cdn.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
});
afterEach(async () => {
  cdn.closeAllConnections();
  await new Promise((resolve) => void cdn.close(resolve));
});

function purgerOf(CDN_PURGE: CdnProvider, { urls = [url], pauseMs = 20, retryMs = 20 } = {}) {
  const settings = { CDN_PURGE, CDN_PURGE_URLS: urls, CDN_PURGE_TOKEN: "the-token" };
  const purger = createCdnPurger(settings, log, { pauseMs, retryMs });
  if (!purger) throw new Error("the settings name no CDN");
  return purger;
}
const keysOf = ({ body }: Received) => JSON.parse(body).keys as string[];
const arrived = (requests: number) => expect.poll(() => received.length).toBeGreaterThanOrEqual(requests);

it.each([
  ["webhook", "POST", { authorization: "Bearer the-token" }, { keys: ["catalogue", "product:7"] }],
  ["fastly", "POST", { "fastly-key": "the-token" }, { surrogate_keys: ["catalogue", "product:7"] }],
  ["cloudflare", "POST", { authorization: "Bearer the-token" }, { tags: ["catalogue", "product:7"] }],
  ["varnish", "PURGE", { authorization: "Bearer the-token", "xkey-purge": "catalogue product:7" }, null],
] as const)("%s gets changes merged, in its format", async (provider, method, headers, body) => {
  const purger = purgerOf(provider);
  for (const topic of ["catalogue", "product:7", "catalogue"] as const) purger.add(topic);
  await arrived(1);
  expect(received).toMatchObject([{ method, headers }]);
  expect(received[0]?.body).toBe(body ? JSON.stringify(body) : "");
  await purger.close();
  expect(received).toHaveLength(1);
});

it("topics that change during a purge are sent after it", async () => {
  const purger = purgerOf("webhook");
  purger.add("content");
  await arrived(1);
  purger.add("settings");
  await arrived(2);
  expect(received.map(keysOf)).toEqual([["content"], ["settings"]]);
  await purger.close();
});

it("many keys are sent in several requests", async () => {
  const purger = purgerOf("cloudflare", { pauseMs: 1 });
  for (let id = 0; id < 250; id++) purger.add(id % 2 === 0 ? `product:${id}` : `stock:${id}`);
  await arrived(3);
  const tags = received.flatMap(({ body }) => JSON.parse(body).tags);
  expect(new Set(tags).size).toBe(250);
  await purger.close();
});

it("a failed request is repeated with the topics that have changed meanwhile", async () => {
  statuses = [503, 429];
  const purger = purgerOf("webhook", { retryMs: 200 });
  purger.add("content");
  await arrived(1);
  purger.add("product:7");
  await arrived(3);
  expect(keysOf(received[2] as Received).toSorted()).toEqual(["content", "product:7"]);
  expect(received).toHaveLength(3);
  expect(warnings).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(warnings.mock.calls)).not.toContain("the-token");
  await purger.close();
});

it("more products than can be listed are purged as the catalogue", async () => {
  const purger = purgerOf("webhook");
  purger.add("reviews");
  for (let id = 0; id < 1000; id++) purger.add(`product:${id}`);
  await arrived(1);
  expect(keysOf(received[0] as Received)).toEqual(["reviews", "catalogue"]);
  await purger.close();
});

it("one CDN that is down delays no other", async () => {
  const purger = purgerOf("varnish", { urls: ["http://127.0.0.1:9/", url], retryMs: 60_000 });
  purger.add("content");
  await arrived(1);
  await expect.poll(() => warnings.mock.calls.length).toBe(1);
  purger.add("settings");
  await arrived(2);
  await purger.close();
});

it("on closing, what is pending is sent at once", async () => {
  const purger = purgerOf("webhook", { pauseMs: 60_000 });
  purger.add("content");
  await purger.close();
  expect(received.map(keysOf)).toEqual([["content"]]);
});

it("is off by default, and needs a URL", () => {
  const settings = { CDN_PURGE_URLS: [], CDN_PURGE_TOKEN: "" };
  expect(createCdnPurger({ ...settings, CDN_PURGE: "" }, log)).toBeNull();
  expect(() => createCdnPurger({ ...settings, CDN_PURGE: "fastly" }, log)).toThrow(/CDN_PURGE_URLS/);
});
