const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Breaks a text into lines no wider than `width`: between words, and within a word that is wider than a line.
 * @param widthOf in the same unit as `width`
 */
export function wrapText(text: string, width: number, widthOf: (part: string) => number): string[] {
  const words = text.trim().split(/\s+/);
  // Most texts fit on one line. Measuring means shaping, which is slow, and this line is drawn as it is.
  const whole = words.join(" ");
  if (widthOf(whole) <= width) return [whole];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (widthOf(word) <= width) {
      if (line !== "") lines.push(line);
      line = word;
      continue;
    }
    const pieces = broken(longer, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

/** Breaks a word into parts as long as possible, of at least one character. */
function broken(text: string, width: number, widthOf: (part: string) => number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of graphemes.segment(text)) {
    if (piece !== "" && widthOf(piece + segment) > width) {
      pieces.push(piece.trim());
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}
