import { expect, it } from "vitest";
import { FIRST_STEP, nextStep } from "./import-steps.ts";

it("an import's transactions grow while they are fast, and shrink while they are slow", () => {
  expect(nextStep(FIRST_STEP, 60_000)).toBe(50);
  expect(nextStep(100, 50)).toBe(200);
  expect(nextStep(150, 200)).toBe(113);
  expect(nextStep(100, 60_000)).toBe(50);
  expect(nextStep(50, 0)).toBe(100);
});
