import { expect, it } from "vitest";
import { createLocalLimits } from "./local-limits.ts";

const LIMIT = { limit: 3, windowSeconds: 60 };

it("lets as many uses through as the limit says, and the next one a step later", () => {
  let at = 0;
  const limits = createLocalLimits(() => at);
  for (let use = 0; use < 3; use += 1) limits.consume("a", LIMIT);
  expect(() => limits.consume("a", LIMIT)).toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 20 }));
  limits.consume("b", LIMIT);
  at = 20_000;
  limits.consume("a", LIMIT);
  expect(() => limits.consume("a", LIMIT)).toThrow();
});
