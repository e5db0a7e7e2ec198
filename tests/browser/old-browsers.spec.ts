/** Shop and back office without what the oldest supported browsers lack, as the compatibility data says. */

import type { Page } from "@playwright/test";
import { pagesFor } from "../../backoffice/shell/pages.ts";
import { ALL_PERMISSIONS } from "../../contract/admin/permissions.ts";
import { enterAs } from "./back-office.ts";
import { confirmation, confirmedOrder, payBy, storeAddress } from "./buying.ts";
import { becomeOldBrowser } from "./old-browsers.ts";
import { makeCustomer, PASSWORD } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
async function logInBy(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await main(page).getByLabel("Email Address").fill(email);
  await main(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main(page).getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });

test("the oldest supported browsers browse, search, buy and see their order", {
  tag: "@phone",
  annotation: requirements("S1.13"),
}, async ({ page }) => {
  await becomeOldBrowser(page);
  const customer = await makeCustomer();
  await storeAddress(page, customer);

  await page.goto("/");
  const gone = await page.evaluate(() => [
    "toSorted" in Array.prototype,
    "showPopover" in HTMLElement.prototype,
    "any" in AbortSignal,
    "requestSubmit" in HTMLFormElement.prototype,
    "groupBy" in Map,
    "size" in URLSearchParams.prototype,
  ]);
  expect(gone).toEqual([false, false, false, false, false, false]);

  await page.getByRole("button", { name: "Search" }).click();
  const sheet = page.getByRole("dialog", { name: "Search" });
  await sheet.getByRole("searchbox").fill("rose");
  await expect(sheet.getByRole("link", { name: /Rose of Kannauj/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/products");
  await page.getByRole("button", { name: /^Filter/ }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await filter.getByRole("checkbox", { name: /^In stock/ }).check();
  await filter.getByRole("button", { name: "Apply" }).click();
  await expect(heading(page, "All Products")).toBeVisible();

  await logInBy(page, customer.email);

  await page.goto("/product/rose-of-kannauj");
  await expect(heading(page, "Rose of Kannauj")).toBeVisible();
  await main(page)
    .getByRole("button", { name: /^ADD TO CART.*Rose of Kannauj/ })
    .first()
    .click();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 product" }).click();
  await expect(heading(page, "My Cart")).toBeVisible();
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(heading(page, "Checkout")).toBeVisible();
  await page.getByRole("button", { name: "Proceed" }).click();
  await payBy(page, "card");
  await expect(confirmation(page)).toBeVisible();
  const number = await confirmedOrder(page);
  await page.goto("/profile?tab=5");
  await expect(main(page).getByText(number, { exact: true }).first()).toBeVisible();
});

test("an error in a part of the layout leaves the page and its other parts as they were", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("This part is broken");
  await page.addInitScript(() => {
    // The panel about an addition opens as a popover.
    HTMLElement.prototype.showPopover = () => {
      throw new Error("This part is broken");
    };
  });
  const customer = await makeCustomer();
  await logInBy(page, customer.email);
  await page.goto("/product/rose-of-kannauj");
  const add = main(page)
    .getByRole("button", { name: /^ADD TO CART.*Rose of Kannauj/ })
    .first();
  await add.click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart, 1 product" })).toBeVisible();
  await expect(heading(page, "Rose of Kannauj")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Added to your cart" })).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(heading(page, "My Cart")).toBeVisible();
});

test("the checkout opens in a browser that refuses channels between tabs", { tag: "@phone" }, async ({ page }) => {
  await page.addInitScript(() => {
    class Refused {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    }
    Object.assign(window, { BroadcastChannel: Refused });
  });
  const customer = await makeCustomer();
  await storeAddress(page, customer);
  await logInBy(page, customer.email);
  await page.goto("/product/rose-of-kannauj");
  await main(page)
    .getByRole("button", { name: /^ADD TO CART.*Rose of Kannauj/ })
    .first()
    .click();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 product" }).click();
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(heading(page, "Checkout")).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed" })).toBeVisible();
});

test("every page of the back office's navigation opens in the oldest supported browsers", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  await becomeOldBrowser(page);
  await enterAs(page, "Owner");
  await page.goto("/admin");
  for (const { to, name } of pagesFor(ALL_PERMISSIONS))
    await test.step(name, async () => {
      await page.evaluate((url) => {
        history.pushState(null, "", url);
        dispatchEvent(new PopStateEvent("popstate"));
      }, `/admin${to}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("heading", { name: /went wrong/ })).toHaveCount(0);
    });
});
