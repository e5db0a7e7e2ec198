/** People without an account ask about their data. */

import { expectAccessible } from "./accessible.ts";
import { codeTo, newEmail } from "./people.ts";
import { expect, test } from "./test.ts";

test("somebody without an account asks for the erasure of their data, and proves the email by a code", {
  tag: "@phone",
}, async ({ page }) => {
  const email = newEmail();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/contact");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Ask for a copy or its erasure" }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Your personal data" })).toBeVisible();
  await expectAccessible(page);

  await main.getByRole("button", { name: "Email me a code" }).click();
  const field = main.getByLabel("Email address");
  await expect(field).toHaveAccessibleDescription("Please enter your email address.");
  await main.getByLabel("Erase my data").check();
  await main.getByLabel("Delete them").check();
  await field.fill(email);
  await main.getByLabel("Mobile number (optional)").fill("12345");
  await main.getByRole("button", { name: "Email me a code" }).click();
  await expect(main.getByLabel("Mobile number (optional)")).toHaveAttribute("aria-invalid", "true");
  await main.getByLabel("Mobile number (optional)").fill("98450 12345");
  await main.getByRole("button", { name: "Email me a code" }).click();
  await expect(main.getByRole("heading", { level: 2, name: "Enter the code" })).toBeFocused();

  // What was entered is still there.
  await main.getByRole("button", { name: "Change the request" }).click();
  await expect(field).toHaveValue(email);
  await expect(main.getByLabel("Delete them")).toBeChecked();
  await expect(main.getByLabel("Mobile number (optional)")).toHaveValue("9845012345");
});

test("a request is sent with the mailed code", { tag: "@phone" }, async ({ page, request }) => {
  const email = newEmail();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/privacy-request");
  const main = page.getByRole("main");
  await main.getByLabel("Email address").fill(email.toUpperCase());
  await main.getByRole("button", { name: "Email me a code" }).click();
  await expect(main.getByRole("heading", { level: 2, name: "Enter the code" })).toBeFocused();
  await expectAccessible(page);
  const code = await codeTo(request, email);
  await main.getByRole("textbox").first().click();
  await page.keyboard.type(code);
  await main.getByRole("button", { name: "Send request" }).click();
  await expect(main.getByRole("heading", { level: 2, name: "We’ve received your request" })).toBeFocused();
  await expect(main.getByText(/Your reference is P-[0-9A-Z]{8}\./)).toBeVisible();
  await expectAccessible(page);
});
