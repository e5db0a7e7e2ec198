import { expect, it } from "vitest";
import { createSheet, PAGE, TEXT_STYLES } from "./sheet.ts";

/** The embedded font files of a PDF with one line of text. */
async function embeddedFonts(text: string): Promise<string[]> {
  const sheet = createSheet({ title: "", author: "", date: new Date() });
  sheet.begin();
  sheet.lines([text], { x: PAGE.margin, y: PAGE.margin, width: PAGE.width }, TEXT_STYLES.body);
  const pdf = (await sheet.finish()).toString("latin1");
  return [...pdf.matchAll(/\/FontFile2 (\d+) 0 R/g)].map(([, id]) => {
    const start = pdf.indexOf(`\n${id} 0 obj\n`);
    return pdf.slice(pdf.indexOf("stream\n", start), pdf.indexOf("\nendstream", start));
  });
}

it("embeds the same font file for texts of frequent characters, and a larger one for others", async () => {
  const [plain] = await embeddedFonts("Gulab Attar");
  expect(await embeddedFonts("Neem Soap, 3")).toEqual([plain]);
  const [accented = ""] = await embeddedFonts("Café");
  expect(accented.length).toBeGreaterThan(plain?.length ?? 0);
});
