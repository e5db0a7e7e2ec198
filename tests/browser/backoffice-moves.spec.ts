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

  // The HSN code is missing for sale: given once for each word, it is stored for all sizes.
  const grid = async () => {
    const { data } = await (await page.request.get(`/admin/api/products/grid?tab=drafts`)).json();
    const own = data.products.filter(({ title }: { title: string }) => title.endsWith(` of ${run}`));
    const products = own.map(({ _id, version }: { _id: string; version: number }) => ({
      ...{ _id, version, state: "published" },
    }));
    const saved = await page.request.post("/admin/api/products/grid", { headers: ofShop(), data: { products } });
    expect(saved.ok(), `${JSON.stringify(data)} ${await saved.text()}`).toBe(true);
    return (await saved.json()).data.results.map(({ problem }: { problem: { errors: unknown[] } | null }) => problem);
  };
  expect((await grid()).filter(Boolean)).toHaveLength(3);
  await page.goto("/admin/moves");
  await main(page).getByRole("link", { name: "products_export.csv" }).first().click();
  await expect(summary).toContainText("staged under Import");
  for (const word of ["Attar", "Vetiver"]) await page.getByLabel(`HSN of ${word}`, { exact: true }).fill("33030040");
  await save.click();
  await expect(summary).toContainText("3 known, 0 new");
  await page.getByRole("button", { name: "Stage the products again" }).click();
  await expect(main(page).getByRole("region", { name: "Summary" })).toContainText("0 new, 9 changed");
  await store();

  expect((await grid()).filter(Boolean)).toEqual([]);
  await page.goto(`/product/${names[0]?.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Mogra of ${run}`);
  await expect(page.getByText("Mogra & sandal.")).toBeVisible();
  await expect(page.getByRole("button", { name: /add to (cart|bag)/i }).first()).toBeEnabled();
});
