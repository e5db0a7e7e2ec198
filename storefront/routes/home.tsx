import { useLoaderData } from "react-router";
import { inBrowser, onServer } from "../api/screen-data.ts";
import { pageMeta } from "../components/page-meta.ts";
import { HomeScreen } from "./home/home-screen.tsx";
import { type HomeData, loadHome } from "./home/load-home.ts";

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
