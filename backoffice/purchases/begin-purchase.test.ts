import { expect, it } from "vitest";
import { readDraft } from "../shared/draft-storage.ts";
import { beginPurchase, NEW_PURCHASE } from "./begin-purchase.ts";
import { linesIn, orderedLines } from "./purchase-draft.ts";

it("adds the sizes to order to the purchase that is being typed, except those that it has", () => {
  const size = (sku: string, order: number) => ({ sku, title: "Rose", size: "6 ml", order });
  beginPurchase(orderedLines([size("A", 24)]), "Gulab Oils");
  beginPurchase(orderedLines([size("A", 12), size("B", 5)]), "Others");
  const { values } = JSON.parse(readDraft(NEW_PURCHASE) ?? "");
  expect(values.supplier).toBe("Gulab Oils");
  expect(linesIn(values).map(({ sku, units, unitCost }) => [sku, units, unitCost])).toEqual([
    ["A", "24", ""],
    ["B", "5", ""],
  ]);
});
