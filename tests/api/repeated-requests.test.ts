/** A request that is sent again, because its response was lost or twice at once, is done once. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { deliverOrder, shipOrder } from "../../server/orders/fulfilment/fulfil-order.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import { agentCart, phoneTemplate } from "../../server/platform/database/schema.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { makeCustomer, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_MIN_RUPEES: "1", CASH_MAX_RUPEES: "20000" } });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

/** Endpoints whose repeat needs the key, by the contract: a new one does not compile until it is listed here. */
type KeyNameOf<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { repeat: "key" | "key_or_same" } ? Name : never;
}[keyof Endpoints];

interface Sample {
  params?: Record<string, string>;
  body?: unknown;
  /** A customer's token. */
  token?: string;
}

const made = () => randomUUID().slice(0, 8);
const aCustomer = async () => makeCustomer(shop.db, `asha-${made()}@example.com`);
const aPublicId = async () => {
  const { id } = await aCustomer();
  return (await rowsOf<{ id: string }>(shop, sql`select public_id as id from customer where id = ${id}`))[0]?.id ?? "";
};
const aSku = async () => {
  const sku = `SKU-${made()}`;
  await shoppers.sell({ sku, stock: 50 });
  return sku;
};
async function bought(quantity = 3): Promise<{ asha: Buyer; number: string }> {
  const asha = await shoppers.buyer({ [await shoppers.sell({ stock: 20, pricePaise: 74_900 })]: quantity });
  return { asha, number: (await asha.buy()).orderNumber };
}
async function delivered() {
  const { asha, number } = await bought();
  await shop.db.transaction(async (trx) => {
    const order = await lockOrderByNumber(trx, number);
    const step = { sender: await readMailSender(trx, {}, SHOP), returnDays: 7, now: new Date() };
    await deliverOrder(trx, await shipOrder(trx, order, { courier: "Delhivery", awb: `AWB${made()}` }, step), step);
  });
  return { asha, number };
}
const CONTACT = { name: "Asha Rao", phone: "9845012345", address: "Lucknow", message: "Where is it?" };
const aMemberId = async () => String((await signInAs(shop, "Packer", `${made()}@staff.example`)).memberId);
const anInvitationId = async () => {
  const email = `${made()}@staff.example`;
  await owner.send("POST", "/staff/invitations", { email, roleId: await roleId() });
  const { invitations } = (await owner.send("GET", "/staff")).body.data;
  return invitations.find((one: { email: string }) => one.email === email)._id;
};
const anIncident = async () =>
  (
    await owner.send("POST", "/incidents", {
      title: `Lost ${made()}`,
      description: "A laptop.",
      affected: "",
      remedy: "",
      noticedAt: new Date().toISOString(),
    })
  ).body.data._id;
const variantOf = async (sku: string) =>
  String((await rowsOf<{ id: number }>(shop, sql`select id from variant where sku = ${sku}`))[0]?.id);
const productOf = async (sku: string) =>
  String((await rowsOf<{ id: number }>(shop, sql`select product_id as id from variant where sku = ${sku}`))[0]?.id);
const codeOf = async (email: string) => shoppers.people.latestCode(email);

/** How each shopper's endpoint is called, or why it is not tried here. */
const SHOPPERS: Record<KeyNameOf<typeof endpoints>, (() => Promise<Sample>) | string> = {
  confirmSocialLogin: "needs Google; it logs in by the same transaction as register",
  async register() {
    const email = `new-${made()}@example.com`;
    await shoppers.people.post("user/otp", { email });
    return { body: { email, otp: await codeOf(email), password: "sandalwood and rain", name: "Asha Rao" } };
  },
  async verifyCode() {
    const email = `reset-${made()}@example.com`;
    await makeCustomer(shop.db, email);
    await shoppers.people.post("user/forgot-password", { email });
    return { body: { email, otp: await codeOf(email) } };
  },
  addToCart: async () => ({
    token: (await aCustomer()).token,
    body: { product_id: await shoppers.sell({ stock: 9 }), quantity: 1 },
  }),
  async takeAssistedCart() {
    const sku = await aSku();
    const cart = `cart-${made()}`;
    const nothing = { buyer: {}, consent: {}, codes: [], shipping: null, postalCode: null };
    await shop.db.insert(agentCart).values({
      ...{ id: cart, origin: "https://agent.example", content: { items: [{ sku, quantity: 1 }], ...nothing } },
      ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) },
    });
    return { token: (await aCustomer()).token, params: { cart } };
  },
  async cancelOrder() {
    const { asha, number } = await bought();
    return { token: asha.token, params: { number }, body: { lines: [{ position: 0, quantity: 1 }] } };
  },
  async requestReturn() {
    const { asha, number } = await delivered();
    return { token: asha.token, params: { number }, body: { reason: "Not mine" } };
  },
  async buyAgain() {
    const { asha, number } = await bought();
    return { token: asha.token, params: { number } };
  },
  sendMessage: async () => ({ body: { ...CONTACT, email: `asha-${made()}@example.com` } }),
  signUpForNewsletter: async () => ({ body: { email: `asha-${made()}@example.com`, page: "/" } }),
};

/** How each endpoint of the back office is called. */
const STAFF: Record<KeyNameOf<typeof adminEndpoints>, (() => Promise<Sample>) | string> = {
  renewRecoveryCodes: async () => ({}),
  async testPhoneTemplate() {
    const text = { name: "shipped", dltId: "1007000000000000012", text: "Order {order} left.", hasButton: false };
    await shop.db
      .insert(phoneTemplate)
      .values({
        event: "shipped",
        channel: "sms",
        draft: text,
        approved: text,
        changedAt: new Date(),
        changedBy: "Test",
      })
      .onConflictDoNothing();
    return { params: { event: "shipped", channel: "sms" }, body: { mobile: "9845012345" } };
  },
  inviteStaff: async () => ({ body: { email: `${made()}@staff.example`, roleId: await roleId() } }),
  renewInvitation: async () => ({ params: { id: await anInvitationId() } }),
  resetMember: async () => ({ params: { id: await aMemberId() } }),
  addRole: async () => ({ body: { name: `Role ${made()}`, permissions: ["view_orders"] } }),
  createDraftOrder: async () => ({
    body: {
      email: `asha-${made()}@example.com`,
      name: "Asha Rao",
      mobile_no: "9845012345",
      address: LUCKNOW,
      items: [{ sku: await aSku(), quantity: 1 }],
      message: "",
    },
  }),
  addView: async () => ({ body: { name: `View ${made()}`, query: "tab=all", isShared: false } }),
  addOrderNote: async () => ({ params: { number: (await bought()).number }, body: { text: "Call first" } }),
  writeToCustomer: async () => ({ params: { number: (await bought()).number }, body: { text: "It leaves today" } }),
  resendMail: async () => ({ params: { number: (await bought()).number }, body: { mail: "confirmation" } }),
  recordGrievance: async () => ({ body: { ...CONTACT, email: `asha-${made()}@example.com` } }),
  addCustomerNote: async () => ({ params: { id: await aPublicId() }, body: { text: "Likes vetiver" } }),
  receiveStock: async () => ({ params: { sku: await aSku() }, body: { units: 5, reason: "Note 7" } }),
  adjustStock: async () => ({ params: { sku: await aSku() }, body: { difference: -2, reason: "Broken" } }),
  createCourierAccount: async () => ({
    body: {
      provider: "shiprocket",
      label: `Courier ${made()}`,
      pickupPlace: "Primary",
      pickupPincode: "560001",
      surfaceOnly: true,
      labelSize: "thermal",
      isEnabled: true,
    },
  }),
  bookPurchase: async () => ({
    body: {
      supplier: `Oils ${made()}`,
      documentNumber: "INV-7",
      documentDate: "2026-11-25",
      note: "",
      lines: [{ sku: await aSku(), units: 5, unitCost: 120 }],
    },
  }),
  createProduct: async () => ({
    body: {
      title: `Attar ${made()}`,
      category: await aCategory(),
      size: {
        price: 499,
        originalPrice: null,
        netQuantity: 10,
        netQuantityUnit: "ml",
        hsn: "33030090",
        gstPercent: 18,
      },
    },
  }),
  duplicateProduct: async () => ({ params: { id: await productOf(await aSku()) } }),
  addClaimProof: "is a multipart form; its transaction is like that of addCustomerNote",
  planPrice: async () => ({
    params: { id: await variantOf(await aSku()) },
    body: { price: 399, originalPrice: null, startsAt: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  createCategory: async () => ({ body: { name: `Category ${made()}` } }),
  recordPrivacyRequest: async () => ({ body: { customer: await aPublicId(), kind: "erasure" } }),
  recordRequestByEmail: async () => ({
    body: { email: `reader-${made()}@example.com`, kind: "export", identification: "By a letter" },
  }),
  recordIncident: async () => ({
    body: {
      title: `Lost ${made()}`,
      description: "A laptop.",
      affected: "",
      remedy: "",
      noticedAt: new Date().toISOString(),
    },
  }),
  async sendIncidentNotice() {
    const { id } = await aCustomer();
    const [row] = await rowsOf<{ email: string }>(shop, sql`select email from customer where id = ${id}`);
    return {
      params: { id: await anIncident() },
      body: {
        subject: "Notice",
        nature: "A laptop was lost.",
        consequences: "Spam.",
        measures: "It is locked.",
        advice: "Nothing.",
        contact: "care@kewra.example",
        audience: "listed",
        emails: [row?.email],
      },
    };
  },
  addApiToken: async () => ({ body: { name: `Program ${made()}`, scopes: ["read_orders"], days: 30 } }),
  addWebhookEndpoint: async () => ({ body: { url: `https://example.com/${made()}`, events: ["order.paid"] } }),
  async replaceSigningKeys() {
    // There is one to be replaced.
    await shop.get("/.well-known/ucp");
    return {};
  },
  rotateWebhookSecret: async () => {
    const { body } = await owner.send("POST", "/webhooks", {
      url: `https://example.com/${made()}`,
      events: ["order.paid"],
    });
    return { params: { id: body.data.added._id } };
  },
  retryDelivery: "needs a webhook endpoint that has failed",
  createOffer: async () => ({
    body: { name: `Offer ${made()}`, kind: "percentage", percent: 10, codes: [`C${made()}`] },
  }),
  createCampaign: async () => ({ body: {} }),
};

const roleId = async () =>
  String((await rowsOf<{ id: number }>(shop, sql`select id from staff_role where name = 'Packer'`))[0]?.id);
async function aCategory() {
  await shoppers.sell();
  return "perfumes";
}

interface Called {
  status: number;
  text: string;
  replayed: unknown;
}

async function callWith(path: string, method: string, sample: Sample, key: string | undefined): Promise<Called> {
  const url = Object.entries(sample.params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(value)),
    path,
  );
  const cookie = `staff_session=${owner.browser.cookies.get("staff_session")}`;
  const response = await shop.app.inject({
    method: method as "POST",
    url,
    headers: {
      ...(path.startsWith("/admin") && { origin: SHOP, cookie }),
      ...(sample.token && { authorization: `Bearer ${sample.token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(sample.body !== undefined && { payload: sample.body as object }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    replayed: response.headers["idempotency-replayed"],
  };
}

/** Tables that every request writes, or jobs of its own. */
const UNRELATED =
  /^(?:idempotency_key|mail|rate_limit|job|session|staff_session|sandbox_.*|provider_event|credit_note_counter|sales_.*|product_search.*|search_word)$/;

/** The number of rows of each table, and the sums that could grow twice. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    shop,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts = tables
    .filter(({ name }) => !UNRELATED.test(name))
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`);
  const sums = [
    // Jobs mail about refunds and incidents, at any time.
    "select 'mails', count(*)::int from mail where subject !~ '^(Your refund|A refund|Notice)'",
    "select 'units in carts', coalesce(sum(quantity), 0)::int from cart_item",
    "select 'units on hand', coalesce(sum(on_hand), 0)::int from stock",
    "select 'paise refunded', coalesce(sum(amount_paise), 0)::int from refund",
  ];
  const rows = await rowsOf<{ name: string; n: number }>(shop, sql.raw([...counts, ...sums].join(" union all ")));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}
const changesOf = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, n]) => (n === before[name] ? [] : [[name, n - (before[name] ?? 0)]])),
  );

const samplesOf = (
  all: Record<string, (() => Promise<Sample>) | string>,
  table: Record<string, Endpoint | AdminEndpoint>,
  prefix: string,
) =>
  Object.entries(all).flatMap(([name, make]) => {
    const endpoint = table[name];
    if (typeof make === "string" || !endpoint) return [];
    return [{ name, make, method: endpoint.method, path: prefix + endpoint.path, repeat: endpoint.repeat }];
  });
const ALL = [...samplesOf(SHOPPERS, endpoints, "/api"), ...samplesOf(STAFF, adminEndpoints, "/admin/api")];

describe.each(ALL)("$name, $method $path", ({ name, make, method, path, repeat }) => {
  it("is done once when it is sent twice in a row, and twice at once", async () => {
    const sample = await make();
    const key = randomUUID();
    const before = await countRows();
    const both = await Promise.all([1, 2].map(() => callWith(path, method, sample, key)));
    const third = await callWith(path, method, sample, key);
    expect([...both, third].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([...both, third].filter(({ replayed }) => replayed)).toHaveLength(2);
    expect(new Set([...both, third].map(({ text }) => text)).size).toBe(1);
    const effect = changesOf(before, await countRows());
    expect(effect).not.toEqual({});

    // The codes of the second replace those of the first.
    if (name === "renewRecoveryCodes") return;
    const other = await make();
    const beforeOther = await countRows();
    expect((await callWith(path, method, other, randomUUID())).status).toBe(200);
    expect(changesOf(beforeOther, await countRows())).toEqual(effect);
  });

  if (repeat === "key_or_same")
    it("is done once when the same request comes twice without a key", async () => {
      const sample = await make();
      const both = await Promise.all([1, 2].map(() => callWith(path, method, sample, undefined)));
      const before = await countRows();
      const third = await callWith(path, method, sample, undefined);
      expect([...both, third].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(third.text).toBe(both[0]?.text);
      expect(changesOf(before, await countRows())).toEqual({});
    });
});

describe("units of an order", () => {
  it("are cancelled once by a request whose response was lost: one refund, one credit note, two units left", async () => {
    const { asha, number } = await bought(3);
    const sample = { token: asha.token, params: { number }, body: { lines: [{ position: 0, quantity: 1 }] } };
    const [one, two] = await Promise.all(
      [1, 2].map(() => callWith("/api/order/:number/cancel", "POST", sample, undefined)),
    );
    expect([one?.status, two?.status]).toEqual([200, 200]);
    const { data } = (await asha.get(`order/${number}`)).body;
    expect(data.remaining).toMatchObject([{ position: 0, quantity: 2 }]);
    expect(data.creditNotes).toHaveLength(1);
    expect(data.refunds).toMatchObject([{ amount: 749 }]);
  });

  it("are cancelled again by another act, with a key of its own", async () => {
    const { asha, number } = await bought(3);
    const sample = { token: asha.token, params: { number }, body: { lines: [{ position: 0, quantity: 1 }] } };
    for (const key of ["one", '"two"'])
      expect((await callWith("/api/order/:number/cancel", "POST", sample, key)).status).toBe(200);
    expect((await asha.get(`order/${number}`)).body.data.remaining).toMatchObject([{ quantity: 1 }]);
  });
});

describe("an order", () => {
  it("that is cancelled stays so when it is cancelled again, whatever the key", async () => {
    const { asha, number } = await bought();
    expect((await asha.post(`order/${number}/cancel`)).status).toBe(200);
    const again = await callWith("/api/order/:number/cancel", "POST", { token: asha.token, params: { number } }, "new");
    expect(again.status).toBe(200);
    expect(JSON.parse(again.text).data).toMatchObject({ state: "cancelled", creditNotes: [{ position: 1 }] });
  });

  it("for cash on delivery is confirmed once, and answered with what is as often as it is confirmed", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell({ stock: 5 })]: 1 });
    const { orderNumber } = (await asha.post("cash-order", { address: LUCKNOW })).body.data;
    const { text } = await shoppers.people.mailAbout(asha.email, `Confirm your order ${orderNumber}`);
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
    const confirm = () => asha.post(`cash-order/${orderNumber}/confirm`, { code });
    const both = await Promise.all([confirm(), confirm()]);
    const again = await confirm();
    expect([...both, again].map(({ status, body }) => [status, body.data?.state])).toEqual([
      [200, "processing"],
      [200, "processing"],
      [200, "processing"],
    ]);
    const mails = await rowsOf(
      shop,
      sql`select subject from mail where recipient = ${asha.email} and subject like '%confirmed%'`,
    );
    expect(mails).toEqual([{ subject: `Order confirmed: ${orderNumber}` }]);
  });

  it("is refunded once by staff whose response was lost", async () => {
    const { asha, number } = await bought();
    const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
    const sample = { params: { number }, body: { version, amount: 50, reason: "Late", preview: false } };
    const refund = () => callWith("/admin/api/orders/:number/goodwill", "POST", sample, "refund-1");
    const both = await Promise.all([refund(), refund()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await asha.get(`order/${number}`)).body.data.refunds).toMatchObject([{ amount: 50 }]);
  });
});

/** Adds one unit to a new customer's cart. */
async function anAddition(key: string) {
  const { token, id } = await aCustomer();
  const body = { product_id: await shoppers.sell({ stock: 9 }), quantity: 1 };
  return {
    add: () => callWith("/api/cart", "POST", { token, body }, key),
    inCart: async () =>
      (await rowsOf<{ quantity: number }>(shop, sql`select quantity from cart_item where customer_id = ${id}`))[0]
        ?.quantity,
  };
}

describe("a key", () => {
  it("does not come with a body that is nested too deeply, whether something reads it or not", async () => {
    const { token } = await aCustomer();
    const cookie = `staff_session=${owner.browser.cookies.get("staff_session")}`;
    for (const [url, headers] of [
      ["/admin/api/recovery-codes", { cookie, origin: SHOP }],
      ["/api/order/KW-7Q4M-2XKD/cancel", { authorization: `Bearer ${token}` }],
    ] as const) {
      const response = await shop.app.inject({
        method: "POST",
        url,
        headers: { ...headers, "content-type": "application/json", "idempotency-key": "nested-1" },
        payload: `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
      });
      expect([response.statusCode, response.json().message]).toEqual([400, "This JSON is nested too deeply."]);
    }
  });

  it("of another request is rejected, and does nothing", async () => {
    const { token } = await aCustomer();
    const product = await shoppers.sell({ stock: 9 });
    const add = (quantity: number, key: string) =>
      callWith("/api/cart", "POST", { token, body: { product_id: product, quantity } }, key);
    expect((await add(1, "k")).status).toBe(200);
    const other = await add(2, "k");
    expect([other.status, JSON.parse(other.text).code]).toEqual([422, "idempotency_key_reused"]);
    expect((await rowsOf(shop, sql`select quantity from cart_item where product_id = ${Number(product)}`))[0]).toEqual({
      quantity: 1,
    });
  });

  it("belongs to who sends it", async () => {
    const product = await shoppers.sell({ stock: 9 });
    for (const { token } of [await aCustomer(), await aCustomer()])
      expect(
        await callWith("/api/cart", "POST", { token, body: { product_id: product, quantity: 1 } }, "ours"),
      ).toMatchObject({ status: 200, replayed: undefined });
  });

  it("of a request that failed is free again", async () => {
    const { token } = await aCustomer();
    const sku = `SKU-${made()}`;
    const product = await shoppers.sell({ stock: 0, sku });
    const add = () => callWith("/api/cart", "POST", { token, body: { product_id: product, quantity: 1 } }, "later");
    expect((await add()).status).toBe(422);
    await owner.send("POST", `/stock/${sku}/receive`, { units: 5, reason: "Note 8" });
    expect((await add()).status).toBe(200);
  });

  it.each(["", "with space", "x".repeat(256)])("“%s” is rejected by its name", async (key) => {
    const { token } = await aCustomer();
    const { status, text } = await callWith("/api/user/address", "POST", { token, body: LUCKNOW }, key);
    expect([status, JSON.parse(text).errors?.[0]?.field]).toEqual([400, "Idempotency-Key"]);
  });

  it("and the response that it protects cannot be read in the database", async () => {
    const sample = await (STAFF.addApiToken as () => Promise<Sample>)();
    const key = randomUUID();
    const { text } = await callWith("/admin/api/tokens", "POST", sample, key);
    const token: string = JSON.parse(text).data.token;
    const rows = await rowsOf<{ row: string }>(
      shop,
      sql`select id || encode(response, 'escape') || encode(response, 'base64') as row from idempotency_key where response is not null`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(key);
      expect(row).not.toContain(token);
    }
  });

  it("whose response was lost with the server answers 409, and does nothing again", async () => {
    const { add, inCart } = await anAddition("lost");
    expect((await add()).status).toBe(200);
    await shop.db.execute(sql`update idempotency_key set status = null, response = null`);
    const again = await add();
    expect([again.status, JSON.parse(again.text).code]).toEqual([409, "request_repeated"]);
    expect(await inCart()).toBe(1);
  });

  it("expires", async () => {
    const { add, inCart } = await anAddition("old");
    await add();
    await shop.db.execute(sql`update idempotency_key set expires_at = now() - interval '1 second'`);
    expect(await add()).toMatchObject({ status: 200, replayed: undefined });
    expect(await inCart()).toBe(2);
    await shop.db.execute(sql`update idempotency_key set expires_at = now() - interval '1 second'`);
    await shop.app.repeatedRequests.deleteExpired(new Date(Date.now() + 1000));
    expect(await rowsOf(shop, sql`select 1 from idempotency_key`)).toEqual([]);
  });
});
