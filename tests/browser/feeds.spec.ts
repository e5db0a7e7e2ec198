/** Product feeds: they say what each product page says to machines, and staff switches and checks them. */

import type { Page } from "@playwright/test";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { expect, test } from "./test.ts";

/** An offer as the structured data of a page have it. */
interface Offer {
  url: string;
  price: number;
  priceSpecification?: { price: number };
  availability: string;
  shippingDetails?: { shippingRate: { value: number } };
}
interface Described {
  "@type": string;
  sku?: string;
  gtin?: string;
  offers?: Offer;
  hasVariant?: Described[];
}

const switchFeed = async (page: Page, channel: string, isOn: boolean) =>
  expect(
    (await page.request.post(`/admin/api/feeds/${channel}/state`, { headers: ofShop(), data: { isOn } })).ok(),
  ).toBe(true);

test("The page of each row’s link shows its size and price, and its structured data are the row’s", {
  tag: "@desktop",
}, async ({ page, request }) => {
  await enterAs(page, "Owner");
  await switchFeed(page, "google", true);
  await page.goto("/about-us");
  // A browser's own parser: it accepts no mistake.
  const rows = await page.evaluate(async () => {
    const document = new DOMParser().parseFromString(
      await (await fetch("/feeds/google.xml")).text(),
      "application/xml",
    );
    if (document.querySelector("parsererror")) throw new Error(document.documentElement.textContent ?? "");
    return [...document.querySelectorAll("item")].map((item) =>
      Object.fromEntries([...item.children].map((child) => [child.localName, child.textContent ?? ""])),
    );
  });
  const ids: string[] = [];
  for (const row of rows) {
    const html = await (await request.get(row.link ?? "")).text();
    const paid = Number.parseFloat(row.sale_price ?? row.price ?? "");
    expect(html, row.link).toContain(`<meta property="product:price:amount" content="${paid}"/>`);
    const blocks = [...html.matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
    const described = blocks
      .map(([, block = ""]) => JSON.parse(block) as Described)
      .flatMap((block) => block.hasVariant ?? block)
      .find(({ sku }) => sku === row.id);
    const { offers } = described ?? {};
    expect(offers).toMatchObject({
      url: row.link,
      price: paid,
      availability: `https://schema.org/${row.availability === "in_stock" ? "InStock" : "OutOfStock"}`,
      shippingDetails: {
        shippingRate: { value: Number.parseFloat(/([\d.]+) INR/.exec(row.shipping ?? "")?.[1] ?? "") },
      },
    });
    expect(offers?.priceSpecification?.price).toBe(row.sale_price ? Number.parseFloat(row.price ?? "") : undefined);
    expect(described?.gtin).toBe(row.gtin);
    ids.push(row.id ?? "");
  }
  const list = (await (await request.get("/api/product?perPage=100")).json()) as { data: { slug: string }[] };
  const products = await Promise.all(
    list.data.map(async ({ slug }) => (await (await request.get(`/api/product/${slug}`)).json()).data as Product),
  );
  // Of the demo alone: what other tests sell may lack a picture, and is then left out.
  const ofDemo = (skus: string[]) => skus.filter((sku) => sku.startsWith("KW-")).sort();
  expect(ofDemo(ids)).toEqual(ofDemo(products.flatMap(({ variants }) => variants.map(({ sku }) => sku))));
  await switchFeed(page, "google", false);
});

test("Staff switches a feed on, copies its URL, and reads what would be rejected", {}, async ({
  page,
  context,
  isMobile,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enterAs(page, "Owner");
  await page.goto("/admin/integrations");
  await page.getByRole("link", { name: "Feeds", exact: true }).click();
  const main = page.getByRole("main");
  const channel = isMobile ? "meta" : "openai";
  const name = isMobile ? "Meta: Facebook, Instagram, WhatsApp" : "OpenAI: ChatGPT";
  const row = main.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(name) }) });
  await expect(row).toContainText("Off");
  await row.getByRole("button", { name: `Switch on ${name}` }).click();
  await expect(row.getByText("On", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: `Copy the URL of ${name}` }).click();
  await expect(row.getByText("Copied.")).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const fetched = await page.request.get(url, { headers: { "user-agent": "A reader of feeds" } });
  expect(fetched.status()).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("by A reader of feeds", { timeout: 1000 });
  }).toPass();
  await main.getByLabel("By", { exact: true }).selectOption(channel);
  await expect(page).toHaveURL(new RegExp(`feed=${channel}`));
  await main.getByRole("button", { name: "Check the catalogue" }).click();
  await expect(main.getByText(/^All \d+ sizes are checked\./)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await row.getByRole("button", { name: `Switch off ${name}` }).click();
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(404);
});
