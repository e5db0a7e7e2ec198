import { data, useLoaderData } from "react-router";
import { inBrowser, onServer, type ScreenRequest } from "../api/screen-data.ts";
import { type HomeMetaArgs, homeMeta } from "../home/home-meta.ts";
import { HomeScreen } from "../home/home-screen.tsx";
import { type HomeData, loadHome } from "../home/load-home.ts";

/** An unknown URL shows the home page (R23), with status 404 for search engines. */
const loadUnknown = async (request: ScreenRequest) => data(await loadHome(request), { status: 404 });

export const loader = onServer(loadUnknown);
export const clientLoader = inBrowser(loadUnknown);
export const meta = (args: HomeMetaArgs) => homeMeta(args);

export default function Unknown() {
  return (
    <>
      <p className="container-page py-2.5 text-center text-small text-bark">
        We couldn’t find that page, so here’s our home page.
      </p>
      <HomeScreen data={useLoaderData<HomeData>()} />
    </>
  );
}
