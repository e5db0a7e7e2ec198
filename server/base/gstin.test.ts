import { describe, expect, it } from "vitest";
import { hasCheckDigit } from "./gstin.ts";

describe("the check digit of a GSTIN", () => {
  it("fits a real number", () => {
    expect(hasCheckDigit("27AAPFU0939F1ZV")).toBe(true);
  });
  it.each(["27AAPFU0939F1ZW", "27AAPFU0993F1ZV", "28AAPFU0939F1ZV", "27AAPFV0939F1ZV"])(
    "does not fit %s, which is mistyped",
    (gstin) => {
      expect(hasCheckDigit(gstin)).toBe(false);
    },
  );
});
