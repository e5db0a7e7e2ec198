/** The operations over the Model Context Protocol: what clients of its revisions get, and what bad messages get. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../server/operations/agents/operations.ts";
import { setting } from "../../server/platform/database/schema.ts";
import { callTool, postMcp, sendMcp } from "../ucp/mcp.ts";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let platform: TestPlatform;
beforeAll(async () => {
  shop = await openShop({ environment: { AGENTS_FROM_LOOPBACK: "true" } });
  platform = await startPlatform();
  const categoryId = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  await makeProduct(shop, { slug: "rose", title: "Rose", categoryId });
});
afterAll(() => Promise.all([shop?.close(), platform?.close()]));

const MODERN = "2026-07-28";
/** A message of a client that says its version with each request. */
const sendModern = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
  sendMcp(
    shop,
    method,
    {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
    { "mcp-protocol-version": MODERN, "mcp-method": method, ...headers },
  );

describe("a client", () => {
  it("that begins with initialize gets its version if the shop knows it, else the newest of that kind", async () => {
    const known = await sendMcp(shop, "initialize", { protocolVersion: "2025-06-18", capabilities: {} });
    expect(known.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(known.headers).not.toHaveProperty("mcp-session-id");
    expect(known.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: expect.any(String), version: expect.any(String) },
      },
    });
    const future = await sendMcp(shop, "initialize", { protocolVersion: "2031-01-01" });
    expect(future.json().result.protocolVersion).toBe("2025-11-25");
    const note = await postMcp(shop, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([note.statusCode, note.body]).toEqual([202, ""]);
    expect((await sendMcp(shop, "ping")).json().result).toEqual({});
  });

  it("that says its version with each request gets results as that revision has them", async () => {
    const discovered = await sendModern("server/discover");
    expect(discovered.json().result).toMatchObject({
      ...{ resultType: "complete", supportedVersions: [MODERN], capabilities: { tools: {} }, cacheScope: "public" },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: expect.any(String) } },
    });
    const listed = await sendModern("tools/list");
    expect(listed.json().result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000 });
    const params = {
      name: "search_catalog",
      arguments: { meta: { "ucp-agent": { profile: platform.profileUrl("2026-08-25") } }, catalog: { query: "rose" } },
    };
    const called = await sendModern("tools/call", params, { "mcp-name": "search_catalog" });
    expect(called.json().result).toMatchObject({
      resultType: "complete",
      structuredContent: { products: [{ id: "rose" }] },
    });
    const disagreeing: Record<string, string>[] = [
      { "mcp-name": "get_product" },
      { "mcp-name": "search_catalog", "mcp-method": "tools/list" },
      { "mcp-name": "search_catalog", "mcp-protocol-version": "2025-11-25" },
    ];
    for (const headers of disagreeing) {
      const response = await sendModern("tools/call", params, headers);
      expect([response.statusCode, response.json().error.code]).toEqual([400, -32020]);
    }
    expect((await sendModern("initialize")).json().error.code).toBe(-32601);
  });

  it("of a revision that the shop does not know learns which it knows", async () => {
    const response = await sendMcp(shop, "tools/list", {}, { "mcp-protocol-version": "2031-01-01" });
    expect([response.statusCode, response.json().error]).toMatchObject([
      400,
      { code: -32022, data: { requested: "2031-01-01", supported: expect.arrayContaining([MODERN, "2025-11-25"]) } },
    ]);
  });

  it("gets JSON whatever it accepts, and without having begun with initialize", async () => {
    for (const accept of ["application/json", "*/*", "text/event-stream", ""])
      expect((await sendMcp(shop, "tools/list", {}, { accept })).json().result.tools).toHaveLength(OPERATIONS.length);
  });

  it("finds each operation as a tool, with the schema of its input", async () => {
    const { tools } = (await sendMcp(shop, "tools/list")).json().result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(OPERATIONS.map(({ name }) => name));
    const search = tools.find(({ name }: { name: string }) => name === "search_catalog");
    expect(search).toMatchObject({
      description: expect.stringMatching(/Searches/),
      inputSchema: {
        type: "object",
        required: ["meta", "catalog"],
        properties: { catalog: { type: "object", properties: { query: { type: "string", maxLength: 100 } } } },
      },
      annotations: { readOnlyHint: true },
    });
    // Clients reject results with fields that a closed schema does not have.
    expect(JSON.stringify(tools)).not.toContain('"additionalProperties":false');
  });
});

describe("a bad message", () => {
  const outcome = (response: { statusCode: number; json(): { id: unknown; error: { code: number } } }) => [
    response.statusCode,
    response.json().id,
    response.json().error.code,
  ];

  it("gets the error of JSON-RPC that fits, with its id", async () => {
    expect(outcome(await postMcp(shop, "{"))).toEqual([400, null, -32700]);
    expect(outcome(await postMcp(shop, "5"))).toEqual([400, null, -32600]);
    expect(outcome(await postMcp(shop, { id: 7, method: "ping" }))).toEqual([400, 7, -32600]);
    expect(outcome(await postMcp(shop, { jsonrpc: "2.0", id: 7, method: 5 }))).toEqual([400, 7, -32600]);
    expect(outcome(await postMcp(shop, { jsonrpc: "2.0", id: {}, method: "ping" }))).toEqual([400, null, -32600]);
    expect(outcome(await sendMcp(shop, "resources/list"))).toEqual([404, 1, -32601]);
    expect(outcome(await sendMcp(shop, "tools/call", { name: "constructor" }))).toEqual([400, 1, -32602]);
    expect(outcome(await sendMcp(shop, "tools/call", { name: "get_product", arguments: [] }))).toEqual([
      400, 1, -32602,
    ]);
    expect(outcome(await postMcp(shop, "{}", { "content-type": "text/plain" }))).toEqual([415, null, -32600]);
  });

  it("of many messages, or of too much or too deep JSON, is not worked on", async () => {
    const one = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect(outcome(await postMcp(shop, Array(1000).fill(one)))).toEqual([400, null, -32600]);
    expect(outcome(await postMcp(shop, []))).toEqual([400, null, -32600]);
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    expect(outcome(await postMcp(shop, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`))[0]).toBe(
      400,
    );
    const large = await callTool(shop, platform, "get_product", { catalog: { id: "a".repeat(2 ** 20) } });
    expect([large.statusCode, large.json().error.code]).toEqual([413, -32600]);
  });

  it("without a usable profile, or of another version, gets the protocol’s own errors", async () => {
    const call = (meta: unknown) =>
      sendMcp(shop, "tools/call", { name: "search_catalog", arguments: { meta, catalog: { query: "rose" } } });
    for (const meta of [
      undefined,
      5,
      {},
      { "ucp-agent": { profile: 5 } },
      { "ucp-agent": { profile: "javascript:1" } },
    ]) {
      const response = await call(meta);
      expect([...outcome(response), response.json().error.data.code]).toEqual([400, 1, -32001, "invalid_profile_url"]);
    }
    const gone = await call({ "ucp-agent": { profile: "http://127.0.0.1:1/profile.json" } });
    expect([...outcome(gone), gone.json().error.data.code]).toEqual([424, 1, -32001, "profile_unreachable"]);
  });

  it("by other means than POST, or from a page of another site, is not taken", async () => {
    for (const method of ["GET", "DELETE"] as const) {
      const response = await shop.app.inject({ method, url: "/ucp/mcp" });
      expect([response.statusCode, response.headers.allow]).toEqual([405, "POST"]);
    }
    expect((await sendMcp(shop, "ping", {}, { origin: "https://evil.example" })).statusCode).toBe(403);
    // Whose name leads to this machine.
    const rebound = { origin: "http://evil.example", host: "evil.example" };
    expect((await sendMcp(shop, "ping", {}, rebound)).statusCode).toBe(403);
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
      expect((await sendMcp(shop, "ping", {}, { origin: `http://${host}`, host })).statusCode).toBe(200);
  });
});

it("texts that the database cannot hold are no error", async () => {
  for (const text of ["\u0000", "\ud800"]) {
    const buyer = { email: text, first_name: text, last_name: text };
    const cart = { line_items: [{ item: { id: "SKU-rose" }, quantity: 1 }], buyer, context: { [text]: text } };
    const made = await callTool(shop, platform, "create_cart", { cart });
    const read = await callTool(shop, platform, "get_cart", { id: text });
    expect([made.statusCode, read.statusCode]).toEqual([200, 200]);
    expect(read.json().result.structuredContent).toMatchObject({ ucp: { status: "error" } });
  }
});

it("an error inside the shop tells agents nothing of it", async () => {
  await shop.db.execute(sql`alter table product_search rename to product_search_gone`);
  await shop.db.execute(sql`alter table variant rename to variant_gone`);
  for (const [tool, catalog] of [
    ["search_catalog", { query: "rose" }],
    ["get_product", { id: "rose" }],
  ] as const) {
    const response = await callTool(shop, platform, tool, { catalog });
    expect([response.statusCode, response.json().error]).toMatchObject([
      500,
      { code: -32603, data: { code: "internal_error" } },
    ]);
    expect(response.body).not.toMatch(/variant|search_gone|relation|at /);
  }
  await shop.db.execute(sql`alter table product_search_gone rename to product_search`);
  await shop.db.execute(sql`alter table variant_gone rename to variant`);
});

it("a shop that the owner does not open to agents has no tools", async () => {
  await shop.db.insert(setting).values({ name: "AGENTS", value: "false" });
  await expect.poll(async () => (await sendMcp(shop, "tools/list")).json().error?.data.code).toBe("not_found");
  expect((await sendMcp(shop, "initialize")).statusCode).toBe(404);
  expect((await callTool(shop, platform, "search_catalog", { catalog: { query: "rose" } })).statusCode).toBe(404);
});
