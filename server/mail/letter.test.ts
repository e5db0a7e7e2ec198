import { describe, expect, it } from "vitest";
import { button, code, escapeHtml, note, paragraph, writeLetter } from "./letter.ts";

const sender = {
  name: "Kewra & Co",
  tagline: "Fragrance",
  origin: "https://shop.example",
  email: "care@shop.example",
  address: ["1 Lane", "Lucknow"],
};

describe("a letter", () => {
  const { subject, text, html } = writeLetter(sender, {
    subject: "Your code",
    preview: "It is good for ten minutes.",
    heading: "Welcome",
    blocks: [
      paragraph("Hello <b>Asha</b>."),
      code("012345"),
      button("Go on", "https://shop.example/a?b=1&c=2"),
      note("Small print."),
    ],
  });

  it("is written as plain text", () => {
    expect(subject).toBe("Your code");
    expect(text).toBe(
      "Welcome\n\nHello <b>Asha</b>.\n\n    012345\n\nGo on:\nhttps://shop.example/a?b=1&c=2\n\nSmall print.\n\n--\n\nKewra & Co\n1 Lane\nLucknow\nhttps://shop.example\n",
    );
  });

  it("is written as HTML in which a text stays a text", () => {
    expect(html).toContain("Hello &#60;b&#62;Asha&#60;/b&#62;.");
    expect(html).not.toContain("<b>");
    expect(html).toContain('href="https://shop.example/a?b=1&#38;c=2"');
    expect(html).toContain(">012345</p>");
    expect(html).toContain("Kewra &#38; Co");
    expect(html).toContain("It is good for ten minutes.");
  });
});

describe("escaping", () => {
  it("takes the meaning from every character that has one in HTML", () => {
    expect(escapeHtml(`&<>"'`)).toBe("&#38;&#60;&#62;&#34;&#39;");
  });
});
