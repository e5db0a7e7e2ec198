import { describe, expect, it } from "vitest";
import { isFinal, retryAfterMs } from "./retry.ts";

describe("waiting after a failed attempt", () => {
  it("doubles from 2 s to half an hour", () => {
    expect([0, 1, 2, 3].map(retryAfterMs)).toEqual([2000, 4000, 8000, 16_000]);
    expect([9, 10, 1000].map(retryAfterMs)).toEqual([1_024_000, 1_800_000, 1_800_000]);
  });
});

describe("a refusal", () => {
  it("is final when the server says 5xx", () => {
    expect(isFinal({ responseCode: 550, code: "EENVELOPE" })).toBe(true);
  });

  it("is not final when the server is busy, down, or our log-in there is wrong", () => {
    expect(isFinal({ responseCode: 451 })).toBe(false);
    expect(isFinal({ code: "ECONNREFUSED" })).toBe(false);
    expect(isFinal({ responseCode: 535, code: "EAUTH" })).toBe(false);
  });
});
