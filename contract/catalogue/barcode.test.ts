import { expect, it } from "vitest";
import { isBarcode } from "./barcode.ts";

it.each(["8901234567890", "4006381333931", "036000291452", "96385074", "18901234567897"])(
  "%s is a barcode",
  (digits) => {
    expect(isBarcode(digits)).toBe(true);
  },
);

it.each(["8901234567891", "8901234567809", "89012345678", "890123456789O", "8.90123E+12", ""])(
  "%j is none",
  (digits) => {
    expect(isBarcode(digits)).toBe(false);
  },
);
