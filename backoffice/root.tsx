import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { takeDroppedFiles } from "../contract/dropped-files.ts";
import { followSignOuts } from "./shared/draft-storage.ts";
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
  useEffect(followSignOuts, []);
  useEffect(takeDroppedFiles, []);
  return <Outlet />;
}

const LISTED_PAGES = Array.from({ length: 14 }, (_, at) => at);
const ROWS = Array.from({ length: 8 }, (_, at) => at);

/** Shown until the first page is loaded, if that takes long: the navigation and a list, in outline. */
export function HydrateFallback() {
  return (
    <div className="appearing-late min-h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
      <div aria-hidden="true" className="border-sand border-b bg-white px-4 py-2 md:border-r md:border-b-0 md:pt-5">
        <p className="font-display text-[1.375rem] text-leaf md:px-2.5">Back office</p>
        <div className="skeleton mt-3 hidden h-9 md:block" />
        {LISTED_PAGES.map((at) => (
          <div key={at} className="skeleton mx-2.5 mt-4 hidden h-3 w-28 md:block" />
        ))}
      </div>
      <main aria-busy="true" className="p-4 md:px-8 md:py-6">
        <h1 className="sr-only">Back office</h1>
        <p role="status" className="sr-only">
          Loading…
        </p>
        <div aria-hidden="true">
          <div className="skeleton mb-5 h-7 w-40" />
          <div className="skeleton mb-4 h-9 max-w-md" />
          <div className="panel divide-y divide-sand">
            {ROWS.map((at) => (
              <div key={at} className="flex justify-between px-4 py-3.5">
                <div className="skeleton h-3 w-2/5" />
                <div className="skeleton h-3 w-16" />
              </div>
            ))}
          </div>
        </div>
      </main>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <main className="flex justify-center p-8">
      <ErrorPage onRetry={() => window.location.reload()} />
    </main>
  );
}
