import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { readScriptOptions } from "../../server/operations/commands/declare.ts";
import { fillBackOffice } from "./back-office-content.ts";
import { PACKER, SIGNED_OUT, STAFF, STAFF_STATES } from "./back-office-visits.ts";
import { payBy, paymentWindow } from "./buying.ts";
import { CHROMIUM_FLAGS, findOrInstallChromium } from "./chromium.ts";
import { newEmail, sendSignUp, type TestSession } from "./people.ts";
import { button, main, type Visit } from "./screenshot-visit.ts";
import { storeSession } from "./stored-session.ts";

/** Takes a screenshot of every page of a demo shop on a phone, a tablet and a desktop, into screenshots/. */
const options = readScriptOptions({
  name: "screenshots",
  summary: "takes a picture of every screen into screenshots/; without --shop of a shop of its own",
  options: {
    shop: { value: "URL", summary: "a demo shop that is open already" },
    widths: { value: "PIXELS", default: "360,768,1280", summary: "widths of the window" },
    only: { value: "PATTERN", default: "", summary: "a regular expression for the names of the pictures" },
    into: { value: "FOLDER", summary: "where the pictures go, instead of screenshots/" },
  },
});

const FOLDER = options.into ?? join(import.meta.dirname, "../../screenshots");
const HEIGHTS: Record<number, number> = { 360: 740, 768: 1024 };
/** Up to this width the menu is a drawer. */
const PHONE_WIDTH = 768;

const GUESTS: Visit[] = [
  { name: "home", path: "/" },
  { name: "products", path: "/products" },
  { name: "filter", path: "/products", act: (page) => button(page, /^Filter/).click(), window: true },
  {
    name: "search",
    path: "/products",
    act: (page) => search(page, "rose"),
  },
  {
    name: "search-nothing",
    path: "/products",
    act: (page) => search(page, "xyzzyq"),
  },
  { name: "bestsellers", path: "/bestsellers" },
  { name: "crazy-deals", path: "/crazy-deals" },
  { name: "category", path: "/category/perfumes" },
  { name: "product", path: "/product/kewra-bloom" },
  { name: "product-sold-out", path: "/product/shamama-attar" },
  { name: "about-us", path: "/about-us" },
  { name: "privacy-policy", path: "/privacy-policy" },
  { name: "terms-conditions", path: "/terms-conditions" },
  { name: "refund-policy", path: "/refund-plocy" },
  { name: "contact", path: "/contact" },
  { name: "contact-errors", path: "/contact", act: (page) => button(page, "Send Message").click() },
  { name: "faq", path: "/faq", act: (page) => main(page).getByText("What does shipping cost?").click() },
  { name: "login", path: "/login" },
  { name: "login-errors", path: "/login", act: (page) => button(page, "Login").click() },
  { name: "signup", path: "/signup" },
  { name: "signup-errors", path: "/signup", act: (page) => button(page, "Signup").click() },
  { name: "signup-code", path: "/signup", act: requestCode },
  { name: "forgot-password", path: "/forgot/password" },
  { name: "reset-code", path: "/forgot/password", act: requestReset },
  { name: "change-password", path: `/change/password/${"A".repeat(43)}` },
  { name: "newsletter-confirm", path: `/newsletter/confirm/${"A".repeat(43)}` },
  { name: "unknown", path: "/no-such-page" },
  { name: "missing-product", path: "/product/no-such-product" },
  {
    name: "menu",
    path: "/",
    act: async (page) => {
      if (widthOf(page) <= PHONE_WIDTH) await page.getByRole("button", { name: "Open menu" }).click();
      else await page.getByRole("banner").getByRole("link", { name: "Perfumes", exact: true }).hover();
    },
    window: true,
  },
  { name: "mailbox", path: "/sandbox/mail" },
];

const CUSTOMERS: Visit[] = [
  { name: "profile", path: "/profile" },
  { name: "password", path: "/profile?tab=2" },
  { name: "wishlist", path: "/profile?tab=4" },
  { name: "orders", path: "/profile?tab=5" },
  {
    name: "order",
    path: "/profile?tab=5",
    act: (page) =>
      main(page)
        .getByRole("link", { name: /^View Order Details/ })
        .first()
        .click(),
  },
  { name: "tracking", path: "/tracking?find=BD60417738204&by=awb" },
  {
    name: "review",
    path: "/product/kewra-bloom",
    act: (page) => button(page, "Write a review").click(),
    window: true,
  },
  {
    name: "cart-added",
    path: "/product/saffron-oud",
    act: (page) => button(page, /^ADD TO CART.*Saffron Oud/).click(),
    window: true,
  },
  { name: "cart", path: "/cart" },
  { name: "checkout", path: "/checkout" },
  {
    name: "checkout-address",
    path: "/checkout",
    act: async (page) => {
      await button(page, "Add New Address").click();
      await page.getByRole("dialog").getByRole("button", { name: "Save & Continue" }).click();
    },
    window: true,
  },
  {
    name: "payment",
    path: "/checkout",
    act: async (page) => {
      await button(page, "Proceed").click();
      await paymentWindow(page).getByRole("heading").first().waitFor();
    },
    window: true,
  },
  {
    name: "paid",
    path: "/checkout",
    act: async (page) => {
      await button(page, "Proceed").click();
      await payBy(page, "UPI");
      await page.waitForURL((url) => url.pathname === "/");
    },
    window: true,
  },
  { name: "cart-empty", path: "/cart", act: emptyCart },
];

const own = options.shop ? null : await startShop();
const shop = options.shop ?? own?.url ?? "";
const wanted = new RegExp(options.only);
const problems: string[] = [];
/** The demo customer's cart at first; each width begins with it, although the last one bought it. */
let demoCart: { product_id: string; quantity: number }[];
try {
  if (!options.only) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS });
  for (const width of options.widths.split(",").map(Number)) {
    await walk(browser, width, [...GUESTS, ...SIGNED_OUT]);
    await walk(browser, width, CUSTOMERS, logInToDemo);
    await walk(browser, width, [...STAFF, ...STAFF_STATES], enterFilled);
    await walk(browser, width, PACKER, enterAs("Packer"));
  }
  await browser.close();
} finally {
  own?.process.kill("SIGTERM");
}
for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
process.stdout.write(`The pictures are in ${options.into ?? "screenshots/"}.\n`);
process.exit(problems.length > 0 ? 1 : 0);

/** Takes some screenshots, each in its own tab of one browser profile. */
async function walk(
  browser: Browser,
  width: number,
  visits: readonly Visit[],
  enter?: (page: Page) => Promise<void>,
): Promise<void> {
  const chosen = visits.filter(({ name }) => wanted.test(name));
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    baseURL: shop,
    viewport: { width, height: HEIGHTS[width] ?? 800 },
    // A phone as shoppers hold it: its touch buttons and its sharpness.
    ...(width < PHONE_WIDTH && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  if (enter) {
    const page = await context.newPage();
    await enter(page);
    await page.close();
  }
  for (const visit of chosen) {
    const name = `${visit.name}-${width}`;
    const page = await context.newPage();
    page.on("console", (message) => {
      const { url } = message.location();
      // Expected errors of missing pages.
      if (["error", "warning"].includes(message.type()) && !url.includes("no-such") && !visit.requests)
        problems.push(`${name}: ${message.text()}`);
    });
    try {
      await page.goto(visit.path, { waitUntil: "networkidle" });
      await visit.act?.(page);
      if (visit.requests !== "hang") {
        if (!visit.window) await loadAllProducts(page);
        await settle(page);
      }
      if (!visit.window) await page.evaluate(unstick);
      await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: !visit.window });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (beyond > 0) problems.push(`${name}: ${beyond} px wider than the window`);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
    }
    await page.close();
    await context.setOffline(false);
  }
  await context.close();
}

async function logInToDemo(page: Page): Promise<void> {
  const { data: session } = await (await page.request.post("/api/user/login", { data: DEMO_LOGIN })).json();
  await storeSession(page, session as TestSession);
  const headers = { authorization: `Bearer ${session.token}` };
  const { data: items } = await (await page.request.get("/api/cart", { headers })).json();
  demoCart ??= items.map(({ product, quantity }: { product: { _id: string }; quantity: number }) => ({
    product_id: product._id,
    quantity,
  }));
  if (items.length < demoCart.length)
    for (const item of demoCart) await page.request.post("/api/cart", { headers, data: item });
}

async function enterFilled(page: Page): Promise<void> {
  await enterAs("Owner")(page);
  await fillBackOffice(page, shop);
}

function enterAs(role: "Owner" | "Packer") {
  return async (page: Page): Promise<void> => {
    await page.request.post("/admin/api/demo-session", { headers: { origin: shop }, data: { role } });
  };
}

/** Scrolls a listing to its end. */
async function loadAllProducts(page: Page): Promise<void> {
  const more = page.getByRole("link", { name: "Loading more..." });
  while ((await more.count()) > 0) {
    // It leaves with the last page.
    await more.scrollIntoViewIfNeeded({ timeout: 1000 }).catch(() => {});
    await networkIdle(page);
  }
}

/** Waits until all pictures are loaded, those further down, too, and nothing moves. */
async function settle(page: Page): Promise<void> {
  await networkIdle(page);
  await expect(page.locator("main[aria-busy=true], main [aria-busy=true]")).toHaveCount(0);
  await page.evaluate(async () => {
    // What is below the window is rendered, or the page's height would be an estimate.
    delete document.documentElement.dataset.arriving;
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
    await document.fonts.ready;
  });
  await networkIdle(page);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        // An animation of an element that goes away never finishes.
        .map(({ finished }) => Promise.race([finished, new Promise((go) => setTimeout(go, 1500))]).catch(() => {})),
    ),
  );
}

/** After a frame was added, as for a payment, Playwright's networkidle of the page never fires again; the frame's does. */
async function networkIdle(page: Page): Promise<void> {
  const [own, ...added] = page.frames();
  for (const frame of added.length > 0 ? added : [own]) await frame?.waitForLoadState("networkidle");
}

function widthOf(page: Page): number {
  return page.viewportSize()?.width ?? 0;
}

async function search(page: Page, words: string): Promise<void> {
  if (widthOf(page) <= PHONE_WIDTH) {
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog", { name: "Search" }).getByRole("searchbox").pressSequentially(words);
    await page.keyboard.press("Enter");
  } else await page.getByRole("banner").getByRole("searchbox").pressSequentially(words);
  await page.waitForResponse((response) => response.url().includes(`search=${words}`));
}

async function requestCode(page: Page): Promise<void> {
  await sendSignUp(page, newEmail());
  await page.waitForURL("**/otp/verification");
}

async function requestReset(page: Page): Promise<void> {
  await main(page).getByRole("textbox").first().fill(newEmail());
  await main(page)
    .getByRole("button", { name: /Reset|Send|Submit|Continue/ })
    .first()
    .click();
  await page.waitForURL("**/otp/verification/password");
}

async function emptyCart(page: Page): Promise<void> {
  const remove = page.getByRole("button", { name: /^Remove / });
  for (let items = await remove.count(); items > 0; items--) {
    await remove.first().click();
    await expect(remove).toHaveCount(items - 1);
  }
}

/** Starts a temporary demo shop, like the browser tests'. */
async function startShop(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "serve.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    const [, url] = /open at (http:\/\/\S+)/.exec(text) ?? [];
    if (url) return { process: child, url };
  }
  await once(child, "exit");
  throw new Error("The shop did not open; run npm run build first.");
}

/** A picture of the whole page has no scroll position: what sticks to the window is shown at its own place, whole. Runs in the page. */
function unstick(): void {
  for (const element of document.querySelectorAll<HTMLElement>("body *"))
    if (getComputedStyle(element).position === "sticky")
      Object.assign(element.style, { position: "relative", inset: "auto", translate: "none", transition: "none" });
  window.scrollTo(0, 0);
}
