import { expect, it } from "vitest";
import { createLatestOnly } from "./latest-only.ts";

it("counts answers in the order of their questions", () => {
  const ask = createLatestOnly();
  const [first, second] = [ask(), ask()];
  expect(first()).toBe(true);
  expect(second()).toBe(true);
});

it("leaves out an answer that a later question has overtaken", () => {
  const ask = createLatestOnly();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

it("counts the older answer where the later question had none", () => {
  const ask = createLatestOnly();
  const first = ask();
  ask();
  expect(first()).toBe(true);
});
