import { expect, it } from "vitest";
import { createProblems } from "./csv-problems.ts";

it("a problem of a cell with NUL, which the database cannot store, shows its symbol", () => {
  const problems = createProblems();
  problems.add({ row: 2, slug: "gulab", column: "title", message: "cannot be stored", cell: "Gu\0lab" });
  expect(problems.reported()).toEqual([
    { row: 2, slug: "gulab", column: "title", message: "cannot be stored", cell: "Gu␀lab" },
  ]);
});
