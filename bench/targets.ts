import { LISTING_PAGE_SIZE } from "../contract/limits.ts";
import { LOGIN, SESSION_TOKEN } from "./people.ts";

/** What is measured: calls and pages of the shop, each with addresses to ask for in turn. */
export interface Target {
  name: string;
  /** `call`: answered anew each time. `page`: from the page cache, and again rendered without one. */
  kind: "call" | "page";
  paths: string[];
  /** Sent with each, as JSON; the request is a POST then. */
  body?: object;
  /** Sent with each: whose session it is. */
  token?: string;
  /** Where it is not to be as many as the whole run takes. */
  connections?: number;
}

/** An empty list, read by one statement, for anybody and behind a session by turns: between them lies what the check of a session costs. */
export const SESSION_CHECK = "list, without and with session";

const SEARCHES = [
  "rose",
  "sandlwood",
  "ros",
  "ittar",
  "saffron oud",
  "khus attar",
  "linalool",
  "temple garden",
  "night cream",
  "kewra",
  "vanyara",
  "moonlight toner",
];
const CATEGORIES = ["perfumes", "attars", "face-care", "body-care", "hair-care", "gift-sets"];
const FILTERS = [
  "notes=Oud&min_price=500&max_price=3000",
  "notes=Kewra,Champa",
  "min_price=1000&max_price=1500",
  "availability=out_of_stock",
];

/** The far end of a listing: page 500, or the last full one of a smaller catalogue. */
const deepPage = (products: number) => Math.max(1, Math.min(500, Math.floor(products / LISTING_PAGE_SIZE)));

export function targetsFor(products: number): Target[] {
  const far = deepPage(products);
  const call = (name: string, paths: string[]): Target => ({
    name,
    kind: "call",
    paths: paths.map((path) => `/api/${path}`),
  });
  const page = (name: string, paths: string[]): Target => ({ name, kind: "page", paths });
  // Those with reviews, which are the first (bench/catalogue.ts).
  const slugs = Array.from({ length: Math.min(products, 200) }, (_, n) => `product-${n + 1}`);
  return [
    call("listing, page 1", ["product"]),
    call(`listing, page ${far}`, [`product?page=${far}`]),
    call(
      "listing, category",
      CATEGORIES.map((slug) => `product?category=${slug}`),
    ),
    call("listing, by price", ["product?price_sort=asc"]),
    call(`listing, by price, page ${far}`, [`product?price_sort=asc&page=${far}`]),
    call(
      "listing, filtered",
      FILTERS.map((filter) => `product?${filter}`),
    ),
    call(
      "product",
      slugs.map((slug) => `product/${slug}`),
    ),
    call(
      "search",
      SEARCHES.map((words) => `product?search=${encodeURIComponent(words)}`),
    ),
    call(
      "search, page 500",
      SEARCHES.map((words) => `product?search=${encodeURIComponent(words)}&page=500`),
    ),
    // Log-ins keep all cores busy as it is, and ten wrong passwords at once are what an account allows.
    { ...call("log-in", ["user/login"]), body: LOGIN, connections: 4 },
    { ...call("profile", ["user"]), token: SESSION_TOKEN },
    { ...call("cart", ["cart?page=1&perPage=50&forCount=false"]), token: SESSION_TOKEN },
    { ...call("checkout", ["checkout"]), token: SESSION_TOKEN },
    // One at a time, so that the time is the call's own and not that of waiting in line.
    { ...call(SESSION_CHECK, ["brand", "user/address"]), token: SESSION_TOKEN, connections: 1 },
    page("home page", ["/"]),
    page("listing page", ["/products"]),
    page(
      "product page",
      slugs.map((slug) => `/product/${slug}`),
    ),
  ];
}
