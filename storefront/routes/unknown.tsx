import { data, useLoaderData } from "react-router";
import { inBrowser, onServer, type ScreenRequest } from "../api/screen-data.ts";
import { pageMeta } from "../components/page-meta.ts";
import { HomeScreen } from "./home/home-screen.tsx";
import { type HomeData, loadHome } from "./home/load-home.ts";

/** An unknown address shows the home page in place (R23), with the status that keeps it out of search engines. */
const loadUnknown = async (request: ScreenRequest) => data(await loadHome(request), { status: 404 });

export const loader = onServer(loadUnknown);
export const clientLoader = inBrowser(loadUnknown);

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
  pageMeta(matches, { title: "Page not found", description: "There is nothing at this address." });

export default function Unknown() {
  return <HomeScreen data={useLoaderData<HomeData>()} />;
}
