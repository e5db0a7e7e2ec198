import { describe, expect, it } from "vitest";
import { readShopSettings } from "../../platform/config/config.ts";
import { fillPlaceholders, hasPlaceholders, unknownPlaceholders } from "./placeholders.ts";

const settings = readShopSettings({
  SHOP_NAME: "Rose Bazaar",
  SELLER_NAME: "Rose Bazaar LLP",
  SHOP_ADDRESS: "Rose Bazaar LLP|7 Johari Bazaar|Jaipur",
  SHOP_EMAIL: "care@rosebazaar.in",
});

describe("a name in braces", () => {
  it("is replaced by its setting", () => {
    expect(fillPlaceholders("{SHOP_NAME}: {SHOP_EMAIL}, {RETURN_DAYS} days", settings)).toBe(
      "Rose Bazaar: care@rosebazaar.in, 7 days",
    );
  });

  it("for the address omits the name before it", () => {
    expect(fillPlaceholders("{SELLER_NAME}, {SHOP_ADDRESS}", settings)).toBe(
      "Rose Bazaar LLP, 7 Johari Bazaar, Jaipur",
    );
  });

  it("for the ways to pay follows the setting for cash on delivery", () => {
    const said = (cash: string) =>
      fillPlaceholders("You pay {PAYMENT_METHODS}.", readShopSettings({ CASH_ON_DELIVERY: cash }));
    expect(said("false")).toMatch(/cash on delivery is not offered\.$/);
    expect(said("true")).toMatch(/, or in cash when your parcel arrives, where the checkout offers it\.$/);
  });

  it("stays and is reported when it is unknown", () => {
    const text = "{SHOP_FAX} {constructor} {CODE_SECRET} {SHOP_NAME}";
    expect(fillPlaceholders(text, settings)).toBe("{SHOP_FAX} {constructor} {CODE_SECRET} Rose Bazaar");
    expect(unknownPlaceholders(text)).toEqual(["SHOP_FAX", "CODE_SECRET"]);
    expect([hasPlaceholders(text), hasPlaceholders("{a}")]).toEqual([true, false]);
  });
});
