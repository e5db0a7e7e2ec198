import { countryOf } from "../../../../contract/catalogue/countries.ts";
import { HOME_COUNTRY } from "../../../../contract/catalogue/origin.ts";
import { type Paise, toPaise } from "../../../base/money.ts";
import type { ListingFilter } from "../listing/listing-filter.ts";

/** A search text, split into words to find and filters in words, such as "under 1000". */
export interface SearchIntent {
  /** The remaining text; null if the text had only filters, as in "under 1000" or "new arrivals". */
  words: string | null;
  filter: Pick<ListingFilter, "minPricePaise" | "maxPricePaise" | "bestseller" | "deals">;
}

/** Matches "₹1,500", "Rs. 500", "2000 rupees"; not "50 ml", and not the beginning of a longer number. */
const AMOUNT = String.raw`(?:₹|rs\.?|inr)?\s?((?:\d{1,3}(?:,\d{2,3})+|\d{2,7})(?:\.\d{1,2})?)(?![\d,])(?!\s?(?:ml|g|gm|gms|grams?|%|pieces?|pcs|hours?|hrs?|years?)\b)(?:\s?(?:rs|rupees|inr|\/-))?`;
const BETWEEN = new RegExp(
  String.raw`(?<![-\p{L}\p{N}])(?:between\s)?${AMOUNT}\s?(?:-|–|to|and)\s?${AMOUNT}(?!-)`,
  "u",
);
const AT_MOST = new RegExp(String.raw`(?:\b(?:under|below|less than|within|up ?to|max|maximum)|<)\s?${AMOUNT}`, "u");
const AT_LEAST = new RegExp(String.raw`(?:\b(?:above|over|more than|min|minimum)|>)\s?${AMOUNT}`, "u");
const BESTSELLERS = /\bbest[ -]?sell(?:ers?|ing)\b/u;
const DEALS = /\b(?:deals?|offers?|sale|discounts?|discounted)\b/u;
/** Needs no filter, because listings begin with the newest. */
const NEWEST = /^(?:new|newest|latest|new arrivals?|new launch(?:es)?)$/u;

/**
 * Extracts price limits, best sellers and deals from a search text.
 * @param text at most MAX_SEARCH_LENGTH characters
 */
export function readIntent(text: string): SearchIntent {
  const filter: SearchIntent["filter"] = {};
  let rest = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const extract = (pattern: RegExp, apply: (...amounts: Paise[]) => void) => {
    const match = pattern.exec(rest);
    if (!match) return;
    const amounts = match.slice(1).map(readRupees);
    if (isCode(match[0], amounts)) return;
    apply(...amounts);
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.replace(/\s+/g, " ").trim();
  };
  extract(BETWEEN, (...limits) => {
    [filter.minPricePaise, filter.maxPricePaise] = sorted(...limits);
  });
  extract(AT_MOST, (max) => {
    filter.maxPricePaise = max;
  });
  extract(AT_LEAST, (min) => {
    filter.minPricePaise = min;
  });
  extract(BESTSELLERS, () => {
    filter.bestseller = true;
  });
  extract(DEALS, () => {
    filter.deals = true;
  });
  const isOnlyFilter = (Object.keys(filter).length > 0 && rest === "") || NEWEST.test(rest);
  return { words: isOnlyFilter ? null : rest, filter };
}

/** Matches what names an origin at the end of a text, and the country after it. */
const ORIGIN =
  /(?:^|\s)(?:(?:made|produced|manufactured|distilled|bottled) in|product of|imported from|country of origin:?|from) (.+)$/u;

/**
 * Extracts the country of origin from a text: "made in France", "perfume from Oman", "french"; the words are what else it says. Undefined
 * if it names none. A country may also be a word of a title, as in "Turkish Rose", so it counts only after words that say an origin, or alone.
 * @param words of a SearchIntent
 */
export function readOrigin(words: string): { country: string; words: string | null } | undefined {
  const match = ORIGIN.exec(words);
  const country = match || !/\d/.test(words) ? countryOf(match?.[1] ?? words) : undefined;
  if (country === undefined || (!match && country === HOME_COUNTRY)) return undefined;
  const rest = match ? words.slice(0, match.index).trim() : "";
  return { country, words: rest === "" ? null : rest };
}

/** Tells whether two numbers joined by a hyphen are a SKU rather than a range, which begins with the smaller one: "1001-50". */
const isCode = (text: string, [first = toPaise(0), second = first]: Paise[]) =>
  /^\d+-\d+$/.test(text) && first > second;

const readRupees = (typed: string) => toPaise(Number(typed.replaceAll(",", "")));

/** Combines the listing's filter with that of the search text; the tighter of two price limits applies. */
export function narrowFilter(filter: ListingFilter, intent: SearchIntent["filter"]): ListingFilter {
  return {
    ...filter,
    ...(intent.bestseller && { bestseller: true }),
    ...(intent.deals && { deals: true }),
    minPricePaise: sorted(filter.minPricePaise, intent.minPricePaise).at(-1),
    maxPricePaise: sorted(filter.maxPricePaise, intent.maxPricePaise).at(0),
  };
}

function sorted(...limits: (Paise | undefined)[]): Paise[] {
  return limits.filter((limit) => limit !== undefined).sort((a, b) => a - b);
}
