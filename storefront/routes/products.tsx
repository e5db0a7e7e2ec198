import { useLoaderData } from "react-router";
import { listingMeta } from "../listing/listing-meta.ts";
import { ListingPage } from "../listing/listing-page.tsx";
import { type ListingData, listingLoaders } from "../listing/load-listing.ts";
import { ALL_PRODUCTS } from "../listing/scope.ts";

const listing = listingLoaders(
  () => ALL_PRODUCTS,
  async () => ALL_PRODUCTS,
);
export const loader = listing.loader;
export const clientLoader = listing.clientLoader;
export const meta = listingMeta;

export default function Products() {
  return <ListingPage {...useLoaderData<ListingData>()} />;
}
