/** Reports in the browser, as an accountant uses them. */

import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, requirements, test } from "./test.ts";

test("An accountant reads the sales and exports a month", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const main = page.getByRole("main");
  const month = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 7);
  await enterAs(page, "Accountant");
  await page.goto(`/admin/reports/sales?from=${month}-01&to=${month}-28`);
  await expect(main.getByRole("heading", { level: 1, name: "Sales reports" })).toBeVisible();
  await page.getByLabel("Rows").selectOption("product");
  await expect(page).toHaveURL(/by=product/);
  await expect(main.getByRole("heading", { name: "Sales by product" })).toBeVisible();
  await main.getByRole("button", { name: "As a table" }).click();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const sales = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download as CSV" }).click();
  expect((await sales).suggestedFilename()).toBe("sales-by-product.csv");

  await page.goto(`/admin/reports/gst?month=${month}`);
  await expect(main).toContainText("The sums agree to the paisa.");
  // A month that is not over is not filed.
  await expect(main.getByRole("button", { name: "Mark as filed" })).toHaveCount(0);
  const gstr1 = page.waitForEvent("download");
  await main.getByRole("link", { name: "GSTR-1 as JSON" }).click();
  expect((await gstr1).suggestedFilename()).toBe(`gstr1-${month}.json`);

  // An uploaded report is compared before it is stored.
  const name = `setl_up${Date.now()}`;
  const text = `type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr
payment,pay_${name},100,2.36,0.36,0,90,${name},20/11/2026 10:00:00,UTR${name}
`;
  await page.goto("/admin/reports/settlements");
  await main.getByText("Upload a settlement report").click();
  await main
    .locator("input[type=file]")
    .setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await main.getByRole("button", { name: "Compare with the shop" }).click();
  await expect(main.getByText("These differ from the shop’s")).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("button", { name: "Store this report" }).click();
  await expect(main.getByText("1 item stored")).toBeVisible();
  await page.goto(`/admin/reports/settlements/${name}`);
  await expect(main.getByRole("cell", { name: "Unknown to the shop" })).toBeVisible();
  await expectAccessible(page);

  // The navigation has no links to these.
  for (const path of ["stock", "customers"]) {
    await page.goto(`/admin/reports/${path}`);
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
