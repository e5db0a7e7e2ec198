/** Draws a courier's label of 100 × 150 mm, or the same on A4: a PDF of one page in Latin letters. */
export function labelPdf(lines: readonly string[], size: "thermal" | "a4"): Buffer {
  const [width, height] = size === "a4" ? [595, 842] : [283, 425];
  const text = lines
    .map((line) => line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&"))
    .map((line, at) => `1 0 0 1 18 ${height - 40 - at * 18} Tm (${line}) Tj`)
    .join("\n");
  const content = `BT /F1 12 Tf\n${text}\nET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}`;
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
