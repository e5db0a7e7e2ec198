import { expect, it } from "vitest";
import { retryAfterMs } from "./backoff.ts";

it("the pause before a retry doubles from 2 s to half an hour", () => {
  expect([1, 2, 3, 4].map(retryAfterMs)).toEqual([2000, 4000, 8000, 16_000]);
  expect([10, 11, 1000].map(retryAfterMs)).toEqual([1_024_000, 1_800_000, 1_800_000]);
});
