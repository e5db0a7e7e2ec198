import { useLoaderData } from "react-router";
import { listingMeta } from "../listing/listing-meta.ts";
import { ListingPage } from "../listing/listing-page.tsx";
import { type ListingData, listingLoaders } from "../listing/load-listing.ts";
import { CRAZY_DEALS } from "../listing/scope.ts";

const listing = listingLoaders(
  () => CRAZY_DEALS,
  async () => CRAZY_DEALS,
);
export const loader = listing.loader;
export const clientLoader = listing.clientLoader;
export const meta = listingMeta;

export default function CrazyDeals() {
  return <ListingPage {...useLoaderData<ListingData>()} />;
}
