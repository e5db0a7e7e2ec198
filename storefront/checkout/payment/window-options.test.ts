import { describe, expect, it } from "vitest";
import { needsRedirect, windowOptions } from "./window-options.ts";

const SETTINGS = {
  key: "rzp_test_1",
  script: "/checkout.js",
  name: "Kewra",
  description: "Test Transaction",
  prefill: { name: "Kewra Customer", email: "customer@kewra.example", contact: "+919000014160" },
  themeColor: "#2f4a36",
};
const NOW = Date.parse("2026-11-21T10:00:00Z");
const ORDER = {
  id: "order_9A33XWu170gUtm",
  amount: 250_050,
  currency: "INR",
  orderNumber: "KW-7Q4M-2XKD",
  payUntil: "2026-11-21T10:15:00Z",
} as const;
const optionsFor = (customer: { name: string; email: string; mobile_no: string }, now = NOW) =>
  windowOptions({ settings: SETTINGS, order: ORDER, customer, now });

describe("the payment window", () => {
  it("has the order's id, amount and currency, and the owner's texts", {
    meta: { requirements: "S7.84 to S7.88, S7.90" },
  }, () => {
    expect(optionsFor({ name: "Asha Rao", email: "asha@example.com", mobile_no: "9845012345" })).toMatchObject({
      key: "rzp_test_1",
      order_id: "order_9A33XWu170gUtm",
      amount: 250_050,
      currency: "INR",
      name: "Kewra",
      description: "Test Transaction",
      theme: { color: "#2f4a36" },
      config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
    });
  });

  it("is filled with the customer's details, and the owner's defaults for missing ones", {
    meta: { requirements: "S7.89" },
  }, () => {
    expect(optionsFor({ name: "Asha Rao", email: "asha@example.com", mobile_no: "9845012345" }).prefill).toEqual({
      name: "Asha Rao",
      email: "asha@example.com",
      contact: "+919845012345",
    });
    expect(optionsFor({ name: "", email: "", mobile_no: "" }).prefill).toEqual(SETTINGS.prefill);
  });

  it("closes when the stock's reservation ends, unless this device's clock is clearly wrong", () => {
    const customer = { name: "Asha", email: "asha@example.com", mobile_no: "" };
    expect(optionsFor(customer, NOW + 60_500).timeout).toBe(839);
    expect(optionsFor(customer, NOW + 3_600_000)).not.toHaveProperty("timeout");
    expect(optionsFor(customer, NOW - 100 * 3_600_000)).not.toHaveProperty("timeout");
  });
});

describe("the provider's page", () => {
  it.each([
    "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/512.0.0.1;]",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 340.0.1.22",
    "Opera/9.80 (Android; Opera Mini/72.0/191.300; U; en) Presto/2.12.423 Version/12.16",
    "Mozilla/5.0 (Linux; U; Android 14; en-US) AppleWebKit/537.36 Version/4.0 Chrome/100.0 UCBrowser/13.4.2.1306 Mobile Safari/537.36",
  ])("replaces the window in %s", (userAgent) => expect(needsRedirect(userAgent)).toBe(true));

  it.each([
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0",
  ])("does not in %s", (userAgent) => expect(needsRedirect(userAgent)).toBe(false));
});
