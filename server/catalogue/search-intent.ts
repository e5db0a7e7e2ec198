import { type Paise, toPaise } from "../money.ts";
import type { ListingFilter } from "./listing-filter.ts";

/** What a search asks for: words to find, and limits that were put into words, such as "under 1000". */
export interface SearchIntent {
  /** What is left to search for; null when the limits say it all, as in "under 1000" or "new arrivals". */
  words: string | null;
  filter: Pick<ListingFilter, "minPricePaise" | "maxPricePaise" | "bestseller" | "deals">;
}

/** "₹1,500", "Rs. 500", "2000 rupees"; not "50 ml", and nothing that goes on with another digit. */
const AMOUNT = String.raw`(?:₹|rs\.?|inr)?\s?(\d{1,3}(?:,\d{2,3})+|\d{2,7})(?![\d,])(?!\s?(?:ml|g|gm|gms|grams?|%|pieces?|pcs|hours?|hrs?|years?)\b)(?:\s?(?:rs|rupees|inr|\/-))?`;
const BETWEEN = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:between\s)?${AMOUNT}\s?(?:-|–|to|and)\s?${AMOUNT}`, "u");
const AT_MOST = new RegExp(String.raw`(?:\b(?:under|below|less than|within|up ?to|max|maximum)|<)\s?${AMOUNT}`, "u");
const AT_LEAST = new RegExp(String.raw`(?:\b(?:above|over|more than|min|minimum)|>)\s?${AMOUNT}`, "u");
const BESTSELLERS = /\bbest[ -]?sell(?:ers?|ing)\b/u;
const DEALS = /\b(?:deals?|offers?|sale|discounts?|discounted)\b/u;
/** A listing begins with what is new, so nothing narrows it. */
const NEWEST = /^(?:new|newest|latest|new arrivals?|new launch(?:es)?)$/u;

/**
 * Takes price limits, best sellers and deals out of a typed text. Prices become paise.
 * @param text at most MAX_SEARCH_LENGTH characters
 */
export function readIntent(text: string): SearchIntent {
  const filter: SearchIntent["filter"] = {};
  let rest = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const take = (pattern: RegExp, use: (...amounts: Paise[]) => void) => {
    const match = pattern.exec(rest);
    if (!match) return;
    use(...match.slice(1).map(readRupees));
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.replace(/\s+/g, " ").trim();
  };
  take(BETWEEN, (...limits) => {
    [filter.minPricePaise, filter.maxPricePaise] = sorted(...limits);
  });
  take(AT_MOST, (max) => {
    filter.maxPricePaise = max;
  });
  take(AT_LEAST, (min) => {
    filter.minPricePaise = min;
  });
  take(BESTSELLERS, () => {
    filter.bestseller = true;
  });
  take(DEALS, () => {
    filter.deals = true;
  });
  const meantNoWords = Object.keys(filter).length > 0 ? rest === "" : NEWEST.test(rest);
  return { words: meantNoWords ? null : rest, filter };
}

const readRupees = (typed: string) => toPaise(Number(typed.replaceAll(",", "")));

/** A filter narrowed by what a search says besides: of two price limits the tighter one counts. */
export function narrowedBy(filter: ListingFilter, meant: SearchIntent["filter"]): ListingFilter {
  return {
    ...filter,
    ...(meant.bestseller && { bestseller: true }),
    ...(meant.deals && { deals: true }),
    minPricePaise: sorted(filter.minPricePaise, meant.minPricePaise).at(-1),
    maxPricePaise: sorted(filter.maxPricePaise, meant.maxPricePaise).at(0),
  };
}

function sorted(...limits: (Paise | undefined)[]): Paise[] {
  return limits.filter((limit) => limit !== undefined).sort((a, b) => a - b);
}
