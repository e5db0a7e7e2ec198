import { beforeEach, expect, it, vi } from "vitest";
import type { AnalyticsScript } from "../../contract/measurement.ts";

const GA4: AnalyticsScript = { kind: "ga4", url: "https://www.googletagmanager.com/gtag/js?id=G-A", id: "G-A" };
const UMAMI: AnalyticsScript = { kind: "umami", url: "https://stats.example/script.js", id: "94db" };
const SHOP = "https://shop.example";

interface FakeWindow {
  location: URL;
  dataLayer?: ArrayLike<unknown>[];
  umami?: { track(change: (page: object) => object): void };
  [name: `ga-disable-${string}`]: boolean;
}
let page: FakeWindow;
let loaded: { src: string; attributes: Record<string, string> }[];
let followPage: typeof import("./visits.ts")["followPage"];

/** A browser with nothing but what the module uses; its scripts load at once. */
async function open(url: string, referrer = "") {
  page = { location: new URL(url) };
  loaded = [];
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", {
    title: "Rose",
    referrer,
    createElement: () => ({
      attributes: {} as Record<string, string>,
      setAttribute(name: string, value: string) {
        this.attributes[name] = value;
      },
    }),
    head: {
      append(script: { src: string; attributes: Record<string, string>; onload(): void }) {
        loaded.push(script);
        script.onload();
      },
    },
  });
  vi.resetModules();
  ({ followPage } = await import("./visits.ts"));
}
/** As the router and the page do. */
async function visit(script: AnalyticsScript, path: string, counts = true) {
  page.location = new URL(path, SHOP);
  followPage(script, { pathname: page.location.pathname, search: page.location.search, counts });
  await Promise.resolve();
  await Promise.resolve();
}
const commands = () => (page.dataLayer ?? []).map((command) => Array.from(command));
const views = () =>
  commands().flatMap(([name, event, values]) => (name === "event" && event === "page_view" ? [values] : []));

beforeEach(() => open(SHOP));

it("Google Analytics may store nothing for ads, counts no page by itself, and gets each page once by its path and campaign", async () => {
  await open(`${SHOP}/?utm_source=letter&gclid=x`, "https://search.example/?q=somebody");
  await visit(GA4, "/?utm_source=letter&gclid=x");
  await visit(GA4, "/?gclid=y&utm_source=letter");
  await visit(GA4, "/products?search=asha");
  expect(commands()[0]).toEqual([
    "consent",
    "default",
    { analytics_storage: "granted", ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" },
  ]);
  expect(commands()).toContainEqual([
    "config",
    "G-A",
    { send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false },
  ]);
  expect(views()).toEqual([
    { page_location: `${SHOP}/?utm_source=letter`, page_referrer: "https://search.example/", page_title: "Rose" },
    { page_location: `${SHOP}/products`, page_referrer: `${SHOP}/?utm_source=letter`, page_title: "Rose" },
  ]);
  expect(loaded).toHaveLength(1);
});

it("Google Analytics is switched off on a personal page, as soon as its address is there, and once the answer is withdrawn", async () => {
  await visit(GA4, "/products");
  expect(page["ga-disable-G-A"]).toBe(false);
  page.location = new URL(`${SHOP}/cart`);
  expect(page["ga-disable-G-A"]).toBe(true);
  await visit(GA4, "/cart", false);
  await visit(GA4, "/products");
  expect(page["ga-disable-G-A"]).toBe(false);
  await visit(GA4, "/products", false);
  expect(page["ga-disable-G-A"]).toBe(true);
  expect(views()).toHaveLength(2);
});

it.each(["/pay/some-token", "/profile?order=KW-7Q4M-2XKD"])(
  "reports nothing after %s until the next full load",
  async (path) => {
    await visit(GA4, "/products");
    await visit(GA4, path, false);
    await visit(GA4, "/products");
    expect(page["ga-disable-G-A"]).toBe(true);
    expect(views()).toHaveLength(1);
  },
);

it("loads nothing on a page that was reached from a token’s", async () => {
  await open(`${SHOP}/`, `${SHOP}/newsletter/confirm/some-token`);
  await visit(GA4, "/");
  expect(loaded).toEqual([]);
});

it("Umami keeps no number of the visitor, counts no page by itself, and gets the path", async () => {
  const sent: object[] = [];
  page.umami = { track: (change) => void sent.push(change({ website: "94db", url: "/x?secret", screen: "1x1" })) };
  await visit(UMAMI, "/product/rose?size=10-ml");
  expect(loaded[0]?.attributes).toEqual({
    "data-website-id": "94db",
    "data-auto-track": "false",
    "data-identity-stitching": "false",
  });
  expect(sent).toEqual([{ website: "94db", screen: "1x1", title: "Rose", url: `${SHOP}/product/rose`, referrer: "" }]);
});
