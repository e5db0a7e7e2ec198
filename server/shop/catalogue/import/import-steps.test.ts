import { expect, it } from "vitest";
import { FIRST_STEP, nextStep } from "./import-steps.ts";

it("an import's transactions grow while they are fast, and shrink while they are slow", () => {
  expect(nextStep(FIRST_STEP, 60_000)).toBe(100);
  expect(nextStep(400, 200)).toBe(500);
  expect(nextStep(400, 800)).toBe(200);
  expect(nextStep(200, 60_000)).toBe(100);
  expect(nextStep(100, 0)).toBe(200);
});
