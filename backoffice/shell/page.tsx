import { Outlet, useRevalidator } from "react-router";
import { ErrorPage } from "../shared/error-page.tsx";

/** The page within the shell. One that cannot be loaded leaves the navigation in place. */
export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator();
  return <ErrorPage onRetry={() => void revalidate()} busy={state !== "idle"} />;
}
