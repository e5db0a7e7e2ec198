/**
 * Codes of offers and free samples, from the cart to the order. The demo's WELCOME10 is for a first order from ₹999, its two vials for one
 * from ₹1,999.
 */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { confirmation, payBy, products, putIntoCart, storeAddress } from "./buying.ts";
import { logIn } from "./people.ts";
import { staffOf } from "./staff.ts";
import { expect, test } from "./test.ts";

const admin = staffOf("admin");
/** Counts as staff does: the first answer says what should be there. */
async function count(sku: string, units: string): Promise<void> {
  const store = (expected?: number) => {
    const counts = JSON.stringify([{ sku, counted: Number(units), ...(expected !== undefined && { expected }) }]);
    return admin("countStock", "--no-preview", "--reason", "Stock-take", "--counts", counts);
  };
  const [, expected] = /(\d+) units should be there/.exec(String(await store().catch(String))) ?? [];
  if (expected) await store(Number(expected));
}
const main = (page: Page) => page.getByRole("main");
const summary = (page: Page) => main(page).getByRole("complementary", { name: "Summary" });
const row = (page: Page, name: string) => main(page).getByRole("definition").filter({ hasText: name });

test("a shopper enters a code, reads why another does not apply, pays, and finds it in the order", {
  tag: "@phone",
}, async ({ page, faults }) => {
  const session = await logIn(page);
  await storeAddress(page, session);
  const all = await products(page);
  const [cheap] = all.filter(({ price }) => price < 999).sort((a, b) => a.price - b.price) as [ProductSummary];
  await putIntoCart(page, session, cheap);
  await page.goto("/cart");
  await summary(page).getByText("Have a code?").click();
  faults.expect(/response 422|status of 422/);
  const code = summary(page).getByLabel("Code");
  await expect(code).toHaveAccessibleDescription("One code per order.");
  await code.fill("summer");
  await summary(page).getByRole("button", { name: "Apply" }).click();
  await expect(summary(page)).toContainText("We don’t know the code SUMMER. Please check the spelling.");
  await expect(code).toBeFocused();
  await expectAccessible(page, "main");

  await code.fill("welcome10");
  await code.press("Enter");
  await expect(summary(page)).toContainText(/Add ₹[\d,.]+ more to use the code WELCOME10\./);
  // The code waits on the server: with enough in the cart it applies.
  await expect(main(page).getByRole("group", { name: "Two vials of your choice" })).toContainText("more, and choose 2");
  const rich = all.find(({ price, originalPrice }) => price >= 1999 && originalPrice === undefined) as ProductSummary;
  await putIntoCart(page, session, rich);
  await page.reload();
  const total = cheap.price + rich.price;
  const off = Math.round(total * 10) / 100;
  await expect(summary(page)).toContainText("10% off your first order");
  await expect(summary(page)).not.toContainText("more to use");
  await expect(row(page, `−$${off.toFixed(2)}`)).toBeVisible();

  await summary(page).getByRole("button", { name: "Remove code WELCOME10" }).click();
  await expect(summary(page)).not.toContainText("10% off your first order");
  await summary(page).getByText("Have a code?").click();
  await code.fill("WELCOME10");
  await code.press("Enter");
  await expect(summary(page)).toContainText("10% off your first order");

  const vials = main(page).getByRole("group", { name: "Two vials of your choice" });
  await expect(vials.getByRole("checkbox", { checked: true })).toHaveCount(0);
  for (const name of ["Rose of Kannauj", "Saffron Oud", "Mitti After Rain"]) await vials.getByText(name).click();
  await expect(vials).toContainText("You’ve chosen 2. Untick one to change your choice.");
  await expect(vials.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await vials.getByText("Rose of Kannauj").click();
  await vials.getByText("Mitti After Rain").click();
  await expect(row(page, "Free").first()).toBeVisible();
  await summary(page).getByRole("link", { name: "Checkout" }).click();
  // One runs out while the checkout is open.
  await expect(main(page).getByRole("list", { name: "Free samples" })).toHaveText(/Mitti After Rain, 2 ml/);
  await count("KW-EDP-MITTI-2", "0");
  faults.expect("409");
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(main(page)).toContainText("your free sample Mitti After Rain, 2 ml has just run out");
  await expect(main(page)).toContainText("Sorry, your free sample Mitti After Rain, 2 ml has run out.");
  await expectAccessible(page, "main");
  await main(page).getByRole("link", { name: "Choose another one in your cart" }).click();
  await expect(vials).toContainText("You can choose another one.");
  await vials.getByText("Rose of Kannauj").click();
  await count("KW-EDP-MITTI-2", "40");
  const stored = page.waitForResponse(
    (response) =>
      response.url().endsWith("/api/cart/samples") && response.request().postDataJSON().variant_ids.length === 1,
  );
  await vials.getByText("Saffron Oud").click();
  // It is sent once the choice before it has its response.
  await stored;
  await expect(row(page, "Free").first()).toBeVisible();
  await page.reload();
  await expect(vials.getByRole("checkbox", { checked: true })).toHaveAccessibleName(/Rose of Kannauj/);

  await summary(page).getByRole("link", { name: "Checkout" }).click();
  await expect(main(page).getByRole("list", { name: "Free samples" })).toHaveText(/Rose of Kannauj, 2 ml/);
  await expect(main(page).getByText("10% off your first order")).toBeVisible();
  await page.getByRole("button", { name: "Proceed" }).click();
  await payBy(page, "card");
  await confirmation(page).getByRole("link", { name: "View Order Details" }).click();
  await expect(main(page).getByText("10% off your first order")).toBeVisible();
  await expect(main(page).getByRole("listitem").filter({ hasText: "Free sample" })).toContainText("Rose of Kannauj");
  await expectAccessible(page, "main");
});
