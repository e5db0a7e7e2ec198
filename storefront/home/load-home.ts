import type { Banner } from "../../contract/content/schemas.ts";
import { NEW_ARRIVALS_SIZE } from "../../contract/limits.ts";
import type { PublicClient } from "../api/client.ts";
import type { LoaderRequest } from "../api/page-loader.ts";
import { RequestError } from "../api/request.ts";

/** Replaces a list that fails with an empty one. */
type OrEmpty = <T>(list: Promise<T[]>) => Promise<T[]>;

/**
 * Loads the home page's lists. A list that fails is omitted silently. In its own file because two routes show the home page, and a route
 * module may export only its route.
 * @throws RequestError if no response arrives at all, so that the cached page is opened
 */
export async function loadHome({ api }: Pick<LoaderRequest, "api">) {
  let arrived = 0;
  let lost: RequestError | undefined;
  const orEmpty: OrEmpty = (list) =>
    list.then(
      (loaded) => {
        arrived += 1;
        return loaded;
      },
      (error: unknown) => {
        if (error instanceof RequestError && error.status === 0) lost = error;
        else arrived += 1;
        return [];
      },
    );
  const allBanners = Promise.all([loadBanners(api, true, orEmpty), loadBanners(api, false, orEmpty)]);
  const [[phone, desktop], promoPrices, newArrivals, reasons, testimonials, brandImages] = await Promise.all([
    allBanners,
    allBanners.then((lists) => loadPromoPrices(api, lists.flat(), orEmpty)),
    orEmpty(api.listProducts({ query: { page: 1, perPage: NEW_ARRIVALS_SIZE } }).then(({ data }) => data)),
    orEmpty(api.listReasons()),
    orEmpty(api.listTestimonials()),
    orEmpty(api.listBrandImages()),
  ]);
  if (lost && arrived === 0) throw lost;
  return { banners: { phone, desktop }, promoPrices, newArrivals, reasons, testimonials, brandImages };
}
export type HomeData = Awaited<ReturnType<typeof loadHome>>;

async function loadBanners(api: PublicClient, phone: boolean, orEmpty: OrEmpty): Promise<Banner[]> {
  const lists = await Promise.all([
    orEmpty(api.listBanners({ query: { mobile_banner: phone } })),
    orEmpty(api.listBanners({ query: { mobile_banner: phone, placement: ["promo", "app"] } })),
  ]);
  return lists.flat();
}

/** What a promotion's product costs, or the least that its category's products cost. */
export type PromoPrice = { price: number; originalPrice: number | undefined } | { from: number };

/** Returns the prices by the promotions' links; none for other links. */
async function loadPromoPrices(
  api: PublicClient,
  banners: Banner[],
  orEmpty: OrEmpty,
): Promise<Record<string, PromoPrice>> {
  const links = new Set(banners.flatMap(({ placement, link }) => (placement === "promo" ? link : [])));
  const priced = await Promise.all([...links].map((link) => orEmpty(loadPromoPrice(api, link))));
  return Object.fromEntries(priced.flat());
}

async function loadPromoPrice(api: PublicClient, link: string): Promise<[string, PromoPrice][]> {
  const [, kind, slug] = /^\/(product|category)\/([^/?#]+)$/.exec(link) ?? [];
  if (slug === undefined) return [];
  if (kind === "product") {
    const { price, originalPrice } = await api.readProduct({ params: { slug } });
    return [[link, { price, originalPrice }]];
  }
  const { data } = await api.listProducts({ query: { category: slug, price_sort: "asc", page: 1, perPage: 1 } });
  return data.map(({ lowestPrice }) => [link, { from: lowestPrice }]);
}
