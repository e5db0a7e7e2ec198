import { expect, it } from "vitest";
import { createResponseGuard } from "./response-guard.ts";

it("accepts responses in the order of their requests", () => {
  const beginRequest = createResponseGuard();
  const [isFirstCurrent, isSecondCurrent] = [beginRequest(), beginRequest()];
  expect(isFirstCurrent()).toBe(true);
  expect(isSecondCurrent()).toBe(true);
});

it("drops a response overtaken by a later one", () => {
  const beginRequest = createResponseGuard();
  const [isFirstCurrent, isSecondCurrent, isThirdCurrent] = [beginRequest(), beginRequest(), beginRequest()];
  expect(isSecondCurrent()).toBe(true);
  expect(isFirstCurrent()).toBe(false);
  expect(isThirdCurrent()).toBe(true);
});

it("accepts an older response if the later request has none", () => {
  const beginRequest = createResponseGuard();
  const isFirstCurrent = beginRequest();
  beginRequest();
  expect(isFirstCurrent()).toBe(true);
});
