import { describe, expect, it } from "vitest";
import { isGlobalGtin } from "./gtin.ts";

describe("a barcode", () => {
  it.each(["8901234567890", "89012345", "012345678905", "18901234567897"])("%s is a GTIN for the world", (barcode) =>
    expect(isGlobalGtin(barcode)).toBe(true),
  );

  it.each([
    ["8901234567891", "a wrong check digit"],
    ["2001234567893", "a shop's own number"],
    ["0200000000004", "a shop's own number, of UPC"],
    ["212345678992", "a shop's own number, of UPC without its zero"],
    ["412345678903", "a shop's own number, of UPC without its zero"],
    ["9812345678902", "a coupon"],
    ["20123451", "a shop's own short number"],
    ["123", "no length of a GTIN"],
    ["", "nothing"],
  ])("%s is none: %s", (barcode) => expect(isGlobalGtin(barcode)).toBe(false));
});
