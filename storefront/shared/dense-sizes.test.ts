import { expect, it } from "vitest";
import { denseSizesOf } from "./dense-sizes.ts";

it.each([
  ["96px", "(max-resolution: 1.49dppx) calc(1.5 * 96px), 96px"],
  [
    "(min-width: 700px) and (max-width: 1020px) 30vw, 96px",
    "(max-resolution: 1.49dppx) and (min-width: 700px) and (max-width: 1020px) calc(1.5 * 30vw), " +
      "(max-resolution: 1.49dppx) calc(1.5 * 96px), (min-width: 700px) and (max-width: 1020px) 30vw, 96px",
  ],
  [
    "(min-width: 1024px) max(100vw, 71rem), max(100vw, 34rem)",
    "(max-resolution: 1.49dppx) and (min-width: 1024px) calc(1.5 * max(100vw, 71rem)), " +
      "(max-resolution: 1.49dppx) calc(1.5 * max(100vw, 34rem)), (min-width: 1024px) max(100vw, 71rem), max(100vw, 34rem)",
  ],
])("the sizes %s ask for half as much again on screens of few pixels only", (sizes, dense) => {
  expect(denseSizesOf(sizes)).toBe(dense);
});
