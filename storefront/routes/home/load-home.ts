import { NEW_ARRIVALS_SIZE } from "../../../contract/limits.ts";
import type { ScreenRequest } from "../../api/screen-data.ts";

/**
 * The home page's lists. Each may fail on its own: its part is left out, and nothing is said (S8.11 to S8.14).
 * Two routes show the home page, so this stands in a file of its own: a route module may export nothing but its route.
 */
export async function loadHome({ api, phone }: ScreenRequest) {
  const orNothing = <T>(list: Promise<T[]>) => list.catch((): T[] => []);
  const [banners, newArrivals, testimonials, brandImages] = await Promise.all([
    orNothing(api.listBanners(phone)),
    orNothing(api.listProducts({ page: 1, perPage: NEW_ARRIVALS_SIZE }).then(({ data }) => data)),
    orNothing(api.listTestimonials()),
    orNothing(api.listBrandImages()),
  ]);
  return { banners, phone, newArrivals, testimonials, brandImages };
}
export type HomeData = Awaited<ReturnType<typeof loadHome>>;
