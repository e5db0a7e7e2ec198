import { describe, expect, it } from "vitest";
import { button, code, facts, link, note, paragraph, table } from "./email-blocks.ts";
import { renderEmail } from "./email-template.ts";
import { escapeHtml } from "./html.ts";

const sender = {
  color: "#2f4a36",
  newsletter: { title: "Letters", text: "New scents, about once a month." },
  name: "Kewra & Co",
  tagline: "Fragrance",
  phone: "",
  origin: "https://shop.example",
  email: "care@shop.example",
  address: ["1 Lane", "Lucknow"],
};

describe("an email", () => {
  const { subject, text, html } = renderEmail(sender, {
    subject: "Your code",
    preview: "It is good for ten minutes.",
    heading: "Welcome",
    blocks: [
      paragraph("Hello <b>Asha</b>."),
      code("012345"),
      button("Go on", "https://shop.example/a?b=1&c=2"),
      note("Small print."),
      link("Leave", "https://shop.example/leave?a=<b>"),
    ],
  });

  it("is written as plain text", () => {
    expect(subject).toBe("Your code");
    expect(text).toBe(
      "Welcome\n\nHello <b>Asha</b>.\n\n    012345\n\nGo on:\nhttps://shop.example/a?b=1&c=2\n\nSmall print.\n\nLeave:\nhttps://shop.example/leave?a=<b>\n\n--\n\nKewra & Co\n1 Lane\nLucknow\nhttps://shop.example\n",
    );
  });

  it("is written as HTML in which a text stays a text", () => {
    expect(html).toContain("Hello &#60;b&#62;Asha&#60;/b&#62;.");
    expect(html).not.toContain("<b>");
    expect(html).toContain('href="https://shop.example/a?b=1&#38;c=2"');
    expect(html).toMatch(/<a href="https:\/\/shop\.example\/leave\?a=&#60;b&#62;" [^>]*>Leave<\/a>/);
    expect(html).toContain(">012345</p>");
    expect(html).toContain("Kewra &#38; Co");
    expect(html).toContain("It is good for ten minutes.");
  });
});

describe("an email with amounts", () => {
  const { text, html } = renderEmail(sender, {
    subject: "Your order",
    preview: "",
    heading: "Thank you",
    blocks: [
      table(
        [
          { title: "Gulab & Attar", detail: "2 × ₹1,250", amount: "₹2,500" },
          {
            title: "A title that is longer than the whole width of a plain-text email",
            detail: "1 × ₹5",
            amount: "₹5",
          },
        ],
        [
          { label: "Shipping", amount: "Free" },
          { label: "Total", amount: "₹2,505" },
        ],
      ),
      facts({ label: "Ship to", lines: ["18 Ashok Marg", "Lucknow <226001>"] }, { label: "Paid with", lines: ["UPI"] }),
    ],
  });

  it("has them at the right edge of the plain text", () => {
    expect(text).toContain(
      [
        "Gulab & Attar                                         ₹2,500",
        "  2 × ₹1,250",
        "A title that is longer than the whole width of a plain-text email  ₹5",
        "  1 × ₹5",
        "------------------------------------------------------------",
        "Shipping                                                Free",
        "Total                                                 ₹2,505",
        "",
        "Ship to:",
        "18 Ashok Marg",
        "Lucknow <226001>",
        "",
        "Paid with:",
        "UPI",
      ].join("\n"),
    );
  });

  it("has them as a table, the total last and strong", () => {
    expect(html).toContain("Gulab &#38; Attar<br>");
    expect(html).toMatch(/font:600 18px[^>]*>Total<\/td><td[^>]*>₹2,505<\/td><\/tr>\n<\/table>/);
    expect(html).toContain("18 Ashok Marg<br>Lucknow &#60;226001&#62;");
  });
});

describe("escaping", () => {
  it("escapes every special character of HTML", () => {
    expect(escapeHtml(`&<>"'`)).toBe("&#38;&#60;&#62;&#34;&#39;");
  });
});
