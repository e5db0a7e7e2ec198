import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { ErrorPage } from "./shared/error-page.tsx";
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
  return (
    <main className="grid justify-center p-8">
      <ErrorPage onRetry={() => window.location.reload()} />
    </main>
  );
}
