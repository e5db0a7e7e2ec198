import { expect, it } from "vitest";
import { createLatestOnly } from "./latest-only.ts";

it("accepts responses in the order of their requests", () => {
  const ask = createLatestOnly();
  const [first, second] = [ask(), ask()];
  expect(first()).toBe(true);
  expect(second()).toBe(true);
});

it("drops a response overtaken by a later one", () => {
  const ask = createLatestOnly();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

it("accepts an older response if the later request has none", () => {
  const ask = createLatestOnly();
  const first = ask();
  ask();
  expect(first()).toBe(true);
});
