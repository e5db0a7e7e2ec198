import type { CategoryDetail, CategoryLink } from "../../contract/catalogue/schemas.ts";
import type { Query } from "../api/client.ts";

/** The part of the catalogue that a listing shows, with its texts. */
export interface ListingScope {
  path: string;
  title: string;
  /** One sentence below the title. */
  sentence: string;
  /** The meta description, if the sentence is too short for one. */
  description?: string;
  /** Parameters of `GET product` that belong to the page itself, whatever the choices are. */
  query: Query;
  kind: "all" | "bestsellers" | "deals" | "category";
  category?: CategoryDetail;
}

export const ALL_PRODUCTS: ListingScope = {
  path: "/products",
  title: "All Products",
  sentence: "Perfumes, attars and skincare from Indian flowers, woods and oils.",
  query: {},
  kind: "all",
};

export const BEST_SELLERS: ListingScope = {
  path: "/bestsellers",
  title: "Best Sellers",
  sentence: "What our customers come back for: the bottles, oils and soaps that leave the shelf first.",
  query: { bestseller: true },
  kind: "bestsellers",
};

export const CRAZY_DEALS: ListingScope = {
  path: "/crazy-deals",
  title: "Crazy Deals",
  sentence:
    "The same bottles and jars as ever, below their MRP for as long as this batch lasts. We never raise a price just to cut it.",
  description:
    "Organic perfumes, attars and skincare below their MRP, for as long as the batch lasts. We never raise a price just to cut it.",
  query: { deals: true },
  kind: "deals",
};

export function categoryScope(category: CategoryDetail): ListingScope {
  return {
    path: `/category/${category.slug}`,
    title: category.name,
    sentence: category.description,
    query: { category: category.slug },
    kind: "category",
    category,
  };
}

export function breadcrumbs({ path, title, category }: ListingScope): { name: string; path: string }[] {
  const link = ({ name, slug }: CategoryLink) => ({ name, path: `/category/${slug}` });
  return [{ name: "Home", path: "/" }, ...(category?.parent ? [link(category.parent)] : []), { name: title, path }];
}
