/** An owner with a shop at Shopify moves in, from its export to products on sale. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");

test("A Shopify export of three products in three sizes is moved in, completed in bulk, and sold", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect(/40[19]|response 422|status of 422/);
  await enterAs(page, "Owner");
  const run = Date.now();
  const names = ["Mogra", "Hina", "Khus"].map((name) => ({ name, slug: `${name.toLowerCase()}-${run}` }));
  const rows = names.flatMap(({ name, slug }, at) =>
    [2, 6, 12].map((ml, size) =>
      [
        slug,
        ...(size === 0
          ? [`${name} of ${run}`, `<p>${name} &amp; sandal.</p>`, at === 2 ? "Vetiver" : "Attar", "Size"]
          : ["", "", "", ""]),
        ...[`${ml} ml`, `${slug}-${ml}`, `${ml * 100}.00`, "shopify", "20"],
      ].join(","),
    ),
  );
  const header =
    "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty";
  const file = `\uFEFF${[header, ...rows, `card-${run},Card,,,Title,Default Title,,0.00,,`].join("\r\n")}\r\n`;

  await page.goto("/admin/moves");
  const choose = page.getByLabel("Files of your other shop", { exact: true });
  await choose.setInputFiles({ name: "orders.txt", mimeType: "text/csv", buffer: Buffer.from("Dear all") });
  await page.getByRole("button", { name: "Read the files" }).click();
  await expect(page.getByText("orders.txt is no table of products")).toBeVisible();
  await choose.setInputFiles({ name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByRole("button", { name: "Read the files" }).click();

  const summary = main(page).getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Shopify’s products (10 rows)");
  await expect(summary).toContainText("0 known, 3 new");
  await expect(summary).toContainText("Say whether prices include GST.");
  await expect(main(page).getByText("must be above 0")).toBeVisible();
  await expect(main(page).getByText("products_export.csv, row 11, Variant Price")).toBeVisible();
  await expectAccessible(page);

  // What is typed is kept on an error, and by a reload.
  const save = page.getByRole("button", { name: "Save the decisions" });
  await page.getByLabel("Do the prices include GST?").selectOption("Yes, with GST");
  await page.getByLabel("Shelf life in months").fill("0");
  await page.getByLabel("Sizes without a net quantity").selectOption("Are 1 piece");
  for (const word of ["Attar", "Vetiver", "products without a word"]) {
    await page.getByLabel(`Category of ${word}`, { exact: true }).selectOption({ value: "attars" });
    await page.getByLabel(`GST % of ${word}`, { exact: true }).fill("18");
  }
  await save.click();
  await expect(page.getByText("At least 1 month.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("GST % of Attar", { exact: true })).toHaveValue("18");
  await page.getByLabel("Shelf life in months").fill("36");

  // A colleague has decided meanwhile.
  const path = `/admin/api${new URL(page.url()).pathname.replace("/admin", "")}`;
  const { version } = (await (await page.request.get(path)).json()).data;
  const theirs = { version, shelfLifeMonths: 24, stock: "new" };
  expect((await page.request.post(`${path}/decisions`, { headers: ofShop(), data: theirs })).status()).toBe(200);
  await save.click();
  const conflict = main(page).getByRole("region", { name: "Conflict" });
  await expect(conflict.getByRole("group")).toHaveText(/^Shelf life in months.*Theirs: 24.*Mine: 36$/);
  await conflict.getByRole("button", { name: "Continue with these" }).click();
  await expect(page.getByLabel("Stock", { exact: true })).toHaveValue("new");
  await expect(page.getByLabel("GST % of Attar", { exact: true })).toHaveValue("18");
  await save.click();
  const stage = page.getByRole("button", { name: "Stage the products" });
  await expect(stage).toBeInViewport();
  await expect(summary.getByRole("status")).toHaveText("The decisions are saved. Next, stage the products.");
  await expect(main(page).getByRole("link", { name: /former shop$/ })).toHaveAttribute("href", /#OLD_SHOP$/);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  const store = async () => {
    await main(page).getByRole("button", { name: "Store these changes" }).click();
    await expect(main(page).getByText("Stored", { exact: true })).toBeVisible();
  };
  await stage.click();
  await expect(main(page).getByRole("region", { name: "Summary" })).toContainText("9 new, 0 changed");
  await store();
  const stored = main(page).getByRole("region", { name: "Summary" });
  await expect(stored.getByRole("link", { name: "drafts" })).toHaveAttribute("href", "/admin/products?tab=drafts");
  await expect(stored.getByRole("link", { name: "the move" })).toHaveAttribute(
    "href",
    new URL(`http://shop${path.replace("/api", "")}`).pathname,
  );

  // Publishing them says what each lacks, which is filled in for all.
  await page.goto(`/admin/products?tab=drafts&q=${run}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Publish 3" }).click();
  const outcome = page.getByRole("dialog", { name: "0 products are published" });
  await expect(outcome.getByRole("list", { name: "Not published" })).toContainText(
    "Missing: the HSN code of 2 ml, for its invoices.",
  );
  await expectAccessible(page);
  await outcome.getByRole("link", { name: "Fill in what is missing" }).click();
  await expect(main(page).getByText("Missing for sale: The HSN code of 2 ml", { exact: false })).toHaveCount(3);
  const fill = page.getByRole("form", { name: "Fill a column" });
  await fill.getByLabel("to", { exact: true }).fill("33030040");
  await fill.getByRole("button", { name: "Fill in" }).click();
  await expect(fill.getByRole("status")).toHaveText("Filled in for 3 products. Review and save below.");
  await fill.getByLabel("For all these products, set").selectOption("State");
  await fill.getByLabel("to", { exact: true }).selectOption("Published");
  await fill.getByRole("button", { name: "Fill in" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("button", { name: "Save these 12 changes" }).click();
  await expect(page.getByText("3 products saved.")).toBeVisible();

  await page.goto(`/product/${names[0]?.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Mogra of ${run}`);
  await expect(page.getByText("Mogra & sandal.")).toBeVisible();
  await expect(page.getByRole("button", { name: /add to (cart|bag)/i }).first()).toBeEnabled();
});
