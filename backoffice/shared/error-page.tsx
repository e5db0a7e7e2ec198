import { Link, useRouteError } from "react-router";
import { RequestError } from "../api/client.ts";

const TITLES: Readonly<Record<string, string>> = {
  permission_missing: "This page is not for your role",
  offline: "The shop can’t be reached",
  not_found: "We couldn’t find this page",
};

/** What is shown instead of a page that could not be loaded, and what can be done about it. */
export function ErrorPage({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  const error = useRouteError();
  const code = error instanceof RequestError ? error.code : "";
  const title = TITLES[code] ?? "Something went wrong";
  return (
    <div className="panel max-w-lg p-6">
      <title>{title}</title>
      <h1 className="mb-2">{title}</h1>
      <p role="alert" className="mb-4 text-bark">
        {error instanceof RequestError ? error.message : "Something went wrong on this page."}
      </p>
      {code === "permission_missing" || code === "not_found" ? (
        <Link to="/" className="button-primary">
          Go to Home
        </Link>
      ) : (
        <button type="button" className="button-primary" disabled={busy} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
