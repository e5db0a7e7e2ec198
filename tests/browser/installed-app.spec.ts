/** The shop as an installed app, and offline pages. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { products } from "./buying.ts";
import { asAdmin } from "./database.ts";
import { expect, requirements, test } from "./test.ts";

const STRIP = "You’re offline. Prices and stock may have changed.";
const strip = (page: Page) => page.getByRole("status").filter({ hasText: STRIP });
const money = (rupees: number) => `₹${new Intl.NumberFormat("en-IN").format(rupees)}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fakes the browser's install prompt, which a headless one never shows; it counts how often it opens, and is accepted. */
async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.dialogs = String(Number(document.documentElement.dataset.dialogs ?? 0) + 1);
        return { outcome: "accepted" };
      },
    });
    window.dispatchEvent(offer);
  });
}

async function install(page: Page): Promise<void> {
  await page.goto("/");
  await offerInstall(page);
  await page.getByRole("button", { name: "Install the app" }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Sets a price in whole rupees, like staff. */
async function setPrice({ slug }: ProductSummary, rupees: number): Promise<void> {
  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `with changed as (
        update variant set price_paise = ${rupees * 100} from product where product_id = product.id and slug = '${slug}'
      ) update product set price_paise = ${rupees * 100}, lowest_price_paise = ${rupees * 100} where slug = '${slug}'`,
  );
}

/** Waits until the service worker has cached a page, which it does when idle. */
async function kept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (wanted) => !!(await caches.match(wanted, { ignoreVary: true })), path))
    .toBe(true);
}

test.afterEach(({ context }) => context.setOffline(false));

test("manifest, icons and worker are what a browser asks for before it installs", {
  tag: "@phone",
  annotation: requirements("S1.26"),
}, async ({ page, request }) => {
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const response = await request.get(href ?? "");
  expect(response.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    name: "Kewra",
    short_name: "Kewra",
    start_url: "/",
    display: "standalone",
    theme_color: "#2f4a36",
    background_color: "#faf6ef",
  });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = Object.assign(new Image(), { src: address });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  const worker = await request.get("/service-worker.js");
  expect(worker.headers()["content-type"]).toContain("javascript");
  expect(worker.headers()["cache-control"]).toBe("public, max-age=0, must-revalidate");
});

test("the banner's button opens the browser's dialog; a visitor who only browses has no worker", {
  tag: "@phone",
  annotation: requirements("S1.27"),
}, async ({ page }) => {
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Install the app" })).toHaveCount(0);
  await offerInstall(page);
  expect(await workers()).toBe(0);
  await page.getByRole("button", { name: "Install the app" }).click();
  await expect(page.getByText("You already have the app").filter({ visible: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-dialogs", "1");
  await expect.poll(workers).toBe(1);
});

test("visited pages are readable offline, and up to date online", {
  tag: "@phone",
  annotation: requirements("S1.26"),
}, async ({ page, context, faults }) => {
  faults.expect("net::ERR_INTERNET_DISCONNECTED");
  // Pictures that were not loaded before.
  faults.expect(/\/media\/.* net::ERR_FAILED|net::ERR_FAILED.*\/media\//);
  faults.expect(/response 503: .*\/(cart|faq)$/);
  faults.expect(/console error: .*503.*\/(cart|faq)/);
  await install(page);
  await kept(page, "/");
  // A product that no other test buys, since its price changes.
  const others = (await products(page)).slice(2, -1);
  const arrivals = page.getByRole("region", { name: "New Arrivals" });
  const shown = await arrivals.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const product = others.find(({ slug }) => shown.includes(`/product/${slug}`)) as ProductSummary;
  const path = `/product/${product.slug}`;
  const link = arrivals.locator(`a[href="${path}"]`).first();
  // A client-side navigation, which the worker does not intercept.
  await link.click();
  await expect(heading(page)).toHaveText(product.title);
  await kept(page, path);

  await context.setOffline(true);
  await expect(strip(page)).toBeVisible();
  await page.goto(path);
  await expect(heading(page)).toHaveText(product.title);
  await expect(strip(page)).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole("main")
        .getByRole("img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  // Chromium may tell a page that was opened offline that it is online.
  await expect(async () => {
    await context.setOffline(false);
    await context.setOffline(true);
    expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  }).toPass();
  await page
    .getByRole("link", { name: /, home$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "New Arrivals" })).toBeVisible();
  for (const path of ["/faq", "/cart"]) {
    await page.goto(path);
    await expect(heading(page)).toHaveText("You’re offline");
  }
  await page.goto(path);
  await expect(strip(page)).toBeVisible();

  const price = page
    .getByRole("main")
    .getByText(money(product.price + 1))
    .first();
  try {
    await setPrice(product, product.price + 1);
    await context.setOffline(false);
    await expect(price).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    await setPrice(product, product.price);
    await page.reload();
    await expect(price).toHaveCount(0);
    await expect(page.getByRole("main").getByText(money(product.price)).first()).toBeVisible();
  } finally {
    await setPrice(product, product.price);
  }
});
