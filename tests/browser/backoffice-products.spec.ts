/** The back office in the browser: a product from its first word to the shop, and what can go wrong meanwhile. */

import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { MACOS, zipOf } from "../samples/zip-writers.ts";
import { expectAccessible } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");

/** Publishes a product without pictures, by the requests of its pages. */
async function publishProduct(page: Page, title: string): Promise<{ _id: string; slug: string; version: number }> {
  const send = async (method: string, path: string, data: object) => {
    const response = await page.request.fetch(`/admin/api${path}`, { method, headers: ofShop(), data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data;
  };
  const size = {
    price: 749,
    originalPrice: 999,
    netQuantity: 50,
    netQuantityUnit: "ml",
    hsn: "33030040",
    gstPercent: 18,
  };
  const { _id, version } = await send("POST", "/products", { title, category: "perfumes", size });
  const origin = { countryOfOrigin: "India", shelfLifeMonths: 36 };
  const complete = await send("PATCH", `/products/${_id}`, { version, ...origin });
  return send("POST", `/products/${_id}/state`, { version: complete.version, state: "published" });
}

/** Drags from one point of a picture or frame to another, both in shares of its sides. */
async function drag(page: Page, element: Locator, from: [number, number], to: [number, number]): Promise<void> {
  await element.evaluate(async (shown) => {
    if (shown instanceof HTMLImageElement) await shown.decode();
  });
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

test("The owner writes a product, previews and publishes it, and changes its prices", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, browser, faults }) => {
  faults.expect("401");
  faults.expect("422");
  const title = `Chameli ${Date.now()}`;
  await enterAs(page, "Owner");
  await page.goto("/admin/products/new");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Net quantity").fill("50");
  await page.getByLabel("Price (₹)").fill("1299");
  await page.getByLabel("MRP (₹)").fill("999");
  await page.getByRole("button", { name: "Add the draft" }).click();
  await expect(page.getByText("The MRP must be above the price", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("MRP (₹)").fill("1499");
  await page.getByLabel("HSN code").fill("33030040");
  await page.getByRole("button", { name: "Add the draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  // What is typed survives a reload and another section.
  await page.getByLabel("Subtitle").fill("Jasmine after rain");
  await expect(main(page).getByRole("region", { name: "Preview" })).toContainText("Jasmine after rain");
  await page.reload();
  await expect(page.getByLabel("Subtitle")).toHaveValue("Jasmine after rain");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();

  await main(page).getByRole("link", { name: "The country of origin." }).click();
  await page.getByLabel("Country of origin").fill("India");
  await page.getByLabel("Shelf life in months").fill("36");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Publish", exact: true })).toBeEnabled();

  await main(page).getByRole("link", { name: "Claims" }).click();
  await main(page).getByRole("button", { name: "Add to Claims with their proof" }).click();
  await page.getByLabel("What is claimed").fill("Cruelty free");
  await page.getByLabel("Certified by").fill("Leaping Hare India");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1: Please give the number of the certificate.")).toBeVisible();
  await page.getByLabel("Certificate number").fill("LH-204");
  await page.getByLabel("Valid until").fill("2019-03-31");
  await expect(page.getByText("not shown, since its certificate ended on 31 March 2019")).toBeVisible();
  await page.getByLabel("Valid until").fill("2097-03-31");
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  await page.getByLabel("Add the certificate: Cruelty free, LH-204").setInputFiles({
    name: "leaping-hare.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\ntrailer\n<<>>\n%%EOF\n"),
  });
  await expect(main(page).getByRole("link", { name: "leaping-hare.pdf" })).toBeVisible();

  await main(page).getByRole("link", { name: "Pictures" }).click();
  const picture = (background: string) =>
    sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  const files = [await picture("#b5523b"), await picture("#3b6b52")];
  await page
    .getByLabel("Add pictures")
    .setInputFiles(files.map((buffer, at) => ({ name: `${at}.png`, mimeType: "image/png", buffer })));
  await page.getByLabel("Description of picture 2").fill("A green bottle");
  await main(page).getByRole("button", { name: "Save pictures" }).click();
  await expect(page.getByText("Please describe the picture for those who don’t see it.")).toBeVisible();
  await page.getByLabel("Description of picture 1").fill("A red bottle");
  await main(page).getByText("Focal point of picture 2").click();
  await page.getByLabel("From the left, picture 2").fill("20");
  await main(page)
    .getByRole("button", { name: /^Later.*picture 1$/ })
    .click();
  // Cropped by numbers and keys; the whole picture can be cropped again.
  await main(page)
    .getByRole("button", { name: /^Crop.*picture 2$/ })
    .click();
  const crop = page.getByRole("dialog", { name: "Crop picture 2" });
  await crop.getByLabel("Width (%)").fill("50");
  await crop.getByLabel("4 : 5, as on the product’s page").check();
  await crop.getByRole("slider", { name: "The part that is shown" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(crop.getByLabel("From the left (%)")).toHaveValue("1");
  await expectAccessible(page);
  await crop.getByRole("button", { name: "Crop", exact: true }).click();
  await expect(crop).toBeHidden();
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "Save pictures" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();

  await main(page).getByRole("button", { name: "Create a preview link" }).click();
  const path = await main(page)
    .getByRole("link", { name: /^Open the preview/ })
    .getAttribute("href");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(path ?? "", page.url()).href);
  await expect(visitor.getByText("Preview: this product isn’t in the shop yet")).toBeVisible();
  await expect(visitor.getByRole("heading", { level: 1, name: title })).toBeVisible();

  await main(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "Published" })).toBeVisible();
  const inShop = await main(page).getByRole("link", { name: "Show in the shop" }).getAttribute("href");
  const shopUrl = new URL(inShop ?? "", page.url()).href;
  await visitor.goto(shopUrl);
  await expect(visitor.getByRole("img", { name: "A green bottle" }).first()).toBeVisible();
  await expect(visitor.getByRole("img", { name: "A green bottle" }).first()).toHaveCSS("object-position", "20% 50%");
  await expect(visitor.getByRole("main")).toContainText("1,299");
  await expect(visitor.getByRole("main")).toContainText(
    "Cruelty free, by Leaping Hare India, certificate LH-204, valid until 31 March 2097",
  );

  // The list changes a price in place, and the shop shows it.
  const id = page.url().match(/products\/(\d+)/)?.[1];
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  const price = page.getByLabel(`Price of ${title}, 50 ml`);
  await price.fill("1199");
  await price.press("Enter");
  await expect(page.getByRole("button", { name: `Undo Price of ${title}, 50 ml` })).toBeVisible();
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole("main")).toContainText("1,199", { timeout: 2000 });
  }).toPass();

  // Several are changed as a grid: with keys, with differences before they are stored, problems beside their cells.
  await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await page.getByRole("link", { name: "Edit these as a grid" }).click();
  await page.getByLabel(`Price (₹) of ${title}, 50 ml`).fill("1250");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel(`MRP (₹) of ${title}, 50 ml`)).toBeFocused();
  await page.keyboard.type("1000");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("+7");
  await page.reload();
  await page.getByRole("button", { name: "Review and save" }).click();
  await expect(page.getByRole("dialog")).toContainText("50 ml, price: 1199 → 1250");
  await page.getByRole("button", { name: "Save these 3 changes" }).click();
  await expect(page.getByText("The MRP must be above the price", { exact: false })).toBeVisible();
  await expect(page.getByLabel(`MRP (₹) of ${title}, 50 ml`)).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(`MRP (₹) of ${title}, 50 ml`).fill("1600");
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("button", { name: "Save these 3 changes" }).click();
  await expect(page.getByText("7 packs in stock carry the MRP ₹1,499", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("checkbox", { name: "The packs in stock carry this MRP where it rises" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save these 3 changes" }).click();
  await expect(page.getByText("1 product saved.")).toBeVisible();
  await expect(page.getByLabel(`Stock of ${title}, 50 ml`)).toHaveValue("7");

  // A price and a GST rate of later days.
  await page.goto(`/admin/products/${id}/dates`);
  const form = page.getByRole("form", { name: "Plan a price of 50 ml" });
  await form.getByLabel("New price (₹)").fill("999");
  await form.getByLabel("MRP (₹)").fill("a lot");
  await form.getByLabel("From (Indian time)").fill("2019-12-01T10:00");
  await form.getByRole("button", { name: "Plan this price" }).click();
  await expect(form.getByText("Please give an amount in rupees.")).toBeVisible();
  await form.getByLabel("MRP (₹)").fill("1600");
  await form.getByRole("button", { name: "Plan this price" }).click();
  await expect(form.getByText("This time is over. Please choose one ahead.")).toBeVisible();
  await expectAccessible(page);
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel("From (Indian time)").fill(`${soon}T10:00`);
  await form.getByRole("button", { name: "Plan this price" }).click();
  await expect(main(page).getByRole("button", { name: /^Cancel.*₹999$/ })).toBeVisible();
  const gst = page.getByRole("form", { name: "GST of 50 ml" });
  await gst.getByLabel("GST (%)").fill("5");
  await gst.getByLabel("From the day").fill(soon);
  await gst.getByRole("button", { name: "Add this rate" }).click();
  await expect(main(page).getByRole("button", { name: /^Delete.*GST from/ })).toBeVisible();
  await main(page)
    .getByRole("button", { name: /^Delete.*GST from/ })
    .click();
  await main(page)
    .getByRole("button", { name: /^Cancel.*₹999$/ })
    .click();
  await expect(main(page).getByText("Planned", { exact: true })).toBeHidden();

  await visitor.context().close();
});

test("Two editors of one product lose nothing, and choose between texts that both have changed", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("409");
  await enterAs(page, "Owner");
  const { _id, slug, version } = await publishProduct(page, `Two editors ${Date.now()}`);
  await page.goto(`/admin/products/${_id}/texts`);
  await page.getByLabel("Subtitle").fill("Mine");
  await page.request.patch(`/admin/api/products/${_id}`, {
    data: { version, subTitle: "Theirs", description: "Their description." },
    headers: { origin: new URL(page.url()).origin },
  });
  await main(page).getByRole("button", { name: "Save" }).click();
  const conflict = main(page).getByRole("region", { name: "Conflict" });
  await expect(conflict).toContainText("Theirs");
  await expectAccessible(page);
  await conflict.getByRole("button", { name: "Continue with these" }).click();
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  await expect(page.getByLabel("Subtitle")).toHaveValue("Mine");
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Their description.");

  // What a colleague changes elsewhere needs no choice, and what is typed while it is saved stays.
  const { version: seen } = (await (await page.request.get(`/admin/api/products/${_id}`)).json()).data;
  await page.request.patch(`/admin/api/products/${_id}`, {
    data: { version: seen, description: "Their second description." },
    headers: { origin: new URL(page.url()).origin },
  });
  await page.getByLabel("Subtitle").fill("Mine again");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("alert").filter({ hasText: "Somebody has changed this product" })).toBeVisible();
  const saving = Promise.withResolvers<void>();
  await page.route(`**/admin/api/products/${_id}`, async (route) => {
    if (route.request().method() === "PATCH") await saving.promise;
    await route.continue();
  });
  await main(page).getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Typed meanwhile");
  saving.resolve();
  await expect(main(page).getByRole("button", { name: "Save" })).toBeEnabled();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Typed meanwhile");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  const { data } = await (await page.request.get(`/admin/api/products/${_id}`)).json();
  expect([data.title, data.subTitle, data.description]).toEqual([
    "Typed meanwhile",
    "Mine again",
    "Their second description.",
  ]);

  // The former address leads on, with the size and the campaign's tags.
  const renamed = await page.request.patch(`/admin/api/products/${_id}`, {
    data: { version: data.version, slug: `${slug}-renamed` },
    headers: ofShop(),
  });
  expect(renamed.ok(), await renamed.text()).toBe(true);
  const query = "?size=10-ml&utm_source=x";
  const moved = await page.request.get(`/product/${slug}${query}`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, `/product/${slug}-renamed${query}`]);
});

test("A session that ends while somebody types loses no input", { tag: "@desktop" }, async ({
  page,
  context,
  faults,
}) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  // A form that reads its page again leads to the sign-in and back.
  await page.goto("/admin/products/1/texts");
  const subtitle = page.getByLabel("Subtitle");
  const before = await subtitle.inputValue();
  await subtitle.fill("Typed before the session ended");
  await context.clearCookies();
  await main(page).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Owner" }).click();
  await expect(subtitle).toHaveValue("Typed before the session ended");
  for (const text of ["Typed before the session ended", before]) {
    await subtitle.fill(text);
    await main(page).getByRole("button", { name: "Save" }).click();
    await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  }
  // Another one stays as it is.
  await page.goto("/admin/products/new");
  await page.getByLabel("Title").fill("Typed before the session ended");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add the draft" }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("alert").getByRole("link", { name: "Sign in in a new tab" }).click();
  const other = await opened;
  await other.getByRole("button", { name: "Owner" }).click();
  await expect(other.getByRole("heading", { name: "Hello, Demo Owner" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Typed before the session ended");
  faults.expect("422");
  await page.getByRole("button", { name: "Add the draft" }).click();
  await expect(page.getByRole("alert").getByText("session has ended")).toBeHidden();
});

test("A picture is cropped and gets its focal point by mouse and by keys, and shoppers see that part", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  const { _id, slug } = await publishProduct(page, `Quarters ${Date.now()}`);
  // An upright picture of four colours: the part at the top right is green.
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 400, height: 500, channels: 3 as const, background } },
    left,
    top,
  });
  const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background: "#c04030" } })
    .composite([quarter("#30a040", 400, 0), quarter("#3050c0", 0, 500), quarter("#d0c040", 400, 500)])
    .png()
    .toBuffer();
  await page.goto(`/admin/products/${_id}/pictures`);
  await page.getByLabel("Add pictures").setInputFiles({ name: "quarters.png", mimeType: "image/png", buffer });
  await page.getByLabel("Description of picture 1").fill("Four colours");

  await main(page)
    .getByRole("button", { name: /^Crop.*picture 1$/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Crop picture 1" });
  const part = dialog.getByRole("slider", { name: "The part that is shown" });
  const expectPart = async (x: number, y: number, width: number, height: number) => {
    const labels = ["From the left (%)", "From the top (%)", "Width (%)", "Height (%)"];
    for (const [at, value] of [x, y, width, height].entries())
      await expect(dialog.getByLabel(labels[at] ?? "")).toHaveValue(String(value));
    const said = `${x} % from the left, ${y} % from the top, ${width} % wide, ${height} % high`;
    await expect(part).toHaveAttribute("aria-valuetext", said);
  };
  await expect.poll(async () => (await part.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  // The picture keeps its shape.
  const whole = await part.boundingBox();
  expect((whole?.width ?? 0) / (whole?.height ?? 1)).toBeCloseTo(0.8, 1);
  await drag(page, part, [1, 1], [0.5, 0.5]);
  await expectPart(0, 0, 50, 50);
  await drag(page, part, [0.5, 0.5], [1.9, 0.5]);
  await expectPart(50, 0, 50, 50);
  await part.focus();
  for (const key of ["Shift+ArrowLeft", "Shift+ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  await expectPart(50, 1, 49, 49);
  for (const key of ["ArrowUp", "Shift+ArrowDown", "Shift+ArrowRight"]) await page.keyboard.press(key);
  await expectPart(50, 0, 50, 50);
  // The first digit alone would be less than the minimum.
  const widthField = dialog.getByLabel("Width (%)");
  for (const percent of ["30", "50"]) {
    await widthField.press("ControlOrMeta+a");
    await widthField.pressSequentially(percent);
    await expectPart(50, 0, Number(percent), 50);
  }
  await dialog.getByRole("button", { name: "Crop", exact: true }).click();
  await expect(dialog).toBeHidden();

  await main(page).getByText("Focal point of picture 1").click();
  const focal = main(page).locator("details img");
  await drag(page, focal, [0.5, 0.5], [0.2, 0.75]);
  await expect(page.getByLabel("From the top, picture 1")).toHaveValue("75");
  await page.getByLabel("From the left, picture 1").press("ArrowRight");
  await expect(page.getByLabel("From the left, picture 1")).toHaveValue("21");
  await main(page).getByRole("button", { name: "Save pictures" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();

  const shown = page.getByRole("main").getByRole("img", { name: "Four colours" }).first();
  await page.goto(`/product/${slug}`);
  await expect(shown).toHaveCSS("object-position", "21% 75%");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toBe("");
  const served = await page.request.get(await shown.evaluate((image: HTMLImageElement) => image.currentSrc));
  const image = sharp(await served.body());
  const { width, height } = await image.metadata();
  expect(width / height).toBeCloseTo(0.8, 2);
  // All of it is green; compression changes colours a little.
  const { channels } = await image.removeAlpha().stats();
  for (const [at, value] of [0x30, 0xa0, 0x40].entries()) {
    expect(Math.abs((channels[at]?.mean ?? 0) - value)).toBeLessThan(20);
    expect(channels[at]?.stdev).toBeLessThan(6);
  }
});

test("An upload that breaks off blocks nothing, succeeds when it is tried again, and is not lost by leaving the page", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("net::ERR_FAILED");
  await enterAs(page, "Owner");
  const { _id } = await publishProduct(page, `Broken off ${Date.now()}`);
  await page.goto(`/admin/products/${_id}/pictures`);
  const file = async (name: string, background: string) => ({
    name,
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  });
  await page.route("**/admin/api/product-pictures", (route) => route.abort("failed"), { times: 1 });
  await page.getByLabel("Add pictures").setInputFiles(await file("first.png", "#b5523b"));
  const uploads = main(page).getByRole("list", { name: "Uploads" });
  await expect(uploads.getByRole("alert")).toHaveText(
    "The upload broke off. Please check your connection and try again.",
  );
  await expectAccessible(page);
  // Another picture arrives, is described and saved meanwhile.
  await page.getByLabel("Add pictures").setInputFiles(await file("second.png", "#3b6b52"));
  await page.getByLabel("Description of picture 1").fill("A green bottle");
  await main(page).getByRole("button", { name: "Save pictures" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/admin/api/product-pictures", (route) => arrived.then(() => route.continue()), { times: 1 });
  await uploads.getByRole("button", { name: /^Try again.*first.png$/ }).click();
  // Leaving now would lose it.
  await main(page).getByRole("link", { name: "Texts" }).click();
  const question = page.getByRole("dialog", { name: "A file is still uploading" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Stay" }).click();
  arrive();
  await expect(uploads).toBeHidden();
  await page.getByLabel("Description of picture 2").fill("A red bottle");
  await main(page).getByRole("button", { name: "Save pictures" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
});

test.describe("Product files", () => {
  // Only the file that was stored last can be undone.
  test.describe.configure({ mode: "default" });

  test("A product file with 1,000 wrong rows names each, stores none, and is corrected", { tag: "@desktop" }, async ({
    page,
    faults,
  }) => {
    faults.expect("401");
    await enterAs(page, "Owner");
    const { slug } = await publishProduct(page, `Imported ${Date.now()}`);
    async function upload(name: string, text: string) {
      await page.goto("/admin/imports");
      await page.getByLabel("Product file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.getByRole("button", { name: "Upload", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await page.getByRole("button", { name: "Compare with the catalogue" }).click();
    }
    const wrong = Array.from({ length: 1000 }, () => `${slug},Rs many`);
    await upload("wrong.csv", `slug,price\n${wrong.join("\n")}\n`);
    await expect(main(page).getByText("Has problems")).toBeVisible();
    await expect(main(page).getByRole("region", { name: "Summary" })).toContainText(
      /Nothing can be stored .* problems/,
    );
    await expect(main(page).getByRole("button", { name: "Store these changes" })).toBeHidden();
    const rows = main(page).getByRole("region", { name: "Rows" });
    await expect(rows.getByRole("listitem").first()).toContainText("row 2");
    await expect(rows.getByRole("listitem").first()).toContainText("Rs many");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/after=\d/);
    await expect(rows.getByRole("listitem").first()).toContainText("row 52");
    await main(page).getByRole("button", { name: "Discard the file" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();

    await upload("right.csv", `slug,price\n${slug},799\n`);
    await expect(main(page).getByText("Ready to store")).toBeVisible();
    await main(page).getByRole("button", { name: "Store these changes" }).click();
    await expect(main(page).getByText("Stored", { exact: true })).toBeVisible();
  });

  test("Pictures that a product file names are added as a ZIP file, and are on the product's page", {
    tag: "@phone",
  }, async ({ page, faults }) => {
    faults.expect(/401|response 422|status of 422/);
    await enterAs(page, "Owner");
    const { slug } = await publishProduct(page, `Pictured ${Date.now()}`);
    const color = { r: Date.now() % 256, g: (Date.now() >> 8) % 256, b: 90 };
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
    await page.goto("/admin/imports");
    await page.getByLabel("Product file").setInputFiles({
      name: "pictures.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`slug,images\n${slug},Front view.jpg | side.jpg\n`),
    });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    const compare = page.getByRole("button", { name: "Compare with the catalogue" });
    const form = page.getByRole("form", { name: "Pictures" });
    const add = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      await form.getByLabel("ZIP file or pictures").setInputFiles(files);
      await form.getByRole("button", { name: "Add pictures" }).click();
    };
    await add({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
    await expect(form.getByText("“list.pdf”: This is not a picture")).toBeVisible();
    const zip = zipOf([["Photos/FRONT VIEW.JPG", picture]], MACOS);
    await add({ name: "photos.zip", mimeType: "application/zip", buffer: zip });
    await expect(form).toContainText("1 added.");
    await compare.click();
    await expect(main(page).getByText("Has problems")).toBeVisible();
    await expect(main(page).getByRole("region", { name: "Rows" })).toContainText(
      '"side.jpg" is not among the uploaded pictures',
    );
    await expectAccessible(page);
    await add(
      { name: "side.jpg", mimeType: "image/jpeg", buffer: picture },
      { name: "back.jpg", mimeType: "image/jpeg", buffer: picture },
    );
    await expect(form).toContainText("3 added.");
    await compare.click();
    await expect(main(page).getByText("The uploaded picture “back.jpg” is in no row.")).toBeVisible();
    await main(page).getByRole("button", { name: "Store these changes" }).click();
    await expect(main(page).getByText("Stored", { exact: true })).toBeVisible();
    const { data } = await (await page.request.get(`/api/product/${slug}`)).json();
    expect(data.images).toHaveLength(2);
    expect(data.images[0].path).toMatch(/^\/catalogue\/front-view\./);
  });

  test("A new catalogue in three sizes, as a spreadsheet saves it, is imported and undone", {
    tag: "@desktop",
  }, async ({ page, faults }) => {
    faults.expect("401");
    await enterAs(page, "Owner");
    const [one, other] = [`mogra-${Date.now()}`, `hina-${Date.now()}`];
    // As Excel saves "CSV UTF-8": a byte order mark, CRLF, quotation marks where needed, columns without a heading.
    const header =
      "Slug,SKU,Size,Title,Description,Category,Price,Stock,Net Quantity,Net Quantity Unit,Country of Origin,Shelf Life Months,HSN,GST Percent,State,,";
    const product = (slug: string, title: string) => [
      `${slug},${slug}-2,,${title},"Picked at night, ""warm"" and soft",attars,149,20,2,ml,India,36,33030040,18,published,,`,
      // LibreOffice writes the empty cells at a row's end, Excel may leave them out.
      `${slug},${slug}-6,,,,,399,15,6,ml,,,33030040,18,,,`,
      `${slug},${slug}-12,,,,,699,10,12,ml,,,33030040,18`,
    ];
    const rows = [header, ...product(one, "Mogra"), ...product(other, "Hina"), ",,,,,,,,,,,,,,,,"];
    await page.goto("/admin/imports");
    await page.getByLabel("Product file").setInputFiles({
      name: "catalogue.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`\uFEFF${rows.join("\r\n")}\r\n`),
    });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("button", { name: "Compare with the catalogue" }).click();
    const summary = main(page).getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("6 new, 0 changed");
    const lines = main(page).getByRole("region", { name: "Rows" }).getByRole("listitem");
    await expect(lines).toHaveCount(6);
    await main(page).getByRole("button", { name: "Store these changes" }).click();
    await expect(main(page).getByText("Stored", { exact: true })).toBeVisible();
    await expect(main(page).getByRole("alert")).toBeHidden();
    const sizes = async (slug: string) => {
      const { data } = await (await page.request.get(`/api/product/${slug}`)).json();
      return data.variants.map(({ label, price }: { label: string; price: number }) => `${label} ${price}`);
    };
    for (const slug of [one, other]) expect(await sizes(slug)).toEqual(["2 ml 149", "6 ml 399", "12 ml 699"]);

    await main(page).getByRole("button", { name: "Undo this import" }).click();
    await expect(main(page).getByText("Undone", { exact: true })).toBeVisible();
    // Of the sizes that are off sale, the product's page keeps the first.
    for (const slug of [one, other]) expect(await sizes(slug)).toEqual(["2 ml 149"]);
  });
});
