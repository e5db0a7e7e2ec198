import { spellingsOf } from "./synonyms.ts";

/** What a shopper typed, word by word, with what may be meant by each. Pure; what the catalogue knows of it is another matter. */
export interface TypedWord {
  /** The word itself and the trade's other spellings of it. */
  spellings: readonly string[];
  /** What it may be when a finger slipped (two letters swapped, or one too many), in all spellings. */
  slips: readonly string[];
}

const MAX_WORDS = 8;
const LONGEST_WORD = 40;
/** Longer words are mended by their likeness to others; a short one shares too little with any. */
const LONGEST_SLIP = 6;
/** English and Hindi words that say nothing about a product. */
const FILLERS = new Set("a an and by for from in of on the to with ka ke ki ko liye".split(" "));

/** The words of a text in any script, without doubles, fillers and single letters (unless it has nothing else). Any text will do. */
export function typedWords(text: string): TypedWord[] {
  const words = [
    ...new Set(
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    ),
  ]
    .filter((word) => word.length <= LONGEST_WORD)
    .slice(0, MAX_WORDS);
  // Among other words a single letter is a slip or a rest, such as the s of "men's"; a digit is a size.
  const telling = words.filter((word) => !FILLERS.has(word) && !/^\p{L}$/u.test(word));
  return (telling.length > 0 ? telling : words).map((word) => ({ spellings: spellingsOf(word), slips: slipsOf(word) }));
}

/** Words that become this one by swapping neighbours or by hitting one key too many. */
function slipsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3 || letters.length > LONGEST_SLIP) return [];
  const swapped = letters
    .slice(1)
    .map((letter, n) => [...letters.slice(0, n), letter, letters[n], ...letters.slice(n + 2)].join(""));
  const shorter = letters.map((_, n) => letters.toSpliced(n, 1).join(""));
  return [...new Set([...swapped, ...shorter].filter((slip) => slip !== word).flatMap(spellingsOf))];
}
