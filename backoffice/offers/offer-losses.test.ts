import { expect, it } from "vitest";
import { EMPTY_OFFER } from "./offer-body.ts";
import { lossesOf } from "./offer-losses.ts";

const of = (values: Partial<Record<keyof typeof EMPTY_OFFER, string>>) => ({ ...EMPTY_OFFER, ...values });
const chosen = (...names: string[]) => JSON.stringify(names.map((name) => ({ value: name.toLowerCase(), name })));

it("says nothing of what shoppers gain or do not notice", () => {
  const before = of({ name: "Tenn", percent: "10", codes: "A", minimum: "500", maxUses: "5", until: "2026-12-01" });
  const after = of({ name: "Ten", percent: "15", codes: "B, A", maxUses: "", until: "" });
  expect(lossesOf(before, after)).toEqual([]);
});

it("names each thing that shoppers lose", () => {
  const before = of({ percent: "15", codes: "A B", products: chosen("Oud", "Rose") });
  const after = of({
    percent: "10",
    codes: "B",
    products: chosen("Rose"),
    minimum: "999",
    firstOrder: "yes",
    until: "2026-12-31",
    maxUses: "100",
  });
  expect(lossesOf(before, after)).toEqual([
    "Percentage: 10% instead of 15%",
    "No longer valid: A",
    "No longer for: Oud",
    "Minimum: ₹999 instead of none",
    "Only for a customer’s first order",
    "Uses at most: 100 instead of no limit",
    "Last day: 31 December 2026 instead of none",
  ]);
});

it("knows that a bundle is worse the more it costs, and that a list of products narrows an offer for all", () => {
  const bundle = of({ kind: "bundle_price", buy: "3", amount: "999" });
  expect(lossesOf(bundle, { ...bundle, amount: "1099.50" })).toEqual(["Price together: ₹1,099.50 instead of ₹999"]);
  expect(lossesOf(bundle, { ...bundle, amount: "899" })).toEqual([]);
  expect(lossesOf(bundle, { ...bundle, categories: chosen("Attars") })).toEqual([
    "Only for some products, not for all",
  ]);
  expect(lossesOf(of({ percent: "10" }), of({ percent: "10", codes: "NEW" }))).toEqual([
    "It no longer applies by itself, only with a code",
  ]);
});
