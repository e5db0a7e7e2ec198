/** The sandbox's payment window, on a page of the shop and under its policy, with the provider's test data. */

import { createHmac } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { SANDBOX_PAYMENT_CREDENTIALS } from "../../sandbox/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, requirements, test } from "./test.ts";

const { keyId, keySecret } = SANDBOX_PAYMENT_CREDENTIALS;
const API = "/sandbox/razorpay/v1";
const headers = { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` };

async function newOrder(request: APIRequestContext): Promise<string> {
  const options = { automatic_expiry_period: 12, refund_speed: "normal" };
  const payment = { capture: "automatic", capture_options: options };
  const made = await request.post(`${API}/orders`, { headers, data: { amount: 1_249_900, currency: "INR", payment } });
  return (await made.json()).id;
}

const orderOf = async (request: APIRequestContext, id: string) =>
  (await request.get(`${API}/orders/${id}`, { headers })).json();
const paymentsOf = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`${API}/orders/${id}/payments`, { headers })).json()).items;

/** The window's messages to the page, in order. */
interface Said {
  what: "paid" | "failed" | "dismissed";
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  payload?: any;
}

declare global {
  interface Window {
    said: Said[];
    Razorpay: new (options: object) => { open(): void; on(event: string, hear: (payload: object) => void): void };
  }
}

/** Opens the window by a button on a page of the shop. */
async function openWindow(page: Page, orderId: string, options: object = {}, modal: object = {}) {
  await page.goto("/refund-plocy");
  await page.addScriptTag({ url: "/sandbox/razorpay/checkout.js" });
  await page.evaluate(
    ({ key, orderId, options, modal }) => {
      window.said = [];
      const checkout = new window.Razorpay({
        key,
        amount: 1_249_900,
        currency: "INR",
        name: "Kewra",
        description: "Test Transaction",
        order_id: orderId,
        prefill: { name: "Asha Rao", email: "asha@example.com", contact: "+919000014160" },
        theme: { color: "#2f4a36" },
        handler: (payload: object) => window.said.push({ what: "paid", payload }),
        modal: { ondismiss: () => window.said.push({ what: "dismissed" }), ...modal },
        ...options,
      });
      checkout.on("payment.failed", (payload) => window.said.push({ what: "failed", payload }));
      const button = document.createElement("button");
      button.textContent = "Pay now";
      button.onclick = () => checkout.open();
      document.querySelector("main")?.prepend(button);
    },
    { key: keyId, orderId, options, modal },
  );
  await page.getByRole("button", { name: "Pay now" }).click();
  return page.frameLocator('iframe[title="Payment window"]');
}

type PaymentWindow = Awaited<ReturnType<typeof openWindow>>;
const pay = (window: PaymentWindow) => window.getByRole("button", { name: "Pay ₹12,499" });
const said = (page: Page) => page.evaluate(() => window.said);
const heading = (window: PaymentWindow, name: string | RegExp) => window.getByRole("heading", { level: 2, name });

async function accessible(page: Page, window: PaymentWindow): Promise<void> {
  await expectAccessible(page, ["iframe", "body"]);
  const over = await window.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

test("a card is declined, another one pays after its code, and the shop gets both events", {
  tag: "@phone",
  annotation: requirements("P9 to P11, P15, WCAG 2.2 AA"),
}, async ({ page }) => {
  const orderId = await newOrder(page.request);
  const window = await openWindow(page, orderId);
  await expect(window.getByText("Sandbox: no money moves")).toBeVisible();
  await expect(window.getByRole("heading", { level: 1, name: "Kewra" })).toBeVisible();
  for (const text of ["Test Transaction", "+91 90000 14160", "asha@example.com"])
    await expect(window.getByText(text)).toBeVisible();
  await accessible(page, window);

  await window.getByRole("button", { name: "Visa 4100 2800 0006 0003 is declined" }).click();
  await expect(window.getByRole("textbox", { name: "Card number" })).toHaveValue("4100 2800 0006 0003");
  await expect(window.getByRole("textbox", { name: "Name on card" })).toHaveValue("Asha Rao");
  await expect(pay(window)).toBeInViewport({ ratio: 1 });
  await pay(window).click();
  await expect(heading(window, "The payment did not go through")).toBeFocused();
  await expect(window.getByText("it was declined by the bank")).toBeVisible();
  await accessible(page, window);
  const [declined] = await paymentsOf(page.request, orderId);
  expect(await said(page)).toEqual([
    {
      what: "failed",
      payload: {
        error: {
          code: "BAD_REQUEST_ERROR",
          description: expect.stringContaining("declined by the bank"),
          source: "bank",
          step: "payment_authorization",
          reason: "card_declined",
          metadata: { order_id: orderId, payment_id: declined.id },
        },
      },
    },
  ]);

  await window.getByRole("button", { name: "Try again" }).click();
  await window.getByRole("button", { name: "Visa 4100 2800 0000 1007" }).click();
  await pay(window).click();
  await expect(window.getByRole("textbox", { name: "One-time code" })).toBeFocused();
  await accessible(page, window);
  await window.getByRole("textbox", { name: "One-time code" }).fill("123");
  await window.getByRole("button", { name: "Submit" }).click();
  await expect(window.getByText("incorrect OTP")).toBeVisible();
  await window.getByRole("button", { name: "Try again" }).click();
  await pay(window).click();
  await window.getByRole("textbox", { name: "One-time code" }).fill("1234");
  await page.keyboard.press("Enter");
  await expect(heading(window, "Payment successful")).toBeFocused();

  await expect(page.getByRole("dialog", { name: "Payment to Kewra" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay now" })).toBeFocused();
  const { payload } = (await said(page)).at(-1) as Said;
  const { razorpay_payment_id: paymentId } = payload;
  expect(payload).toEqual({
    razorpay_payment_id: expect.stringMatching(/^pay_/),
    razorpay_order_id: orderId,
    razorpay_signature: createHmac("sha256", keySecret).update(`${orderId}|${paymentId}`).digest("hex"),
  });
  expect((await said(page)).map(({ what }) => what)).toEqual(["failed", "failed", "paid"]);
  expect(await orderOf(page.request, orderId)).toMatchObject({ status: "paid", attempts: 3, amount_paid: 1_249_900 });
});

test("UPI and net banking fail and succeed", { tag: "@desktop" }, async ({ page }) => {
  const first = await newOrder(page.request);
  let window = await openWindow(page, first);
  await window.getByRole("tab", { name: "Card" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(window.getByRole("tab", { name: "UPI" })).toBeFocused();
  await window.getByRole("button", { name: "failure@razorpay" }).click();
  await pay(window).click();
  await window.getByRole("button", { name: "Try again" }).click();
  await window.getByRole("textbox", { name: "UPI ID" }).fill("success@razorpay");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await said(page)).map(({ what }) => what)).toEqual(["failed", "paid"]);
  expect(await paymentsOf(page.request, first)).toMatchObject([
    { method: "upi", vpa: "success@razorpay", status: "captured" },
    { method: "upi", vpa: "failure@razorpay", status: "failed" },
  ]);

  const second = await newOrder(page.request);
  window = await openWindow(page, second, { prefill: {} });
  await window.getByRole("tab", { name: "Net banking" }).click();
  await pay(window).click();
  await expect(window.getByText("Choose a bank.")).toBeVisible();
  await accessible(page, window);
  await window.getByRole("radio", { name: "HDFC Bank" }).check();
  // The shop has passed no number.
  await expect(window.getByText("Enter a mobile number.")).toBeVisible();
  await window.getByRole("textbox", { name: "Mobile number" }).fill("90000 14160");
  await pay(window).click();
  await expect(heading(window, "Your bank")).toBeFocused();
  await accessible(page, window);
  await window.getByRole("button", { name: "Failure" }).click();
  await window.getByRole("button", { name: "Try again" }).click();
  await pay(window).click();
  await window.getByRole("button", { name: "Success" }).click();
  await expect.poll(async () => (await said(page)).map(({ what }) => what)).toEqual(["failed", "paid"]);
  expect(await paymentsOf(page.request, second)).toMatchObject([
    { method: "netbanking", bank: "HDFC", status: "captured", contact: "90000 14160" },
    { method: "netbanking", bank: "HDFC", status: "failed" },
  ]);
});

test("closing by the button and by Escape notifies the shop, and the page behind is inert meanwhile", {
  tag: "@desktop",
}, async ({ page }) => {
  const orderId = await newOrder(page.request);
  const window = await openWindow(page, orderId);
  await expect(heading(window, "How would you like to pay?")).toBeFocused();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(IFRAME|BODY|DIALOG)$/);
  }
  await window.getByRole("button", { name: "Close" }).click();
  await expect.poll(async () => said(page)).toEqual([{ what: "dismissed" }]);
  await expect(page.getByRole("dialog", { name: "Payment to Kewra" })).toHaveCount(0);
  const opener = page.getByRole("button", { name: "Pay now" });
  await expect(opener).toBeFocused();
  // The pointer is over the shop's menu now, which opens above the button.
  await page.keyboard.press("Enter");
  await expect(heading(window, "How would you like to pay?")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect.poll(async () => said(page)).toHaveLength(2);
  expect(await orderOf(page.request, orderId)).toMatchObject({ status: "created", attempts: 0 });
});

test("a shop can have the close confirmed, Escape ignored, and no second try", { tag: "@phone" }, async ({ page }) => {
  const orderId = await newOrder(page.request);
  const window = await openWindow(page, orderId, { retry: { enabled: false } }, { escape: false, confirm_close: true });
  await expect(heading(window, "How would you like to pay?")).toBeFocused();
  await page.keyboard.press("Escape");
  await window.getByRole("button", { name: "Close" }).click();
  await expect(window.getByRole("dialog", { name: "Leave without paying?" })).toBeVisible();
  await window.getByRole("button", { name: "Stay" }).click();
  expect(await said(page)).toEqual([]);
  await window.getByRole("button", { name: "lacks funds" }).click();
  await pay(window).click();
  await expect(window.getByText("insufficient account balance")).toBeVisible();
  await expect(window.getByRole("button", { name: "Try again" })).toBeHidden();
  await window.getByRole("button", { name: "Leave without paying" }).click();
  await expect.poll(async () => (await said(page)).map(({ what }) => what)).toEqual(["failed", "dismissed"]);
});

test("errors are shown beside the field, and a double click pays once", { tag: "@phone" }, async ({ page }) => {
  const orderId = await newOrder(page.request);
  const window = await openWindow(page, orderId);
  const number = window.getByRole("textbox", { name: "Card number" });
  await pay(window).click();
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription("Enter the card number.");
  await accessible(page, window);
  await number.fill("4111111111111111");
  await expect(number).toHaveValue("4111 1111 1111 1111");
  const expiry = window.getByRole("textbox", { name: "Expiry (MM/YY)" });
  // Its label says it already.
  await expect(expiry).not.toHaveAttribute("placeholder");
  await expiry.fill("0120");
  await window.getByLabel("CVV").fill("123");
  await pay(window).click();
  await expect(number).toHaveAccessibleDescription(/takes the test cards below only/);
  await expect(window.getByText("This card has expired.")).toBeVisible();
  expect(await paymentsOf(page.request, orderId)).toEqual([]);

  await window.getByRole("tab", { name: "UPI" }).click();
  await window.getByRole("textbox", { name: "UPI ID" }).fill("asha@okbank");
  await pay(window).click();
  await expect(window.getByText("takes success@razorpay and failure@razorpay only")).toBeVisible();
  await window.getByRole("button", { name: "success@razorpay" }).click();
  await pay(window).dblclick();
  await expect.poll(async () => (await said(page)).map(({ what }) => what)).toEqual(["paid"]);
  expect(await paymentsOf(page.request, orderId)).toHaveLength(1);
});

test("an order that accepts no payment is reported: paid, unknown, or expired", { tag: "@phone" }, async ({ page }) => {
  const orderId = await newOrder(page.request);
  let window = await openWindow(page, orderId, { timeout: 1 });
  await expect(heading(window, "No payment is possible")).toBeFocused();
  await expect(window.getByText("This payment has timed out.")).toBeVisible();
  await window.getByRole("button", { name: "Back to the shop" }).click();
  await expect.poll(async () => said(page)).toEqual([{ what: "dismissed" }]);

  window = await openWindow(page, orderId);
  await window.getByRole("tab", { name: "UPI" }).click();
  await window.getByRole("button", { name: "success@razorpay" }).click();
  await pay(window).click();
  await expect.poll(async () => said(page)).toHaveLength(1);
  window = await openWindow(page, orderId);
  await expect(window.getByText("This order has already been paid.")).toBeVisible();
  await accessible(page, window);
  window = await openWindow(page, "order_unknown");
  await expect(window.getByText("the shop’s order isn’t known here")).toBeVisible();
});

test("with a callback URL the browser posts the proof there as a form", {
  tag: "@desktop",
  annotation: requirements("P12"),
}, async ({ page }) => {
  const orderId = await newOrder(page.request);
  await page.route("**/paid-back", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><link rel="icon" href="data:,"><h1>Thank you</h1>',
    }),
  );
  const window = await openWindow(page, orderId, { callback_url: "/paid-back", redirect: true });
  await window.getByRole("tab", { name: "UPI" }).click();
  await window.getByRole("button", { name: "success@razorpay" }).click();
  const posted = page.waitForRequest("**/paid-back");
  await pay(window).click();
  const request = await posted;
  expect(request.method()).toBe("POST");
  expect(Object.keys(request.postDataJSON())).toEqual([
    "razorpay_payment_id",
    "razorpay_order_id",
    "razorpay_signature",
  ]);
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
});

test("the window fits a tablet", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const window = await openWindow(page, await newOrder(page.request));
  await expect(window.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  await accessible(page, window);
});
