/** The owner's decisions about a move: proposed, and what is still open. Pure. */

import { type MoveDecisions, type MoveFacts, PEOPLE_KINDS } from "../../../contract/admin/moves.ts";
import { countryOf } from "../../../contract/catalogue/countries.ts";
import { slugFrom } from "../../shop/catalogue/editing/slug-from.ts";

interface Category {
  slug: string;
  name: string;
}

const NONE: MoveDecisions = {
  ...{ columns: [], further: [], pricesWithGst: null, sizeOption: "", otherOption: "split", words: [] },
  ...{
    country: "India",
    shelfLifeMonths: null,
    withoutQuantity: null,
    repeatedSkus: null,
    uncountedUnits: 0,
    stock: "all",
  },
  ...{ pictures: "all", takesArchived: false, packsCarryMrp: false },
};

/**
 * Proposes decisions: those of the last move with the same files, and categories that are called as the other shop's words. Never a rate, nor
 * whether prices include it.
 */
export function proposeDecisions(
  facts: MoveFacts,
  before: MoveDecisions | null,
  categories: readonly Category[],
): MoveDecisions {
  const last = before ?? NONE;
  const known = new Map(last.words.map((word) => [word.word, word]));
  const byName = new Map(
    categories.flatMap(({ slug, name }) => [[slug, slug] as const, [slugFrom(name), slug] as const]),
  );
  const named = (word: string) => {
    const own = slugFrom(word.split(">").at(-1) ?? "");
    return byName.get(own) ?? byName.get(`${own}s`) ?? "";
  };
  return {
    ...last,
    words: facts.words.map(({ word }) => known.get(word) ?? { word, category: named(word), hsn: "", gstPercent: null }),
    further: last.further.filter(({ heading }) => facts.further.some((column) => column.heading === heading)),
  };
}

/** What must be decided before a move can be staged, as sentences. */
export function openDecisions(facts: MoveFacts, decisions: MoveDecisions, categories: readonly Category[]): string[] {
  const open: string[] = [];
  const say = (isOpen: boolean, sentence: string) => {
    if (isOpen) open.push(sentence);
  };
  const columns = new Set(decisions.columns.map(({ field }) => field));
  const hasPeople = facts.files.some(({ kind }) => (PEOPLE_KINDS as readonly string[]).includes(kind));
  say(facts.source === null && !hasPeople, "Add a file with products, customers or orders.");
  const lacksColumns =
    facts.unknown.length > 0 &&
    !columns.has("email") &&
    !(columns.has("title") && (columns.has("price") || columns.has("originalPrice")));
  say(lacksColumns, "Say which columns are the title and the price, or the customers’ email.");
  if (facts.words.length === 0) return open;
  say(decisions.pricesWithGst === null, "Say whether prices include GST.");
  say(facts.twoOptions.products > 0 && decisions.sizeOption === "", "Say which option is the size.");
  const words = new Map(decisions.words.map((word) => [word.word, word]));
  const isKnown = (slug: string) => categories.some((category) => category.slug === slug);
  const undecided = facts.words.filter(({ word }) => {
    const decided = words.get(word);
    return !decided || !isKnown(decided.category) || decided.gstPercent === null;
  });
  const [first] = undecided;
  say(
    first !== undefined,
    `Choose the category and the GST rate of ${undecided.length === 1 ? "one of their words" : `${undecided.length} of their words`}, such as ${first?.word ? `“${first.word}”` : "products without one"}.`,
  );
  say(decisions.shelfLifeMonths === null, "Give the shelf life.");
  say(
    decisions.country !== "" && countryOf(decisions.country) === undefined,
    "Write the country of origin as India or France, or leave it empty.",
  );
  say(
    facts.withoutQuantity.sizes > 0 && decisions.withoutQuantity === null,
    "Say what is to become of sizes without a net quantity.",
  );
  say(
    facts.repeatedSkus.sizes > 0 && decisions.repeatedSkus === null,
    "Say what is to become of SKUs that several sizes have.",
  );
  return open;
}
