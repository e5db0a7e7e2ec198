/** A live shop is closed to strangers until its owner opens it. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closedShopPath } from "../../server/selling/settings/closed-shop.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const SECRET = "a secret of the tests, long enough for it";
const LIVE = {
  DEMO: "false",
  SMTP_URL: "smtp://127.0.0.1:1",
  RAZORPAY_KEY_ID: "rzp_live_ofthetests",
  RAZORPAY_KEY_SECRET: "the secret of the tests",
  RAZORPAY_WEBHOOK_SECRETS: "another secret of the tests",
};
let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({ environment: { ...LIVE, CODE_SECRET: SECRET } });
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  await makeProduct(shop, { categoryId, slug: "secret-attar", title: "Secret Attar" });
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const request = (method: "GET" | "POST", url: string, { cookie = "", body }: { cookie?: string; body?: object } = {}) =>
  shop.app.inject({
    method,
    url,
    headers: { cookie, origin: "https://shop.example", host: "shop.example" },
    ...(body && { payload: body }),
  });
const get = (url: string, cookie?: string) => request("GET", url, cookie === undefined ? {} : { cookie });
const cookieOf = async (path: string) => {
  const { statusCode, headers } = await get(path);
  return { statusCode, location: headers.location, cookie: String(headers["set-cookie"] ?? "") };
};

describe("a shop that is not open", () => {
  it("tells strangers nothing of its products, and lets them neither in nor buy", async () => {
    for (const path of ["/api/product", "/api/product/secret-attar", "/api/checkout", "/api/pincode/226001"]) {
      const { statusCode, json, body } = await get(path);
      expect([statusCode, json().code]).toEqual([503, "shop_closed"]);
      expect(body).not.toContain("Secret Attar");
    }
    for (const path of ["/api/user/otp", "/api/cart", "/api/init/payment", "/api/user/login"])
      expect((await request("POST", path, { body: {} })).json().code).toBe("shop_closed");
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const agent = await request("POST", "/ucp/mcp", { body: message });
    expect([agent.statusCode, agent.json().error]).toMatchObject([
      503,
      { code: -32000, data: { code: "unavailable" } },
    ]);
    const { statusCode, headers } = await get("/sitemap.xml");
    expect([statusCode, headers.location, headers["cache-control"]]).toEqual([302, "/opening-soon", "no-store"]);
  });

  it("still answers about itself, takes the newsletter's emails, and what the payment provider sends", async () => {
    expect((await get("/api/shop")).statusCode).toBe(200);
    const body = { email: "asha@example.com" };
    expect((await request("POST", "/api/newsletter", { body })).statusCode).toBe(200);
    expect((await request("POST", "/api/webhooks/razorpay", { body: {} })).json().code).not.toBe("shop_closed");
    expect((await get("/healthz")).statusCode).toBe(200);
  });

  it("is seen by who has the owner's link, and no cache keeps that", async () => {
    const { isOpen, visitPath } = (await owner.send("GET", "/go-live")).body.data;
    expect(isOpen).toBe(false);
    const { statusCode, location, cookie } = await cookieOf(visitPath);
    expect([statusCode, location]).toEqual([302, "/"]);
    expect(cookie).toMatch(/^shop_pass=\d{10}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=25\d{5}/);
    const seen = await get("/api/product/secret-attar", cookie.split(";", 1)[0]);
    expect(seen.json().data.title).toBe("Secret Attar");
    expect(seen.headers).toMatchObject({ "cache-control": "private, no-store", "cdn-cache-control": "no-store" });
  });

  it("is not seen by a forged link, nor by one of more than 30 days ago", async () => {
    const good = closedShopPath(SECRET, new Date());
    const old = closedShopPath(SECRET, new Date(Date.now() - 31 * 24 * 60 * 60_000));
    const foreign = closedShopPath("another secret of the tests, long enough", new Date());
    const longer = good.replace(/pass=\d/, "pass=9");
    for (const path of [old, foreign, longer, "/opening-soon?pass=", `/opening-soon?pass=${"9".repeat(64_000)}`]) {
      const { location, cookie } = await cookieOf(path);
      expect([location, cookie]).toEqual(["/opening-soon", ""]);
      const pass = new URL(path, "https://shop.example").searchParams.get("pass") ?? "";
      expect((await get("/api/product", `shop_pass=${pass.slice(0, 4000)}`)).statusCode).toBe(503);
    }
  });

  it("opens to everybody once nothing is missing, with the change in the audit log", async () => {
    const { subjects } = (await owner.send("GET", "/settings")).body.data;
    const { version } = subjects.find(({ subject }: { subject: string }) => subject === "shop");
    const change = { subject: "shop", version, values: { SHOP_OPEN: "true" } };
    const refused = await owner.send("PATCH", "/settings", change);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/set SHOP_ORIGIN to its URL/)]);
    const complete = await shop.openAnother({ SHOP_ORIGIN: "https://shop.example" });
    const { statusCode } = await complete.inject({
      method: "PATCH",
      url: "/admin/api/settings",
      headers: {
        origin: "https://shop.example",
        cookie: `staff_session=${owner.browser.cookies.get("staff_session")}`,
      },
      payload: change,
    });
    expect(statusCode).toBe(200);
    expect((await get("/api/product/secret-attar")).json().data.title).toBe("Secret Attar");
    expect((await get("/opening-soon")).headers.location).toBe("/");
    expect((await owner.send("GET", "/go-live")).body.data.isOpen).toBe(true);
    const entries = sql`select actor from audit_entry where subject_type = 'setting' and subject_id = 'SHOP_OPEN'`;
    expect(await rowsOf(shop, entries)).toEqual([{ actor: "Owner Rao" }]);
  });
});

it("a demo is open to everybody", async () => {
  const demo = await openShop();
  expect((await demo.get("/api/product")).status).toBe(200);
  await demo.close();
});
