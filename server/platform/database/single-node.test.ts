import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("no two advisory locks have the same key", () => {
  const source = readFileSync(join(import.meta.dirname, "single-node.ts"), "utf8");
  const keys = source.match(/\b7_?236_?\d{3}\b/g)?.map((key) => key.replaceAll("_", "")) ?? [];
  expect(keys.length).toBeGreaterThanOrEqual(5);
  expect(keys).toEqual([...new Set(keys)]);
});
