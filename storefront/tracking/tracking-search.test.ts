import { describe, expect, it } from "vitest";
import { paramsOf, searchOf, trackByOf } from "./tracking-search.ts";

describe("a tracking search", () => {
  it("is by either number with both boxes checked, or none", { meta: { requirements: "R24" } }, () => {
    expect([trackByOf(true, false), trackByOf(false, true), trackByOf(true, true), trackByOf(false, false)]).toEqual([
      "order",
      "awb",
      "any",
      "any",
    ]);
  });

  it("is in the URL", () => {
    for (const by of ["order", "awb", "any"] as const) {
      const search = { text: "KW-7Q4M-2XKD", by };
      expect(searchOf(new URLSearchParams(paramsOf(search)))).toEqual(search);
    }
    expect(searchOf(new URLSearchParams("find=%20&by=order"))).toBeNull();
    expect(searchOf(new URLSearchParams("find=1&by=colour"))).toEqual({ text: "1", by: "any" });
  });
});
