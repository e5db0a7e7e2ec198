import { LISTING_PAGE_SIZE } from "../contract/limits.ts";
import { LOGIN, SESSION_TOKEN } from "./buyers.ts";

/** What is measured: API requests and pages, each with paths to request in turn. */
export interface Target {
  name: string;
  /** `request`: an API request. `page`: a page from the page cache, and again rendered without it. */
  kind: "request" | "page";
  paths: string[];
  /** The JSON body of a POST; a GET if omitted. */
  body?: object;
  /** The session token. */
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

/** Returns page 500 of a listing, or the last full page of a smaller catalogue. */
const deepPage = (products: number) => Math.max(1, Math.min(500, Math.floor(products / LISTING_PAGE_SIZE)));

export function targetsFor(products: number): Target[] {
  const far = deepPage(products);
  const request = (name: string, paths: string[]): Target => ({
    name,
    kind: "request",
    paths: paths.map((path) => `/api/${path}`),
  });
  const page = (name: string, paths: string[]): Target => ({ name, kind: "page", paths });
  // Products with reviews, which come first (bench/catalogue.ts).
  const slugs = Array.from({ length: Math.min(products, 200) }, (_, n) => `product-${n + 1}`);
  return [
    request("listing, page 1", ["product"]),
    request(`listing, page ${far}`, [`product?page=${far}`]),
    request(
      "listing, category",
      CATEGORIES.map((slug) => `product?category=${slug}`),
    ),
    request("listing, by price", ["product?price_sort=asc"]),
    request(`listing, by price, page ${far}`, [`product?price_sort=asc&page=${far}`]),
    request(
      "listing, filtered",
      FILTERS.map((filter) => `product?${filter}`),
    ),
    request(
      "product",
      slugs.map((slug) => `product/${slug}`),
    ),
    request(
      "search",
      SEARCHES.map((words) => `product?search=${encodeURIComponent(words)}`),
    ),
    request(
      "search, page 500",
      SEARCHES.map((words) => `product?search=${encodeURIComponent(words)}&page=500`),
    ),
    // Logins keep all cores busy anyway, and an account allows ten wrong passwords at once.
    { ...request("login", ["user/login"]), body: LOGIN, connections: 4 },
    { ...request("profile", ["user"]), token: SESSION_TOKEN },
    { ...request("cart", ["cart?page=1&perPage=50&forCount=false"]), token: SESSION_TOKEN },
    { ...request("checkout", ["checkout"]), token: SESSION_TOKEN },
    // One at a time, so that queueing is not measured.
    { ...request(SESSION_CHECK, ["brand", "user/address"]), token: SESSION_TOKEN, connections: 1 },
    page("home page", ["/"]),
    page("listing page", ["/products"]),
    page(
      "product page",
      slugs.map((slug) => `/product/${slug}`),
    ),
  ];
}
