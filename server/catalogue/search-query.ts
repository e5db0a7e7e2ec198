import type { Term, TermWord } from "./search-terms.ts";

/** Terms as texts of PostgreSQL's type tsquery. Pure. Words are quoted, so they cannot contain operators. */
export interface SearchQueries {
  /**
   * Queries for all terms, from the narrowest to the widest: words in the title, then also in subtitle, notes and category, then also in
   * the ingredients, then anywhere; each first with the certain words only, then with the possible ones too.
   */
  tiers: Tiers;
  /** One query per term, for products that match only some terms. */
  terms: string[];
}

export type Tiers = [string, string, string, string, string, string, string, string];

/** The weights of product_search.everything that each pair of tiers searches. */
const WEIGHTS = ["A", "AB", "ABC", ""] as const;
/** Where guessed words are searched. Not in the description, where "test" would match "tested". */
const GUESS_WEIGHTS = "ABC";

export function searchQueries(terms: Term[]): SearchQueries {
  const all = terms.map(({ certain, possible }) => [...certain, ...possible]);
  const certain = terms.map((term) => term.certain);
  return {
    tiers: WEIGHTS.flatMap((weights) => [allOf(certain, weights), allOf(all, weights)]) as Tiers,
    terms: all.map((words) => anyOf(words)),
  };
}

const allOf = (terms: TermWord[][], weights = "") => terms.map((words) => `(${anyOf(words, weights)})`).join(" & ");
const anyOf = (words: TermWord[], weights = "") =>
  words
    .map(({ word, guessed }) => {
      const allowed = weights || (guessed ? GUESS_WEIGHTS : "");
      return `${quoted(word)}${allowed && `:${allowed}`}`;
    })
    .join(" | ");
const quoted = (word: string) => `'${word.replace(/['\\]/g, "$&$&")}'`;
