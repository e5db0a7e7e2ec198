import { expect, it } from "vitest";
import { averageRating } from "./product-card.ts";

it("averages stars to one decimal, half up", () => {
  expect(averageRating(9, 2)).toBe(4.5);
  // 13 / 3 = 4.33…
  expect(averageRating(13, 3)).toBe(4.3);
  // 85 / 20 = 4.25
  expect(averageRating(85, 20)).toBe(4.3);
  expect(averageRating(5, 1)).toBe(5);
});
