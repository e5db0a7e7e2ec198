import { readFileSync } from "node:fs";
import fc from "fast-check";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { createSheet, PAGE, type Sheet, TEXT_STYLES } from "./sheet.ts";

async function drawn(draw: (sheet: Sheet) => void, title = "", author = "") {
  const sheet = createSheet({ title, author, date: new Date("2026-11-21T08:00:00Z") });
  sheet.begin((page, pages) => sheet.flushRight(`Page ${page} of ${pages}`, { ...BOX, y: 800 }, TEXT_STYLES.small));
  draw(sheet);
  const file = await sheet.finish();
  return { file: file.toString("latin1"), pdf: await getDocumentProxy(new Uint8Array(file)) };
}

const BOX = { x: PAGE.margin, y: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };

/** The lines of a page as pdf.js reads them, the library of Firefox. */
async function readLines({ pdf }: Awaited<ReturnType<typeof drawn>>): Promise<string[]> {
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .split("\n");
}

const WORDS = readFileSync(new URL("shaped-words.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [string, string]);

describe.each([...new Set(WORDS.map(([script]) => script))])("a text of %s", (script) => {
  it("is found in the PDF as it was typed", async () => {
    const words = WORDS.filter(([one]) => one === script).map(([, word]) => word);
    // pdf.js 5, which unpdf brings, reads a mark over the last letter of an Urdu line before it; pdf.js 6 reads it where it is.
    const names = words.filter((word) => script !== "Arab" || !/\p{Mn}$/u.test(word));
    expect(names.length).toBeGreaterThan(0.95 * words.length);
    const page = await drawn((sheet) => {
      names.forEach((name, at) => {
        const [x, y] = [36 + Math.floor(at / 50) * 130, 36 + (at % 50) * 15];
        sheet.lines([name], { x, y, width: 120 }, TEXT_STYLES.body);
      });
    });
    const found = await readLines(page);
    expect(names.filter((name) => !found.includes(name))).toEqual([]);
  });
});

it("is read in order: headings, paragraphs, tables with their header cells; rules and feet are not read", async () => {
  const { pdf } = await drawn((sheet) => {
    sheet.within("H1", () => sheet.lines(["Invoice"], BOX, TEXT_STYLES.title));
    sheet.rule(60);
    sheet.paragraph("Asha", { ...BOX, y: 70 }, TEXT_STYLES.body);
    sheet.within("Table", () =>
      sheet.fact(
        () => sheet.lines(["Total"], { ...BOX, y: 90 }, TEXT_STYLES.body),
        () => sheet.flushRight("118.00", { ...BOX, y: 90 }, TEXT_STYLES.body),
      ),
    );
  });
  const page = await pdf.getPage(1);
  const texts = new Map<string, string>();
  let open = "";
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ("str" in item) texts.set(open, (texts.get(open) ?? "") + item.str);
    else if (item.type === "beginMarkedContentProps") open = item.id ?? "";
    else if (item.type === "beginMarkedContent") open = "";
  }
  type Node = { role?: string; id?: string; children?: Node[] };
  const told = ({ role, id, children = [] }: Node): unknown =>
    role ? [role, ...children.map(told)] : texts.get(id ?? "")?.trim();
  expect(((await page.getStructTree()) as Node).children?.map(told)).toEqual([
    ["Document", ["H1", "Invoice"], ["P", "Asha"], ["Table", ["TR", ["TH", "Total"], ["TD", "118.00"]]]],
  ]);
  expect(texts.get("")).toContain("Page 1 of 1");
});

it("says in which language a name is read aloud, and ends words of two lines by a space", async () => {
  const { file, pdf } = await drawn((sheet) => sheet.lines(["Asha", "வள்ளுவர்"], BOX, TEXT_STYLES.body));
  expect(file).toContain("/Lang (en-IN)");
  const { OPS } = await import("unpdf/pdfjs");
  const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
  const told = fnArray.flatMap((operator, at) => {
    if (operator === OPS.showText)
      return (argsArray[at][0] as { unicode: string }[]).map(({ unicode }) => unicode).join("");
    if (operator === OPS.endMarkedContent) return ["end"];
    return operator === OPS.beginMarkedContentProps ? [argsArray[at][0].name ?? argsArray[at][0]] : [];
  });
  // One after the other: poppler reads no more of a text after marks within marks.
  expect(told).toEqual(["P", "Asha", " ", "end", "Span", "வள்ளுவர்", "end", "Page 1 of 1", "end"]);
});

it("writes a title with any sign into its metadata", async () => {
  const { pdf } = await drawn(() => {}, "Invoice <1>", "Fern & Co");
  const { info, metadata } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: "Invoice <1>", Author: "Fern & Co" });
  expect(metadata.get("dc:title")).toBe("Invoice <1>");
  expect(metadata.get("dc:creator")).toEqual(["Fern & Co"]);
});

it("draws any text", async () => {
  const draw = async (text: string) => {
    await drawn((sheet) => sheet.paragraph(text, { ...BOX, width: 60 }, TEXT_STYLES.body));
  };
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), draw), { numRuns: 30 });
  // Wider, and higher, than a font can say.
  await draw(`क${"़".repeat(1000)}`);
});
