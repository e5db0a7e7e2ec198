/** Carts, checkouts and orders of shopping agents, in both versions of the protocol: until the buyer has paid on the shop's page. */

import { createHash, createPublicKey, randomUUID, verify } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { deleteOldAgentSessions } from "../../server/operations/agents/buying/housekeeping.ts";
import { UCP_VERSIONS, type UcpVersion } from "../../server/operations/agents/versions.ts";
import { eraseTraces } from "../../server/people/accounts/erase-account.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { callTool, sendMcp } from "../ucp/mcp.ts";
import { type AgentRequest, startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { responseErrors, type SchemaOperation } from "../ucp/schemas.ts";
import { buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const PHOTO = { path: "/catalogue/rose.ab12cd34.avif", width: 1600, height: 1200, alt: "A rose", color: "#888888" };

let shop: TestShop;
let platform: TestPlatform;
let other: TestPlatform;
let shoppers: ReturnType<typeof buyersOf>;
let category: number;
let buyers = 0;

beforeAll(async () => {
  shop = await openShop({
    environment: { AGENTS_FROM_LOOPBACK: "true", CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "40" },
  });
  [platform, other] = await Promise.all([startPlatform(), startPlatform()]);
  shoppers = buyersOf(shop);
  category = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  await makeProduct(shop, {
    slug: "rose-of-kannauj",
    title: "Rose of Kannauj",
    allergens: ["Citronellol"],
    categoryId: category,
    images: [PHOTO],
    sku: "ROSE-10",
    label: "10 ml",
    pricePaise: 49_900,
    originalPricePaise: 59_900,
    stock: 50,
  });
  await makeProduct(shop, {
    slug: "oudh",
    title: "Oudh",
    categoryId: category,
    sku: "OUDH-50",
    label: "50 ml",
    pricePaise: 199_900,
    stock: 3,
  });
  await makeProduct(shop, {
    slug: "gone",
    title: "Gone",
    categoryId: category,
    sku: "GONE-10",
    label: "10 ml",
    pricePaise: 9_900,
    stock: 0,
  });
  await askAdmin(shop, "createOffer --name Tenth --kind percentage --percent 10 --codes TENTH");
});
afterAll(() => Promise.all([shop?.close(), platform?.close(), other?.close()]));

const ROSE = { item: { id: "ROSE-10" }, quantity: 2 };
const ADDRESS = {
  street_address: "18 Ashok Marg",
  address_locality: "Lucknow",
  address_region: "UP",
  address_country: "IN",
  postal_code: "226001",
};

const newBuyer = () => {
  buyers += 1;
  return {
    first_name: "Asha",
    last_name: "Rao",
    email: `asha-${buyers}@example.com`,
    phone_number: "+919800098000",
  };
};
const shippingTo = (destination: object, option?: string) => ({
  methods: [
    {
      type: "shipping",
      destinations: [{ id: "home", ...destination }],
      selected_destination_id: "home",
      ...(option && { groups: [{ selected_option_id: option }] }),
    },
  ],
});
const everything = () => ({ line_items: [ROSE], buyer: newBuyer(), fulfillment: shippingTo(ADDRESS) });

// biome-ignore lint/suspicious/noExplicitAny: responses are checked against the published schemas
type Body = any;

/** Sends a request for a checkout or cart, whose response is valid by the published schema. */
async function call(
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
  { status = 200, by = platform, ...options }: AgentRequest & { status?: number; by?: TestPlatform } = {},
): Promise<Body> {
  const response = await by.send(shop, method, path, body, options);
  expect([response.statusCode, response.body]).toEqual([status, expect.any(String)]);
  const schema = path.startsWith("/carts") ? "cart" : path.startsWith("/orders") ? "order" : "checkout";
  const operation: SchemaOperation = method === "GET" ? "read" : method === "PUT" ? "update" : "create";
  const { version = "2026-08-25" } = options;
  const sent = response.json();
  expect(responseErrors({ body: sent }, { version, schema: `schemas/shopping/${schema}.json`, operation })).toEqual([]);
  expect(response.body).not.toContain("undefined");
  return sent;
}
const create = (body: object, options: AgentRequest = {}) =>
  call("POST", "/checkout-sessions", body, { ...options, status: 201 });
const read = (id: string, options: AgentRequest & { by?: TestPlatform } = {}) =>
  call("GET", `/checkout-sessions/${id}`, undefined, options);
const update = (id: string, body: object, options: AgentRequest = {}) =>
  call("PUT", `/checkout-sessions/${id}`, body, options);
const codes = ({ messages = [] }: Body) => messages.map(({ code }: Body) => code);
const errorsOf = ({ messages = [] }: Body) =>
  messages.filter(({ type }: Body) => type === "error").map(({ code, path, severity }: Body) => [code, severity, path]);
const amounts = ({ totals }: Body) => totals.map(({ type, amount }: Body) => [type, amount]);

const page = (id: string) => `draft-orders/${id}`;
const readPage = (id: string) => shoppers.people.get(page(id));
const payOnPage = (id: string, rupees: number) => shoppers.people.post(`${page(id)}/pay`, { total_price: rupees });
async function paid(id: string, rupees: number): Promise<string> {
  const opened = await payOnPage(id, rupees);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const { id: paymentId } = await simulatePayment(shop.db, opened.body.data.id, { quiet: true });
  const proof = signedProof(opened.body.data.id, paymentId);
  expect((await shoppers.people.post(`${page(id)}/verify`, proof)).body.data.outcome).toBe("paid");
  return opened.body.data.orderNumber;
}

/** Lets unsigned agents check out meanwhile, as those over MCP here are. */
async function withUnsigned(run: () => Promise<void>): Promise<void> {
  const value = (text: string) => storeSetting(shop.db, "AGENTS_SIGNED_ONLY", text);
  const isOpen = async () =>
    (await callTool(shop, platform, "get_checkout", { id: "unknown" })).json().result !== undefined;
  await value("false");
  await expect.poll(isOpen).toBe(true);
  await run();
  await value("true");
  await expect.poll(isOpen).toBe(false);
}

describe.each(UCP_VERSIONS)("in version %s", (version: UcpVersion) => {
  it("a checkout says what is missing, leads its buyer to the page that pays, and is completed by the payment", async () => {
    const started = await create({ line_items: [ROSE], discounts: { codes: ["tenth"] } }, { version });
    expect(started).toMatchObject({
      status: "incomplete",
      currency: "INR",
      ucp: { version, payment_handlers: {} },
      line_items: [
        {
          id: "ROSE-10",
          item: { id: "ROSE-10", price: 49_900, image_url: expect.stringMatching(/^https?:/) },
          quantity: 2,
          totals: [
            { type: "subtotal", amount: 99_800 },
            { type: "items_discount", amount: -9_980 },
            { type: "total", amount: 89_820 },
          ],
        },
      ],
      discounts: {
        codes: ["tenth"],
        applied: [
          {
            ...{ code: "TENTH", title: "Tenth", amount: 9_980, automatic: false, priority: 1 },
            allocations: [{ path: "$.line_items[0]", amount: 9_980 }],
          },
        ],
      },
      links: [
        { type: "privacy_policy", url: "http://shop.test/privacy-policy" },
        { type: "terms_of_service", url: "http://shop.test/terms-conditions" },
        { type: "shipping_policy", url: "http://shop.test/terms-conditions#delivery" },
        { type: "refund_policy", url: "http://shop.test/refund-plocy" },
        { type: "faq", url: "http://shop.test/faq" },
      ],
      continue_url: `http://shop.test/pay/${started.id}`,
    });
    // 2 × ₹499 = ₹998; 10 % of it is ₹99.80.
    expect(amounts(started)).toEqual([
      ["subtotal", 99_800],
      ["items_discount", -9_980],
      ["total", 89_820],
    ]);
    expect(errorsOf(started)).toEqual([
      ["field_required", "recoverable", "$.buyer.first_name"],
      ["field_required", "recoverable", "$.buyer.email"],
      ["field_required", "recoverable", "$.buyer.phone_number"],
      ["field_required", "recoverable", "$.fulfillment.methods[0].destinations"],
    ]);
    expect(started.messages).toContainEqual({
      type: "warning",
      code: "allergens",
      content: "Contains these fragrance allergens: Citronellol.",
      path: "$.line_items[0]",
      presentation: "disclosure",
    });
    expect((await readPage(started.id)).body.data).toMatchObject({
      state: "open",
      byAssistant: true,
      customer: { name: "", email: "" },
      items: [{ quantity: 2, price: 499 }],
      problem: "The buyer’s name is missing.",
    });

    const buyer = newBuyer();
    const ready = await update(
      started.id,
      {
        line_items: [ROSE],
        buyer,
        discounts: { codes: ["tenth"] },
        fulfillment: shippingTo(ADDRESS, "standard"),
      },
      { version },
    );
    expect(ready).toMatchObject({
      status: "requires_escalation",
      buyer,
      fulfillment: {
        methods: [
          {
            type: "shipping",
            line_item_ids: ["ROSE-10"],
            destinations: [{ id: "home", ...ADDRESS, ...(version === "2026-08-25" && { type: "shipping_address" }) }],
            selected_destination_id: "home",
            groups: [{ options: [{ id: "standard", title: "Standard" }], selected_option_id: "standard" }],
          },
        ],
      },
    });
    expect(errorsOf(ready)).toEqual([["payment_required", "requires_buyer_input", undefined]]);
    expect(amounts(ready)).toEqual([
      ["subtotal", 99_800],
      ["items_discount", -9_980],
      ["fulfillment", 0],
      ["total", 89_820],
    ]);
    expect(await read(ready.id, { version })).toEqual({ ...ready, messages: expect.any(Array) });
    // Nothing is charged, and no stock is held.
    const completed = await call("POST", `/checkout-sessions/${ready.id}/complete`, { payment: {} }, { version });
    expect(completed.status).toBe("requires_escalation");
    expect(await rowsOf(shop, sql`select 1 from customer where email = ${buyer.email}`)).toEqual([]);

    expect((await readPage(ready.id)).body.data).toMatchObject({
      state: "open",
      customer: { name: "Asha Rao", email: buyer.email, mobile_no: "9800098000" },
      shippingAddress: LUCKNOW,
      offers: [{ name: "Tenth", code: "TENTH", discount: 99.8 }],
      shippingMethod: { name: "Standard" },
      totalPrice: 898.2,
      // ₹898.20 + ₹40 = ₹938.20, rounded down.
      cashOnDelivery: { fee: 40, rounding: 0.2, totalPrice: 938 },
      problem: null,
    });
    const number = await paid(ready.id, 898.2);
    expect((await readPage(ready.id)).body.data).toMatchObject({
      state: "paid",
      orderNumber: number,
      totalPrice: 898.2,
    });
    await shoppers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);

    const done = await read(ready.id, { version });
    expect(done).toMatchObject({
      status: "completed",
      order: { id: number, label: number, permalink_url: `http://shop.test/profile?tab=5&order=${number}` },
    });
    expect(amounts(done)).toEqual(amounts(ready));
    expect(done).not.toHaveProperty("continue_url");
    expect(errorsOf(done)).toEqual([]);
    const unchanged = await update(ready.id, { line_items: [{ ...ROSE, quantity: 9 }] }, { version });
    expect(unchanged).toMatchObject({ status: "completed", line_items: [{ quantity: 2 }] });
    expect(errorsOf(unchanged)).toEqual([["checkout_closed", "unrecoverable", undefined]]);

    const order = await call("GET", `/orders/${number}`, undefined, { version });
    expect(order).toMatchObject({
      id: number,
      checkout_id: ready.id,
      line_items: [{ id: "ROSE-10", quantity: { original: 2, total: 2, fulfilled: 0 }, status: "processing" }],
      fulfillment: {
        expectations: [{ line_items: [{ id: "ROSE-10", quantity: 2 }], method_type: "shipping", destination: ADDRESS }],
        events: [{ type: "processing", line_items: [{ id: "ROSE-10", quantity: 2 }] }],
      },
      adjustments: [],
    });
    expect(amounts(order)).toEqual(amounts(done));
    expect(await rowsOf(shop, sql`select agent_origin from customer_order where number = ${number}`)).toEqual([
      { agent_origin: platform.origin },
    ]);
  });

  it("a cart becomes one checkout with its items and codes, and is gone once it is canceled", async () => {
    const cart = await call(
      "POST",
      "/carts",
      { line_items: [ROSE], discounts: { codes: ["TENTH"] } },
      { version, status: 201, signed: false },
    );
    expect(cart).not.toHaveProperty("status");
    expect(cart.continue_url).toBe(`http://shop.test/cart/assistant/${cart.id}`);
    expect(errorsOf(cart)).toEqual([]);
    expect(amounts(cart).at(-1)).toEqual(["total", 89_820]);
    const changed = await call(
      "PUT",
      `/carts/${cart.id}`,
      { id: cart.id, line_items: [{ ...ROSE, quantity: 1 }] },
      { version },
    );
    expect(changed.discounts.codes).toEqual([]);
    expect(amounts(changed).at(-1)).toEqual(["total", 49_900]);
    const checkout = await create({ cart_id: cart.id, line_items: [{ ...ROSE, quantity: 7 }] }, { version });
    expect(checkout.line_items).toMatchObject([{ quantity: 1 }]);
    const again = await call("POST", "/checkout-sessions", { cart_id: cart.id, line_items: [] }, { version });
    expect(again.id).toBe(checkout.id);
    expect((await call("POST", `/carts/${cart.id}/cancel`, undefined, { version })).id).toBe(cart.id);
    expect(codes(await call("GET", `/carts/${cart.id}`, undefined, { version }))).toEqual(["not_found"]);
    expect(
      codes(await call("POST", "/checkout-sessions", { cart_id: cart.id, line_items: [ROSE] }, { version })),
    ).toEqual(["not_found"]);
  });

  it("the consent to marketing becomes a newsletter that asks first, once the buyer has ordered", async () => {
    const buyer = newBuyer();
    const consent =
      version === "2026-08-25"
        ? { "dev.ucp.consent.marketing": { granted: true, source: "platform" }, "com.example.other": { granted: true } }
        : { marketing: true, analytics: false };
    const ready = await create({ ...everything(), buyer: { ...buyer, consent } }, { version });
    expect(ready.buyer.consent).toEqual(
      version === "2026-08-25"
        ? {
            "dev.ucp.consent.marketing": {
              granted: true,
              source: "platform",
              description: "The shop’s newsletter by email. It asks by email first.",
            },
          }
        : { marketing: true, analytics: false },
    );
    const subscribed = () => rowsOf(shop, sql`select state from newsletter_subscriber where email = ${buyer.email}`);
    expect(await subscribed()).toEqual([]);
    await paid(ready.id, 998);
    expect(await subscribed()).toEqual([{ state: "pending" }]);
  });
});

describe("a checkout", () => {
  it("over MCP has the same responses, and takes its id beside the payload", async () => {
    const body = everything();
    const created = (await callTool(shop, platform, "create_cart", { cart: body })).json().result.structuredContent;
    expect(created.line_items).toHaveLength(1);
    const signedOnly = await callTool(shop, platform, "create_checkout", { checkout: body });
    expect(signedOnly.json().error.data.code).toBe("signature_missing");
  });

  it("over MCP is not completed or canceled without a key, and neither is a cart", async () => {
    const meta = { "ucp-agent": { profile: platform.profileUrl("2026-08-25") } };
    const send = (name: string, key: object, headers = {}) =>
      sendMcp(
        shop,
        "tools/call",
        { name, arguments: { meta: { ...meta, ...key }, id: "unknown", checkout: {} } },
        headers,
      );
    for (const name of ["complete_checkout", "cancel_checkout", "cancel_cart"])
      for (const key of [{}, { "idempotency-key": 5 }]) {
        const { error } = (await send(name, key)).json();
        expect([error.code, error.data.code, error.message]).toEqual([
          -32602,
          "invalid_request",
          expect.stringContaining('$.meta["idempotency-key"]'),
        ]);
      }
    const withHeader = await send("cancel_cart", {}, { "idempotency-key": randomUUID() });
    expect(codes(withHeader.json().result.structuredContent)).toEqual(["not_found"]);
  });

  it("is signed by a published key when it is completed, and so is an order, over REST and MCP", async () => {
    const { id } = await create(everything());
    const number = await paid(id, 998);
    const meta = { "ucp-agent": { profile: platform.profileUrl("2026-08-25") }, "idempotency-key": randomUUID() };
    const call = { name: "complete_checkout", arguments: { meta, id, checkout: {} } };
    const { keys } = (await shop.get("/.well-known/ucp")).body;
    await withUnsigned(async () => {
      for (const response of [
        await platform.send(shop, "POST", `/checkout-sessions/${id}/complete`, { payment: {} }),
        await platform.send(shop, "GET", `/orders/${number}`),
        await sendMcp(shop, "tools/call", call),
      ]) {
        expect(response.body).toContain(number);
        const { "content-digest": digest, "content-type": type, "signature-input": input = "" } = response.headers;
        expect(digest).toBe(`sha-256=:${createHash("sha256").update(response.rawPayload).digest("base64")}:`);
        const parameters = String(input).replace(/^sig1=/, "");
        expect(parameters).toMatch(/^\("@status" "content-digest" "content-type"\);created=\d+;keyid="[\w-]{43}"$/);
        const base = `"@status": 200\n"content-digest": ${digest}\n"content-type": ${type}\n"@signature-params": ${parameters}`;
        const signature = Buffer.from(String(response.headers.signature).slice(6, -1), "base64");
        const key = createPublicKey({ key: keys[0], format: "jwk" });
        expect(verify("sha256", Buffer.from(base), { key, dsaEncoding: "ieee-p1363" }, signature)).toBe(true);
      }
    });
    expect((await platform.send(shop, "GET", `/checkout-sessions/${id}`)).headers).not.toHaveProperty("signature");
  });

  it("replaces everything with each update, but may choose from the destinations sent before", async () => {
    const ready = await create(everything());
    const without = await update(ready.id, { line_items: [ROSE] });
    expect(without).toMatchObject({ status: "incomplete" });
    expect(without).not.toHaveProperty("fulfillment");
    const two = await update(ready.id, {
      line_items: [ROSE],
      buyer: newBuyer(),
      fulfillment: { methods: [{ type: "shipping", destinations: [ADDRESS, { ...ADDRESS, postal_code: "560001" }] }] },
    });
    expect(errorsOf(two)).toEqual([
      ["destination_unknown", "recoverable", "$.fulfillment.methods[0].selected_destination_id"],
    ]);
    const chosen = await update(ready.id, {
      line_items: [ROSE],
      buyer: newBuyer(),
      fulfillment: { methods: [{ selected_destination_id: "destination_1" }] },
    });
    expect(chosen.status).toBe("requires_escalation");
  });

  it("says which items there are not, and clamps a quantity to the stock", async () => {
    const none = await call("POST", "/checkout-sessions", {
      line_items: [
        { item: { id: "NOTHING" }, quantity: 1 },
        { item: { id: "GONE-10" }, quantity: 1 },
      ],
    });
    expect(none.ucp.status).toBe("error");
    expect(errorsOf(none)).toEqual([
      ["item_unavailable", "unrecoverable", undefined],
      ["out_of_stock", "unrecoverable", undefined],
    ]);
    const some = await create({
      ...everything(),
      line_items: [
        { item: { id: "GONE-10" }, quantity: 1 },
        { item: { id: "OUDH-50" }, quantity: 5 },
      ],
    });
    expect(some).toMatchObject({ status: "incomplete", line_items: [{ id: "OUDH-50", quantity: 3 }] });
    expect(errorsOf(some)).toEqual([["out_of_stock", "recoverable", "$.line_items"]]);
    expect(some.messages).toContainEqual({
      type: "warning",
      code: "quantity_adjusted",
      content: "There are only 3 of Oudh, 50 ml for an order, so 5 became 3.",
      path: "$.line_items[0].quantity",
    });
  });

  it.each([
    ["abroad", { ...ADDRESS, address_country: "US" }, "address_undeliverable", "address_country"],
    ["with the pincode of another state", { ...ADDRESS, postal_code: "560001" }, "state_differs", "address_region"],
    ["without a street", { ...ADDRESS, street_address: undefined }, "field_required", "street_address"],
    ["without a pincode", { ...ADDRESS, postal_code: "2260" }, "field_invalid", "postal_code"],
    ["in no printable script", { ...ADDRESS, street_address: "北京" }, "field_invalid", "street_address"],
  ])("that goes to an address %s can be mended", async (_, address, code, field) => {
    const made = await create({ ...everything(), fulfillment: shippingTo(address) });
    expect(made.status).toBe("incomplete");
    expect(errorsOf(made)).toEqual([[code, "recoverable", `$.fulfillment.methods[0].destinations[0].${field}`]]);
  });

  it("for a pincode that no courier serves names the way out, and is completed for one that is served", async () => {
    const owner = await signInAs(shop, "Owner");
    const { body: added } = await owner.send("POST", "/courier-accounts", {
      ...{ provider: "shiprocket", label: "Shiprocket", pickupPlace: "Primary", pickupPincode: "560001" },
      ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
    });
    const body = everything();
    const unserved = { ...ADDRESS, postal_code: "226100" };
    const made = await create({ ...body, fulfillment: shippingTo(unserved) });
    expect(made.status).toBe("incomplete");
    expect(errorsOf(made)).toEqual([
      ["address_undeliverable", "recoverable", "$.fulfillment.methods[0].selected_destination_id"],
    ]);
    expect(made.messages).toContainEqual(
      expect.objectContaining({ content: "The shop does not deliver to 226100 yet. Choose another address." }),
    );
    const early = await call("POST", `/checkout-sessions/${made.id}/complete`, { payment: {} });
    expect([early.status, errorsOf(early)]).toEqual(["incomplete", errorsOf(made)]);
    expect((await readPage(made.id)).body.data.problem).toBe(
      "The shop does not deliver to 226100 yet. Choose another address.",
    );
    expect((await payOnPage(made.id, 998)).status).toBe(409);
    const mended = await update(made.id, body);
    expect(mended.status).toBe("requires_escalation");
    const number = await paid(made.id, 998);
    expect(await read(made.id)).toMatchObject({ status: "completed", order: { id: number } });
    await owner.send("PATCH", `/courier-accounts/${added.data._id}`, { isEnabled: false });
  });

  it("goes to somebody else whom the destination names", async () => {
    const gift = { ...ADDRESS, first_name: "Ravi", last_name: "Iyer", phone_number: "+91 98765 43210" };
    const ready = await create({ ...everything(), fulfillment: shippingTo(gift) });
    expect(ready.status).toBe("requires_escalation");
    expect((await readPage(ready.id)).body.data).toMatchObject({ receiver: "Ravi Iyer", cashOnDelivery: null });
    const number = await paid(ready.id, 998);
    expect(
      await rowsOf(
        shop,
        sql`select gift -> 'receiver' ->> 'name' as name from customer_order where number = ${number}`,
      ),
    ).toEqual([{ name: "Ravi Iyer" }]);
  });

  it("warns of codes that do not apply, which stay, and tells whom they are not for only by the buyer’s email", async () => {
    const made = await create({ line_items: [ROSE], discounts: { codes: ["NOSUCH", "TENTH"] } });
    expect(made.discounts).toEqual({ codes: ["NOSUCH", "TENTH"], applied: [] });
    expect(made.messages.filter(({ path }: Body) => path?.startsWith("$.discounts"))).toEqual([
      {
        type: "warning",
        code: "discount_code_invalid",
        content: "We don’t know the code NOSUCH. Please check the spelling.",
        path: "$.discounts.codes[0]",
      },
      {
        type: "warning",
        code: "discount_code_combination_disallowed",
        content: "An order takes one code, so TENTH is not used.",
        path: "$.discounts.codes[1]",
      },
    ]);
  });

  it("is another platform’s as little as one that there is not, and needs a signature if the owner wants one", async () => {
    const { id } = await create(everything());
    for (const path of [`/checkout-sessions/${id}`, "/checkout-sessions/nothing"])
      expect(await call("GET", path, undefined, { by: other })).toEqual(
        await call("GET", "/checkout-sessions/unknown", undefined, { by: other }),
      );
    const unsigned = await platform.send(shop, "POST", "/checkout-sessions", everything(), { signed: false });
    expect([unsigned.statusCode, unsigned.json().code]).toEqual([401, "signature_missing"]);
  });

  it.each([
    ["no units", "$.line_items[0].quantity", { line_items: [{ ...ROSE, quantity: 0 }] }],
    ["half a unit", "$.line_items[0].quantity", { line_items: [{ ...ROSE, quantity: 1.5 }] }],
    ["a line without an item", "$.line_items[0].item", { line_items: [{ quantity: 1 }] }],
    ["51 lines", "$.line_items", { line_items: Array(51).fill(ROSE) }],
    ["60,000 letters", "$.buyer.email", { line_items: [ROSE], buyer: { email: "x".repeat(60_000) } }],
    ["methods that are no list", "$.fulfillment.methods", { line_items: [ROSE], fulfillment: { methods: "shipping" } }],
  ])("with %s is rejected by the field %s", async (_, path, body) => {
    const response = await platform.send(shop, "POST", "/checkout-sessions", body);
    expect([response.statusCode, response.json().code]).toEqual([400, "invalid_request"]);
    expect(response.json().content).toContain(path);
  });

  it("is completed once by two completes at once, with the same response for the same key", async () => {
    const { id } = await create(everything());
    const key = randomUUID();
    const complete = (idempotencyKey: string) =>
      platform.send(shop, "POST", `/checkout-sessions/${id}/complete`, { payment: {} }, { idempotencyKey });
    const [first, second] = await Promise.all([complete(randomUUID()), complete(randomUUID())]);
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 200]);
    expect((await complete(key)).body).toBe((await complete(key)).body);
    const otherBody = await platform.send(
      shop,
      "POST",
      `/checkout-sessions/${id}/complete`,
      { payment: { instruments: [] } },
      { idempotencyKey: key },
    );
    expect([otherBody.statusCode, otherBody.json().code]).toEqual([409, "idempotency_key_reused"]);
    expect(await rowsOf(shop, sql`select 1 from agent_checkout where id = ${id} and order_id is not null`)).toEqual([]);
  });

  it("with the key of another request is refused, and one that is sent again is made once, over REST and MCP", async () => {
    const key = randomUUID();
    const body = { line_items: [ROSE] };
    const another = { line_items: [{ ...ROSE, quantity: 1 }] };
    const send = (sent: object, by = platform) =>
      by.send(shop, "POST", "/checkout-sessions", sent, { idempotencyKey: key });
    const [first, again] = await Promise.all([send(body), send(body)]);
    expect([first?.statusCode, again?.statusCode, again?.body]).toEqual([201, 201, first?.body]);
    const reused = await send(another);
    expect([reused.statusCode, reused.json().code]).toEqual([409, "idempotency_key_reused"]);
    // A key is one platform's.
    expect((await send(body, other)).json().id).not.toBe(first?.json().id);
    const meta = { "ucp-agent": { profile: platform.profileUrl("2026-08-25") }, "idempotency-key": key };
    const carts = async () => (await rowsOf(shop, sql`select 1 from agent_cart`)).length;
    const put = (cart: object) => sendMcp(shop, "tools/call", { name: "create_cart", arguments: { meta, cart } });
    const before = await carts();
    const [one, two] = await Promise.all([put(body), put(body)]);
    expect([two?.body, await carts()]).toEqual([one?.body, before + 1]);
    const { error } = (await put(another)).json();
    expect([error.code, error.data.code]).toEqual([-32000, "idempotency_key_reused"]);
  });

  it("that is changed or canceled while its payment is open is not paid with what it was", async () => {
    const stock = async () =>
      (
        await rowsOf<{ reserved: number }>(
          shop,
          sql`select reserved from stock join variant on variant.id = variant_id where sku = 'ROSE-10'`,
        )
      )[0]?.reserved;
    const before = await stock();
    const body = everything();
    const { id } = await create(body);
    const opened = await payOnPage(id, 998);
    expect(opened.status).toBe(200);
    expect(await stock()).toBe((before ?? 0) + 2);
    // The same again changes nothing.
    await update(id, body);
    expect(await shoppers.stateOf(opened.body.data.orderNumber)).toBe("pending");
    const changed = await update(id, { ...body, line_items: [{ ...ROSE, quantity: 1 }] });
    expect(changed.status).toBe("requires_escalation");
    expect(await shoppers.stateOf(opened.body.data.orderNumber)).toBe("cancelled");
    expect(await stock()).toBe(before);
    const { id: paymentId } = await simulatePayment(shop.db, opened.body.data.id, { quiet: true });
    const late = await shoppers.people.post(`${page(id)}/verify`, signedProof(opened.body.data.id, paymentId));
    expect(late.body.data.outcome).toBe("refunded");
    expect((await call("POST", `/checkout-sessions/${id}/cancel`)).status).toBe("canceled");
    expect(errorsOf(await call("POST", `/checkout-sessions/${id}/cancel`))).toEqual([
      ["checkout_closed", "unrecoverable", undefined],
    ]);
    expect((await readPage(id)).body.data).toMatchObject({ state: "cancelled", customer: { email: "" } });
    expect((await payOnPage(id, 499)).status).toBe(409);
  });

  it("whose price has changed says so on its page before it is paid", async () => {
    await makeProduct(shop, {
      slug: "dear",
      title: "Dear",
      categoryId: category,
      sku: "DEAR",
      pricePaise: 10_000,
      stock: 9,
    });
    const { id } = await create({ ...everything(), line_items: [{ item: { id: "DEAR" }, quantity: 1 }] });
    await shop.db.execute(sql`update variant set price_paise = 12000 where sku = 'DEAR'`);
    expect(await payOnPage(id, 100)).toMatchObject({ status: 409, body: { code: "price_changed" } });
    expect((await readPage(id)).body.data.totalPrice).toBe(120);
    expect((await shoppers.people.post(`${page(id)}/pay`, {})).status).toBe(422);
    await paid(id, 120);
  });

  it("is ordered for cash on delivery by the code that is mailed to the buyer", async () => {
    const body = everything();
    const { id } = await create(body);
    const placed = await shoppers.people.post(`${page(id)}/cash`, { total_price: 1038 });
    expect(placed.body.data).toMatchObject({ amount: 1038, email: body.buyer.email });
    expect((await read(id)).status).toBe("requires_escalation");
    const { text } = await shoppers.people.mailAbout(
      body.buyer.email,
      `Confirm your order ${placed.body.data.orderNumber}`,
    );
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
    expect(
      (await shoppers.people.post(`${page(id)}/cash/confirm`, { code: code === "111111" ? "222222" : "111111" }))
        .status,
    ).toBe(422);
    const confirmed = await shoppers.people.post(`${page(id)}/cash/confirm`, { code });
    expect(confirmed.body.data).toEqual({ orderNumber: placed.body.data.orderNumber });
    const done = await read(id);
    // 2 × ₹499 + ₹40.
    expect(amounts(done)).toEqual([
      ["subtotal", 99_800],
      ["fulfillment", 0],
      ["fee", 4_000],
      ["total", 103_800],
    ]);
    expect(done).toMatchObject({ status: "completed", order: { id: placed.body.data.orderNumber } });
    expect((await readPage(id)).body.data).toMatchObject({ state: "paid", dueOnDelivery: 1038 });
  });

  it("expires, holds nothing, and is deleted with the account that was made for it", async () => {
    const body = everything();
    const { id } = await create(body);
    const opened = await payOnPage(id, 998);
    await shop.db.execute(sql`update agent_checkout set expires_at = now() - interval '2 days' where id = ${id}`);
    // While its payment is open, it can be paid.
    expect((await read(id)).status).toBe("requires_escalation");
    await shop.db.execute(sql`
      with expired as (update customer_order set state = 'expired', holds_stock = false where number = ${opened.body.data.orderNumber})
      update stock set reserved = reserved - 2 from variant where variant.id = variant_id and sku = 'ROSE-10'`);
    const expired = await read(id);
    expect(expired.status).toBe("canceled");
    expect(errorsOf(expired)).toEqual([["checkout_expired", "unrecoverable", undefined]]);
    const idle = everything();
    const abandoned = await create(idle);
    await shop.db.execute(
      sql`update agent_checkout set expires_at = now() - interval '2 days' where id = ${abandoned.id}`,
    );
    await deleteOldAgentSessions(shop.db, new Date());
    expect(codes(await read(abandoned.id))).toEqual(["not_found"]);
  });

  it("and a cart are erased with their buyer, whose order stays", async () => {
    const body = everything();
    const { id } = await create(body);
    const number = await paid(id, 998);
    const cart = await call("POST", "/carts", { line_items: [ROSE], buyer: body.buyer }, { status: 201 });
    const { email } = body.buyer;
    await shop.db.transaction((trx) =>
      eraseTraces(
        trx,
        { email, mobile: "", customerIds: [] },
        { deleteReviews: false, codeSecret: "secret", now: new Date() },
      ),
    );
    expect(codes(await read(id))).toEqual(["not_found"]);
    expect(codes(await call("GET", `/carts/${cart.id}`))).toEqual(["not_found"]);
    expect((await readPage(id)).status).toBe(404);
    const order = await call("GET", `/orders/${number}`);
    expect(order.fulfillment.expectations).toMatchObject([{ destination: { address_country: "IN" } }]);
    expect(JSON.stringify(order)).not.toContain("Ashok");
  });
});

describe("a cart", () => {
  it("is taken over by a customer, as far as it is available, with its code", async () => {
    const lines = [ROSE, { item: { id: "OUDH-50" }, quantity: 5 }];
    const request = { line_items: lines, discounts: { codes: ["tenth"] } };
    const { id } = await call("POST", "/carts", request, { status: 201, signed: false });
    const email = "takes-over@example.com";
    const { token } = await shoppers.people.signUp(email);
    const take = (cart: string) => shoppers.people.post(`cart/assistant/${cart}`, {}, { token });
    const taken = await take(id);
    expect([taken.status, taken.body.data]).toEqual([
      200,
      expect.objectContaining({
        count: 2,
        problems: ["There are only 3 of Oudh, 50 ml for an order, so 5 became 3."],
      }),
    ]);
    const inCart = (await shoppers.people.get("cart", token)).body;
    expect(inCart.data.map(({ quantity }: Body) => quantity).sort()).toEqual([2, 3]);
    expect(inCart.code).toEqual({ code: "TENTH", problem: null });
    expect((await take("unknown")).status).toBe(404);
    expect((await shoppers.people.post(`cart/assistant/${id}`, {})).status).toBe(401);
  });
});

describe("an order", () => {
  it("is read by the platform that brought it alone, signed, with parcels and refunds", async () => {
    const { id } = await create(everything());
    const number = await paid(id, 998);
    const unsigned = await platform.send(shop, "GET", `/orders/${number}`, undefined, { signed: false });
    expect([unsigned.statusCode, unsigned.json().code]).toEqual([401, "signature_missing"]);
    expect(codes(await call("GET", `/orders/${number}`, undefined, { by: other }))).toEqual(["not_found"]);
    expect(codes(await call("GET", "/orders/KW-0000-0000"))).toEqual(["not_found"]);
    const [{ id: orderId } = { id: 0 }] = await rowsOf<{ id: number }>(
      shop,
      sql`select id::int as id from customer_order where number = ${number}`,
    );
    await shop.db.execute(sql`insert into shipment (order_id, courier, awb, shipped_at, delivered_at)
      values (${orderId}, 'Delhivery', ${`AWB${orderId}`}, now(), now() + interval '1 hour')`);
    const shipped = await call("GET", `/orders/${number}`);
    expect(shipped.line_items).toMatchObject([
      { quantity: { original: 2, total: 2, fulfilled: 2 }, status: "fulfilled" },
    ]);
    expect(shipped.fulfillment.events.map(({ type }: Body) => type)).toEqual(["processing", "shipped", "delivered"]);
    expect(shipped.fulfillment.events[1]).toMatchObject({
      tracking_number: `AWB${orderId}`,
      tracking_url: `http://shop.test/tracking?find=AWB${orderId}&by=awb`,
      carrier: "Delhivery",
    });
  });

  it("is found by staff by the platform that brought it, and shows it", async () => {
    const owner = await signInAs(shop, "Owner");
    const { id } = await create(everything());
    const number = await paid(id, 998);
    const found = async (agent: string) =>
      (await owner.send("GET", `/orders?agent=${encodeURIComponent(agent)}`)).body.data.orders.map(
        (one: { number: string }) => one.number,
      );
    expect(await found("any")).toContain(number);
    expect(await found(platform.origin)).toContain(number);
    expect(await found("agent.example")).toEqual([]);
    expect((await owner.send("GET", `/orders/${number}`)).body.data.agent).toBe(platform.origin);
  });
});

describe("with shipping that costs, and offers", () => {
  beforeAll(async () => {
    const owner = await signInAs(shop, "Owner");
    const { version } = (await owner.send("GET", "/shipping")).body.data;
    const methods = [
      { code: "standard", name: "Standard", cutOff: "14:00" },
      { code: "express", name: "Express", cutOff: "12:00" },
    ];
    const rates = { standard: [{ fromGrams: 0, price: 50 }], express: [{ fromGrams: 0, price: 120 }] };
    const zones = [{ code: "all", name: "India", pincodes: [], states: [], rates }];
    expect((await owner.send("PATCH", "/shipping", { version, methods, zones })).status).toBe(200);
    await askAdmin(shop, "createOffer --name Free --kind free_shipping --minimum 900");
    await askAdmin(shop, "createOffer --name Carriage --kind free_shipping --codes CARRIAGE");
  });

  it.each(UCP_VERSIONS)("each discount says where it went, until the order, in version %s", async (version) => {
    const body = { ...everything(), discounts: { codes: ["tenth"] } };
    const ready = await create(body, { version });
    const off = (amount: number, path: string) => ({ amount, allocations: [{ path, amount }] });
    const applied = [
      { title: "Tenth", code: "TENTH", automatic: false, priority: 2, ...off(9_980, "$.line_items[0]") },
      { title: "Free", automatic: true, priority: 1, ...off(5_000, "$.totals.shipping") },
    ].sort((one, other) => one.priority - other.priority);
    expect(ready.discounts.applied).toEqual(applied);
    // 2 × ₹499 = ₹998; 10 % of it is ₹99.80; shipping of ₹50 is free.
    expect(amounts(ready)).toEqual([
      ["subtotal", 99_800],
      ["items_discount", -9_980],
      ["fulfillment", 5_000],
      ["discount", -5_000],
      ["total", 89_820],
    ]);
    expect(ready.fulfillment.methods[0].groups[0].options).toMatchObject([
      {
        id: "standard",
        totals: [
          { type: "fulfillment", amount: 5_000 },
          { type: "discount", amount: -5_000 },
          { type: "total", amount: 0 },
        ],
      },
      { id: "express", totals: [{ amount: 12_000 }, { amount: -12_000 }, { type: "total", amount: 0 }] },
    ]);
    expect((await readPage(ready.id)).body.data).toMatchObject({ shipping: 0, totalPrice: 898.2 });

    const placed = await shoppers.people.post(`${page(ready.id)}/cash`, { total_price: 938 });
    const { text } = await shoppers.people.mailAbout(
      body.buyer.email,
      `Confirm your order ${placed.body.data.orderNumber}`,
    );
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
    await shoppers.people.post(`${page(ready.id)}/cash/confirm`, { code });
    const done = await read(ready.id, { version });
    // With the fee of ₹40 it is ₹938.20, rounded down.
    expect(amounts(done)).toEqual([
      ["subtotal", 99_800],
      ["items_discount", -10_000],
      ["fulfillment", 5_000],
      ["discount", -5_000],
      ["fee", 4_000],
      ["total", 93_800],
    ]);
    expect(done.discounts.applied).toEqual([
      ...applied,
      { title: "Rounded down to whole rupees", automatic: true, priority: 3, ...off(20, "$.line_items[0]") },
    ]);
    const order = await call("GET", `/orders/${placed.body.data.orderNumber}`, undefined, { version });
    expect(amounts(order)).toEqual(amounts(done));
  });

  it("a code for free shipping is not refused while nobody knows what shipping costs", async () => {
    const discounts = { codes: ["CARRIAGE"] };
    const one = { ...everything(), line_items: [{ ...ROSE, quantity: 1 }], discounts };
    const cart = await call("POST", "/carts", { line_items: one.line_items, discounts }, { status: 201 });
    expect(cart.messages.filter(({ path }: Body) => path?.startsWith("$.discounts"))).toEqual([]);
    const checkout = await create(one);
    expect(checkout.discounts.applied).toMatchObject([{ code: "CARRIAGE", amount: 5_000 }]);
  });
});
