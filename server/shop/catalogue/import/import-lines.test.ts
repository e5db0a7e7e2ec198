import { describe, expect, it } from "vitest";
import { wholeLines } from "./import-lines.ts";

const lines = (...slugs: string[]) => slugs.map((slug, at) => ({ slug, row: at + 2 }));

describe("lines that are stored together", () => {
  it("end with a product", () => {
    expect(wholeLines(lines("a", "a", "b", "b"), [])).toBe(2);
    expect(wholeLines(lines("a", "b", "c"), [])).toBe(2);
    expect(wholeLines(lines("a", "a", "a"), [])).toBe(0);
  });

  it("have both sizes of an exchange of SKUs", () => {
    expect(wholeLines(lines("a", "b", "c", "d"), [[3, 4]])).toBe(3);
    expect(wholeLines(lines("a", "b", "c", "d"), [[3, 9]])).toBe(1);
    expect(wholeLines(lines("a", "b", "c", "d"), [[2, 9]])).toBe(0);
  });
});
