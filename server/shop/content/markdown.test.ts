import { describe, expect, it } from "vitest";
import { readMarkdown, writeMarkdown } from "./markdown.ts";

const TEXT = `---
title: About Us
summary: Who we are: a shop.
---

## Where it began

In a lane.

In a room.

## What we leave out

We leave out:

- Promises
- Mineral oil
`;

describe("a text in Markdown", () => {
  it("is written as it was read", () => {
    const { text, problems } = readMarkdown(TEXT);
    expect(problems).toEqual([]);
    expect(text.head.get("summary")).toBe("Who we are: a shop.");
    expect(text.sections).toEqual([
      { heading: "Where it began", paragraphs: ["In a lane.", "In a room."], points: [] },
      { heading: "What we leave out", paragraphs: ["We leave out:"], points: ["Promises", "Mineral oil"] },
    ]);
    expect(writeMarkdown(text)).toBe(TEXT);
  });

  it("may be wrapped, and written on Windows", () => {
    const { text } = readMarkdown("\uFEFF## Where\r\n\r\nIn a\r\nlane.\r\n\r\n- One\r\n  point\r\n");
    expect(text.sections).toEqual([{ heading: "Where", paragraphs: ["In a lane."], points: ["One point"] }]);
  });

  it("may have pictures between its paragraphs, each with what it shows", () => {
    const pictured = "## A\n\n![Roses](/pages/a.webp)\n\nOne.\n\n![A still](/pages/b.webp)\n\n- x\n";
    const { text, problems } = readMarkdown(pictured, { hasPictures: true });
    expect(problems).toEqual([]);
    expect(text.sections[0]?.pictures).toEqual([
      { after: 0, image: "/pages/a.webp", alt: "Roses" },
      { after: 1, image: "/pages/b.webp", alt: "A still" },
    ]);
    expect(writeMarkdown(text)).toBe(pictured);
    const wrong = readMarkdown("## A\n\n- x\n\n![ ](/pages/a.webp)\n", { hasPictures: true });
    expect(wrong.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("cannot follow a list"),
      expect.stringContaining("must say what it shows"),
    ]);
  });

  it("of FAQs may have groups, which end with the next", () => {
    const grouped = "## A\n\n1\n\n# Delivery\n\n## B\n\n2\n\n## C\n\n3\n\n#\n\n## D\n\n4\n";
    const { text, problems } = readMarkdown(grouped, { hasGroups: true });
    expect(problems).toEqual([]);
    expect(text.sections.map(({ heading, group = "" }) => [heading, group])).toEqual([
      ["A", ""],
      ["B", "Delivery"],
      ["C", "Delivery"],
      ["D", ""],
    ]);
    expect(writeMarkdown(text)).toBe(grouped);
    expect(readMarkdown("# Delivery\n\nText.", { hasGroups: true }).problems).toHaveLength(1);
    expect(readMarkdown(grouped).problems).toHaveLength(3);
  });

  it.each([
    ["without a heading", "Hello.", 1, /below a heading/],
    ["with a paragraph behind a list", "## A\n\n- one\n\nText.", 5, /cannot follow a list/],
    ["with a heading of another level", "# A\n\nText.", 1, /begins with "## "/],
    ["with an empty heading", "##\n\nText.", 1, /empty/],
    ["with a head that is never closed", "---\ntitle: A\n", 1, /never closed/],
    ["with a line in its head that names nothing", "---\nTitle\n---\n## A\n\nText.", 2, /title: About Us/],
  ])("%s is rejected by its line", (_, text, line, message) => {
    expect(readMarkdown(text).problems).toMatchObject([{ line, message: expect.stringMatching(message) }]);
  });
});
