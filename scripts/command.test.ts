import { expect, it } from "vitest";
import { duration } from "./command.ts";

it.each([
  [780, "0.8 s"],
  [9_940, "9.9 s"],
  [12_400, "12 s"],
  [125_000, "2 min 5 s"],
  [179_700, "3 min 0 s"],
])("prints %i milliseconds as %s", (milliseconds, printed) => {
  expect(duration(milliseconds)).toBe(printed);
});
