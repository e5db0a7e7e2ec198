/** Guards the words of comments, docs, test titles and names: CONTRIBUTING.md, "Write". */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./command.ts";

const SOURCES = globSync("{backoffice,bench,contract,demo,sandbox,scripts,server,storefront,tests}/**/*.{ts,tsx,mjs}", {
  cwd: ROOT,
}).filter((file) => !file.endsWith("scripts/words.test.ts"));
const FUNCTIONS = globSync("server/platform/database/functions/*.sql", { cwd: ROOT });
const DOCS = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: ROOT })].filter(
  (file) => !file.endsWith("requirements.md"),
);
/** Beginnings of a comment without its noun or verb. */
const HEADS = /^\/\*\* (Of (the|a|an|its|each) [^,]*\.? \*|In characters|Sent along)/;

/** Words that a reader must translate first. */
const PHRASES =
  /\b(whoever|anew|gives? back|by turns|yardstick|reckon(s|ing)?|far pages?|of the page before|outdated?|is told|tells of|nobody's|stands? in (the|its) way|parted by)\b/i;

/** Names that the field's words have replaced. */
const NAMES =
  /\b(figuresOf|SalesFigures|OrderInEmail|ReturnedPayment|UnusablePayment|whoIsAffected|PaidTriple|takeUnits|listForCash|rollUpSoon|onlyTrue)\b/;
const FILES = /(^|\/)([\w-]+-)?(words|utils|helpers|misc)\.tsx?$/;
const FILE_EXCEPTIONS = /amount-in-words|search-words/;

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const commentsOf = (file: string) =>
  [...read(file).matchAll(/\/\*\*[\s\S]*?\*\/|^\s*(\/\/|--) .*$/gm)].map(([text]) => text.trim());
const titlesOf = (file: string) =>
  [...read(file).matchAll(/\b(?:it|test|describe)(?:\.\w+)*\(\s*(["`])(.*?)\1/g)].map(([, , title = ""]) => title);

it("comments, docs and test titles use plain words", () => {
  const found = [
    ...[...SOURCES, ...FUNCTIONS].flatMap((file) => commentsOf(file).map((text) => ({ file, text }))),
    ...SOURCES.filter((file) => /\.(test|spec)\.ts$/.test(file)).flatMap((file) =>
      titlesOf(file).map((text) => ({ file, text })),
    ),
    ...DOCS.map((file) => ({ file, text: read(file) })),
  ].flatMap(({ file, text }) => (PHRASES.exec(text) ?? []).slice(0, 1).map((word) => `${file}: ${word}`));
  expect(found).toEqual([]);
});

it("comments begin with what they describe", () => {
  const found = SOURCES.flatMap((file) =>
    commentsOf(file)
      .filter((text) => HEADS.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it("names are the field's", () => {
  const named = SOURCES.filter((file) => NAMES.test(read(file)));
  const files = SOURCES.filter((file) => FILES.test(file) && !FILE_EXCEPTIONS.test(file));
  expect([...named, ...files]).toEqual([]);
});
