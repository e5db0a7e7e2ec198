import { expect, it } from "vitest";
import { ticksFor } from "./chart-scale.ts";

it.each([
  [[15_436], [0, 5_000, 10_000, 15_000, 20_000]],
  [
    [3, 1],
    [0, 1, 2, 3],
  ],
  [
    [0.35, 0.1],
    [0, 0.1, 0.2, 0.3, 0.4],
  ],
  [
    [-749, 6_398],
    [-2_000, 0, 2_000, 4_000, 6_000, 8_000],
  ],
  [[-20], [-20, -15, -10, -5, 0]],
  [[100], [0, 20, 40, 60, 80, 100]],
  [
    [0, 0],
    [0, 1],
  ],
  [[], [0, 1]],
])("the scale of a chart with %j has the round values %j", (values, ticks) => {
  expect(ticksFor(values)).toEqual(ticks);
});
