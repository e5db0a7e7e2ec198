import { describe, expect, it } from "vitest";
import { reviewCount } from "./stars.tsx";

describe("the number of reviews that a product shows", () => {
  it.each([
    [{ review: 7 }, 7],
    [{ reviews: 7 }, 7],
    [{ review: 7, reviews: 3 }, 7],
    [{ review: 0, reviews: 3 }, 0],
  ])(
    "is its review, or its reviews where only they are there: %j",
    { meta: { requirements: "S3.18" } },
    (product, count) => {
      expect(reviewCount(product)).toBe(count);
    },
  );

  it("is 0 where there is neither", { meta: { requirements: "S3.19" } }, () => {
    expect(reviewCount({})).toBe(0);
  });
});
