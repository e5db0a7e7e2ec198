import { pageMeta } from "../shared/page-meta.ts";
import type { RootData } from "../shared/shop-context.ts";
import type { HomeData } from "./load-home.ts";

export interface HomeMetaArgs {
  matches: { id: string; loaderData?: unknown }[];
  loaderData?: HomeData | undefined;
}

/** @param path omitted for an unknown path, which search engines must not index */
export function homeMeta({ matches, loaderData }: HomeMetaArgs, path?: "/") {
  const root = matches[0]?.loaderData as RootData | undefined;
  return pageMeta(matches, {
    title: root?.shop?.name ?? "Home",
    description: `Perfumes, attars and skincare made in small batches from Indian flowers, woods and oils. Cruelty free, gender neutral${root?.shop?.freeShipping ? ", with free shipping all over India" : ""}.`,
    ...(path && { path }),
    image: loaderData?.banners.desktop[0]?.image,
  });
}
