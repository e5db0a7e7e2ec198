/** Every endpoint of the contract is served, documented, and responds as specified. */

import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { type Endpoint, endpoints, type PublicEndpointName } from "../../contract/endpoints.ts";
import { apiContext, serverApi } from "../../storefront/api/api.ts";
import { readAdminDocument } from "./admin-document.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop?.close());

/** Returns a path of each endpoint that the demo shop can serve. */
async function example(path: string): Promise<string> {
  const { body } = await shop.get("/api/product?perPage=1");
  const named: Record<string, string> = {
    "/product/:slug": body.data[0].slug,
    "/category/:slug": "perfumes",
    "/page/:slug": "about-us",
    "/pincode/:pincode": "226001",
    "/delivery/:pincode": "226001",
  };
  if (path === "/wishlist") return `/api/wishlist?ids=${body.data[0]._id}`;
  if (path === "/wishlist/sizes") return `/api/wishlist/sizes?ids=1`;
  if (path === "/review") return `/api/review?product_id=${body.data[0]._id}`;
  return `/api${path.replace(/:\w+/, named[path] ?? "")}`;
}

/** Calls an endpoint in process, as the rendering of a page does. */
const call = (
  name: PublicEndpointName,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> },
  origin = "http://localhost:80",
) => shop.app.inProcessClient.forPage({ origin, log: shop.app.log })(name, { params, query });

const publicNames = (Object.entries(endpoints) as [PublicEndpointName, Endpoint][])
  .filter(([, endpoint]) => endpoint.public)
  .map(([name]) => name);

/** Whether it responds without a session, and without the token of an emailed link. */
const isOpen = ({ auth, path }: Endpoint) => (auth === undefined || auth === "optional") && !path.includes(":token");
const everyEndpoint: Endpoint[] = Object.values(endpoints);

describe.each(everyEndpoint.filter((endpoint) => endpoint.method === "GET" && isOpen(endpoint)))(
  "$method $path",
  (endpoint) => {
    it("responds as the contract says", async () => {
      const { status, body } = await shop.get(await example(endpoint.path));
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, statusCode: 200 });
      expect(z.safeParse(endpoint.response, body).error?.issues).toBeUndefined();
    });
  },
);

describe("the shop itself", () => {
  it.each(publicNames)("gets the response that a guest gets over the network: %s", async (name) => {
    const url = new URL(await example(endpoints[name].path), "http://localhost");
    const [param = ""] = /:\w+/.exec(endpoints[name].path) ?? [];
    const params = param ? { [param.slice(1)]: url.pathname.split("/").at(-1) ?? "" } : {};
    const { status, body } = await shop.get(`${url.pathname}${url.search}`);
    expect(status).toBe(200);
    expect(await call(name, { params, query: Object.fromEntries(url.searchParams) })).toStrictEqual({ status, body });
  });

  it.each([
    [
      "/product?perPage=3&page=2&price_sort=asc&notes=Rose,Sandalwood",
      "listProducts",
      { query: { perPage: "3", page: "2", price_sort: "asc", notes: "Rose,Sandalwood" } },
    ],
    [
      "/product?search=%E0%A4%97%E0%A5%81%E0%A4%B2%E0%A4%BE%E0%A4%AC%20jal&min_price=300",
      "listProducts",
      { query: { search: "गुलाब jal", min_price: "300" } },
    ],
    ["/banner?mobile_banner=true", "listBanners", { query: { mobile_banner: "true" } }],
    ["/product?page=0&perPage=x", "listProducts", { query: { page: "0", perPage: "x" } }],
    ["/product/no-such-product", "readProduct", { params: { slug: "no-such-product" } }],
    ["/product/%2e%2e%2fetc", "readProduct", { params: { slug: "../etc" } }],
    [`/product/${"a".repeat(150)}`, "readProduct", { params: { slug: "a".repeat(150) } }],
    ["/review?product_id=1000000", "listReviews", { query: { product_id: "1000000" } }],
  ] as const)("gets the response that a guest gets over the network: %s", async (path, name, request) => {
    const { status, body } = await shop.get(`/api${path}`);
    expect(await call(name, request)).toStrictEqual({ status, body });
  });

  it("reads through the storefront's client, which throws errors as in the browser", async () => {
    const context = new RouterContextProvider();
    const callInProcess = shop.app.inProcessClient.forPage({ origin: "http://localhost:80", log: shop.app.log });
    context.set(apiContext, { callInProcess, scriptNonce: "", onHtml: () => {}, onError: () => {} });
    const api = serverApi(context);
    const list = await api.listProducts({ query: { page: 1, perPage: 2, notes: ["Rose", "Sandalwood"], search: "" } });
    expect(list.data).toHaveLength(2);
    expect(list).toMatchObject({ page: 1, perPage: 2 });
    expect(await api.readProduct({ params: { slug: list.data[0]?.slug ?? "" } })).toMatchObject({
      _id: list.data[0]?._id,
    });
    await expect(api.readProduct({ params: { slug: "no-such-product" } })).rejects.toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  it("reads public endpoints alone, since it caches its pages", async () => {
    for (const [name, { method, path }] of Object.entries(endpoints))
      if (method === "GET" && !publicNames.includes(name as PublicEndpointName))
        expect({ path, status: (await call(name as PublicEndpointName, {})).status }).toEqual({ path, status: 404 });
  });

  it("has no public endpoint that changes something or needs a token", () => {
    for (const endpoint of everyEndpoint.filter((endpoint) => endpoint.public))
      expect({ path: endpoint.path, method: endpoint.method, isOpen: isOpen(endpoint) }).toEqual({
        path: endpoint.path,
        method: "GET",
        isOpen: true,
      });
  });

  it("gets the origin of the page's request", async () => {
    expect(await call("readShop", {}, "https://shop.example")).toMatchObject({
      body: { data: { origin: "https://shop.example" } },
    });
  });
});

describe.each(everyEndpoint)("$method $path", (endpoint) => {
  it("is in the OpenAPI document, below /api", { meta: { requirements: "S7.01" } }, async () => {
    const { body } = await shop.get("/api/docs/json");
    const documented = body.paths[`/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`]?.[endpoint.method.toLowerCase()];
    expect(documented).toMatchObject({ summary: endpoint.summary, tags: [endpoint.tag] });
    const statuses = [
      "200",
      "400",
      ...(endpoint.auth === "session" ? ["401"] : []),
      ...(endpoint.body ? ["422"] : []),
      "500",
      "503",
    ];
    expect(Object.keys(documented.responses)).toEqual(expect.arrayContaining(statuses));
    for (const { description } of Object.values<{ description: string }>(documented.responses))
      expect(description).toMatch(/^(Done|The file)$|.{20}/);
  });
});

/** The paths of the OpenAPI document, with schemas in place of their names. */
// biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
async function documentedShop(): Promise<Record<string, any>> {
  const { paths, components } = (await shop.get("/api/docs/json")).body;
  const withSchemas = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(withSchemas);
    if (part === null || typeof part !== "object") return part;
    const [, name] = /^#\/components\/schemas\/(\w+)$/.exec((part as { $ref?: string }).$ref ?? "") ?? [];
    if (name && !components.schemas[name]) throw new Error(`There is no schema ${name}.`);
    return name
      ? withSchemas(components.schemas[name])
      : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withSchemas(inner)]));
  };
  return withSchemas(paths) as object;
}

describe("the documentation", () => {
  it("names its operations as the contract does, and the types of generated clients", async () => {
    const { paths, components, servers } = (await shop.get("/api/docs/json")).body;
    const operations = Object.values<Record<string, { operationId: string; security: object[] }>>(paths).flatMap(
      (methods) => Object.values(methods),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(
      [
        ...Object.keys(endpoints),
        "readCreditNote",
        "readInvoice",
        "readReceiptVoucher",
        "readRefundVoucher",
        "receivePaymentEvent",
      ].sort(),
    );
    expect(operations.filter(({ security }) => security === undefined)).toEqual([]);
    expect(servers).toEqual([{ url: "/" }]);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(["Product", "Order", "CartItem", "AddToCartBody", "AddToCartResponse", "Error404"]),
    );
    expect(paths["/api/cart"].post.requestBody.content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/AddToCartBody",
    });
    const admin = await readAdminDocument();
    expect(
      Object.values(admin.paths)
        .flatMap((methods) => Object.values(methods).map((one) => one.operationId))
        .sort(),
    ).toEqual(Object.keys(adminEndpoints).sort());
  });

  it("lists the codes of each error status", async () => {
    const { schema } = (await documentedShop())["/api/init/payment"].post.responses[409].content["application/json"];
    expect(schema.required).toContain("code");
    expect(schema.properties.code.enum).toEqual(expect.arrayContaining(["cart_changed", "price_changed"]));
    expect(schema.properties.code.enum).not.toContain("out_of_stock");
    expect(schema.properties.code.description).toContain("`already_paid`: The order is paid");
  });

  it("opens with and without a slash at its end", async () => {
    const bare = await shop.get("/api/docs");
    expect(bare).toMatchObject({ status: 308, headers: { location: "/api/docs/" } });
    const { status, body, headers } = await shop.get("/api/docs/");
    expect(status).toBe(200);
    // A shop requested by http has no https URL from which a browser could load the files.
    expect(headers["content-security-policy"]).toMatch(/^default-src 'self';(?!.*(upgrade-insecure-requests|https?:))/);
    const files = [...body.matchAll(/(?:src|href)="\.\/(static\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await shop.get(`/api/docs/${file}`)).status).toBe(200);
  });

  it("names every part of a form, and what is a file", async () => {
    const paths = await documentedShop();
    const parts = (path: string) => paths[path].post.requestBody.content["multipart/form-data"].schema.properties;
    expect(parts("/api/review/file")).toEqual({ file: expect.objectContaining({ type: "string", format: "binary" }) });
    const profile = parts("/api/user/update");
    expect(Object.keys(profile).sort()).toEqual(
      [
        "name",
        "mobile_no",
        "dob",
        "profile_image",
        ...["street", "city", "state", "pincode"].map((key) => `address[${key}]`),
      ].sort(),
    );
    expect(profile.profile_image).toMatchObject({ type: "string", format: "binary" });
  });

  it("names the documents of an order as PDF, and the webhook", async () => {
    const { paths } = (await shop.get("/api/docs/json")).body;
    for (const document of ["invoice", "credit-note", "receipt-voucher", "refund-voucher"]) {
      const { responses } = paths[`/api/order/{number}/${document}`].get;
      expect(Object.keys(responses[200].content)).toEqual(["application/pdf"]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "404", "409"]));
    }
    const { parameters, requestBody, responses } = paths["/api/webhooks/razorpay"].post;
    expect(parameters.map(({ name }: { name: string }) => name)).toContain("x-razorpay-signature");
    expect(requestBody.content["application/json"]).toBeDefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "400"]));
  });
});

describe("a request", () => {
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

describe("a client", () => {
  it("is a guest or a customer: no session has a role, and a customer’s token opens nothing of staff’s", {
    meta: { requirements: "S1.32, S6.11, R29" },
  }, async () => {
    expect(new Set(everyEndpoint.map(({ auth }) => auth))).toEqual(
      new Set([undefined, "optional", "session", "reset"]),
    );
    const { body: documented } = await shop.get("/api/docs/json");
    expect(new Set(Object.keys(documented.paths))).toEqual(
      new Set([
        ...everyEndpoint.map(({ path }) => `/api${path.replace(/:(\w+)/g, "{$1}")}`),
        "/api/order/{number}/invoice",
        "/api/order/{number}/credit-note",
        "/api/order/{number}/receipt-voucher",
        "/api/order/{number}/refund-voucher",
        "/api/webhooks/razorpay",
      ]),
    );

    const login = await shop.app.inject({ method: "POST", url: "/api/user/login", payload: DEMO_LOGIN });
    const { data: session } = login.json();
    expect(Object.keys(session).sort()).toEqual(["_id", "email", "name", "profile_image", "token"]);
    const headers = { authorization: `Bearer ${session.token}` };
    const { body: user } = await shop.get("/api/user", headers);
    expect(Object.keys(user.data)).not.toContain("role");
    for (const path of ["/api/admin", "/api/staff", "/api/admin/order", "/admin/api/no-such-call"])
      expect({ path, status: (await shop.get(path, headers)).status }).toEqual({ path, status: 404 });
    for (const path of ["/admin/api/session", "/admin/api/staff", "/admin/api/audit", "/admin/api/docs/json"])
      expect({ path, status: (await shop.get(path, headers)).status }).toEqual({ path, status: 401 });
  });
});
