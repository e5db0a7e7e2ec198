import { expect, it } from "vitest";
import { reachablePages, requireInWindow } from "./result-window.ts";

it("allows pages that end within the window", () => {
  for (const [page, perPage] of [
    [833, 12],
    [100, 100],
    [10_000, 1],
  ] as const)
    expect(() => requireInWindow(page, perPage)).not.toThrow();
});

it("rejects a page that ends beyond the window, naming the field and the remedy", () => {
  expect(() => requireInWindow(834, 12)).toThrow(
    expect.objectContaining({
      statusCode: 400,
      errors: [{ field: "page", message: expect.stringMatching(/at most 10000\. Narrow the list/) }],
    }),
  );
});

it("counts as many pages as the window holds", () => {
  expect(reachablePages(0, 12)).toBe(1);
  expect(reachablePages(25, 12)).toBe(3);
  expect(reachablePages(9_990, 12)).toBe(833);
  expect(reachablePages(1_000_000, 12)).toBe(833);
  expect(reachablePages(1_000_000, 100)).toBe(100);
});
