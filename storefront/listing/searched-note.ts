import type { ProductSummary } from "../../contract/catalogue/schemas.ts";

/** Shorter words, such as "of", name nothing. */
const MIN_LENGTH = 3;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(({ length }) => length >= MIN_LENGTH);

/** Whether a search names a note, in whole or by its beginning: "sandal" names Sandalwood. */
export function namesNote(search: string, note: string): boolean {
  const words = wordsOf(search);
  return wordsOf(note).some((part) => words.some((word) => part.startsWith(word)));
}

/** Returns the note for which a search lists a product whose title and sub title do not say why. */
export function hiddenNote(search: string, { title, sub_title, notes }: ProductSummary): string | undefined {
  const said = wordsOf(`${title} ${sub_title}`);
  return wordsOf(search).some((word) => said.some((part) => part.startsWith(word)))
    ? undefined
    : notes.find((note) => namesNote(search, note));
}
