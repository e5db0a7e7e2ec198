import { describe, expect, it } from "vitest";
import { readSettings } from "../config/config.ts";
import { openingProblem, requireSafeSettings, settingWarnings } from "./unsafe-settings.ts";

const LIVE = {
  DEMO: "false",
  SMTP_URL: "smtps://shop:secret@mail.example",
  CODE_SECRET: "0123456789abcdef0123456789abcdef",
  SHOP_ORIGIN: "https://shop.example",
  RAZORPAY_KEY_ID: "rzp_live_0123456789abcd",
  RAZORPAY_KEY_SECRET: "secret",
  RAZORPAY_WEBHOOK_SECRETS: "another secret",
};
const start = (changes: Record<string, string | undefined>) =>
  requireSafeSettings(readSettings({ ...LIVE, ...changes }));
const toOpen = (changes: Record<string, string | undefined>) => openingProblem(readSettings({ ...LIVE, ...changes }));

describe("a live shop", () => {
  it("opens with all settings that its mails and payments need", () => {
    expect(toOpen({})).toBeUndefined();
    expect(toOpen({ GOOGLE_CLIENT_ID: "1.apps.googleusercontent.com" })).toBeUndefined();
  });

  it.each([
    [{ CODE_SECRET: undefined }, /^A live shop needs its own key for mailed codes: set CODE_SECRET/],
    [{ CODE_SECRET: "the demo's key, which everybody may know" }, /CODE_SECRET/],
    [{ CODE_SECRET: "a".repeat(37) }, /CODE_SECRET/],
    [{ CODE_SECRET: "password".repeat(5) }, /CODE_SECRET/],
    [{ SHOP_ORIGIN: "" }, /^A live shop's mails link to it: set SHOP_ORIGIN to its URL/],
    [{ SHOP_ORIGIN: "http://shop.example" }, /SHOP_ORIGIN is not encrypted/],
    [{ SHOP_ORIGIN: "http://localhost.shop.example" }, /SHOP_ORIGIN is not encrypted/],
    [{ RAZORPAY_KEY_ID: "rzp_test_KewraSandbox" }, /is the demo’s/],
    [{ RAZORPAY_KEY_SECRET: "kewra-demo-key-secret" }, /is the demo’s/],
    [{ RAZORPAY_WEBHOOK_SECRETS: "of my own, kewra-demo-webhook-secret" }, /is the demo’s/],
    [{ RAZORPAY_API: "http://localhost:3000/sandbox/razorpay" }, /RAZORPAY_API/],
    [{ RAZORPAY_SCRIPT: "http://localhost:3000/sandbox/razorpay/checkout.js" }, /RAZORPAY_SCRIPT/],
    [{ GOOGLE_CLIENT_ID: "1", GOOGLE_ISSUER: "http://localhost:3000/sandbox/google" }, /GOOGLE_ISSUER/],
  ])("does not start with %j", (changes, sentence) => {
    expect(() => start(changes)).toThrow(sentence);
    expect(toOpen(changes)).toMatch(sentence);
  });

  it.each([
    [{ SMTP_URL: "" }, /^A live shop sends its codes by mail: set SMTP_URL/],
    [{ SHOP_ORIGIN: "http://localhost:3000" }, /SHOP_ORIGIN is not encrypted/],
    [
      { RAZORPAY_KEY_ID: "" },
      /^A live shop takes its payments by Razorpay: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET/,
    ],
    [{ RAZORPAY_KEY_SECRET: "" }, /RAZORPAY_KEY_SECRET/],
    [{ RAZORPAY_WEBHOOK_SECRETS: " , " }, /^A live shop needs a payment webhook: create one/],
  ])("starts closed, and does not open, with %j", (changes, sentence) => {
    expect(() => start(changes)).not.toThrow();
    expect(toOpen(changes)).toMatch(sentence);
  });

  it("may lack all of it as a demo", () => {
    expect(() => requireSafeSettings(readSettings({}))).not.toThrow();
    expect(openingProblem(readSettings({}))).toBeUndefined();
  });
});

describe("a demo", () => {
  it("rejects live payment keys", () => {
    const demo = readSettings({ DEMO: "true", RAZORPAY_KEY_ID: "rzp_live_0123456789abcd" });
    expect(() => requireSafeSettings(demo)).toThrow(/real money: set DEMO=false/);
  });

  it.each(["0.0.0.0", "::", "192.168.1.7"])("is warned of on HOST=%s", (HOST) => {
    expect(settingWarnings(readSettings({ HOST }))).toEqual([expect.stringContaining(`HOST=${HOST}`)]);
  });

  it.each(["localhost", "127.0.0.1", "::1"])("is not warned of on HOST=%s", (HOST) => {
    expect(settingWarnings(readSettings({ HOST }))).toEqual([]);
  });
});

it("warns of a test key on a live shop", () => {
  expect(settingWarnings(readSettings(LIVE))).toEqual([]);
  expect(settingWarnings(readSettings({ ...LIVE, RAZORPAY_KEY_ID: "rzp_test_0123456789abcd" }))).toEqual([
    expect.stringMatching(/^RAZORPAY_KEY_ID is a test key/),
  ]);
});

describe("a secret setting", () => {
  it.each([
    ["CODE_SECRET", "too short"],
    ["SMTP_URL", "mail.example/hunter2"],
  ])("%s is not shown when it is wrong", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} must [^"]+\\.$`));
  });
});

it("a demo whose mails leave the machine warns without the origin of their links", () => {
  const mails = { SMTP_URL: "smtp://mail.example" };
  expect(settingWarnings(readSettings(mails))).toEqual([expect.stringContaining("SHOP_ORIGIN is empty")]);
  expect(settingWarnings(readSettings({ ...mails, SHOP_ORIGIN: "http://localhost:3000" }))).toEqual([]);
});
