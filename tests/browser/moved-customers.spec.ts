/** An owner brings customers and orders of the shop before; one of the customers logs in for the first time. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");

test("Customers and orders are moved in, and a customer sets a password and finds the old orders", {
  tag: "@desktop",
}, async ({ page, browser, faults }) => {
  faults.expect(/401|response 422|status of 422/);
  const run = Date.now();
  const email = `moved-${run}@example.com`;
  const customers = `First Name,Last Name,Email,Accepts Email Marketing,Phone\nMeera,Iyer,${email},yes,'+919845012345\nNo,Mail,,no,\n`;
  const orders =
    "Name,Email,Financial Status,Fulfillment Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku\n" +
    `#${run},${email},paid,fulfilled,INR,1398.00,2026-09-03 10:14:00 +0530,2,Mogra attar - 3 ml,699.00,MOG-3\n`;
  await enterAs(page, "Owner");
  await page.goto("/admin/moves");
  await page.getByLabel("Files of your other shop", { exact: true }).setInputFiles([
    { name: "customers_export.csv", mimeType: "text/csv", buffer: Buffer.from(customers) },
    { name: "orders_export.csv", mimeType: "text/csv", buffer: Buffer.from(orders) },
  ]);
  await page.getByRole("button", { name: "Read the files" }).click();
  const ofCustomers = main(page).getByRole("form", { name: "Customers of customers_export.csv" });
  await expect(ofCustomers).toContainText("1 new, 0 known, 1 row not taken");
  await expect(main(page).getByText("customers_export.csv, row 3, Email")).toBeVisible();
  await expectAccessible(page);

  // A proof without its words is asked for, and nothing is stored.
  await ofCustomers.getByLabel(/I can prove/).check();
  await ofCustomers.getByRole("button", { name: "Store the customers" }).click();
  await expect(ofCustomers.getByText("Please say where they said yes.")).toBeVisible();
  await ofCustomers.getByLabel("The sentence to which they said yes").fill("Send me news about attars");
  await ofCustomers.getByLabel("Where they said it").fill("Checkout of the shop before");
  await ofCustomers.getByRole("button", { name: "Store the customers" }).click();
  await expect(ofCustomers).toContainText("1 customer added, 0 completed, 1 subscribed to the newsletter.");
  const ofOrders = main(page).getByRole("form", { name: "Orders of orders_export.csv" });
  await ofOrders.getByRole("button", { name: "Store the orders" }).click();
  await expect(ofOrders).toContainText("1 order added");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const context = await browser.newContext();
  const shopper = await context.newPage();
  await shopper.goto("/login");
  await main(shopper).getByLabel("Email Address", { exact: true }).fill(email);
  await shopper.getByLabel("Password", { exact: true }).fill("the old password");
  await shopper.getByRole("button", { name: "Login", exact: true }).click();
  await expect(main(shopper).getByText(/We’ve moved to a new website/)).toBeVisible();
  await main(shopper).getByRole("link", { name: "Forgot Password" }).click();
  await expect(main(shopper).getByRole("heading", { name: "Forgot Your Password" })).toBeVisible();
  await expect(main(shopper).getByLabel("Email Address", { exact: true })).toHaveValue(email);
  await shopper.getByRole("button", { name: "Send reset link" }).click();
  const mails = async () =>
    (await (await page.request.get(`/sandbox/mail.json?to=${encodeURIComponent(email)}`)).json()) as { text: string }[];
  await expect(shopper).toHaveURL(/\/otp\/verification/);
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail] = await mails();
  expect(mail?.text).toContain("we’ve moved to a new website");
  const path = /\/change\/password\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
  await shopper.goto(path);
  await expect(main(shopper).getByText("By setting a password, you accept the Terms And Conditions")).toBeVisible();
  await shopper.getByLabel("Password", { exact: true }).fill("vetiver root");
  await shopper.getByLabel("Confirm Password", { exact: true }).fill("vetiver root");
  await main(shopper).getByRole("button", { name: "Change Password" }).click();
  await expect(main(shopper).getByText("Your password has been changed.")).toBeVisible();
  await main(shopper).getByLabel("Email Address", { exact: true }).fill(email);
  await shopper.getByLabel("Password", { exact: true }).fill("vetiver root");
  await shopper.getByRole("button", { name: "Login", exact: true }).click();
  await expect(shopper).not.toHaveURL(/login/);
  await shopper.goto("/profile?tab=5");
  const old = main(shopper).getByRole("region", { name: /^Orders before / });
  await expect(old.getByRole("article", { name: `Order #${run}` })).toContainText("Mogra attar - 3 ml Qty 2");
  await expectAccessible(shopper, "main");
  await context.close();
});
