import { useLoaderData } from "react-router";
import { inBrowser, onServer, type ScreenRequest } from "../api/screen-data.ts";
import { NEW_ARRIVALS_SIZE } from "../../contract/limits.ts";
import { pageMeta } from "../components/page-meta.ts";
import { HomeScreen } from "./home/home-screen.tsx";

/**
 * The home page's five lists. Each may fail on its own: its part is left out, and nothing is said (S8.11 to S8.14).
 */
export async function loadHome({ api, phone }: ScreenRequest) {
  const orNothing = <T,>(list: Promise<T[]>) => list.catch((): T[] => []);
  const [banners, newArrivals, testimonials, brandImages] = await Promise.all([
    orNothing(api.listBanners(phone)),
    orNothing(api.listProducts({ page: 1, perPage: NEW_ARRIVALS_SIZE }).then(({ data }) => data)),
    orNothing(api.listTestimonials()),
    orNothing(api.listBrandImages()),
  ]);
  return { banners, phone, newArrivals, testimonials, brandImages };
}
export type HomeData = Awaited<ReturnType<typeof loadHome>>;

export const loader = onServer(loadHome);
export const clientLoader = inBrowser(loadHome);

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) => {
  const root = matches[0]?.loaderData as { shop?: { name: string } } | undefined;
  return pageMeta(matches, {
    title: root?.shop?.name ?? "Home",
    description:
      "Perfumes, attars and skincare made in small batches from Indian flowers, woods and oils. Cruelty free, gender neutral, with free shipping all over India.",
    path: "/",
  });
};

export default function Home() {
  return <HomeScreen data={useLoaderData<HomeData>()} />;
}
