import { expect, it } from "vitest";
import { createLatestOnly } from "./latest-only.ts";

it("accepts responses in the order of their requests", () => {
  const latest = createLatestOnly();
  const [first, second] = [latest(), latest()];
  expect(first()).toBe(true);
  expect(second()).toBe(true);
});

it("drops a response overtaken by a later one", () => {
  const latest = createLatestOnly();
  const [first, second, third] = [latest(), latest(), latest()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

it("accepts an older response if the later request has none", () => {
  const latest = createLatestOnly();
  const first = latest();
  latest();
  expect(first()).toBe(true);
});
