import { describe, expect, test } from "vitest";
import { splitLinks, withoutLinks, wrongLinks } from "./links.ts";

describe("links in a text", () => {
  test("lead to a path of the shop or to a web address", () => {
    expect(splitLinks("See [our questions](/faq) or [the Act](https://example.com/act), please.")).toEqual([
      { text: "See " },
      { text: "our questions", href: "/faq" },
      { text: " or " },
      { text: "the Act", href: "https://example.com/act" },
      { text: ", please." },
    ]);
    expect(splitLinks("No link")).toEqual([{ text: "No link" }]);
  });

  test("read as their labels alone", () => {
    expect(withoutLinks("See [our questions](/faq).")).toBe("See our questions.");
  });

  test.each(["faq", "", "javascript:alert", "//example.com", "http://example.com"])("do not lead to %j", (target) => {
    const text = `See [this](${target}).`;
    expect(splitLinks(text)).toEqual([{ text }]);
    expect(wrongLinks(text)).toEqual([target]);
  });
});
