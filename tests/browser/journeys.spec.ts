/** Complete journeys of different customers. A new customer's is in checkout.spec.ts. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import {
  buy,
  confirmation,
  confirmedOrder,
  payBy,
  paymentWindow,
  products,
  putIntoCart,
  storeAddress,
} from "./buying.ts";
import { followFooterLink } from "./footer.ts";
import { codeTo, mailTo, makeCustomer, newEmail, PASSWORD, sendSignUp } from "./people.ts";
import { staff } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

/** In stock, and among the dearest. */
const DEAR = "Gulab Attar";
const SOLD_OUT = "shamama-attar";

const main = (page: Page) => page.getByRole("main");
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });

async function logInBy(page: Page, email: string): Promise<void> {
  await main(page).getByLabel("Email Address").fill(email);
  await main(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main(page).getByRole("button", { name: "Login", exact: true }).click();
}

test("a guest browses, reads, asks, and is redirected to the login when buying", {
  tag: "@phone",
  annotation: requirements("S1.09, S2.244, S4.32"),
}, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Shop All" }).click();
  await expect(heading(page, "All Products")).toBeVisible();
  await main(page).getByLabel("Sort By").selectOption({ label: "Price high to low" });
  const card = main(page).getByRole("listitem").filter({ hasText: DEAR }).first();
  await card.getByRole("heading").getByRole("link").click();
  await expect(heading(page, DEAR)).toBeVisible();
  await main(page)
    .getByRole("button", { name: `Save ${DEAR} to your wishlist` })
    .first()
    .click();
  await page.goBack();
  await expect(card.getByRole("heading")).toBeInViewport();
  await page.goForward();
  await expect(heading(page, DEAR)).toBeVisible();

  await followFooterLink(page, "FAQ");
  await main(page).getByText("What does shipping cost?").click();
  await expect(main(page).getByText(/^Nothing\. Shipping is free/)).toBeVisible();
  await followFooterLink(page, "Contact");
  const email = newEmail();
  for (const [label, value] of Object.entries({
    Name: "Ravi Menon",
    "Phone Number": "9876543210",
    Email: email,
    Address: "Fort Kochi",
  }))
    await main(page).getByLabel(label, { exact: true }).fill(value);
  await main(page).getByRole("button", { name: "Send Message" }).click();
  await expect(main(page).getByRole("status")).toContainText("We’ve received your message");

  for (let back = 0; back < 2; back += 1) await page.goBack();
  await expect(heading(page, DEAR)).toBeVisible();
  await main(page)
    .getByRole("button", { name: /^ADD TO CART/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await logInBy(page, (await makeCustomer()).email);
  // Back at the first page, where the product is in the cart now.
  await expect(heading(page, DEAR)).toBeVisible();
  await expect(badge(page)).toHaveText("1");
  await expect(
    main(page)
      .getByRole("button", { name: /^REMOVE FROM CART/ })
      .first(),
  ).toBeVisible();
});

test("a returning customer buys again, follows the parcel from the mail, and logs out", {
  tag: "@desktop",
  annotation: requirements("S1.13, S1.14, S2.219"),
}, async ({ page }) => {
  const session = await makeCustomer("Meera Nair");
  const [product] = (await products(page)) as [ProductSummary];
  await storeAddress(page, session);
  const first = await buy(page, session, product);

  await page.goto("/profile?tab=5");
  await expect(page).toHaveURL(/\/login$/);
  await logInBy(page, session.email);
  const order = main(page).getByRole("article", { name: `Order ${first}` });
  await order.getByRole("link", { name: /^View Order Details/ }).click();
  await main(page).getByRole("button", { name: "Buy again" }).click();
  await main(page).getByRole("link", { name: "Go to cart" }).click();
  await expect(badge(page)).toHaveText("1");
  await main(page)
    .getByRole("button", { name: /^Increase/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(main(page).getByRole("listitem").filter({ hasText: product.title })).toContainText("Qty 2");
  await expect(main(page).getByRole("radio").first()).toBeChecked();
  await page.getByRole("button", { name: "Proceed" }).click();
  await payBy(page, "UPI");
  const second = await confirmedOrder(page);

  await staff("ship", second, "--awb", `AGAIN-${second}`, "--courier", "Blue Dart");
  await expect(async () => {
    expect((await mailTo(page.request, session.email)).subject).toBe(`Your order ${second} is on its way`);
  }).toPass();
  const { text } = await mailTo(page.request, session.email);
  const link = new URL(/http\S+\/tracking\S+/.exec(text)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await expect(
    main(page)
      .getByRole("article", { name: `Order ${second}` })
      .getByRole("listitem")
      .filter({ hasText: /^Shipped/ }),
  ).toBeVisible();

  await page.goto("/profile");
  // What is read during a logout is answered by a 401, which the browser complains about.
  await expect(main(page).getByRole("heading", { name: /^Last order/ })).toBeVisible();
  await main(page).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/cart");
  await expect(page).toHaveURL(/\/login$/);
});

test("a customer with a wrong code, a sold out product, a declined card and a lost parcel gets through, and the money back", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("/api/user/register");
  const email = newEmail();
  await page.goto("/signup");
  await sendSignUp(page, email, "Kiran Das");
  await expect(page.getByRole("group", { name: "Six-digit code" }).getByRole("textbox").first()).toBeFocused();
  const code = await codeTo(page.request, email);
  await page.keyboard.type(code === "111111" ? "222222" : "111111");
  await main(page).getByRole("button", { name: "Verify" }).click();
  await expect(main(page).getByRole("alert")).toContainText("code");
  await page.getByRole("group", { name: "Six-digit code" }).getByRole("textbox").first().focus();
  await page.keyboard.type(code);
  await main(page).getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto(`/product/${SOLD_OUT}`);
  await expect(main(page).getByRole("button", { name: "OUT OF STOCK" }).first()).toBeDisabled();
  const [product] = (await products(page)) as [ProductSummary];
  const { data: session } = await (
    await page.request.post("/api/user/login", { data: { email, password: PASSWORD } })
  ).json();
  await putIntoCart(page, session, product);
  await storeAddress(page, session);

  await page.goto("/checkout");
  await page.getByRole("button", { name: "Proceed" }).click();
  await payBy(page, "declined card");
  await expect(paymentWindow(page).getByText("declined by the bank")).toBeVisible();
  await paymentWindow(page).getByRole("button", { name: "Close" }).click();
  await expect(main(page).getByRole("alert").filter({ hasText: "Your order is saved." })).toBeVisible();
  await page.getByRole("button", { name: "Proceed" }).click();
  await payBy(page, "card");
  const number = await confirmedOrder(page);

  await staff("ship", number, "--awb", `LOST-${number}`, "--courier", "Blue Dart");
  await staff("lost", number);
  await confirmation(page).getByRole("link", { name: "View Order Details" }).click();
  await expect(heading(page, `Order ${number}`)).toBeVisible();
  const timeline = main(page).getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await expect(timeline.filter({ hasText: "The parcel was lost in transit." })).toBeVisible();
  const amount = `₹${product.price.toLocaleString("en-IN")}`;
  await expect(main(page).getByRole("region", { name: "Payment" })).toContainText(`Refund${amount}`);
  await expect(async () => {
    expect((await mailTo(page.request, email)).subject).toBe(`Your refund for order ${number}`);
  }).toPass();
});
