import { describe, expect, it } from "vitest";
import { amountText, periodText, printable, shortened } from "./plain-texts.ts";

describe("a text of a feed", () => {
  it("has no character that XML cannot hold", () => {
    expect(printable("a\u0000b\u000bc\ud800d\uffffe\u202ef")).toBe("abcdef");
    expect(printable("गुलाब 🌹\t\n")).toBe("गुलाब 🌹\t\n");
  });

  it("is shortened between two words, and never within a character", () => {
    expect(shortened("rose of kannauj", 15)).toBe("rose of kannauj");
    expect(shortened("rose of kannauj", 14)).toBe("rose of…");
    expect(shortened("🌹".repeat(5), 3)).toBe("🌹🌹…");
  });

  it("writes amounts and periods as readers expect them", () => {
    expect(amountText(749)).toBe("749.00 INR");
    expect(amountText(99.5)).toBe("99.50 INR");
    expect(periodText({ from: new Date("2026-12-01T00:00:00.123Z"), to: new Date("2026-12-08T00:00:00Z") })).toBe(
      "2026-12-01T00:00:00Z/2026-12-08T00:00:00Z",
    );
  });
});
