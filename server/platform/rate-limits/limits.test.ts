import { describe, expect, it } from "vitest";
import { retryAfterSeconds } from "./limits.ts";

describe("the time until a retry", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  // 10 uses in 900 s: one every 90 s.
  const limit = { limit: 10, windowSeconds: 900 };

  it("is one emission interval when the limit has just been reached", () => {
    expect(retryAfterSeconds(new Date("2026-11-21T10:15:00Z"), now, limit)).toBe(90);
  });

  it("decreases with time, and is at least one second", () => {
    expect(retryAfterSeconds(new Date("2026-11-21T10:14:00Z"), now, limit)).toBe(30);
    expect(retryAfterSeconds(new Date("2026-11-21T10:13:30Z"), now, limit)).toBe(1);
  });
});
