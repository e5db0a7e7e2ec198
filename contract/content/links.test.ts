import { describe, expect, test } from "vitest";
import { hasLink, splitLinks, withoutLinks, wrongLinks } from "./links.ts";

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

  test.each(["/faq", "/", "/profile?tab=5", "https://example.com", "https://en.wikipedia.org/wiki/Rose_(flower)"])(
    "lead to %j",
    (href) => {
      const text = `See [this](${href}).`;
      expect(splitLinks(text)).toEqual([{ text: "See " }, { text: "this", href }, { text: "." }]);
      expect(wrongLinks(text)).toEqual([]);
      expect(hasLink(text)).toBe(true);
    },
  );

  test.each([
    "faq",
    "",
    "javascript:alert(1)",
    "//example.com",
    "/\\example.com",
    "/faq\\",
    "http://example.com",
    "https://",
    "/a page",
  ])("do not lead to %j", (target) => {
    const text = `See [this](${target}).`;
    expect(splitLinks(text)).toEqual([{ text }]);
    expect(wrongLinks(text)).toEqual([target]);
    expect(hasLink(text)).toBe(true);
  });

  test("need a closing bracket", () => {
    expect(wrongLinks("See [this](/faq\nand [that](/contact).")).toEqual(["/faq"]);
    expect(hasLink("Roses [two kinds] (see above)")).toBe(false);
  });
});
