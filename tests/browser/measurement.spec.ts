/** A shop whose owner has connected a script that counts visits, and Meta: what is asked, loaded and sent, in a real browser. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { products, putIntoCart, storeAddress } from "./buying.ts";
import { followFooterLink } from "./footer.ts";
import { type OwnShop, startOwnShop } from "./own-shop.ts";
import { logIn } from "./people.ts";
import { PLAIN_PATH } from "./stored-session.ts";
import { expect, test } from "./test.ts";

const STATS = "https://stats.example";
const SCRIPT = `${STATS}/js/pa-AbC123.js`;

let folder: string;
let instance: OwnShop;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "measured-shop-"));
  instance = await startOwnShop(join(import.meta.dirname, "../../server/main.ts"), {
    NODE_ENV: "production",
    PORT: "0",
    DATABASE_URL: process.env.SHOP_DATABASE,
    DATA_DIR: folder,
    WARM_PICTURES: "false",
    MEDIA_HOST: `${process.env.SHOP_URL}/media`,
    ANALYTICS: `plausible|${SCRIPT}`,
    META_CONVERSIONS: "123456789012345|EAABsbCS1iHgBO0ZCexample",
  });
});
test.afterAll(async () => {
  await instance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The tests' profile keeps what another test has answered at this shop's origin. */
async function forgetAnswer(page: Page): Promise<void> {
  await page.goto(instance.url + PLAIN_PATH);
  await page.evaluate(() => localStorage.clear());
}

/** The script as Plausible's works: it takes over options and waiting events, counts nothing by itself if told so, and asks before it sends. */
const STAND_IN = `(() => {
  const { q = [], o = {} } = window.plausible ?? {};
  const send = (name, { url } = {}) => {
    const event = o.transformRequest({ n: name, u: url ?? location.href, r: document.referrer || null });
    if (event) fetch("${STATS}/api/event", { method: "POST", body: JSON.stringify(event) });
  };
  window.plausible = send;
  q.forEach((event) => send(...event));
  if (o.autoCapturePageviews !== false) send("pageview");
  // What an owner may have it count besides.
  document.addEventListener("click", () => send("click"));
})()`;

/** Serves the script, and notes what it sends and how often it is loaded. */
async function standIn(page: Page) {
  const sent: { n: string; u: string }[] = [];
  const loads: string[] = [];
  const answer = async (route: Route) => {
    const request = route.request();
    if (request.url() === SCRIPT) {
      loads.push(request.url());
      return route.fulfill({ contentType: "text/javascript", body: STAND_IN });
    }
    sent.push(JSON.parse(request.postData() ?? "{}"));
    return route.fulfill({ status: 202, headers: { "access-control-allow-origin": "*" }, body: "ok" });
  };
  await page.context().route(`${STATS}/**`, answer);
  const pageviews = () => sent.filter(({ n }) => n === "pageview").map(({ u }) => u.slice(instance.url.length));
  return { sent, loads, pageviews, stop: () => page.context().unroute(`${STATS}/**`, answer) };
}
const question = (page: Page) => page.getByRole("region", { name: "May we measure your visit?" });

test("a shopper is asked once, nothing is sent before a consent, each page once after it, and nothing once it is withdrawn", async ({
  page,
}) => {
  const stats = await standIn(page);
  await forgetAnswer(page);
  await page.goto(`${instance.url}/?utm_source=letter&fbclid=secret`);
  await expect(question(page)).toContainText("Plausible counts which pages are read, without cookies.");
  await expectAccessible(page);
  const [refuse, allow] = [
    question(page).getByRole("button", { name: "Don’t allow" }),
    question(page).getByRole("button", { name: "Allow", exact: true }),
  ];
  const sizes = await Promise.all([refuse, allow].map((button) => button.boundingBox()));
  expect(sizes[0]?.width).toBe(sizes[1]?.width);
  expect(sizes[0]?.height).toBe(sizes[1]?.height);
  await refuse.focus();
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await followFooterLink(page, "Privacy Policy");
  const choice = page.getByRole("group", { name: "Measuring visits and purchases" });
  await expect(choice.getByRole("button", { name: "Don’t allow", pressed: true })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect([stats.loads, stats.sent]).toEqual([[], []]);

  await choice.getByRole("button", { name: "Allow", exact: true }).click();
  await expect.poll(stats.pageviews).toEqual(["/privacy-policy"]);
  await page.goto(`${instance.url}/products?search=rose&utm_source=letter&fbclid=secret`);
  await expect.poll(stats.pageviews).toEqual(["/privacy-policy", "/products?utm_source=letter"]);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator("main").click();
  await page.goBack();
  await expect.poll(() => stats.pageviews().at(-1)).toMatch(/^\/products/);
  expect(stats.sent.filter(({ u }) => /login|search|fbclid/.test(u))).toEqual([]);

  await page.goto(`${instance.url}/privacy-policy`);
  await expect.poll(() => stats.pageviews().at(-1)).toBe("/privacy-policy");
  await choice.getByRole("button", { name: "Don’t allow" }).click();
  const before = stats.sent.length;
  await followFooterLink(page, "About Us");
  await page.locator("main").click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(stats.sent).toHaveLength(before);
  await stats.stop();
});

test("on a phone the question covers no bar at the window's bottom", { tag: "@phone" }, async ({ page }) => {
  await forgetAnswer(page);
  await page.goto(`${instance.url}/products`);
  await expect(question(page)).toBeVisible();
  const bottomOfBar = () =>
    page.locator("[data-bottom-bar]").evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
  const box = await question(page).boundingBox();
  await expect.poll(bottomOfBar).toBe(Math.round(box?.y ?? 0));
});

test("a blocked script changes nothing", { tag: "@desktop" }, async ({ page, faults }) => {
  faults.expect("net::ERR_BLOCKED_BY_CLIENT");
  await page.context().route(`${STATS}/**`, (route) => route.abort("blockedbyclient"));
  await forgetAnswer(page);
  await page.goto(instance.url);
  const blocked = page.waitForEvent("requestfailed");
  await question(page).getByRole("button", { name: "Allow", exact: true }).click();
  await blocked;
  await followFooterLink(page, "About Us");
  await expect(page).toHaveURL(/\/about-us$/);
  await page.context().unroute(`${STATS}/**`);
});

test("a browser that asks not to be tracked is not asked, and sends nothing", { tag: "@desktop" }, async ({
  browser,
}) => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const page = await context.newPage();
  const stats = await standIn(page);
  await page.goto(`${instance.url}/privacy-policy`);
  await expect(page.getByText("Your browser asks not to be tracked, so nothing is measured.")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect([stats.loads, stats.sent]).toEqual([[], []]);
  await context.close();
});

test("an order says what its customer has allowed", { tag: "@phone" }, async ({ page }) => {
  const stats = await standIn(page);
  const [product] = await products(page);
  if (!product) throw new Error("nothing is in stock");
  await forgetAnswer(page);
  await page.goto(instance.url);
  await question(page).getByRole("button", { name: "Allow", exact: true }).click();
  const customer = await logIn(page);
  await putIntoCart(page, customer, product);
  await storeAddress(page, customer);
  await page.goto(`${instance.url}/checkout`);
  await expect(question(page)).toHaveCount(0);
  const sent = page.waitForRequest(/\/api\/init\/payment$/);
  await page.getByRole("button", { name: "Proceed" }).click();
  expect((await sent).postDataJSON().measurement).toEqual({ allowed: ["plausible", "meta"] });
  expect(stats.pageviews()).not.toContain("/checkout");
  await stats.stop();
});

test("without a connection nobody is asked, and nothing comes from elsewhere", { tag: "@desktop" }, async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== process.env.SHOP_URL) elsewhere.push(request.url());
  });
  await page.goto("/privacy-policy");
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[data-question]")).toHaveCount(0);
  await expect(page.getByText("We set no advertising or analytics cookies, and we sell no data")).toBeVisible();
  expect(elsewhere).toEqual([]);
});
