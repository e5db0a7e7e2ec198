/** Settings, the go-live list, System and Integrations in the browser. Alone, since settings are the whole shop's. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs, openNavigation } from "./back-office.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const PHONE = { width: 360, height: 780 };

test("The owner changes a setting, tests the services, and makes a token and a webhook", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("422");
  await enterAs(page, "Owner");
  await page.goto("/admin");
  await (await openNavigation(page)).getByRole("link", { name: "Go live" }).click();
  await expect(main(page).getByRole("heading", { name: /Seller and taxes/ })).toBeVisible();
  await main(page).getByRole("link", { name: "GSTIN", exact: true }).click();
  await expect(main(page).getByRole("textbox", { name: "GSTIN" })).toBeFocused();

  await page.getByLabel("Search settings").fill("maximum total");
  await page.getByLabel("Search settings").press("Enter");
  await main(page).getByRole("link", { name: "Maximum total of an order" }).click();
  const total = main(page).getByRole("textbox", { name: "Maximum total of an order" });
  await total.fill("a lot");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByText("must be a whole number from 1 to 20000000")).toBeVisible();
  // What was typed survives a reload.
  await page.reload();
  await expect(total).toHaveValue("a lot");
  await total.fill("600000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByText("Saved. The shop uses it already.")).toBeVisible();
  await page.getByRole("button", { name: "History of Maximum total of an order" }).click();
  await expect(page.getByRole("dialog")).toContainText("500000 → 600000");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.locator("#MAX_ORDER_RUPEES").getByRole("button", { name: "Reset to the default" }).click();
  await expect(total).toHaveValue("500000");

  await page.setViewportSize(PHONE);
  await page.goto("/admin/system/services");
  await page.getByRole("button", { name: "Test the payment provider" }).click();
  await expect(main(page).getByText(/Last success/)).toBeVisible();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await expect(page).toHaveURL(/state=waiting/);
  await expectAccessible(page);

  await page.goto("/admin/integrations");
  await page.getByRole("button", { name: "Create a token" }).click();
  await page.getByRole("button", { name: "Create the token" }).click();
  await expect(page.getByText("Please choose what it may do.")).toBeVisible();
  await page.getByLabel("What uses it").fill("Accounting");
  await page.getByLabel("Read orders").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create the token" }).click();
  const token = await page.getByRole("dialog", { name: "The token" }).locator("code").textContent();
  const orders = await page.request.get("/admin/api/orders", { headers: { authorization: `Bearer ${token}` } });
  expect(orders.status()).toBe(200);
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill("https://127.0.0.1/kewra");
  await page.getByLabel("Few units of a size are left").check();
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await expect(page.getByText("an address of a private network")).toBeVisible();
  await page.getByLabel("URL").fill("https://93.184.216.34/kewra");
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await page.getByRole("button", { name: "I have it" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await main(page).getByRole("link", { name: "https://93.184.216.34/kewra" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(main(page).getByRole("heading", { name: "Webhooks" })).toBeVisible();
  await main(page).getByRole("button", { name: "Revoke", exact: true }).first().click();
  await main(page).getByRole("button", { name: "Revoke Accounting" }).first().click();
  await expect(main(page).getByText("Revoked").first()).toBeVisible();
});
