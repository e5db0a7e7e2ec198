/** The number that the courier calls, and the state of an address, where they are typed. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { HOME, products, putIntoCart, storeAddress } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Shipping Address" });

test("an address dialog reads numbers as they are pasted, and asks for the state of a shared pincode", {
  tag: "@phone",
  annotation: requirements("S5.19, S5.45, S5.46"),
}, async ({ page, faults }) => {
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await putIntoCart(page, session, product);
  await page.goto("/checkout");
  await page.getByRole("button", { name: "Add New Address" }).click();
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true });

  const mobile = field("Mobile number");
  for (const [pasted, kept] of [
    ["09845012345", "9845012345"],
    ["0091 98450 12345", "9845012345"],
    ["+91-09845012345", "9845012345"],
    ["९८४५०१२३४५", "9845012345"],
    ["98450123456", "98450123456"],
  ] as const) {
    await mobile.fill(pasted);
    await expect(mobile).toHaveValue(kept);
  }
  await mobile.fill("");
  await mobile.pressSequentially("09845012345");
  await expect(mobile).toHaveValue("9845012345");
  await mobile.fill("");
  await mobile.pressSequentially("98a45-0123456");
  await expect(mobile).toHaveValue("9845012345");
  await mobile.fill("5999999999");

  await field("Pincode").fill("533 464");
  await expect(dialog(page).getByText("533464 is shared by 2 states. Which one is yours?")).toBeVisible();
  await expect(field("State")).toHaveValue("");
  await dialog(page).getByRole("button", { name: "Yanam, Puducherry" }).click();
  await expect(field("City")).toHaveValue("Yanam");
  await expect(field("State")).toHaveValue("Puducherry");
  await field("Address").fill("4 Beach Road");
  await expectAccessible(page, "dialog");
  const save = dialog(page).getByRole("button", { name: "Save & Continue" });
  await save.click();
  await expect(mobile).toHaveAccessibleDescription(
    "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9.",
  );
  await mobile.fill("98450-12345");

  await field("State").fill("Kerala");
  faults.expect("422");
  await save.click();
  await expect(field("State")).toHaveAccessibleDescription(
    "533464 may be in Andhra Pradesh or Puducherry. Please check the pincode and the state.",
  );
  await expect(field("Address")).toHaveValue("4 Beach Road");
  await field("State").fill("pondicherry");
  const init = page.waitForRequest("**/api/init/payment");
  await save.click();
  expect((await init).postDataJSON()).toMatchObject({
    address: { street: "4 Beach Road", city: "Yanam", state: "Puducherry", pincode: "533464" },
    mobile_no: "9845012345",
  });
});

test("the checkout asks for a number where none is known, and the stated payload stays", {
  tag: "@phone",
  annotation: requirements("S3.45, S4.59, S7.49"),
}, async ({ page }) => {
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await putIntoCart(page, session, product);
  await storeAddress(page, session);
  await page.goto("/checkout");
  const mobile = main(page).getByLabel("Mobile number", { exact: true });
  const proceed = page.getByRole("button", { name: "Proceed" });
  await mobile.fill("98450");
  await proceed.click();
  await expect(mobile).toHaveAccessibleDescription("Mobile number must be 10 digits.");
  await expect(mobile).toBeFocused();
  // What is typed survives a reload.
  await page.reload();
  await expect(mobile).toHaveValue("98450");
  await mobile.fill("");
  const init = page.waitForRequest("**/api/init/payment");
  await proceed.click();
  expect((await init).postDataJSON()).toEqual({ address: HOME, total_price: expect.any(Number) });
});
