/** Headers of every response, and what every request must have. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let secure: TestShop;
beforeAll(async () => {
  shop = await openShop();
  secure = await openShop({ environment: { SHOP_ORIGIN: "https://shop.example" } });
});
afterAll(async () => {
  await shop?.close();
  await secure?.close();
});

const PATHS = [
  "/",
  "/api/category",
  "/api/no-such-call",
  "/api/docs/json",
  "/healthz",
  "/robots.txt",
  "/sitemap.xml",
  "/manifest.webmanifest",
  "/media/nothing.webp",
  "/favicon.svg",
  "/sandbox/mail",
  "/sandbox/fonts/figtree-latin.woff2",
  "/no-such-page",
];

describe.each(PATHS)("%s", (path) => {
  it("has its stated type (nosniff), and is for this shop's pages only", async () => {
    const { headers } = await shop.get(path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("cannot be framed, loads no plugin and has no other base", async () => {
    const policy = String((await shop.get(path)).headers["content-security-policy"]).split(/; */);
    expect(policy).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  });

  it("has HSTS if shoppers use https", async () => {
    expect((await secure.get(path)).headers["strict-transport-security"]).toBe("max-age=63072000");
  });

  it("is rejected to a request whose host cannot be read", async () => {
    for (const host of ['evil.example"><script>', "a b", "a/b"]) {
      const response = await shop.get(path, { host });
      expect(response).toMatchObject({ status: 400, body: { success: false, statusCode: 400 } });
    }
  });
});

it("requests have ids that do not count them", async () => {
  const { headers } = await shop.get("/healthz");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});
