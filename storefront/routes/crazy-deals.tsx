import { useLoaderData } from "react-router";
import { listingMeta } from "../listing/listing-meta.ts";
import { ListingScreen } from "../listing/listing-screen.tsx";
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
  return <ListingScreen {...useLoaderData<ListingData>()} />;
}
