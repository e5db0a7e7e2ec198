import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, requirements, test } from "./test.ts";

/** Reports in the browser, as an accountant uses them. */

test("An accountant reads the sales and exports a month", { annotation: requirements("WCAG 2.2 AA") }, async ({
  page,
  faults,
}) => {
  faults.expect("401");
  const main = page.getByRole("main");
  const month = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 7);
  await enterAs(page, "Accountant");
  await page.goto(`/admin/reports/sales?from=${month}-01&to=${month}-28`);
  await expect(main.getByRole("heading", { level: 1, name: "Sales reports" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Rows").selectOption("product");
  await expect(page).toHaveURL(/by=product/);
  await expect(main.getByRole("heading", { name: "Sales by product" })).toBeVisible();
  await main.getByRole("button", { name: "As a table" }).click();
  await expectAccessible(page);
  const sales = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download as CSV" }).click();
  expect((await sales).suggestedFilename()).toBe("sales-by-product.csv");

  await page.goto(`/admin/reports/gst?month=${month}`);
  await expect(main).toContainText("The sums agree to the paisa.");
  // A month that is not over is not filed.
  await expect(main.getByRole("button", { name: "Mark as filed" })).toHaveCount(0);
  await expectAccessible(page);
  const gstr1 = page.waitForEvent("download");
  await main.getByRole("link", { name: "GSTR-1 as JSON" }).click();
  expect((await gstr1).suggestedFilename()).toBe(`gstr1-${month}.json`);

  for (const path of ["settlements", "stock", "customers"]) {
    await page.goto(`/admin/reports/${path}`);
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
