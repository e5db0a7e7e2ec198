/** Checkout and payment, with the demo's payment provider. */

import type { Locator, Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import {
  confirmation,
  confirmedOrder,
  failRequest,
  HOME,
  payBy,
  paymentWindow,
  products,
  putIntoCart,
  storeAddress,
} from "./buying.ts";
import { sendDelayed } from "./delayed-request.ts";
import { codeTo, logIn, newEmail, sendSignUp } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const REDUCED = "kewra-bloom";

const main = (page: Page) => page.getByRole("main");
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const proceed = (page: Page) => page.getByRole("button", { name: "Proceed" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Shipping Address" });
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true });
const cards = (page: Page) => main(page).getByRole("group", { name: "Deliver to" }).getByRole("radio");

/** Records the page's payment requests, such as `POST init/payment`, without those for the shipping methods of an address. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/api\/((?:checkout|init|verify|check|payment)\b(?!\?).*)$/.exec(request.url()) ?? [];
    if (path) seen.push(`${request.method()} ${path}`);
  });
  return seen;
}

/** Records the options of the payment window. */
async function watchWindow(page: Page): Promise<() => Promise<Record<string, unknown>>> {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the provider's script defines it
    let brought: any;
    Object.defineProperty(window, "Razorpay", {
      get: () => brought,
      // biome-ignore lint/suspicious/noExplicitAny: the same
      set(Razorpay: any) {
        brought = class extends Razorpay {
          // biome-ignore lint/suspicious/noExplicitAny: the same
          constructor(options: any) {
            super(options);
            Object.assign(window, { openedWith: JSON.parse(JSON.stringify(options)) });
          }
        };
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { openedWith: Record<string, unknown> }).openedWith);
}

test("a new customer buys, from sign-up to the invoice", {
  annotation: requirements(
    "S0.07, S1.13, S2.170 to S2.178, S2.181 to S2.193, S2.195, S3.45, S4.59 to S4.62, S6.07, S7.47, S7.49 to S7.52, S7.82 to S7.90, S9.14, S9.51, R16, R27, WCAG 2.2 AA",
  ),
}, async ({ page }) => {
  const openedWith = await watchWindow(page);
  const email = newEmail();
  await page.goto("/signup");
  await sendSignUp(page, email);
  await expect(page.getByRole("group", { name: "Six-digit code" }).getByRole("textbox").first()).toBeFocused();
  await page.keyboard.type(await codeTo(page.request, email));
  await main(page).getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto(`/product/${REDUCED}`);
  await page.getByRole("textbox", { name: "Quantity", exact: true }).fill("2");
  await main(page)
    .getByRole("button", { name: /^ADD TO CART.*Kewra Bloom/ })
    .first()
    .click();
  await page
    .getByRole("complementary", { name: "Added to your cart" })
    .getByRole("link", { name: "View cart" })
    .click();
  const calls = watchRequests(page);
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(heading(page, "Checkout")).toBeVisible();
  await expect(page).toHaveTitle("Checkout · Kewra");
  const item = main(page).getByRole("listitem").filter({ hasText: "Kewra Bloom" });
  await expect(item).toContainText("New Arrival", { useInnerText: true });
  await expect(item).toContainText("₹2,499");
  await expect(item).toContainText("Qty 2");
  await expect(item.locator("img")).toBeVisible();
  const summary = page.getByRole("region", { name: "Order Summary" });
  await expect(summary.locator("dt, dd")).toHaveText(["Subtotal", "₹5,998", "Shipping", "₹0", "Discount", "−₹1,000"]);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("Total ₹4,998");
  expect(await main(page).textContent()).not.toContain("$");
  await expect(proceed(page)).toBeInViewport({ ratio: 1 });
  // The footer is that of every page (R48), folded; the header's menu is in its drawer.
  await expect(page.getByRole("contentinfo").getByRole("textbox", { name: "Email address" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeHidden();
  await page.getByRole("contentinfo").getByRole("button", { name: "Help and policies" }).click();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Shop All" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page, "main");
  expect(calls).toEqual(["GET checkout"]);

  // Without an address it does not continue.
  await proceed(page).click();
  await expect(main(page).getByText("Please add a delivery address.")).toBeVisible();
  const add = page.getByRole("button", { name: "Add New Address" });
  await expect(add).toBeFocused();
  await add.click();
  await expect(dialog(page).getByRole("heading", { name: "Shipping Address" })).toBeVisible();
  const labels = ["Full Name", "Email", "Pincode", "City", "State", "Address"];
  for (const [index, label] of labels.entries())
    await expect(dialog(page).getByRole("textbox").nth(index)).toHaveAccessibleName(label);
  expect(await field(dialog(page), "Address").evaluate(({ tagName }) => tagName)).toBe("TEXTAREA");
  for (const [label, value] of [
    ["Full Name", "Asha Rao"],
    ["Email", email],
  ] as const) {
    await expect(field(dialog(page), label)).toHaveValue(value);
    await expect(field(dialog(page), label)).toHaveAttribute("readonly");
  }
  await expect(dialog(page).getByLabel("Billing address is same as Shipping address")).toBeChecked();
  const place = page.waitForResponse("**/api/pincode/411001");
  await field(dialog(page), "Pincode").fill("411001");
  await place;
  await expect(field(dialog(page), "City")).toHaveValue("Pune");
  await expect(field(dialog(page), "State")).toHaveValue("Maharashtra");
  await field(dialog(page), "Address").fill("12 Rose Lane");
  const stored = page.waitForRequest((request) => request.method() === "POST" && /user\/address$/.test(request.url()));
  const init = page.waitForResponse("**/api/init/payment");
  expect(await page.locator('script[src*="checkout.js"]').count()).toBe(0);
  await dialog(page).getByRole("button", { name: "Save & Continue" }).click();
  expect((await stored).postDataJSON()).toEqual(HOME);
  expect((await init).request().postDataJSON()).toEqual({ address: HOME, total_price: 4998 });
  const { data: order } = await (await init).json();
  expect(order).toMatchObject({ id: expect.stringMatching(/^order_/), amount: 499_800, currency: "INR" });
  await expect(paymentWindow(page).getByRole("heading", { name: "How would you like to pay?" })).toBeFocused();
  const { data: settings } = await (
    await page.request.get("/api/payment/window", { headers: (await init).request().headers() })
  ).json();
  expect(await openedWith()).toMatchObject({
    key: settings.key,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: settings.name,
    description: settings.description,
    theme: { color: settings.themeColor },
    // The customer has no number, so it is the owner's default.
    prefill: { name: "Asha Rao", email, contact: settings.prefill.contact },
    config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
  });

  const verify = page.waitForRequest("**/api/verify/payment");
  await payBy(page, "card");
  expect(Object.keys((await verify).postDataJSON()).sort()).toEqual([
    "razorpay_order_id",
    "razorpay_payment_id",
    "razorpay_signature",
  ]);
  await expect(page).toHaveURL(/\/$/);
  await expect(badge(page)).toHaveText("");
  expect(calls.slice(0, 4)).toEqual(["GET checkout", "GET payment/window", "POST init/payment", "POST verify/payment"]);
  const thanks = confirmation(page);
  await expect(thanks).toHaveAccessibleName("Thank you, Asha.");
  await expect(thanks).toContainText(order.orderNumber);
  await expect(thanks.getByText(/^It arrives by \w+, \d+ \w+\.$/)).toBeVisible();
  await expect(thanks).toContainText("Delivering to 12 Rose Lane, Pune, Maharashtra 411001");
  await expect(thanks.getByRole("img", { name: "Kewra Bloom" })).toBeVisible();
  // Said once to everyone: on the page, and to a screen reader.
  await expect(page.getByRole("status").filter({ hasText: "is confirmed." })).toHaveText(
    `Thank you! Your order ${order.orderNumber} is confirmed.`,
  );
  await expect(page.locator(".Toastify__toast")).toHaveCount(0);
  await expectAccessible(page, "main");

  await thanks.getByRole("link", { name: "View Order Details" }).click();
  await expect(heading(page, `Order ${order.orderNumber}`)).toBeVisible();
  await expect(main(page).getByText("12 Rose Lane").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "Download invoice" }).click();
  const invoice = await download;
  expect(invoice.suggestedFilename()).toMatch(/^Invoice .+\.pdf$/);
  const stream = await invoice.createReadStream();
  const [first] = await stream.take(1).toArray();
  expect(first.subarray(0, 5).toString()).toBe("%PDF-");
});

test("another one fails, closes and tries again: the same order, paid once", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await putIntoCart(page, session, product);
  await storeAddress(page, session);
  const calls = watchRequests(page);
  const numbers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/init/payment")) numbers.push((await response.json()).data.orderNumber);
  });
  await page.goto("/checkout");
  await expect(proceed(page)).toBeVisible();
  // Sold at its MRP: no discount.
  await expect(main(page).getByText("Discount")).toHaveCount(0);
  await proceed(page).dblclick();
  await payBy(page, "declined card");
  const window = paymentWindow(page);
  await expect(window.getByText("declined by the bank")).toBeVisible();
  await window.getByRole("button", { name: "Close" }).click();
  const problem = main(page).getByRole("alert").filter({ hasText: "Your order is saved." });
  await expect(problem).toContainText("declined by the bank");
  // The provider's message is about money that was blocked; the shop does not contradict it.
  await expect(problem).not.toContainText("charged");
  await expect(badge(page)).toHaveText("1");

  // A reload while the window is open checks the payment, and starts nothing.
  await proceed(page).click();
  await expect(window.getByRole("heading", { name: "How would you like to pay?" })).toBeFocused();
  await page.reload();
  await expect(problem).toContainText("You haven’t been charged. Your order is saved.");
  // So do back and forward.
  await proceed(page).click();
  await expect(window.getByRole("heading", { name: "How would you like to pay?" })).toBeFocused();
  await page.evaluate(() => history.pushState(null, "", "/cart"));
  await page.goBack();
  await page.reload();
  await expect(problem).toContainText("You haven’t been charged. Your order is saved.");

  await proceed(page).click();
  await payBy(page, "UPI");
  await expect(page).toHaveURL(/\/$/);
  expect(await confirmedOrder(page)).toBe(numbers[0]);
  expect(new Set(numbers).size).toBe(1);
  expect(calls.filter((call) => call === "POST init/payment")).toHaveLength(4);
  expect(calls.filter((call) => call === "POST verify/payment")).toHaveLength(1);
  await expect(badge(page)).toHaveText("");
  await page.goto("/checkout");
  await expect(main(page).getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expectAccessible(page, "main");
});

test.describe("on one width", () => {
  test("the address book is a choice of cards, and Proceed uses the chosen one", {
    tag: "@desktop",
    annotation: requirements("S2.168, S2.169, S2.180, S2.183, S2.185, S2.194, S4.63, R27"),
  }, async ({ page }) => {
    const session = await logIn(page, "Meera Nair");
    for (const product of (await products(page)).slice(0, 2)) await putIntoCart(page, session, product);
    await storeAddress(page, session);
    const office = { street: "27 Church Street", city: "Bengaluru", state: "Karnataka", pincode: "560001" };
    const bill = { street: "3 Ring Road", city: "Chennai", state: "Tamil Nadu", pincode: "600001" };
    await storeAddress(page, session, office);
    await page.goto("/checkout");
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toBeChecked();
    await expect(cards(page).first()).toHaveAccessibleName(/Meera Nair.*Default.*12 Rose Lane/s);
    const left = await cards(page).first().boundingBox();
    const items = page.getByRole("region", { name: "Your order" }).getByRole("listitem");
    await expect(items).toHaveCount(2);
    for (const item of await items.all()) {
      await expect(item).toContainText("New Arrival", { useInnerText: true });
      const right = await item.locator("img").boundingBox();
      expect(left?.x).toBeLessThan(right?.x ?? 0);
    }

    const add = page.getByRole("button", { name: "Add New Address" });
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    for (const way of ["Close", "Escape"]) {
      await add.click();
      await expect(field(dialog(page), "Pincode")).toBeFocused();
      // The input from before closing the dialog is restored.
      await expect(field(dialog(page), "Address")).toHaveValue(way === "Close" ? "" : "1 Sent Nowhere Road");
      await field(dialog(page), "Address").fill("1 Sent Nowhere Road");
      if (way === "Close") await dialog(page).getByRole("button", { name: "Close" }).click();
      else await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
      await expect(add).toBeFocused();
    }
    expect(sent).toEqual([]);

    const shownAtOnce = await cards(page)
      .last()
      .evaluate((card: HTMLInputElement) => {
        card.click();
        return card.checked;
      });
    expect(shownAtOnce).toBe(true);
    await page.getByRole("button", { name: "Use a different address for the bill" }).click();
    const billing = page.getByRole("dialog", { name: "Billing address" });
    await field(billing, "Pincode").fill(bill.pincode);
    await expect(field(billing, "City")).toHaveValue("Chennai");
    await field(billing, "Address").fill(bill.street);
    await billing.getByRole("button", { name: "Use this address" }).click();
    await expect(main(page).getByText(bill.street)).toBeVisible();
    // The choices survive a reload.
    await page.reload();
    await expect(cards(page).last()).toBeChecked();
    await expect(main(page).getByText(bill.street)).toBeVisible();
    const init = page.waitForRequest("**/api/init/payment");
    await proceed(page).click();
    expect((await init).postDataJSON()).toEqual({
      address: office,
      billing_address: bill,
      total_price: expect.any(Number),
    });
    await expect(paymentWindow(page).getByRole("heading", { name: "How would you like to pay?" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(main(page).getByRole("alert").filter({ hasText: "You haven’t been charged." })).toBeVisible();
    await expect(proceed(page)).toBeEnabled();
  });

  test("the Shipping Address is validated on save only, its billing address too", {
    tag: "@phone",
    annotation: requirements("S2.178, S2.179, S2.182, S4.06, S4.59, S5.18 to S5.22, S5.37 to S5.39, R7, R17"),
  }, async ({ page, faults }) => {
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    const calls = watchRequests(page);
    await page.goto("/checkout");
    await page.getByRole("button", { name: "Add New Address" }).click();
    const save = dialog(page).getByRole("button", { name: "Save & Continue" });
    await field(dialog(page), "Pincode").focus();
    await field(dialog(page), "Pincode").blur();
    await expect(field(dialog(page), "Pincode")).not.toHaveAttribute("aria-invalid");
    await dialog(page).getByLabel("Billing address is same as Shipping address").uncheck();
    const billing = dialog(page).getByRole("group", { name: "Billing address" });
    await field(billing, "City").fill("   ");
    await save.click();
    const parts = { shipping: dialog(page).getByRole("textbox"), billing: billing.getByRole("textbox") };
    const messages = ["Pincode", "City", "State", "Address"].map((label) => `${label} is required`);
    for (const [at, message] of messages.entries()) {
      await expect(parts.shipping.nth(at + 2)).toHaveAccessibleDescription(message);
      await expect(parts.billing.nth(at)).toHaveAccessibleDescription(message);
    }
    await expectAccessible(page, "dialog");
    await field(billing, "City").fill("P");
    await expect(field(billing, "City")).not.toHaveAttribute("aria-invalid");
    await expect(field(billing, "State")).toHaveAttribute("aria-invalid", "true");

    // An unknown pincode fills in nothing; typed values stay when a known one is entered.
    const shipping = { pincode: "012345", city: "Gulmarg", state: "Kashmir", street: "1 Hill Road" };
    await parts.shipping.nth(2).fill("12345");
    await parts.shipping.nth(3).fill(shipping.city);
    await parts.shipping.nth(4).fill(shipping.state);
    await parts.shipping.nth(5).fill("1 Иван Road");
    await field(billing, "Pincode").fill("400001");
    await expect(field(billing, "State")).toHaveValue("Maharashtra");
    await expect(field(billing, "City")).toHaveValue("P");
    await field(billing, "Address").fill("1 Marine Drive");
    await save.click();
    await expect(parts.shipping.nth(2)).toHaveAccessibleDescription("Invalid pincode");
    await expect(parts.shipping.nth(5)).toHaveAccessibleDescription(/^We can’t print “Иван” on labels and invoices./);
    await parts.shipping.nth(2).fill(shipping.pincode);
    await parts.shipping.nth(5).fill(shipping.street);
    expect(calls).toEqual(["GET checkout"]);

    // No error loses stored addresses or input.
    const mend = await failRequest(page, "POST", "**/api/user/address");
    faults.expect("500");
    await sendDelayed(page, "**/api/user/address", save, field(billing, "City"));
    await expect(dialog(page).getByRole("alert")).toContainText("Please try again in a moment.");
    await mend();
    const init = page.waitForRequest("**/api/init/payment");
    await save.click();
    expect((await init).postDataJSON()).toEqual({
      address: { ...shipping, state: "Jammu and Kashmir" },
      billing_address: { street: "1 Marine Drive", city: "P", state: "Maharashtra", pincode: "400001" },
      total_price: expect.any(Number),
    });
    await expect(dialog(page)).toHaveCount(0);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toBeChecked();
    await expect(main(page).getByText("1 Marine Drive")).toBeAttached();
  });

  test("where the provider's script cannot be loaded, an alert says so and no payment starts", {
    tag: "@desktop",
    annotation: requirements("S8.04, S8.05"),
  }, async ({ page, faults }) => {
    faults.expect("checkout.js");
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    await page.route("**/checkout.js", (route) => route.abort("blockedbyclient"));
    await page.goto("/checkout");
    const calls = watchRequests(page);
    const alerts: string[] = [];
    page.on("dialog", (alert) => {
      alerts.push(alert.message());
      void alert.accept();
    });
    await proceed(page).click();
    await expect.poll(() => alerts).toEqual(["Razorpay SDK failed to load."]);
    await expect(main(page).getByRole("alert").filter({ hasText: "couldn’t open the payment window" })).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(calls).toContain("GET payment/window");
    expect(calls).not.toContain("POST init/payment");
    await page.unroute("**/checkout.js");
    await proceed(page).click();
    await expect(paymentWindow(page).getByRole("heading", { name: "How would you like to pay?" })).toBeVisible();
  });

  test("errors say what to do, and a payment is never started twice", {
    tag: "@desktop",
    annotation: requirements("S7.52, S8.07"),
  }, async ({ page, faults }) => {
    faults.expect("500");
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    let mend = await failRequest(page, "GET", "**/api/checkout*");
    await page.goto("/checkout");
    await expect(main(page).getByRole("alert")).toContainText("We couldn’t load the checkout.");
    await expectAccessible(page, "main");
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();

    mend = await failRequest(page, "POST", "**/api/init/payment");
    await proceed(page).click();
    await expect(main(page).getByRole("alert").filter({ hasText: "Please try again in a moment." })).toBeVisible();
    await mend();

    const restoreVerify = await failRequest(page, "POST", "**/api/verify/payment");
    const restoreCheck = await failRequest(page, "POST", "**/api/check/payment");
    await proceed(page).click();
    await payBy(page, "card");
    await expect(heading(page, "Your payment is being confirmed…")).toBeFocused();
    await expect(main(page).getByText("please don’t pay again")).toBeVisible();
    await expect(page).toHaveURL(/\/checkout$/);
    await expectAccessible(page, "main");
    const calls = watchRequests(page);
    await page.getByRole("button", { name: "Check again" }).click();
    await expect.poll(() => calls).toContain("POST check/payment");
    await expect(heading(page, "Your payment is being confirmed…")).toBeFocused();
    await restoreCheck();
    await restoreVerify();
    await page.reload();
    await expect(page).toHaveURL(/\/$/);
    await expect(confirmation(page)).toBeVisible();
    expect(calls.filter((call) => call === "POST init/payment")).toEqual([]);
  });

  test("an unconfirmed or late payment shows what happens next", {
    tag: "@phone",
  }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    // The server's response while the provider waits for the bank, or when the items are sold out meanwhile.
    let outcome = "confirming";
    await page.route(/\/api\/(verify|check)\/payment$/, async (route) => {
      const response = await (await route.fetch()).json();
      await route.fulfill({ json: { ...response, data: { ...response.data, outcome } } });
    });
    await page.goto("/checkout");
    await proceed(page).click();
    await payBy(page, "UPI");
    await expect(heading(page, "Your payment is being confirmed…")).toBeFocused();
    await expect(main(page).getByRole("link", { name: /^View order KW-/ })).toHaveAttribute("href", /order=KW-/);
    await expect(main(page).getByText(/hasn’t confirmed the payment for order KW-\S+ yet/)).toBeVisible();
    // The page checks again automatically.
    outcome = "refunded";
    await expect(heading(page, "We’re refunding your payment")).toBeFocused();
    await expect(main(page).getByText("We’re refunding the full amount.")).toBeVisible();
    await expectAccessible(page, "main");
  });

  test("a cart that is not payable is reported, with a link to the cart", { tag: "@phone" }, async ({
    page,
    faults,
  }) => {
    faults.expect("409");
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    // The server's error when the price has risen since the checkout was read.
    const refusal = {
      success: false,
      statusCode: 409,
      code: "cart_changed",
      message: "Something in your cart has changed. Please review it before you pay.",
      errors: [{ field: `cart.${product._id}`, message: `${product.title}: The price has gone up.` }],
    };
    const mend = await failRequest(page, "POST", "**/api/init/payment", { status: 409, json: refusal });
    await page.goto("/checkout");
    await proceed(page).click();
    const problem = main(page).getByRole("alert").filter({ hasText: "has changed" });
    await expect(problem).toContainText(`${product.title}: The price has gone up.`);
    await expect(problem.getByRole("link", { name: "Go to cart" })).toHaveAttribute("href", "/cart");
    await expectAccessible(page, "main");
    await mend();

    await page.route("**/api/checkout*", async (route) => {
      const response = await (await route.fetch()).json();
      await route.fulfill({ json: { ...response, data: { ...response.data, payable: false } } });
    });
    await page.reload();
    const calls = watchRequests(page);
    await expect(problem).toBeVisible();
    await proceed(page).click();
    await expect(problem).toBeFocused();
    expect(calls).not.toContain("POST init/payment");
    await problem.getByRole("link", { name: "Go to cart" }).click();
    await expect(heading(page, "My Cart")).toBeVisible();
  });

  test("a change of the cart just before checkout is bought, however late its request is", {
    tag: "@phone",
  }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await page.goto("/cart");
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route("**/api/cart", async (route) => {
      if (route.request().method() === "PATCH") await mayContinue;
      await route.fallback();
    });
    await main(page)
      .getByRole("button", { name: `Increase quantity of ${product.title}` })
      .click();
    await page.getByRole("link", { name: "Checkout" }).click();
    await expect(heading(page, "Checkout")).toBeVisible();
    const line = main(page).getByRole("listitem").filter({ hasText: product.title });
    // Long enough for a response without the change.
    await expect(line.waitFor({ timeout: 1000 })).rejects.toThrow();
    continueRequest();
    await expect(line).toContainText("Qty 2");
  });

  test("what changes in another tab or on another device is shown before it is paid, and nothing chosen is lost", {
    tag: "@desktop",
  }, async ({ page, context, faults }) => {
    faults.expect("409");
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    await storeAddress(page, session, { ...HOME, street: "3 Office Road" });
    await page.goto("/checkout");
    await cards(page).last().click();
    const line = main(page).getByRole("listitem").filter({ hasText: "New Arrival" }).filter({ hasText: product.title });
    await expect(line).toContainText("Qty 1");

    const other = await context.newPage();
    await other.goto("/cart");
    await main(other)
      .getByRole("button", { name: `Increase quantity of ${product.title}` })
      .click();
    const notice = main(page).getByRole("alert").filter({ hasText: "Your cart has changed." });
    await expect(notice).toContainText(`${product.title}: Qty 1 is now 2.`);
    await expect(line).toContainText("Qty 2");
    await other.close();

    // The page does not learn of another device's change before Proceed.
    await putIntoCart(page, session, product);
    const refused = page.waitForResponse("**/api/init/payment");
    await proceed(page).click();
    expect((await refused).status()).toBe(409);
    await expect(notice).toContainText(`${product.title}: Qty 2 is now 3.`);
    await expect(line).toContainText("Qty 3");
    await expect(cards(page).last()).toBeChecked();

    const opened = page.waitForResponse("**/api/init/payment");
    await proceed(page).click();
    const { data } = await (await opened).json();
    expect(data.amount).toBe(product.price * 3 * 100);
    await expect(paymentWindow(page).getByRole("heading", { name: "How would you like to pay?" })).toBeVisible();
  });

  test("in a browser within another app the provider's own page leads back to the order", { tag: "@phone" }, async ({
    page,
  }) => {
    const session = await logIn(page);
    const [product] = (await products(page)) as [ProductSummary];
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "userAgent", {
        get: () => "Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 340.0",
      }),
    );
    await page.goto("/checkout");
    await proceed(page).click();
    await payBy(page, "UPI");
    await expect(page).toHaveURL(/\/profile\?tab=5&order=KW-/);
    await expect(main(page).getByText("Payment received")).toBeVisible();
    await expect(badge(page)).toHaveText("");

    await page.goto("/checkout?payment=failed");
    await expect(main(page).getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  });
});
