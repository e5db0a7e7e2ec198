import { sql } from "drizzle-orm";
import { distance } from "fastest-levenshtein";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import type { TypedWord } from "./search-words.ts";
import { SYNONYMS, spellingsOf } from "./synonyms.ts";

/** The catalogue's words that match a typed word, best first: certain matches, and possible ones. */
export interface Term {
  /** The typed word itself, if the catalogue has it: a title that says "gulab" comes before one that says "rose". */
  typed: TermWord[];
  certain: TermWord[];
  possible: TermWord[];
}

export interface TermWord {
  word: string;
  /** Whether the word was completed or corrected, rather than typed in this or another spelling. */
  guessed: boolean;
}

/** Maximum number of completions of an unfinished word; the shortest are the likeliest. */
const MAX_COMPLETIONS = 12;
const MAX_SIMILAR = 3;
/** Number of candidates from the trigram index, before the edit distance is checked. */
const SIMILAR_CANDIDATES = 12;

/** Perfumery words for correcting typing errors, including words that the catalogue spells in another way. */
const PERFUMERY_WORDS = JSON.stringify(SYNONYMS.flat());

/** A `pair` has a space between its words. */
type MatchKind = "exact" | "prefix" | "pair" | "typo" | "similar";

/**
 * Looks typed words up in the catalogue's word list (table search_word). Only a word that is neither in the list nor the beginning of a listed
 * word is corrected. Words without a match are omitted.
 */
export async function findTerms(db: ReadDatabase, words: readonly TypedWord[]): Promise<Term[]> {
  if (words.length === 0) return [];
  const rows = await matches(db).execute({
    words: JSON.stringify(
      words.map(({ typed, spellings, corrections, pairs }, place) => ({
        place,
        typed,
        spellings,
        corrections,
        firsts: pairs.map(([first]) => first),
        seconds: pairs.map(([, second]) => second),
      })),
    ),
    perfumery: PERFUMERY_WORDS,
  });
  return words
    .flatMap(({ typed, spellings: [likeliest = typed] }, place): Term[] => {
      const found = (kind: MatchKind) =>
        rows.filter((row) => row.place === place && row.kind === kind).map(({ word }) => word);
      const exact = found("exact");
      if (exact.length > 0) {
        const certain = termWords(exact, false);
        const asTyped = certain.filter(({ word }) => word === typed);
        return [{ typed: asTyped, certain, possible: termWords(found("prefix"), true) }];
      }
      const [pair] = found("pair");
      if (pair)
        return pair
          .split(" ")
          .map((word) => ({ typed: [], certain: termWords(spellingsOf(word), true), possible: [] }));
      const similar = found("similar")
        .filter((word) => isTypingError(typed, word) || isTypingError(likeliest, word))
        .slice(0, MAX_SIMILAR);
      const guesses = [...found("prefix"), ...found("typo"), ...similar].flatMap(spellingsOf);
      return [{ typed: [], certain: termWords([...new Set(guesses)], true), possible: [] }];
    })
    .filter(({ certain }) => certain.length > 0);
}

const matches = prepareForTransactions("search terms", (db: ReadDatabase) =>
  db
    .select({
      place: sql<number>`typed.place`,
      word: sql<string>`found.word`,
      kind: sql<MatchKind>`found.kind`,
    })
    .from(
      sql`jsonb_to_recordset(${sql.placeholder("words")}::jsonb) as typed (place int, typed text, spellings text[], corrections text[], firsts text[], seconds text[])
      cross join lateral (
        with exact as (
          select word from search_word where word = any (typed.spellings)
          -- Too short for the list, but titles have it: "No. 5".
          union all select digit from unnest(typed.spellings) as digit where digit ~ '^\\d$'
        ), prefixed as (
          -- Operators of the text_pattern_ops index; 1114109 is the highest usable code point.
          select distinct word, length(word) from unnest(typed.spellings) as spelling, lateral (
            select word from search_word where word ~>~ spelling and word ~<~ (spelling || chr(1114109))
              order by length(word), word limit ${sql.raw(String(MAX_COMPLETIONS))}
          ) as longer
          order by length(word), word limit ${sql.raw(String(MAX_COMPLETIONS))}
        ), paired as (
          select pair.first || ' ' || pair.second as word from unnest(typed.firsts, typed.seconds) as pair (first, second)
          where not exists (select from exact) and not exists (select from prefixed)
            and exists (select from search_word where word = pair.first) and exists (select from search_word where word = pair.second)
          -- Of the possible pairs that of the most equal words.
          order by least(length(pair.first), length(pair.second)) desc limit 1
        ), typo as (
          select word from search_word where word = any (typed.corrections) and not exists (select from exact) and not exists (select from prefixed)
        ), resembling as (
          select word from (
            select word from search_word where word % typed.spellings[1]
            -- As it is written, in a catalogue of the same script.
            union select word from search_word where word % typed.typed and typed.typed <> typed.spellings[1]
            union select word from jsonb_array_elements_text(${sql.placeholder("perfumery")}::jsonb) as perfumery (word) where word % typed.spellings[1]
          ) as known
          where not exists (select from exact) and not exists (select from prefixed) and not exists (select from typo)
          order by greatest(similarity(word, typed.spellings[1]), similarity(word, typed.typed)) desc, word limit ${sql.raw(String(SIMILAR_CANDIDATES))}
        )
        select word, 'exact' as kind from exact
        union all select word, 'prefix' from prefixed
        union all select word, 'pair' from paired
        union all select word, 'typo' from typo
        union all select word, 'similar' from resembling
      ) as found`,
    ),
);

const termWords = (words: readonly string[], guessed: boolean) => words.map((word) => ({ word, guessed }));

/**
 * Whether two similar words differ only by a typing error of one or two letters: words that share many trigrams may still be different
 * words, and so are two numbers.
 */
function isTypingError(typed: string, word: string): boolean {
  if (typed.length < 4 || /\d/.test(typed)) return false;
  return distance(typed, word) <= (typed.length < 7 ? 1 : 2);
}
