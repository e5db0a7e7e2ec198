import { useEffect } from "react";
import { Link } from "react-router";

interface ErrorPageProps {
  /** The HTTP status; 0 if the shop could not be reached. */
  status: number;
  /** The path and query to try again; "" for the current URL. */
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
    <section className="container-page grid place-items-center gap-6 py-24 text-center">
      <WiltedFlower />
      <h1 className="text-heading">{title}</h1>
      <p className="max-w-prose text-lead text-bark">{text}</p>
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
    </section>
  );
}

function WiltedFlower() {
  return (
    <svg
      viewBox="0 0 120 120"
      width="120"
      height="120"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className="text-brass"
      aria-hidden="true"
    >
      <path d="M60 112c2-30-4-48 14-66" strokeLinecap="round" />
      <path
        d="M74 46c10-14 26-12 32-2-10 2-14 8-14 16-10 2-18-4-18-14Zm0 0c-6-14 2-28 12-30 0 8 6 12 10 14M60 88c-14-2-22-10-24-22 14 0 22 8 24 22Z"
        strokeLinejoin="round"
      />
      <path d="M24 112h72" strokeLinecap="round" />
    </svg>
  );
}
