import { data, Link, redirectDocument, useLoaderData } from "react-router";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { type HomeMetaArgs, homeMeta } from "../home/home-meta.ts";
import { HomePage } from "../home/home-page.tsx";
import { type HomeData, loadHome } from "../home/load-home.ts";
import plant from "../shared/drawings/withered-plant.svg?no-inline";
import { DrawnBand } from "../shared/drawn-band.tsx";

/** An unknown URL shows the home page (R23), with status 404 for search engines. */
const loadUnknown = async (request: LoaderRequest) => data(await loadHome(request), { status: 404 });

export const loader = onServer(loadUnknown);
/** Loads the whole page, since only the server knows whether the path is redirected. */
export const clientLoader = inBrowser(async ({ url }) => {
  throw redirectDocument(url.href);
});
/** The page's own data does not change; loaded again, as after a time offline, it would be a load without end. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;
export const meta = (args: HomeMetaArgs) => homeMeta(args);

export default function Unknown() {
  return (
    <HomePage
      data={useLoaderData<HomeData>()}
      message={
        <DrawnBand drawing={plant}>
          <h1 className="max-w-[12.5em] text-display tracking-normal [word-spacing:inherit]">
            We couldn’t find that page, <em>so here’s our home page.</em>
          </h1>
          <div className="mt-6 grid gap-3 sm:flex">
            <Link to="/products" className="button-primary">
              See all products
            </Link>
            <Link to="/bestsellers" className="button-quiet">
              See bestsellers
            </Link>
          </div>
        </DrawnBand>
      }
    />
  );
}
