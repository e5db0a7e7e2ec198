import { useEffect } from "react";
import { redirect, useLoaderData } from "react-router";
import type { CategoryDetail } from "../../contract/catalogue/schemas.ts";
import type { LoaderRequest } from "../api/page-loader.ts";
import { listingMeta } from "../listing/listing-meta.ts";
import { ListingPage } from "../listing/listing-page.tsx";
import { type ListingData, listingLoaders } from "../listing/load-listing.ts";
import { categoryScope } from "../listing/scope.ts";

/** Categories loaded in this session, so that going back to one is immediate. */
const cached = new Map<string, CategoryDetail>();

async function readCategory({ api, url, params: { slug = "" } }: LoaderRequest) {
  const category = cached.get(slug) ?? (await api.readCategory({ params: { slug } }));
  // The URL has a former slug, so it redirects permanently.
  if (category.slug !== slug) throw redirect(`/category/${category.slug}${url.search}`, 301);
  return categoryScope(category);
}

const listing = listingLoaders(({ slug }) => ({ kind: "category", query: { category: slug } }), readCategory);
export const loader = listing.loader;
export const clientLoader = listing.clientLoader;
export const meta = listingMeta;

export default function Category() {
  const data = useLoaderData<ListingData>();
  const { category, path } = data.scope;
  useEffect(() => {
    if (category) cached.set(category.slug, category);
  }, [category]);
  return <ListingPage key={path} {...data} />;
}
