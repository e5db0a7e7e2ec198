/** Steps of a purchase, for tests of something else. */

import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { demoProducts } from "../../demo/products.ts";
import { asAdmin } from "./database.ts";
import type { TestSession } from "./people.ts";

/** Other tests add products, and take them away. */
const DEMO_SLUGS = new Set(demoProducts.map(({ slug }) => slug));

/** The timeline of an order that has just been paid. */
export const PAID_TIMELINE = [
  /^Order placed\d/,
  /^Payment received\d/,
  "Processing",
  "Packed, still to come",
  "Shipped, still to come",
  "Out for delivery, still to come",
  /^Delivered, still to comeExpected \w+,\s\d+\s\w+$/,
];

/** Products whose first size is in stock, those at full price first. */
export async function products(page: Page): Promise<ProductSummary[]> {
  const { data } = await (await page.request.get("/api/product?perPage=48&availability=in_stock")).json();
  return (data as ProductSummary[])
    .filter(({ slug }) => DEMO_SLUGS.has(slug))
    .sort((a, b) => Number("originalPrice" in a) - Number("originalPrice" in b));
}

/** Sends a request as the customer. */
export async function post<T>(
  request: APIRequestContext,
  { token }: TestSession,
  path: string,
  data: object,
): Promise<T> {
  const response = await request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()).data;
}

export async function putIntoCart(
  page: Page,
  session: TestSession,
  product: ProductSummary,
  quantity = 1,
): Promise<void> {
  await post(page.request, session, "/api/cart", { product_id: product._id, quantity });
}

export const HOME = { street: "12 Rose Lane", city: "Pune", state: "Maharashtra", pincode: "411001" };

export async function storeAddress(page: Page, session: TestSession, address = HOME): Promise<void> {
  await post(page.request, session, "/api/user/address", address);
}

/** Makes a purchase by the requests of storefront and payment window. @returns the order number */
export async function buy(page: Page, session: TestSession, product: ProductSummary, quantity = 1): Promise<string> {
  await putIntoCart(page, session, product, quantity);
  const order = await post<{ id: string; orderNumber: string }>(page.request, session, "/api/init/payment", {
    address: HOME,
  });
  const paid = await page.request.post("/sandbox/razorpay/window/pay", {
    data: {
      order_id: order.id,
      attempt: randomUUID(),
      email: session.email,
      contact: "+919000090000",
      method: "upi",
      vpa: "success@razorpay",
    },
  });
  await post(page.request, session, "/api/verify/payment", (await paid.json()).response);
  return order.orderNumber;
}

/** Makes a paid order one for cash on delivery; the way from the checkout is in cash-on-delivery.spec.ts. */
export async function asCash(number: string): Promise<void> {
  const shop = process.env.SHOP_DATABASE ?? "";
  // Its confirmation comes with the invoice, which it stores.
  const unsent = "select state from mail where order_number = $1 and state <> 'sent'";
  await expect.poll(() => asAdmin(shop, unsent, [number])).toEqual([]);
  // It is invoiced when it is shipped.
  await asAdmin(
    shop,
    `with made as (
      update customer_order set payment_method = 'cash_on_delivery', invoice_number = null, invoiced_at = null
      where number = $1 returning id
    )
    delete from issued_document where order_id in (select id from made)`,
    [number],
  );
}

export const paymentWindow = (page: Page): FrameLocator => page.frameLocator('iframe[title="Payment window"]');

const payButton = (window: FrameLocator) => window.getByRole("button", { name: /^Pay ₹/ });

/** Pays in the open window, with the provider's test card or an app's QR code. */
export async function payBy(page: Page, method: "card" | "declined card" | "UPI"): Promise<void> {
  const window = paymentWindow(page);
  if (method === "UPI") {
    await window.getByRole("tab", { name: "UPI" }).click();
    await window.getByRole("button", { name: "success@razorpay" }).click();
    await payButton(window).click();
    return;
  }
  const number = method === "card" ? "Visa 4100 2800 0000 1007" : "Visa 4100 2800 0006 0003";
  await window.getByRole("button", { name: number }).click();
  await payButton(window).click();
  if (method === "declined card") return;
  await window.getByRole("textbox", { name: "One-time code" }).fill("1234");
  await window.getByRole("button", { name: "Submit" }).click();
}

/** The home page's confirmation of a payment. */
export const confirmation = (page: Page): Locator =>
  page.getByRole("main").getByRole("region", { name: /^Thank you, / });

/** The number of the order that the home page confirms. */
export async function confirmedOrder(page: Page): Promise<string> {
  return /KW-\w{4}-\w{4}/.exec((await confirmation(page).textContent()) ?? "")?.[0] ?? "none";
}

/** An error response. */
export const FAILURE = {
  status: 500,
  json: { success: false, statusCode: 500, message: "Something went wrong on our side. Please try again in a moment." },
};

/** Makes requests of one method and path fail; returns how to undo it. */
export async function failRequest(page: Page, method: string, path: string, response: object = FAILURE) {
  await page.route(path, (route) => (route.request().method() === method ? route.fulfill(response) : route.fallback()));
  return () => page.unroute(path);
}

/** Waits for the mail that asks for the confirmation. */
export async function mailedCode(page: Page, to: string, number: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const mails = await (await page.request.get(`/sandbox/mail.json?to=${encodeURIComponent(to)}`)).json();
      const mail = mails.find(({ subject }: { subject: string }) => subject === `Confirm your order ${number}`);
      code = /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
      return code;
    })
    .not.toBe("");
  return code;
}
