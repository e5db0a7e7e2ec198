import type { Banner } from "../../contract/content/schemas.ts";
import { NEW_ARRIVALS_SIZE } from "../../contract/limits.ts";
import type { PublicClient } from "../api/client.ts";
import type { LoaderRequest } from "../api/page-loader.ts";

/**
 * Loads the home page's lists. A list that fails is omitted silently. In its own file because two routes show the home page, and a route
 * module may export only its route.
 */
export async function loadHome({ api }: Pick<LoaderRequest, "api">) {
  const [phone, desktop, newArrivals, reasons, testimonials, brandImages] = await Promise.all([
    loadBanners(api, true),
    loadBanners(api, false),
    orEmpty(api.listProducts({ query: { page: 1, perPage: NEW_ARRIVALS_SIZE } }).then(({ data }) => data)),
    orEmpty(api.listReasons()),
    orEmpty(api.listTestimonials()),
    orEmpty(api.listBrandImages()),
  ]);
  return { banners: { phone, desktop }, newArrivals, reasons, testimonials, brandImages };
}
export type HomeData = Awaited<ReturnType<typeof loadHome>>;

async function loadBanners(api: PublicClient, phone: boolean): Promise<Banner[]> {
  const lists = await Promise.all([
    orEmpty(api.listBanners({ query: { mobile_banner: phone } })),
    orEmpty(api.listBanners({ query: { mobile_banner: phone, placement: ["promo", "app"] } })),
  ]);
  return lists.flat();
}

const orEmpty = <T>(list: Promise<T[]>) => list.catch((): T[] => []);
