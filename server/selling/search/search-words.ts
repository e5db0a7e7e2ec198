import { withLatinDigits } from "../../../contract/written-numbers.ts";
import { nasalSpellings } from "./romanise.ts";
import { spellingsOf } from "./synonyms.ts";
import { inLatin } from "./translations.ts";
import { quantityWords, UNITS } from "./units.ts";

/** A word of a search text, with its spellings and possible corrections. */
export interface TypedWord {
  typed: string;
  /** The word itself, its synonyms, and the word that it makes with a neighbour: "face" of "face wash" is also "facewash". */
  spellings: readonly string[];
  /** The words of which it may be a typing error (two letters swapped, or one too many), with their synonyms. */
  corrections: readonly string[];
  /** The pairs of words of which it may be made: "hair" and "oil" of "hairoil". */
  pairs: readonly (readonly [string, string])[];
}

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;
/** Longer words are corrected by trigram similarity, for which shorter ones have too few trigrams. */
const MAX_CORRECTED_LENGTH = 6;
/** The fewest letters of a word within another. */
const MIN_PART = 3;
/** English, Hindi and its neighbours; and what people say of any goods: of a shop's soaps the best, natural ones, with their price. */
const STOP_WORDS = new Set(
  "a an and by for from in is like of on smell smelling smells that the to with best buy good natural online organic price top ka ke ki ko liye का की के को लिए और में चा ची चे এর জন্য ਦਾ ਦੀ ਦੇ ਲਈ માટે کا کی کے".split(
    " ",
  ),
);
/** A unit with dots, such as m.l. or मि.ली., is a word. */
const DOTTED = /(?<![\p{L}\p{M}])((?:\p{L}\p{M}{0,2}){1,2})\.((?:\p{L}\p{M}{0,2}){1,2})(?![\p{L}\p{M}])/gu;
/** A number is a word of its own, also before a unit: 50ml is 50 and ml. */
const WORDS = /\d+(?:\.\d+)?|[\p{L}\p{M}][\p{L}\p{M}\p{N}\u200c\u200d]*|\p{N}+/gu;

/**
 * Splits a text in any script into words, without duplicates and stop words, and without single letters unless it has nothing else. A number
 * and its unit are one word.
 */
export function typedWords(text: string): TypedWord[] {
  const normal = withLatinDigits(text.normalize("NFKC").toLowerCase()).replace(DOTTED, "$1$2");
  const words = [...new Set(withUnits(normal.match(WORDS) ?? []))]
    .filter((word) => word.length <= MAX_WORD_LENGTH)
    .slice(0, MAX_WORDS);
  // Among other words a single letter is noise, such as the s of "men's"; a digit is a size.
  const significant = words.filter((word) => !STOP_WORDS.has(word) && !/^\p{L}$/u.test(word));
  return (significant.length > 0 ? significant : words).map((word, at, all) => {
    const latin = inLatin(word);
    const joined = [[all[at - 1], word] as const, [word, all[at + 1]] as const].flatMap(([first, second]) =>
      isLetters(first) && isLetters(second) && first.length + second.length <= MAX_WORD_LENGTH ? first + second : [],
    );
    return {
      typed: word,
      spellings: quantityWords(word) ?? [
        ...latin.flatMap(spellingsOf),
        ...spellingsOf(word),
        ...nasalSpellings(word),
        ...joined,
      ],
      corrections: correctionsOf(word),
      pairs: pairsOf(word),
    };
  });
}

/** Appends each unit to the number before it. */
function withUnits(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (/^\d/.test(word) && next !== undefined && UNITS.has(next)) return word + next;
    return UNITS.has(word) && /^\d/.test(words[at - 1] ?? "") ? [] : word;
  });
}

const isLetters = (word: string | undefined): word is string =>
  word !== undefined && /^\p{L}[\p{L}\p{M}]+$/u.test(word);

function pairsOf(word: string): [string, string][] {
  if (!isLetters(word)) return [];
  const letters = [...word];
  return letters
    .map((_, at): [string, string] => [letters.slice(0, at).join(""), letters.slice(at).join("")])
    .slice(MIN_PART, letters.length - MIN_PART + 1);
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
