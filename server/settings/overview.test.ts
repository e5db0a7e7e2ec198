import { describe, expect, it } from "vitest";
import { settingNames } from "../config.ts";
import { listSettings, openBeforeLive } from "./overview.ts";

const of = (name: string, environment: Record<string, string> = {}, stored: [string, string][] = []) =>
  listSettings(environment, new Map(stored)).find((setting) => setting.name === name);
const open = (environment: Record<string, string> = {}, stored: [string, string][] = []) =>
  openBeforeLive(listSettings(environment, new Map(stored))).map(({ name }) => name);

describe("the list of settings", () => {
  it("has every setting with its meaning", () => {
    const all = listSettings({}, new Map());
    expect(all.map(({ name }) => name)).toEqual(settingNames);
    expect(all.every(({ meaning, source }) => meaning !== "" && source === "default")).toBe(true);
  });

  it("shows the environment's value before the stored one, and that before the default", () => {
    expect(of("SHOP_NAME")).toMatchObject({ shown: "Kewra", source: "default", isDefault: true });
    expect(of("SHOP_NAME", {}, [["SHOP_NAME", "Attar House"]])).toMatchObject({
      shown: "Attar House",
      source: "stored",
      isDefault: false,
    });
    expect(of("SHOP_NAME", { SHOP_NAME: "Rose & Co" }, [["SHOP_NAME", "Attar House"]])).toMatchObject({
      shown: "Rose & Co",
      source: "environment",
    });
  });

  it("shows no stored value for what only the environment sets", () => {
    expect(of("PORT", {}, [["PORT", "80"]])).toMatchObject({ shown: "3000", source: "default" });
  });

  it("shows a wrong value as it is, so that it can be mended", () => {
    expect(of("DEFAULT_RATING", {}, [["DEFAULT_RATING", "nine"]])).toMatchObject({ shown: "nine" });
  });

  it.each([
    ["postgres://shop:secret@db.example/shop", "postgres://shop:…@db.example/shop"],
    ["postgres://shop:s@cr:et@db.example/shop", "postgres://shop:…@db.example/shop"],
    ["postgres://shop@db.example/shop", "postgres://shop@db.example/shop"],
  ])("never shows a password (%s)", (url, shown) => {
    expect(of("DATABASE_URL", { DATABASE_URL: url })?.shown).toBe(shown);
  });
});

describe("what is open before going live", () => {
  it("is what must change and has its default still", () => {
    expect(open()).toContain("SHOP_PHONE");
    expect(open({}, [["SHOP_PHONE", "+91 98765 43210"]])).not.toContain("SHOP_PHONE");
    expect(open({ SHOP_PHONE: "+91 98765 43210" })).not.toContain("SHOP_PHONE");
  });

  it("is still open when it was set to its default", () => {
    expect(open({ DEMO: "true" })).toContain("DEMO");
  });

  it("is not what may well keep its default", () => {
    expect(open()).not.toContain("CURRENCY_SYMBOL");
  });
});
