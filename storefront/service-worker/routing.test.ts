import { describe, expect, it } from "vitest";
import { entriesToEvict, handlingOf, keyOf, type RequestFacts } from "./routing.ts";

const SHOP = "https://shop.example";
const opened = (path: string): RequestFacts => ({
  method: "GET",
  url: SHOP + path,
  mode: "navigate",
  authorized: false,
});
const loaded = (path: string): RequestFacts => ({ ...opened(path), mode: "no-cors" });

describe("the service worker's handling", () => {
  it.each(["/", "/products?page=2", "/product/rose-of-kannauj", "/category/perfumes", "/faq", "/no-such-page"])(
    "caches the page %s",
    (path) => expect(handlingOf(opened(path), SHOP)).toBe("page"),
  );

  it.each(["/cart", "/checkout", "/profile?tab=4", "/tracking", "/login", "/otp/verification", "/change/password/a"])(
    "never caches the page %s",
    (path) => expect(handlingOf(opened(path), SHOP)).toBe("personal"),
  );

  it("does not confuse paths with the same beginning", () => {
    expect(handlingOf(opened("/cartography"), SHOP)).toBe("page");
    expect(handlingOf(opened("/apiary"), SHOP)).toBe("page");
  });

  it.each([
    "/admin",
    "/admin/orders",
    "/api/docs",
    "/sandbox",
    "/sandbox/mail",
    "/media/ab/cd.webp",
    "/sitemap.xml",
    "/assets/root-1.js",
  ])("leaves %s to the browser when it is opened as a page", (path) =>
    expect(handlingOf(opened(path), SHOP)).toBeNull(),
  );

  it("caches the storefront's files and pictures", () => {
    expect(handlingOf(loaded("/assets/root-1.js"), SHOP)).toBe("file");
    expect(handlingOf(loaded("/media/ab/cd-640.avif"), SHOP)).toBe("picture");
  });

  it.each(["/api/product/rose", "/api/cart", "/media/ab/cd.mp4", "/sandbox/razorpay/checkout.js", "/favicon.svg"])(
    "leaves %s to the browser when a page loads it",
    (path) => expect(handlingOf(loaded(path), SHOP)).toBeNull(),
  );

  it("caches the built files of another origin, and nothing else there", () => {
    const assets = "https://assets.example";
    const file = { ...loaded("/"), url: `${assets}/assets/root-1.js` };
    expect(handlingOf(file, SHOP, assets)).toBe("file");
    expect(handlingOf(file, SHOP)).toBeNull();
    expect(handlingOf({ ...file, url: `${assets}/media/a.webp` }, SHOP, assets)).toBeNull();
  });

  it("ignores requests with a body, with credentials or to another origin", () => {
    expect(handlingOf({ ...opened("/"), method: "POST" }, SHOP)).toBeNull();
    expect(handlingOf({ ...opened("/"), method: "HEAD" }, SHOP)).toBeNull();
    expect(handlingOf({ ...loaded("/media/ab/cd.webp"), authorized: true }, SHOP)).toBeNull();
    expect(handlingOf({ ...opened("/"), url: "https://elsewhere.example/" }, SHOP)).toBeNull();
  });
});

describe("the cache", () => {
  it("has one copy of a page, whatever its fragment", () => {
    expect(keyOf(`${SHOP}/faq?page=2#returns`)).toBe(`${SHOP}/faq?page=2`);
  });

  it("loses its oldest when there is too much", () => {
    expect(entriesToEvict(["a", "b", "c"], 2)).toEqual(["a"]);
    expect(entriesToEvict(["a", "b"], 2)).toEqual([]);
    expect(entriesToEvict([], 2)).toEqual([]);
  });
});
