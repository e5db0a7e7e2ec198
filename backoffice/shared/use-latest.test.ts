import { expect, it } from "vitest";
import { isNewer } from "./use-latest.ts";

it("a version is newer than a lower one of the same thing, and than nothing else", () => {
  expect(isNewer({ _id: "1", version: 7 }, { _id: "1", version: 5 })).toBe(true);
  expect(isNewer({ number: "KW-1", version: 2 }, { number: "KW-1", version: 1 })).toBe(true);
  expect(isNewer({ version: 2 }, { version: 1 })).toBe(true);
  expect(isNewer({ _id: "1", version: 5 }, { _id: "1", version: 5 })).toBe(false);
  expect(isNewer({ _id: "1", version: 7 }, { _id: "2", version: 5 })).toBe(false);
  expect(isNewer({ _id: "1" }, { _id: "1" })).toBe(false);
});
