/**
 * Loads the owner's script that counts visits, and reports the visited pages to it: by their paths and campaigns alone, never what else is in
 * an address. No script counts anything by itself.
 */

import type { AnalyticsScript } from "../../contract/measurement.ts";
import { isPersonalPath } from "../../contract/personal-pages.ts";
import { shopNow } from "../../contract/shop-clock.ts";

declare global {
  interface Window {
    plausible?: Plausible;
    umami?: { track(change: (page: Record<string, unknown>) => Record<string, unknown>): unknown };
    dataLayer?: unknown[];
  }
}

interface Plausible {
  (event: "pageview", options: { url: string; u: string }): void;
  q?: unknown[];
  o?: object;
  init?: (options: object) => void;
}

interface Page {
  pathname: string;
  search: string;
  /** Whether it may be reported: it is allowed, and the page is not personal. */
  counts: boolean;
}

interface Visit {
  url: string;
  /** Empty if unknown. */
  referrer: string;
}

/** How a script is connected. */
interface Counter {
  /** Attributes of its element. */
  attributes: Record<string, string>;
  /** Runs before it is loaded. */
  prepare(visit: Visit): void;
  report(visit: Visit): void;
}

/** Whether the page that is open now may be reported. */
let mayCount = false;
/** Whether an address that names a person or an order was open before: scripts remember where one has come from. A full load forgets it. */
let hasTrace: boolean | null = null;
let loaded: Promise<boolean> | null = null;
let last: string | null = null;

/** Whether an address holds a token, or says whose page or order it is. */
const namesSomebody = ({ pathname, search }: Pick<URL, "pathname" | "search">) =>
  isPersonalPath(pathname) && (search !== "" || pathname.split("/").filter(Boolean).length > 1);

function cameFromSuchPage(): boolean {
  const referrer = urlOf(document.referrer);
  return referrer?.origin === window.location.origin && namesSomebody(referrer);
}

/** Follows the shopper from page to page. The first page that counts loads the script; if that is blocked, nothing happens. */
export function followPage(script: AnalyticsScript, { pathname, search, counts }: Page): void {
  hasTrace ??= cameFromSuchPage();
  hasTrace ||= namesSomebody({ pathname, search });
  mayCount = counts && !hasTrace;
  if (!mayCount) {
    // What comes next is reported again, also if it is the same page.
    last = null;
    return;
  }
  const url = window.location.origin + pathname + campaignOf(search);
  if (url === last) return;
  const visit: Visit = { url, referrer: last ?? externalReferrer() };
  last = url;
  const counter = counterOf(script);
  loaded ??= load(script.url, counter, visit);
  // Read once the next page has set its title.
  void loaded.then((isLoaded) => isLoaded && mayCount && last === url && counter.report(visit));
}

const OF_CAMPAIGN = /^utm_(?:source|medium|campaign|content|term)$/;
const MAX_CAMPAIGN = 100;

/** The parameters by which owners name their campaigns. Those by which advertisers recognise a person stay out. */
function campaignOf(search: string): string {
  const named = [...new URLSearchParams(search)].filter(([name]) => OF_CAMPAIGN.test(name));
  const params = new URLSearchParams(named.map(([name, value]) => [name, value.slice(0, MAX_CAMPAIGN)]));
  return named.length > 0 ? `?${params}` : "";
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The page of another site that led here, without what its address contains besides. */
function externalReferrer(): string {
  const referrer = urlOf(document.referrer);
  return referrer && referrer.origin !== window.location.origin ? `${referrer.origin}/` : "";
}

/** @returns whether it could be loaded */
function load(url: string, { attributes, prepare }: Counter, visit: Visit): Promise<boolean> {
  prepare(visit);
  return new Promise((resolve) => {
    const element = Object.assign(document.createElement("script"), { src: url, async: true });
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.onload = () => resolve(true);
    element.onerror = () => resolve(false);
    document.head.append(element);
  });
}

function counterOf(script: AnalyticsScript): Counter {
  switch (script.kind) {
    case "plausible":
      return plausible(script);
    case "umami":
      return umami(script);
    case "ga4":
      return googleAnalytics(script);
  }
}

/** See https://plausible.io/docs/custom-locations. Older servers name the site by an attribute, and the page by `u`. */
const plausible = ({ id }: AnalyticsScript): Counter => ({
  attributes: id === "" ? {} : { "data-domain": id },
  prepare() {
    const queue: Plausible = (...event) => {
      queue.q = [...(queue.q ?? []), event];
    };
    queue.init = (options) => {
      queue.o = options;
    };
    window.plausible ??= queue;
    window.plausible.init?.({
      autoCapturePageviews: false,
      // Of what the owner has it count besides, such as links to other sites.
      transformRequest: (event: { u?: string }) =>
        mayCount ? { ...event, ...(event.u && { u: cleanUrl(event.u) }) } : null,
    });
  },
  report: ({ url }) => window.plausible?.("pageview", { url, u: url }),
});

function cleanUrl(text: string): string {
  const url = urlOf(text);
  return url ? url.origin + url.pathname + campaignOf(url.search) : "";
}

/** See https://umami.is/docs/tracker-functions. From version 3 on it would otherwise keep a number of each visitor in the browser. */
const umami = ({ id }: AnalyticsScript): Counter => ({
  attributes: { "data-website-id": id, "data-auto-track": "false", "data-identity-stitching": "false" },
  prepare() {},
  report: ({ url, referrer }) => window.umami?.track((page) => ({ ...page, title: document.title, url, referrer })),
});

/**
 * See https://developers.google.com/tag-platform/gtagjs/reference. The switch `ga-disable-…` stops whatever the script itself would send: its
 * own reports of navigations, which are switched on in Google Analytics and not here, name addresses as they are.
 */
const googleAnalytics = ({ id }: AnalyticsScript): Counter => ({
  attributes: {},
  prepare(visit) {
    Object.defineProperty(window, `ga-disable-${id}`, {
      get: () => !mayCount || isPersonalPath(window.location.pathname),
    });
    gtag("consent", "default", {
      analytics_storage: "granted",
      ad_storage: "denied",
      ad_user_data: "denied",
      ad_personalization: "denied",
    });
    gtag("set", googlePage(visit));
    gtag("js", shopNow());
    gtag("config", id, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
  },
  report(visit) {
    // Also for what the script sends by itself while this page is open.
    gtag("set", googlePage(visit));
    gtag("event", "page_view", googlePage(visit));
  },
});

const googlePage = ({ url, referrer }: Visit) => ({
  page_location: url,
  page_referrer: referrer,
  page_title: document.title,
});

/** Google's script reads the arguments of each call, and no array. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}
