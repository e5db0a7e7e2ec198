import { expect, it } from "vitest";
import { FIRST_STEP, nextStep } from "./import-steps.ts";

it("an import's transactions grow while they are fast, and shrink while they are slow", () => {
  expect(nextStep(FIRST_STEP, 10)).toBe(40);
  expect(nextStep(400, 200)).toBe(500);
  expect(nextStep(200, 800)).toBe(100);
  expect(nextStep(50, 60_000)).toBe(20);
  expect(nextStep(100, 0)).toBe(200);
});
