import { lazy, Suspense, useEffect } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { CategoryRow } from "../shared/category-row.tsx";
import plant from "../shared/drawings/withered-plant.svg?no-inline";
import { DrawnBand } from "../shared/drawn-band.tsx";
import { focusPage } from "../shared/focus.ts";
import type { RootData } from "../shared/shop-context.ts";

// A page that reports an error must not fail itself, such as offline or after a deployment.
const Bestsellers = lazy(() => import("../product-card/bestsellers.tsx").catch(() => ({ default: () => null })));

interface ErrorPageProps {
  /** The HTTP status; 0 if the shop could not be reached. */
  status: number;
  /** The path and query to load again; "" for the current URL. */
  retryPath?: string;
}

const MESSAGES = {
  missing: {
    title: "This page has faded",
    text: "The page you’re looking for has moved or is no longer here. The rest of the shop is one step away.",
  },
  unreached: {
    title: "We can’t reach the shop",
    text: "Please check your connection and try again. Your cart is safe.",
  },
  broken: {
    title: "Something went wrong",
    text: "We couldn’t load this page. Please try again in a moment.",
  },
};

/** The page shown for a page that does not exist or failed to load. */
export function ErrorPage({ status, retryPath = "" }: ErrorPageProps) {
  const kind = status === 404 ? "missing" : status === 0 ? "unreached" : "broken";
  const { title, text } = MESSAGES[kind];
  const { categories = [] } = useRouteLoaderData<RootData>("root") ?? {};

  // After a click far down the page, the message would be out of sight.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    focusPage();
  }, []);

  return (
    <>
      <DrawnBand drawing={plant}>
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 max-w-[27em] text-balance text-lead text-bark">{text}</p>
        <div className="mt-7 grid gap-3 sm:flex">
          {/* A full page load, since this page's code may be what failed. */}
          {kind !== "missing" && (
            <a href={retryPath} className="button-primary">
              Try again
            </a>
          )}
          <Link to="/products" className={kind === "missing" ? "button-primary" : "button-quiet"}>
            See all products
          </Link>
          <Link to="/" className="button-quiet">
            Go to the home page
          </Link>
        </div>
      </DrawnBand>
      {kind === "missing" && (
        <>
          <CategoryRow categories={categories} />
          <Suspense>
            <Bestsellers className="container-page mt-12 md:mt-16" />
          </Suspense>
        </>
      )}
    </>
  );
}
