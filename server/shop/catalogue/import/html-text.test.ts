import fc from "fast-check";
import { expect, it } from "vitest";
import { htmlEntries, plainText } from "./html-text.ts";

it.each([
  ["<p>Hello <b>world</b></p>", "Hello world"],
  [
    '<h2>Description</h2> <p><span style="color: #111">Damask rose,<br>wet earth.</span></p>\n<p>Made in Kannauj&nbsp;&amp; Lucknow.</p>',
    "Description\n\nDamask rose,\nwet earth.\n\nMade in Kannauj & Lucknow.",
  ],
  [
    "<p>Why:</p><ul>\n<li>Lasts <em>all</em> day</li>\n<li><p>Small batches</p></li>\n<li></li></ul>",
    "Why:\n\n• Lasts all day\n\n• Small batches",
  ],
  ["First line\nof the first.\n\nThe <strong>second</strong>.", "First line of the first.\n\nThe second."],
  [
    "<div>One</div><div>Two</div><!-- no <p>text</p> --><script>let a = '<p>';</script><style>p { color: red }</style>",
    "One\n\nTwo",
  ],
  ["<table><tr><td>Top</td><td>Rose</td></tr><tr><td>Base</td><td>Oud</td></tr></table>", "Top Rose\n\nBase Oud"],
  ["Rose &amp; Oud&#8217;s &#x1F339; &unknown;", "Rose & Oud’s 🌹 &unknown;"],
  ["<p>pH &lt; 5 - 6</p>", "pH < 5 - 6"],
])("%j becomes the shop's plain text", (html, text) => {
  expect(plainText(html)).toBe(text);
});

it.each(["", "Plain.\n\n• Rose\n\nTwo  spaces", "pH < 5 and > 3", "a <b", "<3 from Kannauj", "x => y | <slug>", "R&D"])(
  "%j is no HTML and stays",
  (text) => {
    expect(plainText(text)).toBe(text);
    expect(htmlEntries(text)).toBeNull();
  },
);

it("a list becomes entries", () => {
  expect(htmlEntries("<ul><li>Lasts | all day</li><li>Small batches</li></ul>")).toEqual([
    "Lasts | all day",
    "Small batches",
  ]);
});

it("leaves no tag, and is fast with any of them", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<li>",
    "<",
    ">",
    "<!--",
    "-->",
    "-",
    "<br/>",
    "\n",
    "\n\n",
    " ",
    "rose",
    "&amp;",
    "&#60;p&#62;",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(plainText(pieces.join("")).replaceAll("<p>", "")).not.toMatch(/<(\/?p|li|br\/)>$/);
    }),
    { seed: 7, numRuns: 300 },
  );
  const started = performance.now();
  for (const text of ["<!--", "<p ", "<p>", "&#", "\n ", "-", "• \n"]) plainText(`<p>${text.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(5000);
});
