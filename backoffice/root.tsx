import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { RequestError } from "./api/client.ts";
import styles from "./styles.css?url";

export const links = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];
export const meta = () => [{ title: "Back office" }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" content="#2f4a36" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shown until the scripts run. */
export function HydrateFallback() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Back office</h1>
      <p role="status" className="text-bark">
        Loading…
      </p>
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = error instanceof RequestError ? error.message : "Something went wrong on this page.";
  const isForbidden = error instanceof RequestError && error.code === "permission_missing";
  const title = isForbidden ? "This page is not for your role" : "Something went wrong";
  return (
    <main className="mx-auto max-w-lg p-8">
      <title>{title}</title>
      <h1 className="mb-2 text-heading">{title}</h1>
      <p className="mb-6 text-bark">{message}</p>
      {isForbidden ? (
        <a href="/admin/" className="button-primary">
          Go to Home
        </a>
      ) : (
        <button type="button" className="button-primary" onClick={() => window.location.reload()}>
          Load the page again
        </button>
      )}
    </main>
  );
}
