import { Link } from "react-router";

/** What is shown instead of a screen that does not exist or cannot be loaded. */
export function TroubleScreen({ status }: { status: number }) {
  const missing = status === 404;
  return (
    <section className="container-page grid place-items-center gap-6 py-24 text-center">
      <WiltedFlower />
      <h1 className="text-heading">{missing ? "This page has faded" : "Something went wrong"}</h1>
      <p className="max-w-prose text-lead text-bark">
        {missing
          ? "What you are looking for is not here, or not any more. The rest of the shop is a step away."
          : "The shop could not show this page. Please try again in a moment."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to="/products" className="button-primary">
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
