/** A request of somebody without an account, in the back office. */

import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { mailTo, newEmail } from "./people.ts";
import { expect, test } from "./test.ts";

test("The owner records a letter, confirms a number, and emails the copy", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("422");
  const reader = newEmail();
  await page.request.post("/api/newsletter", { data: { email: reader, page: "/faq" } });
  await enterAs(page, "Owner");
  await page.goto("/admin/privacy");
  await page.getByRole("button", { name: "Record a request" }).click();
  const dialog = page.getByRole("dialog", { name: "Record a request" });
  await dialog.getByLabel("Email", { exact: true }).fill(reader.toUpperCase());
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(dialog.getByText("Please say how you know who it is.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("How you know who it is").fill("The letter quotes our newsletter.");
  await dialog.getByRole("button", { name: "Record", exact: true }).click();

  const heading = page.getByRole("heading", { level: 1, name: /^Copy of the data, P-/ });
  await expect(heading).toBeVisible();
  const reference = ((await heading.textContent()) ?? "").replace(/^.*, /, "");
  await expect(page.getByText("Without an account")).toBeVisible();
  await expectAccessible(page);
  const gifts = page.getByRole("region", { name: "Receiver of a gift?" });
  await gifts.getByLabel("Mobile number").fill("98450 12345");
  await gifts.getByLabel("How you know that it is theirs").fill("Called: they named the reference.");
  await gifts.getByRole("button", { name: "Confirm the number" }).click();
  await expect(gifts).toHaveCount(0);
  await expect(page.getByText("Called: they named the reference.")).toBeVisible();

  await page.getByRole("button", { name: "Email the copy" }).click();
  await expect(page.getByText(/^closed /)).toBeVisible();
  const mail = await mailTo(page.request, reader, 3);
  expect(mail.subject).toBe(`Our answer to your request ${reference}`);
});
