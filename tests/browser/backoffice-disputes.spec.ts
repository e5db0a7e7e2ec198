/** A disputed payment, from the bank's complaint to its decision. */

import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

test("An accountant answers a dispute with evidence, and loses it", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  const main = page.getByRole("main");
  const session = await logIn(page, "Farida Khan");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product, 1);
  await page.goto("/sandbox/razorpay");
  const record = page.getByRole("listitem").filter({ hasText: number });
  await record.getByRole("button", { name: "Dispute this payment" }).click();
  await expect(record).toContainText("Dispute · open");

  await enterAs(page, "Accountant");
  await page.goto("/admin");
  await page.getByRole("link", { name: "Disputes to answer" }).click();
  await expect(async () => {
    await page.goto("/admin/disputes");
    await expect(main.getByRole("link", { name: number })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await main.getByRole("link", { name: number }).click();
  await expect(main.getByRole("heading", { level: 1, name: `Dispute of ${number}` })).toBeVisible();
  await main.getByRole("link", { name: number }).click();
  const onOrder = main.getByRole("region", { name: "Dispute" });
  await expect(onOrder).toContainText("Answer by");
  await expect(onOrder).toContainText("Do not refund it");
  await expectAccessible(page);
  await onOrder.getByRole("link", { name: "Disputed payment" }).click();
  const explanation = page.getByLabel("Why the payment is rightful");
  await explanation.fill("The parcel was delivered to the buyer.");
  // What is typed survives a reload.
  await page.reload();
  await expect(explanation).toHaveValue("The parcel was delivered to the buyer.");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main.getByRole("region", { name: "History" })).toContainText("Explanation changed");
  const evidence = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download the evidence" }).click();
  expect((await evidence).suggestedFilename()).toBe(`evidence-${number}.zip`);
  await main.getByRole("button", { name: "Mark as submitted" }).click();
  await expect(main.getByText(/^Submitted /)).toBeVisible();

  const url = page.url();
  await page.goto("/sandbox/razorpay");
  await record.getByRole("button", { name: "Decide for the buyer" }).click();
  await expect(record).toContainText("Dispute · lost");
  await expect(async () => {
    await page.goto(url);
    await expect(main.getByText("Taken from the balance")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(explanation).toHaveAttribute("readonly");
  await expectAccessible(page);
});
