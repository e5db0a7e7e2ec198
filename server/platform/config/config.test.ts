import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formerNamesIn, readSettings, readShopSettings, SETTINGS, settingProblem } from "./config.ts";

describe("the setting TRUST_PROXY", () => {
  it.each([
    ["", []],
    ["loopback", ["loopback"]],
    ["uniquelocal, 203.0.113.0/24,2001:db8::/32,::1", ["uniquelocal", "203.0.113.0/24", "2001:db8::/32", "::1"]],
  ])("%j names the proxies %j", (text, addresses) => {
    expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(addresses);
  });

  it.each(["true", "1", "10.0.0.0/33", "10.0.0.0/8/8", "proxy.example"])("rejects %j", (text) => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY must be addresses or ranges/);
  });
});

describe("the setting CASH_MAX_RUPEES", () => {
  it("is below the two lakh that the law forbids in cash", () => {
    expect(settingProblem("CASH_MAX_RUPEES", "199999")).toBeUndefined();
    expect(settingProblem("CASH_MAX_RUPEES", "200000")).toContain("must be a whole number from 1 to 199999");
  });
  it.each(["200000", "400000", "20000000"])("counts as the maximum if an earlier release stored %s", (text) => {
    expect(readShopSettings({}, new Map([["CASH_MAX_RUPEES", text]])).CASH_MAX_RUPEES).toBe(199_999);
  });
});

describe("the setting ASSETS_HOST", () => {
  it.each(["", "https://assets.example", "http://localhost:9000"])("takes %j", (text) => {
    expect(readSettings({ ASSETS_HOST: text }).ASSETS_HOST).toBe(text);
  });
  it.each(["https://assets.example/path", "assets.example", "https://user@assets.example"])("rejects %j", (text) => {
    expect(() => readSettings({ ASSETS_HOST: text })).toThrow(/ASSETS_HOST must be an origin/);
  });
});

describe("the setting ANALYTICS", () => {
  it.each([
    ["", null],
    ["plausible|https://plausible.io/js/pa-AbC.js", ["plausible", "https://plausible.io/js/pa-AbC.js", ""]],
    [
      " plausible | https://stats.shop.example/js/script.manual.js | Shop.example ",
      ["plausible", "https://stats.shop.example/js/script.manual.js", "shop.example"],
    ],
    [
      "umami|https://cloud.umami.is/script.js|94db1cb1-74f4-4a40-ad6c-962362670409",
      ["umami", "https://cloud.umami.is/script.js", "94db1cb1-74f4-4a40-ad6c-962362670409"],
    ],
    ["ga4|g-abc123def4", ["ga4", "https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4", "G-ABC123DEF4"]],
  ])("%j names the script %j", (text, script) => {
    const [kind, url, id] = script ?? [];
    expect(readShopSettings({ ANALYTICS: text }).ANALYTICS).toEqual(script && { kind, url, id });
  });

  it.each([
    "plausible",
    "matomo|https://stats.shop.example/script.js",
    "ga4|UA-12345-1",
    "ga4|G-ABC123DEF4|more",
    "umami|https://cloud.umami.is/script.js",
    "umami|http://stats.shop.example/script.js|94db1cb1-74f4-4a40-ad6c-962362670409",
    "umami|https://stats.shop.example/script.js; script-src *|94db1cb1-74f4-4a40-ad6c-962362670409",
    "umami|https://me:secret@stats.shop.example/script.js|94db1cb1-74f4-4a40-ad6c-962362670409",
    "plausible|https://plausible.io/js/script.js",
    "plausible|https://plausible.io/js/script.js|shop.example",
    "plausible|https://plausible.io/js/pa-AbC.js|shop.example|more",
    "x".repeat(65_536),
  ])("rejects %.80j", (text) => {
    expect(() => readShopSettings({ ANALYTICS: text })).toThrow(/^The setting ANALYTICS must /);
  });
});

describe("the setting PICTURE_EFFORT", () => {
  it.each(["0", "3", "9"])("takes %s", (text) => {
    expect(readSettings({ PICTURE_EFFORT: text }).PICTURE_EFFORT).toBe(Number(text));
  });
  it.each(["10", "-1", "much", ""])("rejects %j", (text) => {
    expect(() => readSettings({ PICTURE_EFFORT: text })).toThrow(/PICTURE_EFFORT must be a whole number from 0 to 9/);
  });
});

it.each([
  ["PORT", "abc", /^The setting PORT must be a whole number from 0 to 65535\. It is now "abc"\./],
  ["DATABASE_URL", "mysql://localhost/shop", /^The setting DATABASE_URL must start with postgres:\/\//],
  ["LOG_LEVEL", "loud", /^The setting LOG_LEVEL must be silent, .+ It is now "loud"\./],
])("a wrong setting is named with what it must be: %s=%s", (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});

describe("the cipher's secret and the payment provider's key id", () => {
  const root = join(import.meta.dirname, "../../..");
  const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => join("docs", name))
    .concat("README.md")
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

  it("are settings, and the documentation says that the secret does not protect", {
    meta: { requirements: "S9.55" },
  }, () => {
    expect(readShopSettings({ SESSION_SECRET: "another" }).SESSION_SECRET).toBe("another");
    expect(readShopSettings({}).SESSION_SECRET).toMatch(/\S{3}/);
    expect(SETTINGS.SESSION_SECRET.meaning).toMatch(/hides and does not protect/);
    const text = documents.find(({ name }) => name.endsWith("accounts.md"))?.text.replace(/\s+/g, " ");
    expect(text).toMatch(/`SESSION_SECRET`, which the page contains\. That only obscures it/);
    expect(readSettings({ RAZORPAY_KEY_ID: "rzp_test_abc" }).RAZORPAY_KEY_ID).toBe("rzp_test_abc");
  });

  it("are written out in no document", { meta: { requirements: "S9.56" } }, () => {
    expect(documents.length).toBeGreaterThan(10);
    for (const { name, text } of documents) {
      expect(text.includes(readShopSettings({}).SESSION_SECRET), name).toBe(false);
      expect(text, name).not.toMatch(/rzp_(test|live)_[A-Za-z0-9]/);
    }
  });
});

describe("a setting that was renamed", () => {
  it("is still read by its former name, from the environment and from the database", () => {
    expect(readShopSettings({ MOST_PIECES: "7" }).MAX_UNITS_PER_PRODUCT).toBe(7);
    expect(readShopSettings({}, new Map([["MOST_PIECES", "8"]])).MAX_UNITS_PER_PRODUCT).toBe(8);
    expect(readShopSettings({ MOST_PIECES: "7", MAX_UNITS_PER_PRODUCT: "9" }).MAX_UNITS_PER_PRODUCT).toBe(9);
  });

  it("is named with its name of today", () => {
    expect(formerNamesIn({ MOST_PIECES: "7", PORT: "1" })).toEqual([
      { formerName: "MOST_PIECES", name: "MAX_UNITS_PER_PRODUCT" },
    ]);
  });
});
