import { data, useLoaderData } from "react-router";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { type HomeMetaArgs, homeMeta } from "../home/home-meta.ts";
import { HomePage } from "../home/home-page.tsx";
import { type HomeData, loadHome } from "../home/load-home.ts";

/** An unknown URL shows the home page (R23), with status 404 for search engines. */
const loadUnknown = async (request: LoaderRequest) => data(await loadHome(request), { status: 404 });

export const loader = onServer(loadUnknown);
export const clientLoader = inBrowser(loadUnknown);
export const meta = (args: HomeMetaArgs) => homeMeta(args);

export default function Unknown() {
  return (
    <>
      <p className="container-page bg-linen py-4 text-center font-display text-lead">
        We couldn’t find that page, so here’s our home page.
      </p>
      <HomePage data={useLoaderData<HomeData>()} />
    </>
  );
}
