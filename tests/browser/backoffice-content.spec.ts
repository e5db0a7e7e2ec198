/** Menus, banners and the announcement in the back office, and what shoppers see of them. In a shop of its own, since every page shows them. */

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { writeTimeInIndia } from "../../contract/dates.ts";
import { expectAccessible } from "./accessible.ts";
import { openNavigation } from "./back-office.ts";
import { followFooterLink } from "./footer.ts";
import { type OwnShop, startOwnShop } from "./own-shop.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1600, height: 800 };
const UPRIGHT = { width: 800, height: 1000 };
const TITLE = "Bottles, engraved";
const UPLOADS = "**/admin/api/content-pictures";

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await startOwnShop(join(import.meta.dirname, "serve.ts"));
});
test.afterAll(() => shop.stop());

const main = (page: Page) => page.getByRole("main");
/** Once, so that banners that are added in two minutes begin at one time. */
const NOW = Date.now();
const inDays = (days: number) => writeTimeInIndia(new Date(NOW + days * DAY_MS));

async function openContent(page: Page, name: string): Promise<void> {
  await (await openNavigation(page)).getByRole("link", { name: "Content" }).click();
  await main(page).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await main(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(main(page).getByText("Saved. The shop shows it now.")).toBeVisible();
}

/** The entries of a list; each is folded unless it is new. */
const entries = (page: Page) => main(page).locator("form > div > ol > li > details");

async function fill(fields: Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await fields.getByLabel(label, { exact: true }).fill(text);
}

/** Drags the last entry to the first place. */
async function moveToTop(page: Page): Promise<void> {
  const handle = entries(page).last().locator("summary").first();
  await handle.hover();
  await page.mouse.down();
  // The drag begins here, before the page scrolls.
  await handle.hover({ position: { x: 40, y: 10 } });
  await entries(page).first().locator("summary").first().hover();
  await page.mouse.up();
}

async function addBanner(page: Page, device: "Desktop" | "Phone", picture: { width: number; height: number }) {
  await main(page).getByRole("button", { name: "Add a banner" }).click();
  const added = entries(page).last();
  await added.getByLabel("Shown on").selectOption(device);
  await fill(added, {
    Title: TITLE,
    "Below the title": "Your name on the glass.",
    Button: "See the set",
    Link: "/product/discovery-set",
    "Shown from (Indian time)": inDays(1),
    "Until (Indian time)": inDays(2),
  });
  const buffer = await sharp({ create: { ...picture, channels: 3, background: "#b5523b" } })
    .png()
    .toBuffer();
  await page.route(UPLOADS, (route) => route.abort("failed"), { times: 1 });
  await added.getByLabel("Picture", { exact: true }).setInputFiles({ name: "b.png", mimeType: "image/png", buffer });
  await expect(added.getByRole("alert")).toContainText("The upload broke off.");
  const release = await delayUpload(page);
  await added.getByRole("button", { name: /^Try again/ }).click();
  await moveToTop(page);
  await release();
  await expect(entries(page).first()).toContainText("Choose a file to replace it.");
}

/** Delays the next upload. @returns lets it continue, and waits for its response */
async function delayUpload(page: Page): Promise<() => Promise<void>> {
  let resume = () => {};
  const released = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route(UPLOADS, (route) => released.then(() => route.continue()), { times: 1 });
  return async () => {
    const response = page.waitForResponse(UPLOADS);
    resume();
    await response;
  };
}

/** Expects the banner as the first of the home page, with the picture of this shape. */
async function expectBanner(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const slide = page.getByRole("region", { name: "What’s new" }).getByRole("group", { name: /^1 of / });
  await expect(slide.getByRole("heading", { name: TITLE })).toBeVisible();
  await expect
    .poll(() =>
      slide
        .locator("img")
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
    )
    .toBeCloseTo(width / height, 1);
}

test("The owner edits the menus, schedules a banner and sets the announcement, and shoppers see them", {
  tag: "@desktop",
}, async ({ page, browser, faults }) => {
  faults.expect("401");
  faults.expect("422");
  faults.expect("net::ERR_FAILED");
  await page.goto(`${shop.url}/admin`);
  await page.getByRole("button", { name: "Owner" }).click();
  // In a window of its own: of two pages in one, the one in the background draws once a second.
  const shopper = await browser.newPage({ viewport: PHONE, reducedMotion: "reduce" });

  await openContent(page, "Menu of the header");
  await main(page).getByRole("button", { name: "Add a link" }).click();
  const link = entries(page).last();
  await link.getByLabel("Label").fill("Gift a set");
  await link.getByLabel("Leads to").selectOption("A product");
  await main(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(main(page).getByText(/link, leads to: must/)).toBeVisible();
  await link.getByLabel("Product", { exact: true }).fill("discovery");
  await link
    .getByRole("list", { name: "Found products" })
    .getByRole("button", { name: /Discovery Set/ })
    .click();
  await moveToTop(page);
  await save(page);
  await expectAccessible(page);

  await openContent(page, "Columns of the footer");
  const column = entries(page).first();
  await column.locator("summary").first().click();
  await column.getByRole("button", { name: "Add a link" }).click();
  const footerLink = column.locator("details").last();
  await footerLink.getByLabel("Label").fill("Where is my parcel?");
  await footerLink.getByLabel("Page", { exact: true }).selectOption("Order tracking");
  await save(page);

  await shopper.goto(shop.url);
  await shopper.getByRole("button", { name: "Open menu" }).click();
  await shopper.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Gift a set" }).click();
  await expect(shopper).toHaveURL(`${shop.url}/product/discovery-set`);
  await followFooterLink(shopper, "Where is my parcel?");
  await expect(shopper.getByRole("main").getByText("Please log in to track your order.")).toBeVisible();
  await shopper.setViewportSize(DESKTOP);
  const menu = shopper.getByRole("banner").getByRole("navigation", { name: "Categories" });
  await expect(menu.getByRole("link").first()).toHaveText("Gift a set");

  // The banner begins tomorrow: the preview shows it, the shop doesn't.
  await openContent(page, "Banners");
  await addBanner(page, "Phone", UPRIGHT);
  await addBanner(page, "Desktop", WIDE);
  // The picture of a banner that is removed while it is sent goes to no other.
  const pictures = () =>
    entries(page)
      .locator("img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  const before = await pictures();
  await main(page).getByRole("button", { name: "Add a banner" }).click();
  const release = await delayUpload(page);
  const buffer = await sharp({ create: { ...WIDE, channels: 3, background: "#2f4a36" } })
    .png()
    .toBuffer();
  const file = { name: "removed.png", mimeType: "image/png", buffer };
  await entries(page).last().getByLabel("Picture", { exact: true }).setInputFiles(file);
  await main(page)
    .getByRole("button", { name: /^Up.*New banner/ })
    .click();
  await main(page)
    .getByRole("button", { name: /^Remove.*New banner/ })
    .click();
  await release();
  expect(await pictures()).toEqual(before);
  await main(page).getByRole("button", { name: "Check and preview" }).click();
  await expect(entries(page).nth(0)).toContainText("Scheduled");
  const previews = main(page).getByRole("list", { name: "The home page" });
  for (const [name, window, picture] of [
    [/^Phone, 360 px.*From/, PHONE, UPRIGHT],
    [/^Desktop, 1280 px.*From/, DESKTOP, WIDE],
  ] as const) {
    const opened = page.waitForEvent("popup");
    await previews.getByRole("button", { name }).click();
    const preview = await opened;
    await preview.setViewportSize(window);
    await expect(preview.getByText("Preview: these banners aren’t in the shop yet.")).toBeVisible();
    await expectBanner(preview, picture);
    await preview.close();
  }
  await save(page);
  await expectAccessible(page);
  await shopper.goto(shop.url);
  await expect(shopper.getByRole("region", { name: "What’s new" }).getByRole("group").first()).toBeVisible();
  await expect(shopper.getByRole("heading", { name: TITLE })).toHaveCount(0);

  // Now it has begun.
  for (const at of [0, 1]) {
    await entries(page).nth(at).locator("summary").click();
    await fill(entries(page).nth(at), { "Shown from (Indian time)": inDays(-1) });
    await expect(entries(page).nth(at)).toContainText("Live");
  }
  await save(page);
  await shopper.reload();
  await expectBanner(shopper, WIDE);
  await shopper.setViewportSize(PHONE);
  await expectBanner(shopper, UPRIGHT);
  await shopper.getByRole("link", { name: "See the set" }).first().click();
  await expect(shopper).toHaveURL(`${shop.url}/product/discovery-set`);

  await (await openNavigation(page)).getByRole("link", { name: "Settings" }).click();
  await fill(main(page), {
    Announcement: "Engraving is free until Diwali",
    "Link of the announcement": "/bestsellers",
    "The announcement begins (Indian time)": inDays(-1),
    "The announcement ends (Indian time)": inDays(-2),
  });
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByText(/The announcement would end .* before it begins/)).toBeVisible();
  const announcement = shopper.getByRole("banner").getByRole("link", { name: "Engraving is free until Diwali" });
  for (const { begins, ends, shown } of [
    { begins: 1, ends: 2, shown: 0 },
    { begins: -2, ends: -1, shown: 0 },
    { begins: -1, ends: 1, shown: 1 },
  ]) {
    await fill(main(page), {
      "The announcement begins (Indian time)": inDays(begins),
      "The announcement ends (Indian time)": inDays(ends),
    });
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
    await main(page).getByRole("button", { name: "Save" }).click();
    await saved;
    await expect(main(page).getByText("Saved. The shop uses it already.")).toBeVisible();
    await shopper.reload();
    await expect(announcement).toHaveCount(shown);
  }
  // On a phone its button has a finger's size, and all of the line scrolls away.
  const dismiss = shopper.getByRole("button", { name: "Dismiss the announcement" });
  const box = await dismiss.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const header = shopper.getByRole("banner");
  const top = () => header.evaluate((element) => Number.parseFloat(getComputedStyle(element).top));
  const height = () => shopper.locator("#announcement").evaluate((element) => element.clientHeight);
  expect(-(await top())).toBe(await height());
  await shopper.setViewportSize(DESKTOP);
  expect(-(await top())).toBe(await height());
  await shopper.setViewportSize(PHONE);
  await announcement.click();
  await expect(shopper).toHaveURL(`${shop.url}/bestsellers`);
  await shopper.close();
});

test("Links work in every shape of a text", { tag: "@desktop" }, async ({ page, context, faults }) => {
  faults.expect("401");
  await page.goto(`${shop.url}/admin`);
  await page.getByRole("button", { name: "Owner" }).click();
  await openContent(page, "Privacy policy");
  const sections = [
    "## Words\n\n“See [the quotation](/faq).”\n\nSee [the paragraph](/faq).",
    "## Numbers\n\n- 14 of [the numbers](/faq)",
    "## Steps\n\n- 1. See [the step](/faq)",
    "## Terms\n\n- [The term](/faq): see [its text](/faq)",
    "## Points\n\n- See [the point](/faq)",
  ];
  await main(page)
    .getByLabel("Text", { exact: true })
    .fill(["---\ntitle: Privacy\nsummary: What we store.\n---", ...sections].join("\n\n"));
  await save(page);
  const shopper = await context.newPage();
  await shopper.goto(`${shop.url}/privacy-policy`);
  for (const name of ["quotation", "paragraph", "numbers", "step", "term", "text", "point"])
    await expect(main(shopper).getByRole("link", { name: new RegExp(` ${name}$`) }), name).toHaveAttribute(
      "href",
      "/faq",
    );
  await expect(main(shopper)).not.toContainText("](");
});
