import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Call, calls } from "../../contract/calls.ts";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Every call of the contract is served, keeps its word and is documented. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop?.close());

/** An address for each call that the demo shop can answer. */
async function example(path: string): Promise<string> {
  const { body } = await shop.get("/api/product?perPage=1");
  const named: Record<string, string> = {
    "/product/:slug": body.data[0].slug,
    "/category/:slug": "perfumes",
    "/page/:slug": "about-us",
    "/pincode/:pincode": "226001",
  };
  if (path === "/review") return `/api/review?product_id=${body.data[0]._id}`;
  return `/api${path.replace(/:\w+/, named[path] ?? "")}`;
}

const everyCall: Call[] = Object.values(calls);

describe.each(everyCall.filter(({ method, auth }) => method === "GET" && !auth))("$method $path", (call) => {
  it("answers as the contract says", async () => {
    const { status, body } = await shop.get(await example(call.path));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, statusCode: 200 });
    expect(z.safeParse(call.answer, body).error?.issues).toBeUndefined();
  });
});

describe.each(everyCall)("$method $path", (call) => {
  it("is in the OpenAPI document, below /api (S7.01)", async () => {
    const { body } = await shop.get("/api/docs/json");
    const documented = body.paths[`/api${call.path.replace(/:(\w+)/g, "{$1}")}`]?.[call.method.toLowerCase()];
    expect(documented).toMatchObject({ summary: call.summary, tags: [call.tag] });
    expect(Object.keys(documented.responses)).toEqual(expect.arrayContaining(["200", "4XX", "5XX"]));
  });
});

describe("a call", () => {
  it("carries the id of its request, and every request another", async () => {
    const [one, other, missing] = [
      await shop.get("/api/category"),
      await shop.get("/api/category"),
      await shop.get("/api/no-such-call"),
    ];
    expect(one.headers["x-request-id"]).toMatch(/\S/);
    expect(other.headers["x-request-id"]).not.toBe(one.headers["x-request-id"]);
    expect(missing.headers["x-request-id"]).toMatch(/\S/);
  });

  it("may end with a slash", async () => {
    expect((await shop.get("/api/category/")).status).toBe(200);
  });
});

describe("who calls", () => {
  it("is a guest or a customer: no session has a role, and what staff does is no call (S1.32, S6.11, R29)", async () => {
    expect(new Set(everyCall.map(({ auth }) => auth))).toEqual(new Set([undefined, "session", "reset"]));
    const { body: documented } = await shop.get("/api/docs/json");
    expect(new Set(Object.keys(documented.paths))).toEqual(
      new Set([
        ...everyCall.map(({ path }) => `/api${path.replace(/:(\w+)/g, "{$1}")}`),
        "/api/order/{number}/invoice",
        "/api/order/{number}/credit-note",
      ]),
    );

    const login = await shop.app.inject({ method: "POST", url: "/api/user/login", payload: DEMO_LOGIN });
    const { data: session } = login.json();
    expect(Object.keys(session).sort()).toEqual(["_id", "email", "name", "profile_image", "token"]);
    const headers = { authorization: `Bearer ${session.token}` };
    const { body: user } = await shop.get("/api/user", headers);
    expect(Object.keys(user.data)).not.toContain("role");
    for (const path of ["/api/admin", "/api/staff", "/api/admin/order"])
      expect({ path, status: (await shop.get(path, headers)).status }).toEqual({ path, status: 404 });
  });
});
