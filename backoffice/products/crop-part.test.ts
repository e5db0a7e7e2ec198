import { describe, expect, it } from "vitest";
import { focusIn, moved, resized, shaped, WHOLE } from "./crop-part.ts";

describe("the part of a picture", () => {
  it("stays within the picture when it is moved or resized", () => {
    const part = { x: 10, y: 20, width: 50, height: 60 };
    expect(moved(part, 80, -90)).toEqual({ x: 50, y: 0, width: 50, height: 60 });
    expect(resized(part, 80, -90)).toEqual({ x: 10, y: 20, width: 90, height: 5 });
    expect(moved(part, 0.4, Number.NaN)).toMatchObject({ x: 10, y: 0 });
  });

  it("keeps the focal point of the picture, unless it is cut off", () => {
    const half = { x: 50, y: 0, width: 50, height: 100 };
    expect(focusIn({ x: 75, y: 20 }, WHOLE, half)).toEqual({ x: 50, y: 20 });
    expect(focusIn({ x: 50, y: 20 }, half, WHOLE)).toEqual({ x: 75, y: 20 });
    expect(focusIn({ x: 20, y: 20 }, WHOLE, half)).toBeUndefined();
    expect(focusIn(undefined, WHOLE, half)).toBeUndefined();
  });

  it("takes the largest square or 4 : 5 of it", () => {
    // A picture twice as wide as high: half of its width is a square.
    expect(shaped(WHOLE, "card", 2)).toEqual({ x: 0, y: 0, width: 50, height: 100 });
    expect(shaped(WHOLE, "page", 2)).toEqual({ x: 0, y: 0, width: 40, height: 100 });
    expect(shaped(WHOLE, "card", 0.5)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
    // The changed side leads, so that a part can grow by one side.
    const square = { x: 10, y: 10, width: 20, height: 40 };
    expect(shaped(resized(square, 1, 0), "card", 2, "width")).toEqual({ ...square, width: 21, height: 42 });
    expect(shaped(resized(square, 0, 90), "card", 2, "height")).toEqual({ ...square, width: 45, height: 90 });
    expect(shaped(resized(square, 90, 0), "card", 2, "width")).toEqual({ ...square, width: 45, height: 90 });
    expect(shaped({ x: 10, y: 10, width: 20, height: 80 }, "free", 2)).toEqual({ x: 10, y: 10, width: 20, height: 80 });
  });
});
