import type { Term, TermWord } from "./search-terms.ts";

/** Terms as PostgreSQL's tsquery texts. Pure; each word is quoted, so nothing in it can be an operator. */
export interface SearchQueries {
  /**
   * The whole search from its narrowest sense to its widest: the words in the title, then also in sub title, notes and category,
   * then also in the ingredients, then anywhere; within each, the certain words alone before all that are possible.
   */
  tiers: Tiers;
  /** One query per term, for products that do not have them all. */
  terms: string[];
}

export type Tiers = [string, string, string, string, string, string, string, string];

/** The weights in product_search.everything that each step of the tiers allows. */
const PLACES = ["A", "AB", "ABC", ""] as const;
/** Where a guessed word counts: a product's long text alone is too weak a reason to take "test" for "tested". */
const PLACES_OF_A_GUESS = "ABC";

export function searchQueries(terms: Term[]): SearchQueries {
  const all = terms.map(({ certain, possible }) => [...certain, ...possible]);
  const certain = terms.map((term) => term.certain);
  return {
    tiers: PLACES.flatMap((place) => [everyOf(certain, place), everyOf(all, place)]) as Tiers,
    terms: all.map((words) => anyOf(words)),
  };
}

const everyOf = (terms: TermWord[][], place = "") => terms.map((words) => `(${anyOf(words, place)})`).join(" & ");
const anyOf = (words: TermWord[], place = "") =>
  words
    .map(({ word, guessed }) => {
      const places = place || (guessed ? PLACES_OF_A_GUESS : "");
      return `${quoted(word)}${places && `:${places}`}`;
    })
    .join(" | ");
const quoted = (word: string) => `'${word.replace(/['\\]/g, "$&$&")}'`;
