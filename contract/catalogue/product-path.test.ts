import { expect, test } from "vitest";
import { groupIdOf, productPath, sizeParam } from "./product-path.ts";

test("a size in a URL has its letters and digits, of any script", () => {
  expect(sizeParam("10 ml")).toBe("10-ml");
  expect(sizeParam("Travel set (3 × 2 ml)")).toBe("travel-set-3-2-ml");
  expect(sizeParam("१० मिली")).toBe("१०-मिली");
});

test("a product's path names the size, except for its first", () => {
  expect(productPath("kewra-bloom", "10 ml")).toBe("/product/kewra-bloom?size=10-ml");
  expect(productPath("kewra-bloom", "१० मिली")).toBe(`/product/kewra-bloom?size=${encodeURIComponent("१०-मिली")}`);
  expect(productPath("kewra-bloom", "")).toBe("/product/kewra-bloom");
});

test("a group of sizes has the product's slug, or where that is too long its id", () => {
  expect(groupIdOf({ slug: "kewra-bloom", _id: "7" })).toBe("kewra-bloom");
  expect(groupIdOf({ slug: "a".repeat(50), _id: "7" })).toBe("a".repeat(50));
  expect(groupIdOf({ slug: "a".repeat(51), _id: "7" })).toBe("product-7");
});
