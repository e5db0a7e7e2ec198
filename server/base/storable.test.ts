import { expect, it } from "vitest";
import { storable } from "./storable.ts";

it("replaces NUL and half surrogate pairs at any depth, and leaves everything else as it is", () => {
  expect(storable({ "a\u0000": ["x\ud800y", { b: "\udc00" }] })).toEqual({ "a\ufffd": ["x\ufffdy", { b: "\ufffd" }] });
  const plain = { text: "गुलाब 🌹\n", number: 1.5, yes: true, none: null, list: [[]], empty: {} };
  expect(storable(plain)).toEqual(plain);
  expect(storable(undefined)).toBeUndefined();
});
