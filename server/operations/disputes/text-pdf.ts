/** Draws a document of headings and paragraphs as PDF. */

import { COLORS, createSheet, PAGE, RIGHT, TEXT_STYLES } from "../../platform/pdf/sheet.ts";

export interface TextDocument {
  title: string;
  /** The line below the title, for example the order's number. */
  subtitle: string;
  brand: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

const WIDTH = RIGHT - PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin - 20;
const GAP = 5;

export function drawText({ title, subtitle, brand, sections }: TextDocument, date: Date): Promise<Buffer> {
  const sheet = createSheet({ title: `${title}, ${subtitle}`, author: brand, date });
  sheet.begin((page, pages) => {
    const foot = { x: PAGE.margin, y: PAGE.height - PAGE.margin - 6, width: WIDTH };
    sheet.flushRight(`${subtitle} · Page ${page} of ${pages}`, foot, TEXT_STYLES.small);
  });
  let y = sheet.paragraph(brand, { x: PAGE.margin, y: PAGE.margin, width: WIDTH }, TEXT_STYLES.small) + 2;
  const headline = { x: PAGE.margin, y, width: WIDTH };
  y = sheet.within("H1", () => sheet.paragraph(title, headline, TEXT_STYLES.title)) + 2;
  y = sheet.paragraph(subtitle, { x: PAGE.margin, y, width: WIDTH }, TEXT_STYLES.small) + 6;
  sheet.rule(y, { color: COLORS.sand });
  y += 10;
  const write = (text: string, style: typeof TEXT_STYLES.body | typeof TEXT_STYLES.strong) => {
    for (const line of text.split("\n").flatMap((part) => sheet.linesOf(part, WIDTH, style))) {
      if (y + sheet.heightOf(1, style) > BOTTOM) {
        sheet.addPage();
        y = PAGE.margin;
      }
      // The space divides its last word from the first of the next line.
      y = sheet.lines([`${line} `], { x: PAGE.margin, y, width: WIDTH }, style);
    }
  };
  for (const { heading, paragraphs } of sections) {
    y += GAP;
    if (heading) sheet.within("H2", () => write(heading, TEXT_STYLES.strong));
    for (const paragraph of paragraphs) {
      y += GAP / 2;
      sheet.within("P", () => write(paragraph, TEXT_STYLES.body));
    }
  }
  return sheet.finish();
}
