import { LISTING_PAGE_SIZE } from "../contract/limits.ts";
import { LOGIN, SESSION_TOKEN } from "./people.ts";

/** What is measured: API requests and pages, each with paths to request in turn. */
export interface Target {
  name: string;
  /** `call`: an API request. `page`: a page from the page cache, and again rendered without it. */
  kind: "call" | "page";
  paths: string[];
  /** JSON body; the request is then a POST. */
  body?: object;
  /** Session token. */
  token?: string;
  /** Overrides the run's number of connections. */
  connections?: number;
}

/** An empty public list and one that needs a session, alternately: the difference is the cost of the session check. */
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

/** Page 500 of a listing, or the last full page of a smaller catalogue. */
const deepPage = (products: number) => Math.max(1, Math.min(500, Math.floor(products / LISTING_PAGE_SIZE)));

export function targetsFor(products: number): Target[] {
  const far = deepPage(products);
  const call = (name: string, paths: string[]): Target => ({
    name,
    kind: "call",
    paths: paths.map((path) => `/api/${path}`),
  });
  const page = (name: string, paths: string[]): Target => ({ name, kind: "page", paths });
  // Products with reviews, which are the first (bench/catalogue.ts).
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
    // Log-ins keep all cores busy anyway, and an account allows ten wrong passwords at once.
    { ...call("log-in", ["user/login"]), body: LOGIN, connections: 4 },
    { ...call("profile", ["user"]), token: SESSION_TOKEN },
    { ...call("cart", ["cart?page=1&perPage=50&forCount=false"]), token: SESSION_TOKEN },
    { ...call("checkout", ["checkout"]), token: SESSION_TOKEN },
    // One at a time, so that queueing is not measured.
    { ...call(SESSION_CHECK, ["brand", "user/address"]), token: SESSION_TOKEN, connections: 1 },
    page("home page", ["/"]),
    page("listing page", ["/products"]),
    page(
      "product page",
      slugs.map((slug) => `/product/${slug}`),
    ),
  ];
}
