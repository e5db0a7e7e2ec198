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

/** The viramas of Indian scripts: the letter that follows may be drawn as one with the letter before. */
const JOINS_NEXT = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]\p{Join_Control}?$/u;

/** Breaks a word into parts as long as possible, of at least one character. */
function broken(text: string, width: number, widthOf: (part: string) => number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const segment of unbreakable(text)) {
    if (piece !== "" && widthOf(piece + segment) > width) {
      pieces.push(piece.trim());
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Divides a text where it may be broken. Grapheme clusters alone divide the conjuncts of Kannada, Tamil and Gurmukhi. */
function unbreakable(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && JOINS_NEXT.test(last)) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}
