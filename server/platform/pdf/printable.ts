import { type FontStyle, fontOf } from "./fonts.ts";

/**
 * Returns a text as it is drawn, without what has no glyph: control characters, direction marks, emoji and other symbols. A letter that no font has
 * loses its style or its accent, if that is enough. Other letters stay: forms reject them (contract/printable.ts), and copied text
 * has them.
 */
export function printable(text: string, style: FontStyle): string {
  if (/^[ -~]*$/.test(text)) return text;
  return [...text.normalize("NFC")]
    .map((character) => (isDrawn(character, style) ? character : substitute(character, style)))
    .join("")
    .replace(LONE_JOINERS, "")
    .replace(/ {2,}/g, " ");
}

/** Joiners of emoji; those of Indian scripts follow a letter. */
const LONE_JOINERS = /(?<![\p{L}\p{M}])\p{Join_Control}+/gu;

const isDrawn = (character: string, style: FontStyle) =>
  /\p{Cf}/u.test(character) ? /\p{Join_Control}/u.test(character) : fontOf(character, style) !== null;

function substitute(character: string, style: FontStyle): string {
  if (/[\p{Cc}\p{Z}]/u.test(character)) return " ";
  const simpler = [character.normalize("NFKC"), character.normalize("NFKD").replace(/\p{M}/gu, "")];
  const drawn = simpler.find((form) => form !== "" && [...form].every((one) => fontOf(one, style)));
  return drawn ?? (/[\p{L}\p{N}]/u.test(character) ? character : "");
}
