import { describe, expect, it } from "vitest";
import { readSettings } from "./config.ts";
import { refuseHalfLive } from "./live.ts";

const LIVE = {
  DEMO: "false",
  SMTP_URL: "smtps://shop:secret@mail.example",
  CODE_SECRET: "0123456789abcdef0123456789abcdef",
  SHOP_ORIGIN: "https://shop.example",
  RAZORPAY_KEY_ID: "rzp_live_0123456789abcd",
  RAZORPAY_KEY_SECRET: "secret",
  RAZORPAY_WEBHOOK_SECRETS: "another secret",
};
const open = (changes: Record<string, string>) => refuseHalfLive(readSettings({ ...LIVE, ...changes }));

describe("a live shop", () => {
  it("opens with all that its mails and payments need", () => {
    expect(() => open({})).not.toThrow();
    expect(() => open({ GOOGLE_CLIENT_ID: "1.apps.googleusercontent.com" })).not.toThrow();
  });

  it.each([
    [{ SMTP_URL: "" }, /SMTP_URL/],
    [{ CODE_SECRET: "the demo's key, which everybody may know" }, /CODE_SECRET/],
    [{ SHOP_ORIGIN: "" }, /SHOP_ORIGIN/],
    [{ RAZORPAY_KEY_ID: "" }, /RAZORPAY_KEY_ID/],
    [{ RAZORPAY_KEY_SECRET: "" }, /RAZORPAY_KEY_SECRET/],
    [{ RAZORPAY_WEBHOOK_SECRETS: " , " }, /RAZORPAY_WEBHOOK_SECRETS/],
    [{ RAZORPAY_API: "http://localhost:3000/sandbox/razorpay" }, /RAZORPAY_API/],
    [{ RAZORPAY_SCRIPT: "http://localhost:3000/sandbox/razorpay/checkout.js" }, /RAZORPAY_SCRIPT/],
    [{ GOOGLE_CLIENT_ID: "1", GOOGLE_ISSUER: "http://localhost:3000/sandbox/google" }, /GOOGLE_ISSUER/],
  ])("does not open with %j", (changes, sentence) => {
    expect(() => open(changes as Record<string, string>)).toThrow(sentence);
  });

  it("may lack all of it as a demo", () => {
    expect(() => refuseHalfLive(readSettings({}))).not.toThrow();
  });
});

describe("a secret setting", () => {
  it.each([
    ["CODE_SECRET", "too short"],
    ["SMTP_URL", "mail.example/hunter2"],
  ])("%s is not shown when it is wrong", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} must [^"]+\\.$`));
  });
});
