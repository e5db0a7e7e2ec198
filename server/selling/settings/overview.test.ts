import { describe, expect, it } from "vitest";
import { settingNames } from "../../platform/config/config.ts";
import { listSettings } from "./overview.ts";

const of = (name: string, environment: Record<string, string> = {}, stored: [string, string][] = []) =>
  listSettings(environment, new Map(stored)).find((setting) => setting.name === name);
const open = (environment: Record<string, string> = {}, stored: [string, string][] = []) =>
  listSettings(environment, new Map(stored))
    .filter(({ liveProblem }) => liveProblem !== undefined)
    .map(({ name }) => name);

describe("the list of settings", () => {
  it("has every setting with its meaning", () => {
    const all = listSettings({}, new Map());
    expect(all.map(({ name }) => name)).toEqual(settingNames);
    expect(all.every(({ meaning, source }) => meaning !== "" && source === "default")).toBe(true);
  });

  it("shows the environment's value before the stored one, and that before the default", () => {
    expect(of("SHOP_NAME")).toMatchObject({ shown: "Kewra", source: "default" });
    expect(of("SHOP_NAME", {}, [["SHOP_NAME", "Attar House"]])).toMatchObject({
      shown: "Attar House",
      source: "stored",
    });
    expect(of("SHOP_NAME", { SHOP_NAME: "Rose & Co" }, [["SHOP_NAME", "Attar House"]])).toMatchObject({
      shown: "Rose & Co",
      source: "environment",
    });
  });

  it("shows no stored value for a deployment setting", () => {
    expect(of("PORT", {}, [["PORT", "80"]])).toMatchObject({ shown: "3000", source: "default" });
  });

  it("shows an invalid value, so that it can be corrected", () => {
    expect(of("DEFAULT_RATING", {}, [["DEFAULT_RATING", "nine"]])).toMatchObject({ shown: "nine" });
  });

  it.each([
    ["postgres://shop:secret@db.example/shop", "postgres://shop:…@db.example/shop"],
    ["postgres://shop:s@cr:et@db.example/shop", "postgres://shop:…@db.example/shop"],
    ["postgres://shop@db.example/shop", "postgres://shop@db.example/shop"],
    ["postgres://db.example/shop?password=secret", "postgres://db.example/shop"],
    ["postgres://shop:secret", "(set)"],
    ["secret", "(set)"],
    ["", ""],
  ])("never shows a password (%s)", (url, shown) => {
    expect(of("DATABASE_URL", { DATABASE_URL: url })?.shown).toBe(shown);
    const mail = url.replace("postgres", "smtps");
    expect(of("SMTP_URL", { SMTP_URL: mail })?.shown).toBe(shown.replace("postgres", "smtps"));
  });

  it.each(["CODE_SECRET", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS"])("never shows %s", (name) => {
    expect(of(name, { [name]: "hunter2" })?.shown).toBe("(set)");
  });
});

describe("the go-live list", () => {
  it("has the colour of the payment window until it is set, even to the same", {
    meta: { requirements: "S7.90" },
  }, () => {
    expect(open()).toContain("PAYMENT_THEME_COLOR");
    expect(open({}, [["PAYMENT_THEME_COLOR", "#2f4a36"]])).not.toContain("PAYMENT_THEME_COLOR");
  });

  it("has a default to review, until it is set", () => {
    expect(open()).toEqual(expect.arrayContaining(["SHOP_NAME", "SELLER_STATE", "FOOTER_PRODUCTS", "TRUST_PROXY"]));
    expect(open()).toEqual(expect.arrayContaining(["SHOP_TAGLINE", "SHOP_OPENING_HOURS", "SHOP_ANNOUNCEMENT"]));
    expect(open({}, [["SHOP_NAME", "Attar House"]])).not.toContain("SHOP_NAME");
    expect(open({}, [["SHOP_NAME", "Kewra"]])).not.toContain("SHOP_NAME");
    expect(open({ TRUST_PROXY: "" })).not.toContain("TRUST_PROXY");
  });

  it("has a default unfit for a live shop, even once it is set", () => {
    expect(open({ DEMO: "true" })).toContain("DEMO");
    expect(open({}, [["SHOP_PHONE", "+91 522 400 1416"]])).toContain("SHOP_PHONE");
    expect(open({ SHOP_PHONE: "+91 98765 43210" })).not.toContain("SHOP_PHONE");
  });

  it.each([
    ["SHOP_ORIGIN", "http://shop.example", "https://shop.example"],
    ["CODE_SECRET", "a".repeat(37), "Zk3/0bq7XWmC1h8yTn5rLd2vUe9sGf4o"],
    ["RAZORPAY_KEY_ID", "rzp_test_0123456789abcd", "rzp_live_0123456789abcd"],
    ["RAZORPAY_KEY_SECRET", "kewra-demo-key-secret", "0123456789abcdefghijklmn"],
    ["RAZORPAY_WEBHOOK_SECRETS", "0123456789abcdef,secret", "0123456789abcdef"],
    ["SHOP_EMAIL", "care@attar.example", "care@attarhouse.in"],
  ])("is %s=%s, but not %s", (name, unfit, fit) => {
    expect(open({ [name]: unfit })).toContain(name);
    expect(open({ [name]: fit })).not.toContain(name);
  });

  it("omits a setting with a suitable default", () => {
    expect(open()).not.toContain("CURRENCY_SYMBOL");
  });
});
