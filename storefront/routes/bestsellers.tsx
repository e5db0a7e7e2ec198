import { useLoaderData } from "react-router";
import { listingMeta } from "../listing/listing-meta.ts";
import { ListingPage } from "../listing/listing-page.tsx";
import { type ListingData, listingLoaders } from "../listing/load-listing.ts";
import { BEST_SELLERS } from "../listing/scope.ts";

const listing = listingLoaders(
  () => BEST_SELLERS,
  async () => BEST_SELLERS,
);
export const loader = listing.loader;
export const clientLoader = listing.clientLoader;
export const meta = listingMeta;

export default function BestSellers() {
  return <ListingPage {...useLoaderData<ListingData>()} />;
}
