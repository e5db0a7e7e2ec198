/** Shipping methods and promised days, with the demo's zones. */

import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { HOME, payBy, products, putIntoCart, storeAddress } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, test } from "./test.ts";

test("a shopper sees the delivery date of a pincode, sends a gift by express, and finds all of it on the order", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  const [product] = (await products(page)) as [ProductSummary];
  await page.goto(`/product/${product.slug}`);
  const main = page.getByRole("main");
  const pincode = main.getByLabel("Delivery date for your pincode");
  const check = main.getByRole("button", { name: "Check" });

  await check.click();
  await expect(main.getByText("A pincode has 6 digits.")).toBeVisible();
  await expect(pincode).toBeFocused();
  await pincode.fill("999999");
  await check.click();
  await expect(main.getByText("We couldn’t find this pincode. Please check it.")).toBeVisible();
  await pincode.fill("411 001");
  await expect(pincode).toHaveValue("411001");
  await check.click();
  const promise = main.getByText(/^Delivery by [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} to 411001, Pune\.$/);
  await expect(promise).toBeVisible();
  await expect(main.getByText(/^Express: by .*₹99/)).toBeVisible();
  await expectAccessible(page, "main");
  await page.reload();
  await expect(promise).toBeVisible();

  await putIntoCart(page, session, product);
  await storeAddress(page, session);
  await page.goto("/cart");
  const isGift = main.getByRole("checkbox", { name: "It is a gift" });
  await expect(isGift).not.toBeChecked();
  await isGift.check();
  await expect(
    main.getByText("You can add a message, gift wrap ($79) and another receiver at checkout."),
  ).toBeVisible();
  await expectAccessible(page, "main");
  await main.getByRole("link", { name: "Checkout" }).click();
  const methods = main.getByRole("group", { name: "Shipping" });
  await expect(methods.getByRole("radio", { name: /^Standard Free Delivery by/ })).toBeChecked();
  const total = page.getByRole("region", { name: "Your order" }).getByRole("strong").last();
  await expect(total).toHaveText(`₹${product.price.toLocaleString("en-IN")}`);
  await methods.getByRole("radio", { name: /^Express ₹99 Delivery by/ }).click();
  await expect(total).toHaveText(`₹${(product.price + 99).toLocaleString("en-IN")}`);
  await expect(isGift).toBeChecked();
  await main.getByLabel("Message (optional)").fill("Happy birthday, Asha!");
  await main.getByRole("checkbox", { name: "Gift wrap, ₹79" }).check();
  const shown = product.price + 99 + 79;
  await expect(total).toHaveText(`₹${shown.toLocaleString("en-IN")}`);
  await main.getByRole("checkbox", { name: "Someone else receives the parcel" }).check();
  await main.getByLabel("Receiver’s name").fill("Asha Rao");
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(main.getByText("Please enter the receiver’s mobile number.")).toBeVisible();
  const mobile = main.getByLabel("Receiver’s mobile number");
  await expect(mobile).toBeFocused();
  await expectAccessible(page, "main");
  await mobile.fill("9000012345");
  // Where Express costs more, the shopper sees the new total before paying.
  await main.getByRole("button", { name: "Add New Address" }).click();
  const dialog = page.getByRole("dialog");
  const place = page.waitForResponse("**/api/pincode/781001");
  await dialog.getByLabel("Pincode").first().fill("781001");
  await place;
  await expect(dialog.getByLabel("State").first()).toHaveValue("Assam");
  await dialog.getByLabel("Address", { exact: true }).fill("7 Zoo Road");
  await dialog.getByRole("button", { name: "Save & Continue" }).click();
  const dearer = `₹${(product.price + 249 + 79).toLocaleString("en-IN")}`;
  await expect(main.getByText(`The total for your choices is ${dearer}. You haven’t been charged.`)).toBeVisible();
  await expect(total).toHaveText(dearer);
  await main.getByRole("radio", { name: new RegExp(HOME.pincode) }).click();
  await expect(main.getByText("You haven’t been charged.")).toBeHidden();
  // Choices and fields survive a reload.
  await page.reload();
  await expect(methods.getByRole("radio", { name: /^Express/ })).toBeChecked();
  await expect(mobile).toHaveValue("9000012345");
  await expect(total).toHaveText(`₹${shown.toLocaleString("en-IN")}`);

  const init = page.waitForResponse("**/api/init/payment");
  await page.getByRole("button", { name: "Proceed" }).click();
  expect((await init).request().postDataJSON()).toEqual({
    address: HOME,
    total_price: shown,
    shipping_method: "express",
    gift: {
      message: "Happy birthday, Asha!",
      wrap: true,
      receiver: { name: "Asha Rao", mobile_no: "9000012345" },
    },
  });
  const { data } = await (await init).json();
  await payBy(page, "card");
  await expect(page).toHaveURL(/\/$/);
  await page.goto(`/profile?tab=5&order=${data.orderNumber}`);
  await expect(main.getByText(/^Arrives by [A-Z][a-z]{2},\s/)).toBeVisible();
  await expect(main.getByText("Express", { exact: true })).toBeVisible();
  await expect(main.getByText("₹99", { exact: true })).toBeVisible();
  await expect(main.getByText("₹79", { exact: true })).toBeVisible();
  await expect(main.getByText("For Asha Rao, 9000012345")).toBeVisible();
  await expect(main.getByText("Happy birthday, Asha!")).toBeVisible();
  await expectAccessible(page, "main");
  // The next order is no gift.
  await putIntoCart(page, session, product);
  await page.goto("/cart");
  await expect(isGift).not.toBeChecked();
});

test("the promised day is the shop's, on a device whose clock is weeks behind", { tag: "@desktop" }, async ({
  page,
}) => {
  const [product] = (await products(page)) as [ProductSummary];
  const main = page.getByRole("main");
  const promise = main.getByText(/^Delivery by /);
  await page.goto(`/product/${product.slug}`);
  await main.getByLabel("Delivery date for your pincode").fill("411001");
  await main.getByRole("button", { name: "Check" }).click();
  const promised = await promise.textContent();
  await page.clock.setFixedTime(Date.now() - 40 * 24 * 60 * 60 * 1000);
  await page.reload();
  await expect(promise).toHaveText(promised ?? "");
});
