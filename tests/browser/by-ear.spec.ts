/** Journeys by keyboard, as a screen reader speaks them. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { buy, failRequest, payBy, products, putIntoCart, storeAddress } from "./buying.ts";
import { listen } from "./heard.ts";
import { codeTo, logIn, makeCustomer, newEmail, PASSWORD, sendSignUp } from "./people.ts";
import { expect, test } from "./test.ts";

type Role = "button" | "link" | "radio" | "checkbox" | "combobox";

/** Focuses the first thing with this name. */
const reach = (page: Page, role: Role, name: string | RegExp) => page.getByRole(role, { name }).first().focus();

async function press(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await reach(page, role, name);
  await page.keyboard.press("Enter");
}

test("a search, a product and the way back say where one is", { tag: "@desktop" }, async ({ page }) => {
  const ear = await listen(page);
  await page.goto("/");
  await page.getByRole("banner").getByRole("searchbox").pressSequentially("rose");
  await page.keyboard.press("Enter");
  await ear.expects("title: Results for “rose” · Kewra", "heading: Results for “rose”");

  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  const card = page.getByRole("main").getByRole("heading", { level: 2 }).nth(2).getByRole("link");
  const name = (await card.textContent()) ?? "";
  await card.focus();
  await page.keyboard.press("Enter");
  // Orca needs the first focus, since the link that was followed is gone.
  await ear.expects(`title: ${name}`, /^main/, `heading: ${name}`);
  await page.goBack();
  await ear.expects("title: Results for “rose” · Kewra", `link: ${name}`);
  await ear.expectsNo("focus lost");
  // No carousel of the home page has spoken.
  await ear.expectsNo(/ of \d/);
});

test("what a guest adds is in the cart after the login, and each new total is said", { tag: "@phone" }, async ({
  page,
}) => {
  const session = await makeCustomer();
  const [product, other] = (await products(page)) as [ProductSummary, ProductSummary];
  await putIntoCart(page, session, other);
  const ear = await listen(page);
  await page.goto(`/product/${product.slug}`);
  await press(page, "button", /^ADD TO CART/);
  await ear.expects("title: Login · Kewra", "heading: Login", `polite: Log in to add ${product.title}`);
  await page.getByLabel("Email Address", { exact: true }).fill(session.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await ear.expects(`heading: ${product.title}`, "polite: You’re logged in.");
  // Before or after the page's heading, whichever comes first.
  await expect.poll(ear.lines).toContainEqual(expect.stringMatching(/^polite: .* was added to your cart\.$/));

  await press(page, "link", "View cart");
  await ear.expects("heading: My Cart");
  await press(page, "button", `Increase quantity of ${product.title}`);
  await ear.expects(`polite: ${product.title}: 2`, "polite: Total $");
  await press(page, "button", `Remove ${product.title}`);
  await ear.expects(
    "heading: My Cart",
    /^polite: .* was removed from your cart\. You can undo this\.$/,
    "polite: Total $",
  );
  await page.keyboard.press("Tab");
  await ear.expects(new RegExp(`^button: Undo ?: ${product.title}$`));
  await page.keyboard.press("Enter");
  await ear.expects("heading: My Cart", `polite: ${product.title} was added`, "polite: Total $");
  await reach(page, "link", "Checkout");
  await ear.expects(/^link: Checkout \(Total \$.+\)$/);
});

test("the checkout says what shipping costs, what a button does, and that the order is confirmed", {
  tag: "@desktop",
}, async ({ page }) => {
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await putIntoCart(page, session, product);
  await storeAddress(page, session);
  const ear = await listen(page);
  await page.goto("/checkout");
  await reach(page, "radio", /^Standard/);
  const scrolled = await page.evaluate(() => {
    window.scrollTo({ top: 150, behavior: "instant" });
    return window.scrollY;
  });
  await page.keyboard.press("ArrowDown");
  await ear.expects("radio: Express", "polite: Total ₹");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await press(page, "button", "Add New Address");
  await ear.expects("dialog: Shipping Address", "textbox: Pincode");
  await page.keyboard.type("999999");
  await ear.expects("polite: We don’t know the pincode 999999.");
  await reach(page, "button", "Save & Continue");
  await ear.expects("button: Save & Continue (Save & Continue saves this address and opens the payment window.)");
  await page.keyboard.press("Escape");
  await ear.expects("button: Add New Address");
  await press(page, "button", "Proceed");
  await ear.expects(/^button: Proceed \(Total ₹.+\)$/, "polite: Opening the payment window…");
  await payBy(page, "UPI");
  await ear.expects("heading: Kewra: ", /^polite: Thank you! Your order KW-\S+ is confirmed\.$/);
  await ear.expectsNo(/ of \d/);
});

test("an order is opened, tracked and cancelled, and nothing is silent or lost", { tag: "@phone" }, async ({
  page,
}) => {
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  const number = await buy(page, session, product);
  const ear = await listen(page);
  await page.goto("/profile?tab=5");
  await press(page, "link", `View Order Details of ${number}`);
  await ear.expects(`title: Order ${number} · Kewra`, `heading: Order ${number}`);
  await press(page, "link", "Track order");
  await ear.expects("title: Order Tracking", `heading: Order ${number}`, "polite: Arrives by");
  await page.goBack();
  await ear.expects("link: Track order");
  await press(page, "button", "Cancel order");
  await ear.expects("dialog: Cancel order", `heading: Cancel order ${number}?`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your refund:")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel order" }).focus();
  await page.keyboard.press("Enter");
  await ear.expects("polite: Your order has been cancelled. We’re refunding your payment.", `heading: Order ${number}`);
});

test("a new customer hears where the code went, that it is wrong, and that the account is ready", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("/api/user/register");
  const email = newEmail();
  const ear = await listen(page);
  await page.goto("/signup");
  await reach(page, "checkbox", "I accept the Terms And Conditions and the Privacy Policy");
  await ear.expects(/^checkbox: I accept the Terms And Conditions and the Privacy Policy$/);
  await sendSignUp(page, email);
  await ear.expects(
    "title: OTP Verification",
    new RegExp(`^group: Six-digit code \\(.*${email}\\. Please enter the code below\\.\\)$`),
    "textbox: Digit 1 of 6",
  );
  const code = await codeTo(page.request, email);
  await page.keyboard.type(code === "111111" ? "222222" : "111111");
  await page.keyboard.press("Enter");
  await ear.expects("textbox: Digit 6 of 6", "alert: That code isn’t right.", "textbox: Digit 1 of 6, invalid");
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  await ear.expects("heading: Kewra: ", "polite: Your account is ready.");
});

test("fields are passed in silence, and a submit says the first error", { tag: "@phone" }, async ({ page }) => {
  const ear = await listen(page);
  await page.goto("/contact");
  await page.getByRole("main").getByLabel("Name", { exact: true }).focus();
  for (const _ of ["Email", "Phone Number", "Address"]) await page.keyboard.press("Tab");
  await ear.expects("textbox: Name", "textbox: Email", "textbox: Phone Number", "textbox: Address");
  await ear.expectsNo("polite: ");
  await press(page, "button", "Send Message");
  await ear.expects("button: Send Message", "textbox: Name, invalid (Please tell us your name.)");
});

test("a listing says what it shows once it is there, and its filter keeps the focus", { tag: "@desktop" }, async ({
  page,
}) => {
  const ear = await listen(page);
  await page.goto("/products");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await page.getByRole("main").getByLabel("Sort By").selectOption({ label: "Featured" });
  await ear.expects(/^polite: \d+ featured products$/);
  expect((await ear.lines()).filter((line) => line.includes("featured"))).toHaveLength(1);
  await press(page, "button", /^Filter/);
  await expect(page.getByRole("slider", { name: "Lowest price" })).toHaveAttribute("aria-valuetext", "any price");
  await press(page, "button", /^Show all \d+ notes$/);
  await ear.expects("button: Show all", "checkbox: ");
  await ear.expectsNo("focus lost");
});

test("a product says its pictures, and a review the files that are added", { tag: "@desktop" }, async ({ page }) => {
  await logIn(page);
  const ear = await listen(page);
  await page.goto("/product/rose-of-kannauj");
  await press(page, "button", /^Show picture 2/);
  await ear.expects("polite: Picture 2 of ");
  await press(page, "button", "Write a review");
  await ear.expects("dialog: Write a review of Rose of Kannauj", "heading: Write a review");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add photos or videos").setInputFiles({
    name: "shelf.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  await ear.expects("polite: shelf.png added.");
  await press(page, "button", "Remove shelf.png");
  await ear.expects("polite: shelf.png removed.");
  await ear.expectsNo("focus lost");
});

test("names, tables, amounts and languages are read as they are meant", { tag: "@desktop" }, async ({ page }) => {
  const session = await logIn(page);
  const main = page.getByRole("main");
  const all = await products(page);
  const [product] = all as [ProductSummary];
  await putIntoCart(page, session, product, 2);
  const rated = all.find(({ review = 0 }) => review > 1) as ProductSummary;
  await page.goto(`/products?search=${encodeURIComponent(rated.title)}`);
  const card = main.getByRole("article").filter({ has: page.getByRole("link", { name: rated.title, exact: true }) });
  const stars = card.getByRole("img", { name: `${rated.rating} out of 5 stars, ${rated.review} reviews`, exact: true });
  await expect(card.getByRole("heading").or(stars)).toHaveText([rated.title, `${rated.rating}(${rated.review})`]);
  await page.goto("/products?availability=out_of_stock");
  await expect(main.getByRole("heading", { level: 2 }).first().getByRole("link")).toHaveAccessibleDescription(
    "Out of stock",
  );

  await page.goto("/product/rose-of-kannauj");
  await expect(main.getByRole("heading", { name: /^How it wears over \d+ to \d+ hours$/ })).toBeVisible();
  await expect(main.locator("p[lang=la]")).toContainText("Rosa");

  await page.goto("/cart");
  const table = main.getByRole("table", { name: "Products in your cart" });
  await expect(table).toHaveAccessibleDescription(/^Prices are in Indian rupees \(INR\)/);
  await expect(table.getByRole("rowheader")).toContainText([product.title]);
  await expect(table.locator("[aria-hidden=true]").filter({ has: page.locator("s") })).toHaveText("$0");

  await storeAddress(page, session);
  await page.goto("/checkout");
  await expect(main.getByRole("region", { name: "Your order" })).toMatchAriaSnapshot("- paragraph: Quantity 2 ×");
});

test("a closed toast, a skipped header and the connection’s return leave nobody lost", { tag: "@desktop" }, async ({
  page,
  context,
  faults,
}) => {
  faults.expect("500");
  faults.expect("net::ERR_INTERNET_DISCONNECTED");
  await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await failRequest(page, "POST", "**/api/cart");
  const ear = await listen(page);
  await page.goto(`/product/${product.slug}`);
  await press(page, "button", /^ADD TO CART/);
  const toast = page.getByRole("alert").filter({ hasText: "couldn’t be added to your cart" });
  await expect(toast.getByRole("button", { name: "Close the notification", exact: true })).toBeVisible();
  await page.keyboard.press("Alt+t");
  await expect(toast).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await press(page, "link", "Skip to content");
  await expect(page.getByRole("main")).toBeFocused();
  expect(new URL(page.url()).hash).toBe("");

  await context.setOffline(true);
  await ear.expects("polite: You’re offline.");
  await context.setOffline(false);
  await ear.expects("polite: You’re online again.");
});
