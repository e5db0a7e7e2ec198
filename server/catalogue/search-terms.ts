import { sql } from "drizzle-orm";
import { distance } from "fastest-levenshtein";
import type { Database } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import type { TypedWord } from "./search-words.ts";
import { SYNONYMS, spellingsOf } from "./synonyms.ts";

/** Words of the catalogue that a typed word stands for, best first: those that are certainly meant, and others that may be. */
export interface Term {
  certain: TermWord[];
  possible: TermWord[];
}

export interface TermWord {
  word: string;
  /** Completed or corrected: not the word that was typed, nor another spelling of it. */
  guessed: boolean;
}

/** Words that an unfinished one may become; the shortest are the likeliest. */
const MAX_COMPLETIONS = 12;
const MAX_ALIKE = 3;
/** Candidates for a correction that the index offers, of which few are near enough. */
const ALIKE_CANDIDATES = 12;

/** A misspelt word of the trade is known even where the catalogue writes it otherwise. */
const TRADE_WORDS = JSON.stringify(SYNONYMS.flat());

type Likeness = "same" | "begins" | "slipped" | "alike";

/**
 * Gives back what looks typed words up in the catalogue's own word list. A word counts as unfinished only when the catalogue has
 * words that begin with it, and as mistyped only when it has neither. Words that lead nowhere are left out.
 */
export function createTermFinder(db: Database): (words: TypedWord[]) => Promise<Term[]> {
  const statement = prepareQuery(
    "search terms",
    db
      .select({
        place: sql<number>`typed.place`,
        word: sql<string>`found.word`,
        likeness: sql<Likeness>`found.likeness`,
      })
      .from(
        sql`jsonb_to_recordset(${sql.placeholder("words")}::jsonb) as typed (place int, spellings text[], slips text[])
      cross join lateral (
        with same as (
          select word from search_word where word = any (typed.spellings)
        ), begins as (
          -- The operators of the index that ignores the language's order; the last character is the highest there is.
          select distinct word, length(word) from unnest(typed.spellings) as spelling, lateral (
            select word from search_word where word ~>~ spelling and word ~<~ (spelling || chr(1114109))
              order by length(word), word limit ${sql.raw(String(MAX_COMPLETIONS))}
          ) as longer
          order by length(word), word limit ${sql.raw(String(MAX_COMPLETIONS))}
        ), slipped as (
          select word from search_word where word = any (typed.slips) and not exists (select from same) and not exists (select from begins)
        ), alike as (
          select word from (
            select word from search_word where word % typed.spellings[1]
            union select word from jsonb_array_elements_text(${sql.placeholder("trade")}::jsonb) as trade (word) where word % typed.spellings[1]
          ) as known
          where not exists (select from same) and not exists (select from begins) and not exists (select from slipped)
          order by similarity(word, typed.spellings[1]) desc, word limit ${sql.raw(String(ALIKE_CANDIDATES))}
        )
        select word, 'same' as likeness from same
        union all select word, 'begins' from begins
        union all select word, 'slipped' from slipped
        union all select word, 'alike' from alike
      ) as found`,
      ),
  );

  return async (words) => {
    if (words.length === 0) return [];
    const rows = await statement.execute({
      words: JSON.stringify(words.map(({ spellings, slips }, place) => ({ place, spellings, slips }))),
      trade: TRADE_WORDS,
    });
    return words
      .map(({ spellings: [typed = ""] }, place) => {
        const found = (likeness: Likeness) =>
          rows.filter((row) => row.place === place && row.likeness === likeness).map(({ word }) => word);
        const same = found("same");
        if (same.length > 0) return { certain: termWords(same, false), possible: termWords(found("begins"), true) };
        const alike = found("alike")
          .filter((word) => isTypingError(typed, word))
          .slice(0, MAX_ALIKE);
        const guesses = [...found("begins"), ...found("slipped"), ...alike].flatMap(spellingsOf);
        return { certain: termWords([...new Set(guesses)], true), possible: [] };
      })
      .filter(({ certain }) => certain.length > 0);
  };
}

const termWords = (words: string[], guessed: boolean) => words.map((word) => ({ word, guessed }));

/** Words that share many trigrams may still be different words; a slip changes a letter or two. */
function isTypingError(typed: string, word: string): boolean {
  if (typed.length < 4) return false;
  return distance(typed, word) <= (typed.length < 7 ? 1 : 2);
}
