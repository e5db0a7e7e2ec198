import { spellingsOf } from "./synonyms.ts";

/** A word of a search text, with its spellings and possible corrections. */
export interface TypedWord {
  /** The word itself and its synonyms. */
  spellings: readonly string[];
  /** The words of which it may be a typing error (two letters swapped, or one too many), with their synonyms. */
  corrections: readonly string[];
}

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;
/** Longer words are corrected by trigram similarity, for which shorter ones have too few trigrams. */
const MAX_CORRECTED_LENGTH = 6;
/** English and Hindi. */
const STOP_WORDS = new Set("a an and by for from in of on the to with ka ke ki ko liye".split(" "));

/** Splits a text in any script into words, without duplicates and stop words, and without single letters unless it has nothing else. */
export function typedWords(text: string): TypedWord[] {
  const words = [
    ...new Set(
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    ),
  ]
    .filter((word) => word.length <= MAX_WORD_LENGTH)
    .slice(0, MAX_WORDS);
  // Among other words a single letter is noise, such as the s of "men's"; a digit is a size.
  const significant = words.filter((word) => !STOP_WORDS.has(word) && !/^\p{L}$/u.test(word));
  return (significant.length > 0 ? significant : words).map((word) => ({
    spellings: spellingsOf(word),
    corrections: correctionsOf(word),
  }));
}

/** Returns the words that result from swapping two letters or removing one. */
function correctionsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3 || letters.length > MAX_CORRECTED_LENGTH) return [];
  const swapped = letters
    .slice(1)
    .map((letter, n) => [...letters.slice(0, n), letter, letters[n], ...letters.slice(n + 2)].join(""));
  const shorter = letters.map((_, n) => letters.toSpliced(n, 1).join(""));
  return [...new Set([...swapped, ...shorter].filter((correction) => correction !== word).flatMap(spellingsOf))];
}
