import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, requirements, test } from "./test.ts";

/** The back office in the browser: a product from its first word to the shop, and two who edit it at once. */

const main = (page: Page) => page.getByRole("main");

test(
  "The owner writes a product, previews and publishes it, and two editors lose nothing",
  { annotation: requirements("WCAG 2.2 AA") },
  async ({ page, browser, faults }, { project }) => {
    faults.expect("401");
    faults.expect("409");
    faults.expect("422");
    const title = `Chameli ${project.name} ${Date.now()}`;
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
    await crop.getByRole("button", { name: /^The part that is shown/ }).focus();
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
    await expectAccessible(page);
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByRole("main")).toContainText("1,199", { timeout: 500 });
    }).toPass({ timeout: 4000 });

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
    await expectAccessible(page);
    await main(page)
      .getByRole("button", { name: /^Delete.*GST from/ })
      .click();
    await main(page)
      .getByRole("button", { name: /^Cancel.*₹999$/ })
      .click();
    await expect(main(page).getByText("Planned", { exact: true })).toBeHidden();

    // Another editor saves while this one types.
    await page.goto(`/admin/products/${id}/texts`);
    await page.getByLabel("Subtitle").fill("Mine");
    const { version } = (await (await page.request.get(`/admin/api/products/${id}`)).json()).data;
    const { origin } = new URL(page.url());
    await page.request.patch(`/admin/api/products/${id}`, {
      data: { version, subTitle: "Theirs" },
      headers: { origin },
    });
    await main(page).getByRole("button", { name: "Save" }).click();
    const conflict = main(page).getByRole("region", { name: "Conflict" });
    await expect(conflict).toContainText("Theirs");
    await expectAccessible(page);
    await conflict.getByRole("button", { name: "Continue with these" }).click();
    await main(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Subtitle")).toHaveValue("Mine");
    await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
    await visitor.context().close();
  },
);

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
