import { Outlet, useRevalidator, useRouteError } from "react-router";
import { RequestError } from "../api/client.ts";
import { ErrorPage } from "../shared/error-page.tsx";

/** The page within the shell. One that cannot be loaded leaves the navigation in place. */
export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator();
  // What else fails, such as a page's code, does so again until the document is reloaded.
  const isOfRequest = useRouteError() instanceof RequestError;
  return (
    <ErrorPage onRetry={() => (isOfRequest ? void revalidate() : window.location.reload())} busy={state !== "idle"} />
  );
}
