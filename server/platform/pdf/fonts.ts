/**
 * The fonts of sheets: the shop's own, and one for each script of the languages of India (Eighth Schedule of the Constitution), in which
 * people write their names and addresses. A font is read when a text first needs it, and cached.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font } from "harfbuzzjs";
import { type Outlines, outlinesOf } from "./outlines.ts";
import { unpackWoff } from "./woff.ts";

export type FontStyle = "regular" | "strong" | "display";

/** A script as HarfBuzz needs it, and the language in which it is read aloud: that of most who write it. */
interface Script {
  /** ISO 15924. */
  tag: string;
  language: string;
}

export interface SheetFont {
  /** The name of its file. */
  name: string;
  font: Font;
  outlines: Outlines;
  unitsPerEm: number;
  characters: ReadonlySet<number>;
  script: Script;
  /** Matches the characters of its script; the shop's own fonts have none. */
  pattern: RegExp | null;
}

export const ENGLISH = "en";
const LATIN: Script = { tag: "Latn", language: ENGLISH };
/** The rupee sign is in the second file. */
const ownFiles = (family: string, weight: number) =>
  ["latin", "latin-ext"].map((part) => `${family}/files/${family}-${part}-${weight}-normal.woff`);
const OWN_FONTS: Readonly<Record<FontStyle, readonly string[]>> = {
  regular: ownFiles("figtree", 400),
  strong: ownFiles("figtree", 600),
  display: ownFiles("fraunces", 600),
};

const noto = (script: string, family = "sans") =>
  `noto-${family}-${script}/files/noto-${family}-${script}-${script}-400-normal.woff`;
const SCRIPTS: readonly { pattern: RegExp; tag: string; language: string; file: string }[] = [
  { pattern: /\p{Script_Extensions=Devanagari}/u, tag: "Deva", language: "hi", file: noto("devanagari") },
  { pattern: /\p{Script_Extensions=Bengali}/u, tag: "Beng", language: "bn", file: noto("bengali") },
  { pattern: /\p{Script_Extensions=Gurmukhi}/u, tag: "Guru", language: "pa", file: noto("gurmukhi") },
  { pattern: /\p{Script_Extensions=Gujarati}/u, tag: "Gujr", language: "gu", file: noto("gujarati") },
  { pattern: /\p{Script_Extensions=Oriya}/u, tag: "Orya", language: "or", file: noto("oriya") },
  { pattern: /\p{Script_Extensions=Tamil}/u, tag: "Taml", language: "ta", file: noto("tamil") },
  { pattern: /\p{Script_Extensions=Telugu}/u, tag: "Telu", language: "te", file: noto("telugu") },
  { pattern: /\p{Script_Extensions=Kannada}/u, tag: "Knda", language: "kn", file: noto("kannada") },
  { pattern: /\p{Script_Extensions=Malayalam}/u, tag: "Mlym", language: "ml", file: noto("malayalam") },
  // Naskh, since the lines of Nastaliq would need twice the height.
  { pattern: /\p{Script_Extensions=Arabic}/u, tag: "Arab", language: "ur", file: noto("arabic", "naskh") },
  { pattern: /\p{Script_Extensions=Ol_Chiki}/u, tag: "Olck", language: "sat", file: noto("ol-chiki") },
  { pattern: /\p{Script_Extensions=Meetei_Mayek}/u, tag: "Mtei", language: "mni", file: noto("meetei-mayek") },
];

/** Returns the font that has a character: one of the shop's own, or that of the character's script; null if none has it. */
export function fontOf(character: string, style: FontStyle): SheetFont | null {
  for (const file of OWN_FONTS[style]) if (hasGlyph(open(file), character)) return open(file);
  for (const { pattern, tag, language, file } of SCRIPTS) {
    if (!pattern.test(character)) continue;
    const font = open(file, { tag, language }, pattern);
    if (hasGlyph(font, character)) return font;
  }
  return null;
}

/** Returns the font of a style that has the digits and the letters of English. */
export const ownFont = (style: FontStyle) => open(OWN_FONTS[style][0] as string);

export const hasGlyph = ({ characters }: SheetFont, character: string) => characters.has(character.codePointAt(0) ?? 0);

const resolve = createRequire(import.meta.url).resolve;
const opened = new Map<string, SheetFont>();

function open(file: string, script = LATIN, pattern: RegExp | null = null): SheetFont {
  const known = opened.get(file);
  if (known) return known;
  const face = new Face(new Blob(unpackWoff(readFileSync(resolve(`@fontsource/${file}`)))));
  const entry = {
    name: file.slice(file.lastIndexOf("/") + 1, -".woff".length),
    font: new Font(face),
    outlines: outlinesOf(face),
    unitsPerEm: face.upem,
    characters: new Set(face.collectUnicodes()),
    script,
    pattern,
  };
  opened.set(file, entry);
  return entry;
}
