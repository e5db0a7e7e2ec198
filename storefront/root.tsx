import type { MouseEvent, ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { CLOSED_PATH } from "../contract/closed-shop.ts";
import { inBrowser, type LoaderRequest, onServer } from "./api/page-loader.ts";
import { RequestError } from "./api/request.ts";
import { JustAdded } from "./cart/just-added.tsx";
import figtree from "./fonts/figtree-latin.woff2?url";
import fraunces from "./fonts/fraunces-latin.woff2?url";
import { Announcer } from "./shared/announcer.tsx";
import { assetsHost, assetUrl } from "./shared/assets-host.ts";
import { focusPart } from "./shared/focus.ts";
import { JsonLd } from "./shared/json-ld.tsx";
import { ArrivingMark, LaterLayout } from "./shared/later.tsx";
import { pageMeta } from "./shared/page-meta.ts";
import type { RootData } from "./shared/shop-context.ts";
import { Toasts } from "./shared/toasts/toasts.tsx";
import { Contained } from "./shell/contained.tsx";
import { EarlyClicks, EarlyClicksScript } from "./shell/early-clicks.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { Measurement } from "./shell/measurement.tsx";
import { NavigationMemory } from "./shell/navigation-memory.tsx";
import { NavigationTimedOut, NavigationWatch } from "./shell/navigation-watch.tsx";
import { ServiceWorkerRegistration } from "./shell/service-worker-registration.tsx";
import { SessionProvider } from "./shell/session-provider.tsx";
import styles from "./styles/app.css?url";

export const links = () => [
  // From another origin the service worker can cache it only with CORS.
  { rel: "stylesheet", href: assetUrl(styles), ...(assetsHost() !== "" && { crossOrigin: "anonymous" as const }) },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

const HEADER_END = "header-end";

const RENDER_CLOCK_MS = 10 * 60 * 1000;

async function load({ api }: LoaderRequest): Promise<RootData> {
  const [shop, categories] = await Promise.all([api.readShop(), api.listCategories()]);
  // Rounded to ten minutes, so that two renderings of a page are identical and browsers' copies stay valid.
  return { shop, categories, renderedAt: Math.floor(Date.now() / RENDER_CLOCK_MS) * RENDER_CLOCK_MS };
}
export const loader = onServer(load);
export const clientLoader = inBrowser(load);
/** The meta of a page that failed; every other route has its own. */
export const meta = ({ matches, error }: { matches: { id: string; loaderData?: unknown }[]; error?: unknown }) => {
  if (error === undefined) return [];
  const missing = statusOf(error) === 404;
  return pageMeta(matches, {
    title: missing ? "Page not found" : "Something went wrong",
    description: missing ? "We couldn’t find this page." : "We couldn’t load this page.",
  });
};
/** The layout's data is loaded only once. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const look = useRouteLoaderData<RootData>("root")?.shop.look;
  return (
    <html lang="en-IN" style={look} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={look?.["--color-leaf"] ?? "#2f4a36"} />
        {!look?.["--font-display"] &&
          [fraunces, figtree].map((font) => (
            <link key={font} rel="preload" href={assetUrl(font)} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        {/* The menu is centred: painted while it is parsed, it would move with every entry. */}
        <link rel="expect" href={`#${HEADER_END}`} blocking="render" media="(width >= 769px)" />
        <ArrivingMark />
        <EarlyClicksScript />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** What follows the page, each by the name of its part. */
const AFTER_PAGE = {
  "just added": JustAdded,
  organization: Organization,
  "later layout": LaterLayout,
  "navigation memory": NavigationMemory,
  toasts: Toasts,
  announcer: Announcer,
  "early clicks": EarlyClicks,
  measurement: Measurement,
};

/** The layout of every page: header, footer and global components. None of them ends the page, but a navigation that never arrives does. */
function Frame({ children }: { children: ReactNode }) {
  // Their links lead to pages that strangers do not see yet.
  const isBare = useLocation().pathname === CLOSED_PATH;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to the page's content, also without JavaScript */}
      <a
        href="#main"
        onClick={skipToMain}
        className="button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Contained name="session">
        <SessionProvider />
      </Contained>
      <Contained name="service worker">
        <ServiceWorkerRegistration />
      </Contained>
      {!isBare && (
        <Contained name="header" instead={<PlainHeader />}>
          <Header />
        </Contained>
      )}
      <template id={HEADER_END} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {!isBare && (
        <Contained name="footer">
          <Footer />
        </Contained>
      )}
      {Object.entries(AFTER_PAGE).map(([name, Part]) => (
        <Contained key={name} name={name}>
          <Part />
        </Contained>
      ))}
      <NavigationWatch />
    </>
  );
}

/** Keeps #main out of the URL, where it would need a Back of its own. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.scrollIntoView({ behavior: "instant" });
  focusPart(main);
}

/** Stands in for a header that failed. Its links load whole pages. */
function PlainHeader() {
  const { shop } = useRouteLoaderData<RootData>("root") ?? {};
  return (
    <header className="flex gap-6 border-sand border-b px-gutter py-3">
      <a href="/" className="text-link">
        {shop?.name ?? "Home"}
      </a>
      <a href="/products" className="text-link">
        Shop All
      </a>
      <a href="/cart" className="text-link">
        Cart
      </a>
    </header>
  );
}

function Organization() {
  const { shop } = useRouteLoaderData<RootData>("root") ?? {};
  if (!shop) return null;
  return (
    <JsonLd
      data={
        import.meta.env.SSR && {
          "@type": "Organization",
          name: shop.name,
          url: shop.origin,
          email: shop.email,
          telephone: shop.phone,
          address: {
            "@type": "PostalAddress",
            streetAddress: shop.address.slice(0, -1).join(", "),
            addressCountry: "IN",
          },
          sameAs: shop.social.map(({ url }) => url),
        }
      }
    />
  );
}

/** The error page, within the layout unless the layout itself failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<RootData>("root");
  const retryPath = error instanceof NavigationTimedOut ? error.url : "";
  const page = <ErrorPage status={statusOf(error)} retryPath={retryPath} />;
  return root ? <Frame>{page}</Frame> : <main id="main">{page}</main>;
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) || error instanceof RequestError ? error.status : 500;
}
