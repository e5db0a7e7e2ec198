/** Cash on delivery, which the owner switches on for this file. */

import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { HOME, mailedCode, payBy, post, products, putIntoCart, storeAddress } from "./buying.ts";
import { logIn } from "./people.ts";
import { staff, staffOf } from "./staff.ts";
import { expect, test } from "./test.ts";

// In one worker: the first of two that is done would switch it off under the other.
test.describe.configure({ mode: "default" });

const settings = staffOf("settings");
test.beforeAll(async () => {
  await settings("CASH_FEE_RUPEES", "49");
  // Above what the other tests here order.
  await settings("CASH_ADVANCE", "200");
  await settings("CASH_ADVANCE_FROM_RUPEES", "4000");
  await settings("CASH_ON_DELIVERY", "true");
});
test.afterAll(async () => {
  await settings("CASH_ON_DELIVERY", "--default");
  for (const name of ["CASH_FEE_RUPEES", "CASH_ADVANCE", "CASH_ADVANCE_FROM_RUPEES"]) await settings(name, "--default");
});

/** The courier must be able to call whom it collects cash from. */
const MOBILE = "9845012345";
const HOME_WITH_PHONE = { ...HOME, mobile_no: MOBILE };

test("a shopper orders for cash on delivery, confirms it with the mailed code and cancels it", {
  tag: "@phone",
}, async ({ page, faults }) => {
  const session = await logIn(page, "Meera Nair");
  const affordable = (await products(page)).filter(({ price }) => price < 2000);
  const [product] = affordable as [ProductSummary];
  await putIntoCart(page, session, product, 2);
  await storeAddress(page, session, HOME_WITH_PHONE);
  await page.goto("/checkout");
  const main = page.getByRole("main");
  const payment = main.getByRole("group", { name: "Payment" });
  await expect(payment.getByRole("radio", { name: /^Pay online/ })).toBeChecked();
  await payment.getByRole("radio", { name: /^Cash on delivery \+ ₹49/ }).click();
  const total = page.getByRole("region", { name: "Your order" }).getByRole("strong").last();
  await expect(total).toHaveText(`₹${(product.price * 2 + 49).toLocaleString("en-IN")}`);
  await expect(main.getByText("You’ll pay in cash when your parcel arrives.")).toBeVisible();
  await expectAccessible(page, "main");

  const placed = page.waitForResponse("**/api/cash-order");
  await page.getByRole("button", { name: "Proceed" }).click();
  expect((await placed).request().postDataJSON()).toEqual({
    address: HOME,
    mobile_no: MOBILE,
    phone_updates: false,
    total_price: product.price * 2 + 49,
  });
  const { orderNumber } = (await (await placed).json()).data;
  await expect(main.getByRole("heading", { name: "Confirm your order" })).toBeVisible();
  await expect(main.getByText("Waiting for your confirmation")).toBeVisible();
  await expectAccessible(page, "main");

  const code = await mailedCode(page, session.email, orderNumber);
  const enter = async (digits: string) => {
    await main.getByRole("group", { name: "Six-digit code" }).getByRole("textbox").first().focus();
    await page.keyboard.type(digits);
    await main.getByRole("button", { name: "Confirm order" }).click();
  };
  faults.expect("422");
  await enter(code === "000000" ? "000001" : "000000");
  await expect(main.getByText("That code isn’t right.")).toBeVisible();
  await enter(code);
  await expect(main.getByText("Thank you! Your order is confirmed.")).toBeVisible();
  await expect(main.getByText(/^Cash on delivery: ₹[\d,]+ to be paid to the courier\.$/)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: /^Cart/ })).toHaveText("");

  await main.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("You haven’t paid anything for it, so there’s nothing to refund.")).toBeVisible();
  await expect(dialog.getByText("Your refund")).toBeHidden();
  await dialog.getByLabel(product.title).selectOption("1 of 2");
  await expect(dialog.getByText("You’ll pay less on delivery.")).toBeVisible();
  // The cash fee stays while anything does.
  const left = (product.price + 49).toLocaleString("en-IN");
  await expect(dialog.getByText(`To pay on delivery: ₹${left}`)).toBeVisible();
  await dialog.getByLabel(product.title).selectOption("2 of 2");
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(main.getByText("Your order has been cancelled. You haven’t been charged.")).toBeVisible();
});

test("a shopper pays a part now and the rest on delivery, and gets the part back on cancelling", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  const quantityOf = ({ price }: ProductSummary) => Math.ceil(4000 / price);
  const [product] = (await products(page)).filter(
    (one) => quantityOf(one) <= 5 && one.price * quantityOf(one) <= 4900,
  ) as [ProductSummary];
  const quantity = quantityOf(product);
  await putIntoCart(page, session, product, quantity);
  await storeAddress(page, session, HOME_WITH_PHONE);
  await page.goto("/checkout");
  const main = page.getByRole("main");
  const payment = main.getByRole("group", { name: "Payment" });
  const rest = `₹${(product.price * quantity + 49 - 200).toLocaleString("en-IN")}`;
  const cash = payment.getByRole("radio", {
    name: `Cash on delivery + ₹49 Pay ₹200 now by card, UPI or net banking, and ${rest} in cash when it arrives`,
  });
  await cash.click();
  await expect(payment.getByText("we refund the ₹200 in full")).toBeVisible();
  const order = page.getByRole("region", { name: "Your order" });
  await expect(order.getByText("Pay now")).toBeVisible();
  await expect(main.getByText("You’ll pay securely through Razorpay")).toBeVisible();
  await expectAccessible(page, "main");

  const opened = page.waitForResponse("**/api/init/payment");
  await page.getByRole("button", { name: "Proceed" }).click();
  const { orderNumber, amount } = (await (await opened).json()).data;
  expect(amount).toBe(20_000);
  await payBy(page, "UPI");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(`/profile?tab=5&order=${orderNumber}`);
  await expect(main.getByText(`${rest} to be paid to the courier in cash`)).toBeVisible();
  await expect(main.getByRole("region", { name: "Pay online and skip the cash fee" })).toBeVisible();
  await expectAccessible(page, "main");
  await main.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(main.getByText("Your order has been cancelled. We’re refunding your payment.")).toBeVisible();
});

test("the checkout offers cash only where the number of the address, or the typed one, allows it", {
  tag: "@phone",
}, async ({ page }) => {
  const blocked = "9845054321";
  await staffOf("admin")("addCashListing", "--subject", blocked, "--list", "blocked", "--reason", "Refusals");
  const session = await logIn(page, "Meera Nair");
  const [product] = (await products(page)).filter(({ price }) => price < 4000) as [ProductSummary];
  await putIntoCart(page, session, product);
  await storeAddress(page, session, HOME);
  await page.goto("/checkout");
  const cash = page.getByRole("main").getByRole("radio", { name: /^Cash on delivery/ });
  await expect(cash).toBeEnabled();
  const number = page.getByRole("textbox", { name: "Mobile number" });
  await number.fill(`+91 ${blocked.slice(0, 5)} ${blocked.slice(5)}`);
  await expect(cash).toBeDisabled();
  await number.fill(MOBILE);
  await expect(cash).toBeEnabled();
  const other = { ...HOME_WITH_PHONE, street: "7 Hill Road", mobile_no: blocked };
  await storeAddress(page, session, other);
  await page.reload();
  await page.getByRole("main").getByText("7 Hill Road").click();
  await expect(cash).toBeDisabled();
});

test("an order for cash is paid online from its page, without the cash fee", { tag: "@phone" }, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  const [product] = (await products(page)).filter(({ price }) => price < 4000) as [ProductSummary];
  await putIntoCart(page, session, product);
  const { orderNumber } = await post<{ orderNumber: string }>(page.request, session, "/api/cash-order", {
    address: HOME,
    mobile_no: MOBILE,
  });
  const code = await mailedCode(page, session.email, orderNumber);
  await post(page.request, session, `/api/cash-order/${orderNumber}/confirm`, { code });
  const price = `₹${product.price.toLocaleString("en-IN")}`;
  await page.goto(`/profile?tab=5&order=${orderNumber}`);
  const main = page.getByRole("main");
  const offer = main.getByRole("region", { name: "Pay online and skip the cash fee" });
  await expect(offer.getByText(`Pay ${price} online before your order ships, ₹49 less than in cash.`)).toBeVisible();
  await expectAccessible(page, "main");
  await offer.getByRole("button", { name: "Pay online now" }).click();
  await page.waitForURL("**/pay/*");
  await expect(main.getByText(`for order ${orderNumber}. Until it ships`)).toBeVisible();
  // The link works without logging in, as it does from the email.
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.reload();
  await expect(main.getByText(`for order ${orderNumber}. Until it ships`)).toBeVisible();
  await expectAccessible(page, "main");
  await main.getByRole("button", { name: `Pay ${price}` }).click();
  await payBy(page, "UPI");
  await expect(main.getByText(`Your order ${orderNumber} is paid, so nothing is due when it arrives.`)).toBeVisible();
});

test("a refund of collected cash asks for a UPI ID and shows it in part", { tag: "@phone" }, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  const [product] = (await products(page)).filter(({ price }) => price < 4000) as [ProductSummary];
  await putIntoCart(page, session, product);
  const { orderNumber } = await post<{ orderNumber: string }>(page.request, session, "/api/cash-order", {
    address: HOME,
    mobile_no: MOBILE,
  });
  const code = await mailedCode(page, session.email, orderNumber);
  await post(page.request, session, `/api/cash-order/${orderNumber}/confirm`, { code });
  await staff("ship", orderNumber, "--awb", `CASH-${orderNumber}`, "--courier", "Delhivery");
  await staff("deliver", orderNumber);
  await staff("goodwill", orderNumber, "--amount", "50", "--reason", "Sorry for the delay.");
  await page.goto(`/profile?tab=5&order=${orderNumber}`);
  const main = page.getByRole("main");
  const refund = main.getByRole("region", { name: "Where should we send your refund?" });
  await expect(main.getByText("We need your UPI ID to send it.")).toBeVisible();
  await refund.getByRole("textbox", { name: "UPI ID" }).fill("meera");
  await refund.getByRole("button", { name: "Save UPI ID" }).click();
  await expect(refund.getByText("A UPI ID looks like name@bank.")).toBeVisible();
  await expectAccessible(page, "main");
  await refund.getByRole("textbox", { name: "UPI ID" }).fill("meera.nair@okaxis");
  await refund.getByRole("button", { name: "Save UPI ID" }).click();
  const prepared = main.getByRole("region", { name: "Your refund is being prepared" });
  await expect(prepared.getByText("We’ll send it to me…@okaxis within 2 working days")).toBeVisible();
  await expect(prepared.getByRole("textbox", { name: "UPI ID" })).toHaveValue("");
});
