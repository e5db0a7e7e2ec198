import { expect, it } from "vitest";
import { readRange } from "./byte-range.ts";

it.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=990-", { start: 990, end: 999 }],
  ["bytes=-10", { start: 990, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=0-5000", { start: 0, end: 999 }],
  ["bytes=999-999", { start: 999, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-3", "unsatisfiable"],
  ["bytes=-", undefined],
  ["bytes=0-1, 5-9", undefined],
  ["items=0-1", undefined],
  ["bytes=a-b", undefined],
  [undefined, undefined],
])("reads %s of 1000 bytes", (header, range) => {
  expect(readRange(header, 1000)).toEqual(range);
});
