/** My Orders. */

import type { Page, Route } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { OrderDetail } from "../../contract/orders/schemas.ts";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { buy, failRequest, HOME, PAID_TIMELINE, post, products, putIntoCart, storeAddress } from "./buying.ts";
import { listen } from "./heard.ts";
import { logIn, makeCustomer, type TestSession } from "./people.ts";
import { staff } from "./staff.ts";
import { storeSession } from "./stored-session.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const entry = (page: Page, number: string) => main(page).getByRole("article", { name: `Order ${number}` });
const part = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** A product at full price and a discounted one. */
async function twoProducts(page: Page): Promise<[ProductSummary, ProductSummary]> {
  const all = await products(page);
  return [all[0], all.at(-1)] as [ProductSummary, ProductSummary];
}

/** Reads an order by the request of My Orders. */
async function orderOf(page: Page, { token }: TestSession, number: string): Promise<OrderDetail> {
  const response = await page.request.get(`/api/order/${number}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()).data;
}

const rupees = (amount: number) => `₹${amount.toLocaleString("en-IN")}`;

test("My Orders lists the customer's orders, each with its own URL", {
  tag: "@phone",
  annotation: requirements("S2.219, S2.221, S2.223 to S2.228, S3.57, S3.59, S9.52, WCAG 2.2 AA"),
}, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  await page.goto("/profile?tab=5");
  await expect(main(page).getByText("You haven’t placed any orders yet.")).toBeVisible();

  const [, reduced] = await twoProducts(page);
  const number = await buy(page, session, reduced, 2);
  await page.reload();
  const order = entry(page, number);
  await expect(order.getByRole("heading").getByText("Processing", { exact: true })).toBeVisible();
  await expect(order.getByRole("listitem")).toContainText(rupees(reduced.price * 2));
  await expect(order.locator("s")).toHaveText(rupees((reduced.originalPrice ?? 0) * 2));
  await expect(order).toContainText(`Qty 2 × ${rupees(reduced.price)}`);
  const stars = `${reduced.rating} out of 5 stars, ${reduced.review} reviews`;
  await expect(order.getByRole("img", { name: stars })).toBeVisible();
  await expect(order).toContainText(`Total ${rupees(reduced.price * 2)}`);
  await expect(order.getByRole("heading")).toHaveText(/^Arrives by \w+,\s\d+\s\w+ Processing$/);
  await expect(order.getByRole("link", { name: `Track order ${number}` })).toHaveAttribute(
    "href",
    `/tracking?find=${number}&by=order`,
  );
  await expectAccessible(page, "main");

  await order.getByRole("link", { name: /^View Order Details/ }).click();
  await expect(page).toHaveURL(`/profile?tab=5&order=${number}`);
  await expect(heading(page, `Order ${number}`)).toBeInViewport();
  await expect(main(page).getByText(/^Arrives by \w+,\s\d+\s\w+$/)).toBeVisible();
  await expect(part(page, "Timeline").getByRole("listitem")).toHaveText(PAID_TIMELINE);
  await expect(part(page, "Items").getByRole("listitem")).toContainText([reduced.title]);
  const saved = ((reduced.originalPrice ?? 0) - reduced.price) * 2;
  await expect(part(page, "Price details").locator("dt, dd")).toHaveText([
    "Subtotal",
    rupees(reduced.price * 2 + saved),
    "Shipping",
    "₹0",
    "Discount",
    `−${rupees(saved)}`,
    "Total",
    rupees(reduced.price * 2),
    "GST included",
    /^₹[\d,.]+$/,
  ]);
  await expect(part(page, "Payment")).toContainText(`${rupees(reduced.price * 2)} on`);
  await expect(part(page, "Payment")).toContainText("UPI success@razorpay");
  await expect(part(page, "Payment")).toContainText(/pay_\w+/);
  const address = part(page, "Shipping address");
  await expect(address).toContainText("Meera Nair");
  await expect(address).toContainText(`${HOME.street}${HOME.city}, ${HOME.state} ${HOME.pincode}`);
  await expect(part(page, "Billing address")).toContainText("Same as the shipping address");
  await expectAccessible(page, "main");
  await page.goBack();
  await expect(order).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(heading(page, `Order ${number}`)).toBeVisible();

  // My Profile begins with it.
  await page.goto("/profile");
  const last = main(page).getByRole("region", { name: /^Last order, / });
  await expect(last).toContainText("Arrives by");
  await expect(last.getByText("Processing", { exact: true })).toBeVisible();
  await expect(
    main(page).getByRole("region", { name: "What you’ve ordered" }).getByRole("link", { name: reduced.title }),
  ).toBeVisible();
  await expectAccessible(page, "main");
  await last.getByRole("link", { name: /^View Order Details/ }).click();
  await expect(heading(page, `Order ${number}`)).toBeVisible();
});

test.describe("on one width", () => {
  test("another customer's order is not shown", { tag: "@desktop", annotation: requirements("S2.219") }, async ({
    page,
    faults,
  }) => {
    faults.expect("404");
    const [product] = await twoProducts(page);
    const number = await buy(page, await makeCustomer(), product);
    await logIn(page);
    await page.goto(`/profile?tab=5&order=${number}`);
    await expect(main(page).getByText("We couldn’t find this order in your account.")).toBeVisible();
    await main(page).getByRole("link", { name: "My Orders" }).click();
    await expect(main(page).getByText("You haven’t placed any orders yet.")).toBeVisible();
  });

  test("the dialog says before the press what the rest costs without its offer, and what is refunded", {
    tag: "@phone",
  }, async ({ page, faults }) => {
    const session = await logIn(page);
    const find = async (slug: string) => (await (await page.request.get(`/api/product/${slug}`)).json()).data;
    const [gulab, khus] = [await find("gulab-attar"), await find("ruh-khus-attar")];
    await putIntoCart(page, session, gulab, 2);
    await post(page.request, session, "/api/cart/code", { code: "ATTAR3" });
    const number = await buy(page, session, khus);
    await page.goto(`/profile?tab=5&order=${number}`);
    await main(page).getByRole("button", { name: "Cancel order" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Cancel order" });
    // Both paid units; the free one stays.
    await dialog.getByLabel(/^Ruh Khus Attar/).selectOption("None");
    const refund = gulab.price * 2 - khus.price;
    await expect(dialog).toContainText(`Your refund: ${rupees(refund)}`);
    await expect(dialog).toContainText(`You keep 1 × Ruh Khus Attar, ${khus.sizes[0]} for ${rupees(khus.price)}.`);
    await expect(dialog).toContainText("(ATTAR3) no longer applies to what you keep");
    await expectAccessible(page, "dialog");
    // Another tab cancels one of them meanwhile.
    await post(page.request, session, `/api/order/${number}/cancel`, { lines: [{ position: 0, quantity: 1 }] });
    faults.expect(/422|409/);
    await dialog.getByRole("button", { name: "Cancel items" }).click();
    await expect(dialog.getByRole("alert").first()).toBeVisible();
    await page.reload();
    await main(page).getByRole("button", { name: "Cancel order" }).first().click();
    await dialog.getByLabel(/^Ruh Khus Attar/).selectOption("None");
    await expect(dialog).toContainText(`Your refund: ${rupees(gulab.price)}`);
    await dialog.getByRole("button", { name: "Cancel items" }).click();
    await expect(main(page).getByText("Your items have been cancelled. We’re refunding you.")).toBeVisible();
    await expect(part(page, "Timeline")).toContainText("Cancelled: 1 × Gulab Attar");
  });

  test("an order is cancelled at the second try, refunded and bought again", {
    tag: "@phone",
    annotation: requirements("S2.222, S3.60, R31"),
  }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const number = await buy(page, session, product);
    await page.goto(`/profile?tab=5&order=${number}`);
    const cancel = main(page).getByRole("button", { name: "Cancel order" }).first();
    const dialog = page.getByRole("dialog", { name: "Cancel order" });
    await cancel.click();
    await dialog.getByRole("button", { name: "Keep order" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cancel).toBeFocused();
    await cancel.click();
    // Nothing closes the dialog during the request: the order is being cancelled.
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
    await page.route("**/api/order/*/cancel", async (route) => {
      await mayContinue;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(dialog.getByRole("button", { name: "Keep order" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Keep order" }).click({ force: true });
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    continueRequest();
    await expect(main(page).getByText("Your order has been cancelled.")).toBeVisible();
    await expect(main(page).getByText(/^Cancelled on \d+\s\w+$/)).toBeVisible();
    await expect(part(page, "Timeline").getByRole("listitem").nth(2)).toHaveText(/^Cancelled/);
    await expect(part(page, "Payment")).toContainText(`Refund${rupees(product.price)}`);
    await expect(cancel).toHaveCount(0);
    const download = page.waitForEvent("download");
    await main(page).getByRole("button", { name: "Download credit note" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Credit note CN-\d\d-\d\d-\d{6}\.pdf$/);

    await expect(badge(page)).toHaveText("");
    await main(page).getByRole("button", { name: "Buy again" }).click();
    await expect(main(page).getByText("Everything is back in your cart.")).toBeVisible();
    await expect(badge(page)).toHaveText("1");
    await expect(async () => {
      await page.reload();
      await expect(heading(page, `Order ${number}`).locator("..")).toHaveText(
        new RegExp(`^Order ${number}Ordered on .+Refunded ${rupees(product.price)} on \\d+\\s\\w+$`),
      );
    }).toPass();
    await page.goto("/cart");
    await expect(main(page).getByRole("row").filter({ hasText: product.title })).toBeVisible();
  });

  test("a parcel is tracked to its delivery, and its return requested", {
    tag: "@phone",
    annotation: requirements("S2.220, S3.58 to S3.60"),
  }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const number = await buy(page, session, product);
    await staff("pack", number);
    await staff("ship", number, "--awb", `AWB-${number}`, "--courier", "Blue Dart");
    await page.goto(`/profile?tab=5&order=${number}`);
    await expect(main(page).getByText("Shipped", { exact: true }).first()).toBeVisible();
    const track = main(page).getByRole("link", { name: "Track order" });
    await expect(track).toHaveAttribute("href", /^\/tracking\?find=.+&by=awb$/);
    await expect(part(page, "Shipment")).toContainText(`AWBAWB-${number}CourierBlue Dart`);
    await expect(main(page).getByRole("button", { name: "Cancel order" })).toHaveCount(0);
    await staff("deliver", number);
    await page.reload();
    await expect(main(page).getByText("Delivered", { exact: true }).first()).toBeVisible();
    await expect(part(page, "Timeline").getByRole("listitem")).toHaveText([
      /^Order placed/,
      /^Payment received/,
      /^Packed/,
      /^Shipped/,
      /^Delivered/,
    ]);

    await main(page).getByRole("button", { name: "Request a return" }).click();
    const dialog = page.getByRole("dialog", { name: "Request a return" });
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please tell us the reason.");
    await expectAccessible(page, "dialog");
    await dialog.getByLabel("Reason").fill("The sprayer is broken.");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(main(page).getByText("We’ve received your request")).toBeVisible();
    await expect(main(page).getByText("Return requested", { exact: true }).first()).toBeVisible();
    await expect(main(page).getByRole("button", { name: "Request a return" })).toHaveCount(0);
    await page.goto("/profile?tab=5");
    await expect(entry(page, number).getByText("Return requested", { exact: true })).toBeVisible();
  });

  test("some items of an order are cancelled, and others returned with a photo, each with its refund", {
    tag: "@phone",
  }, async ({ page, faults }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const number = await buy(page, session, product, 4);
    await page.goto(`/profile?tab=5&order=${number}`);
    await main(page).getByRole("button", { name: "Cancel order" }).click();
    const cancel = page.getByRole("dialog", { name: "Cancel order" });
    await expect(cancel.getByText("Your refund:")).toHaveText(`Your refund: ${rupees(product.price * 4)}`);
    const units = (dialog: typeof cancel) => dialog.getByLabel(product.title).first();
    await units(cancel).selectOption("None");
    await expect(cancel.getByText("Please choose at least one item.")).toBeVisible();
    await expect(cancel.getByRole("button", { name: "Cancel items" })).toBeDisabled();
    await units(cancel).selectOption("1 of 4");
    await expect(cancel.getByText("Your refund:")).toHaveText(`Your refund: ${rupees(product.price)}`);
    await cancel.getByRole("button", { name: "Cancel items" }).click();
    await expect(main(page).getByText("Your items have been cancelled.")).toBeVisible();
    await expect(part(page, "Items")).toContainText(`Qty 4 × ${rupees(product.price)}1 cancelled or returned`);

    await staff("ship", number, "--awb", `PART-${number}`, "--courier", "Blue Dart");
    await staff("deliver", number);
    await page.reload();
    await main(page).getByRole("button", { name: "Request a return" }).click();
    const dialog = page.getByRole("dialog", { name: "Request a return" });
    await units(dialog).selectOption("2 of 3");
    await expect(dialog.getByText("Your refund:")).toHaveText(`Your refund: ${rupees(product.price * 2)}`);
    await dialog.getByLabel("Reason").fill("Two arrived broken.");
    const photo = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } });
    const files = ["broken.png", "twice.png"].map((name) => ({ name, mimeType: "image/png", buffer: photo }));
    await dialog.getByLabel("Photos").setInputFiles(files);
    await dialog.getByRole("button", { name: "Remove twice.png" }).click();
    await expect(dialog.getByLabel("Photos")).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Remove broken.png" })).toBeVisible();
    await expectAccessible(page, "dialog");
    let uploads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith(`/order/${number}/return/photo`)) uploads += 1;
    });
    const mend = await failRequest(page, "POST", "**/return");
    faults.expect("500");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(dialog.getByRole("alert").filter({ hasText: "Please try again" })).toBeVisible();
    await mend();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(main(page).getByText("We’ve received your request")).toBeVisible();
    // The photo was not uploaded again.
    expect(uploads).toBe(1);
    const returns = part(page, "Returns");
    await expect(returns).toContainText("Requested. We’ll email you within 2 working days.");
    await expect(returns.getByText(/^Requested on \d+\s\w{3}$/)).toBeVisible();
    await expect(returns).toContainText(`2 × ${product.title}`);
    await expect(returns.getByRole("img", { name: "Photo of the returned item" })).toBeVisible();

    const pickUp = ["--courier", "Delhivery", "--date", "2026-11-25", "--between", "10 AM and 1 PM"];
    await staff("return-approve", number, ...pickUp);
    await staff("return-receive", number);
    await staff("return-accept", number, "--restock", "0:1", "--replace", "0:1");
    await staff("ship-replacement", number, "--awb", `AGAIN-${number}`, "--courier", "Delhivery");
    await page.reload();
    await expect(returns).toContainText(`2 × ${product.title}`);
    await expect(returns).toContainText(": 1 refunded, 1 replaced");
    await expect(part(page, "Timeline")).toContainText(/Return closed.*Return accepted: 1 ×/);
    await expect(part(page, "Shipment")).toContainText(`ReplacementAWBAGAIN-${number}`);
    await expect(main(page).getByRole("button", { name: /^Download credit note CN/ })).toHaveCount(2);
    await expect(main(page).getByText("Delivered", { exact: true }).first()).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(part(page, "Payment").getByText(/^\d{23} \(ARN\)/)).toHaveCount(2, { timeout: 2000 });
    }).toPass();
  });

  test("a returned item is exchanged for another size: asked for on a phone, accepted as asked for by staff", {
    tag: "@phone",
    annotation: requirements("WCAG 2.2 AA"),
  }, async ({ page }) => {
    const session = await logIn(page);
    const product = (await products(page)).find(({ slug }) => slug === "saffron-oud");
    if (!product) throw new Error("the demo sells no saffron oud");
    const number = await buy(page, session, product, 2);
    await staff("ship", number, "--awb", `SIZE-${number}`, "--courier", "Blue Dart");
    await staff("deliver", number);
    await page.goto(`/profile?tab=5&order=${number}`);
    await main(page).getByRole("button", { name: "Request a return" }).click();
    const dialog = page.getByRole("dialog", { name: "Request a return" });
    const first = dialog.getByRole("group", { name: "Refund or exchange?" }).getByRole("combobox").first();
    await expect(first).toHaveAccessibleName(/\(1 of 2\)$/);
    await dialog.getByLabel(product.title).first().selectOption("1 of 2");
    // The largest, which is dearer.
    const size = "100 ml";
    await first.selectOption(`Exchange for ${size}`);
    await expect(dialog.getByText(/^In exchange: 1 × /)).toContainText(product.title);
    await expect(dialog.getByText(/^To pay: ₹/)).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessible(page, "dialog");
    await dialog.getByLabel("Reason").fill("The other size, please.");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(main(page).getByText("We’ve received your request")).toBeVisible();
    await expect(part(page, "Returns")).toContainText(`You asked for in exchange: 1 × ${product.title}`);
    await expectAccessible(page, "main");

    await enterAs(page, "Owner");
    await page.goto("/admin/returns");
    await expect(main(page).getByRole("listitem").filter({ hasText: number })).toContainText("Wants in exchange: 1 ×");
    await page.goto(`/admin/orders/${number}`);
    const returned = main(page).getByRole("region", { name: "Return", exact: true });
    await expect(returned).toContainText(`Wants in exchange: 1 × ${product.title}, ${size}`);
    await returned.getByRole("button", { name: "Accept…" }).click();
    const accept = page.getByRole("dialog");
    await expect(accept.getByLabel("Exchange for other items")).toBeChecked();
    await expect(accept.getByRole("list", { name: "Chosen" })).toContainText(`${product.title}, ${size}`);
    await expectFitsPhone(page);
    await expectAccessible(page);
    await accept.getByRole("button", { name: "Preview" }).click();
    await accept.getByRole("button", { name: /^Ask for ₹/ }).click();
    await expect(returned).toContainText("The exchange waits for");
    const again = main(page).getByRole("region", { name: "Email again" });
    await again.getByRole("button", { name: "Payment link" }).click();
    await expect(again).toContainText("Payment link: the email is on its way.");
    const links = async () =>
      (await (await page.request.get(`/sandbox/mail.json?to=${encodeURIComponent(session.email)}`)).json()).filter(
        ({ text }: { text: string }) => text.includes("/pay/"),
      ).length;
    await expect.poll(links).toBe(2);
  });

  test("more than ten orders are paged, newest first", { tag: "@desktop" }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const numbers: string[] = [];
    for (let n = 0; n < 11; n += 1) numbers.unshift(await buy(page, session, product));
    await page.goto("/profile?tab=5");
    const orders = main(page).getByRole("article");
    await expect(orders).toContainText(numbers.slice(0, 10));
    await main(page).getByRole("link", { name: "Older orders" }).click();
    await expect(orders).toContainText(numbers.slice(10));
    await page.goBack();
    await expect(orders).toContainText(numbers.slice(0, 10));
    // Back from an order too, although the list is read again.
    const last = orders.last().getByRole("link", { name: /^View Order Details/ });
    // Without a frame between scrolling and leaving, as with the keyboard.
    await last.evaluate((link: HTMLAnchorElement) => {
      link.scrollIntoView({ behavior: "instant", block: "end" });
      link.click();
    });
    await expect(orders).toHaveCount(0);
    await page.goBack();
    await expect(last).toBeInViewport();
    // Leaving before the list is there again does not forget the place.
    await page.goForward();
    await expect(orders).toHaveCount(0);
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
    await page.route("**/api/order?*", async (route) => {
      await mayContinue;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest("**/api/order?*");
    await page.goBack();
    await asked;
    await page.goForward();
    await expect(heading(page, `Order ${numbers[9]}`)).toBeVisible();
    continueRequest();
    await page.goBack();
    await expect(last).toBeInViewport();
  });

  test("errors say what to do", { tag: "@phone", annotation: requirements("S8.08") }, async ({ page, faults }) => {
    faults.expect("500");
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const number = await buy(page, session, product);
    let mend = await failRequest(page, "GET", "**/api/order?*");
    await page.goto("/profile?tab=5");
    await expect(main(page).getByRole("alert")).toContainText("We couldn’t load your orders.");
    await expectAccessible(page, "main");
    await mend();
    await main(page).getByRole("button", { name: "Try again" }).click();
    mend = await failRequest(page, "GET", `**/api/order/${number}`);
    await main(page)
      .getByRole("link", { name: /^View Order Details/ })
      .click();
    await expect(main(page).getByRole("alert")).toContainText("We couldn’t load this order.");
    await mend();
    await main(page).getByRole("button", { name: "Try again" }).click();

    const alert = main(page).getByRole("alert").first();
    // While it runs, the button says so, and is no pointer's target (R32).
    let reply = () => {};
    const released = new Promise<void>((resolve) => {
      reply = resolve;
    });
    const hold = async (route: Route) => {
      await released;
      await route.abort();
    };
    faults.expect("/invoice");
    await page.route("**/invoice", hold);
    await main(page).getByRole("button", { name: "Download invoice" }).click();
    const downloading = main(page).getByRole("button", { name: "Downloading…" });
    await expect(downloading).toHaveAttribute("aria-disabled", "true");
    await expect(downloading).toHaveCSS("cursor", "default");
    await expect(page.getByRole("status").filter({ hasText: "Downloading…" })).toBeAttached();
    reply();
    await expect(main(page).getByRole("button", { name: "Download invoice" })).toBeVisible();
    await page.unroute("**/invoice", hold);

    mend = await failRequest(page, "GET", "**/invoice");
    await main(page).getByRole("button", { name: "Download invoice" }).click();
    await expect(alert).toContainText("We couldn’t load the invoice.");
    await mend();
    mend = await failRequest(page, "POST", "**/again");
    await main(page).getByRole("button", { name: "Buy again" }).click();
    await expect(alert).toContainText("Nothing was added to your cart.");
    await mend();
    // Done, but the response was lost: the cart is read again, and the page claims nothing.
    faults.expect("/again");
    await page.route("**/again", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await main(page).getByRole("button", { name: "Buy again" }).click();
    await expect(alert).toContainText("We’re not sure what was added.");
    await expect(badge(page)).toHaveText("1");
    await page.unroute("**/again");
    mend = await failRequest(page, "POST", "**/cancel");
    await main(page).getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel order" });
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Please try again in a moment.");

    // The order's state has changed meanwhile: it is shown, with the error.
    faults.expect("409");
    await mend();
    await staff("ship", number, "--awb", `LATE-${number}`, "--courier", "Blue Dart");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(alert).toContainText("This order can no longer be cancelled.");
    await expect(main(page).getByText("Shipped", { exact: true }).first()).toBeVisible();
    await expect(main(page).getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  });

  test("an order that waits for its payment leads back to it", { tag: "@phone" }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    const headers = { authorization: `Bearer ${session.token}` };
    await page.request.post("/api/cart", { headers, data: { product_id: product._id, quantity: 1 } });
    await page.request.post("/api/init/payment", { headers, data: { address: HOME } });
    await page.goto("/profile?tab=5");
    await expect(main(page).getByText("Payment pending")).toBeVisible();
    await main(page)
      .getByRole("link", { name: /^View Order Details/ })
      .click();
    await expect(part(page, "Payment")).toContainText("Not paid yet.");
    await main(page).getByRole("link", { name: "Complete payment" }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(main(page).getByText(product.title)).toBeVisible();
  });

  test("an order that waits is completed with what was chosen for it, and the checkout says so", {
    tag: "@phone",
  }, async ({ page }) => {
    const session = await logIn(page);
    const [product] = await twoProducts(page);
    await putIntoCart(page, session, product);
    await storeAddress(page, session);
    const office = { street: "3 Hazratganj", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
    await storeAddress(page, session, office);
    const bill = { ...HOME, street: "7 Koregaon Park" };
    const { orderNumber } = await post<{ orderNumber: string }>(page.request, session, "/api/init/payment", {
      address: office,
      billing_address: bill,
      shipping_method: "express",
    });
    const ear = await listen(page);
    await page.goto("/profile?tab=5");
    const { totalPrice } = await orderOf(page, session, orderNumber);
    await main(page)
      .getByRole("link", { name: `Complete payment of order ${orderNumber}` })
      .click();
    await expect(main(page).getByRole("radio", { name: /^Express/ })).toBeChecked();
    await expect(main(page).getByRole("radio", { name: /Hazratganj/ })).toBeChecked();
    await expect(part(page, "Billing")).toContainText(bill.street);
    await expect(page.getByRole("region", { name: "Your order" }).getByRole("strong").last()).toHaveText(
      rupees(totalPrice),
    );
    await ear.expects(`polite: You’re completing order ${orderNumber}.`);
  });

  test("a mail's link leads a guest past the login to the order", { tag: "@desktop" }, async ({ page }) => {
    const session = await makeCustomer();
    const [product] = await twoProducts(page);
    const number = await buy(page, session, product);
    await page.goto(`/profile?tab=5&order=${number}`);
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: `/profile?tab=5&order=${number}` });
    await storeSession(page, session);
    await page.goto(`/profile?tab=5&order=${number}`);
    await expect(heading(page, `Order ${number}`)).toBeVisible();
  });
});
