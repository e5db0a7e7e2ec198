/** Formats terms as PostgreSQL's type tsquery. Words are quoted, so they cannot contain operators. */

import type { Term, TermWord } from "./search-terms.ts";

export interface SearchQueries {
  /**
   * Queries for all terms, from the narrowest to the widest: words in the title, then also in subtitle, notes and category, then also in
   * the ingredients, then anywhere; each first with the certain words only (in the title, with the typed ones where the catalogue has them),
   * then also with the possible ones.
   */
  tiers: Tiers;
  /** One query per term, for products that match only some terms. */
  terms: string[];
}

type Tiers = [string, string, string, string, string, string, string, string];

/** The weights of product_search.everything that each pair of tiers searches. */
const WEIGHTS = ["A", "AB", "ABC", ""] as const;
/** The weights that guessed words search. The description is excluded, where "test" would match "tested". */
const GUESS_WEIGHTS = "ABC";

export function searchQueries(terms: Term[]): SearchQueries {
  const all = terms.map(({ certain, possible }) => [...certain, ...possible]);
  const certain = terms.map((term) => term.certain);
  const typed = terms.map((term) => (term.typed.length > 0 ? term.typed : term.certain));
  return {
    tiers: WEIGHTS.flatMap((weights) => [
      allOf(weights === "A" ? typed : certain, weights),
      allOf(all, weights),
    ]) as Tiers,
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
