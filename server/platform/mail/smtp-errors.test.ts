import { describe, expect, it } from "vitest";
import { isPermanent } from "./smtp-errors.ts";

describe("an error of a mail server", () => {
  it("is permanent when the server says 5xx", () => {
    expect(isPermanent({ responseCode: 550, code: "EENVELOPE" })).toBe(true);
  });

  it("is not permanent when the server is busy, down, or rejects our login", () => {
    expect(isPermanent({ responseCode: 451 })).toBe(false);
    expect(isPermanent({ code: "ECONNREFUSED" })).toBe(false);
    expect(isPermanent({ responseCode: 535, code: "EAUTH" })).toBe(false);
  });
});
