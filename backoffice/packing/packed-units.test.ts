import { expect, it } from "vitest";
import { isComplete, packScanned } from "./packed-units.ts";

const item = (sku: string, quantity: number, barcode: string | null = null) => ({
  ...{ title: sku, sku, quantity, barcode },
  lots: [],
});
const ITEMS = [item("ROSE-12", 2, "036000291452"), item("OUD-6", 1), item("ROSE-12", 1, "036000291452")];

it("a scanned SKU or barcode fills the first item that lacks it, then the next of the same size", () => {
  let units: readonly number[] = [0, 0, 0];
  for (const code of ["rose-12", " 0036000291452", "ROSE-12", "oud-6"]) {
    const scanned = packScanned(ITEMS, units, code);
    if (scanned.is !== "packed") throw new Error(code);
    units = scanned.units;
  }
  expect(units).toEqual([2, 1, 1]);
  expect(isComplete(ITEMS, units)).toBe(true);
});

it("what does not belong into the parcel, or is one too many, changes nothing", () => {
  expect(packScanned(ITEMS, [0, 1, 0], "OUD-6")).toMatchObject({ is: "too_many", item: { sku: "OUD-6" } });
  for (const code of ["OUD-12", "", "0"]) expect(packScanned(ITEMS, [0, 0, 0], code).is).toBe("wrong");
  expect(isComplete(ITEMS, [2, 0, 1])).toBe(false);
  expect(isComplete([], [])).toBe(false);
});
