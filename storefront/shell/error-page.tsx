import { useEffect } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { LineDrawing } from "../shared/empty-state.tsx";
import { Picture } from "../shared/picture.tsx";
import type { RootData } from "../shared/shop-context.ts";

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

  // After a click far down the page, the message would be out of sight.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    document.getElementById("main")?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="container-page grid place-items-center gap-6 pt-14 pb-4 text-center md:pt-20">
      <WitheredBlades />
      <h1 className="text-heading">{title}</h1>
      <p className="max-w-prose text-balance text-lead text-bark">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
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
      {kind === "missing" && <Categories />}
    </section>
  );
}

/** The categories, to continue with. */
function Categories() {
  const { categories = [] } = useRouteLoaderData<RootData>("root") ?? {};
  return (
    <ul className="mt-10 grid w-full grid-cols-2 gap-x-4 gap-y-8 text-left sm:grid-cols-3 md:gap-x-6 lg:grid-cols-6">
      {categories.map(({ slug, name, image }) => (
        <li key={slug}>
          <Link to={`/category/${slug}`} className="grid gap-3 font-display text-title hover:text-leaf">
            {image && (
              <Picture
                picture={image}
                alt=""
                sizes="(min-width: 1024px) 192px, (min-width: 640px) 30vw, 46vw"
                imageClassName="aspect-4/5 w-full rounded-picture object-cover"
              />
            )}
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Draws a pandanus with five hanging blades. */
function WitheredBlades() {
  return (
    <LineDrawing height={122}>
      <path d="M66 116c0-30-2-50 8-68M30 116h80" />
      <path d="M74 48c10-16 28-18 40-6-13-1-26 2-40 6ZM74 48c15-1 28 10 29 28-10-11-19-20-29-28ZM74 48c-9-16-26-17-37-5 12-2 25 1 37 5ZM74 48c-15 0-26 10-26 27 8-11 17-20 26-27ZM74 48c-3-14 1-27 10-36 3 13-1 26-10 36Z" />
      <path d="M92 113c5-6 14-7 22-3-6 5-14 6-22 3Z" />
    </LineDrawing>
  );
}
