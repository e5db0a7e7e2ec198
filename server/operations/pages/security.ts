import { createHash } from "node:crypto";
import type { AnalyticsScript } from "../../../contract/measurement.ts";

export interface PolicyOptions {
  /** The origin of pictures, unless it is this server. */
  mediaHost: string;
  /** The origin of the built files, unless it is this server; else empty. */
  assetsHost: string;
  /** Whether Google's button may load: its script, its frame and its requests. */
  googleSignIn: boolean;
  /** URLs of the payment provider's script and API; null for the demo's provider, which has this shop's origin. */
  payments: PaymentOrigins | null;
  /** The script that counts visits; null if none is connected. */
  analytics: AnalyticsScript | null;
}

interface PaymentOrigins {
  script: string;
  api: string;
}

const GOOGLE = "https://accounts.google.com/gsi";
/** What Razorpay's checkout script requests besides, from the list in Razorpay's own shop extensions. */
const RAZORPAY_FILES = "https://cdn.razorpay.com";
const RAZORPAY_NOTES = ["https://lumberjack.razorpay.com", "https://lumberjack-metrics.razorpay.com"];

/** Umami's own servers send the script from one host and take the counts at another. */
const UMAMI_CLOUD = { script: "https://cloud.umami.is", counts: "https://api-gateway.umami.dev" };
/** By Google's guide to a Content-Security-Policy, without what its advertising needs. */
const GOOGLE_TAG = "https://www.googletagmanager.com";
const GOOGLE_ANALYTICS = "https://*.google-analytics.com";

/** Returns the policy sources of a built page's inline scripts. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return [...new Set(scripts.map(([, script = ""]) => hashSource(script)))];
}

const hashSource = (script: string | Buffer) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Returns the Content-Security-Policy of a page: only these inline scripts run, by their hashes, and only this shop's files load. Style
 * attributes are allowed: they contain each picture's dominant colour and cannot run scripts.
 */
export function policyOf(
  scripts: readonly Buffer[],
  { mediaHost, assetsHost, googleSignIn, payments, analytics }: PolicyOptions,
): string {
  const hashes = new Set(scripts.map(hashSource));
  const pictures = mediaHost.startsWith("http") ? ` ${new URL(mediaHost).origin}` : "";
  const files = assetsHost === "" ? "" : ` ${assetsHost}`;
  const google = (path: string) => (googleSignIn ? ` ${GOOGLE}${path}` : "");
  const payment = payments
    ? paymentSources(payments)
    : { script: "", frame: " 'self'", connect: "", image: "", form: "" };
  const counting = analytics ? countingSources(analytics) : { script: "", connect: "", image: "" };
  return [
    "default-src 'self'",
    `script-src 'self'${files}${google("/client")}${payment.script}${counting.script} ${[...hashes].join(" ")}`.trimEnd(),
    `style-src 'self'${files}${google("/style")}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${files}${pictures}${payment.image}${counting.image}`,
    // Videos of reviews are previewed before they are sent.
    `media-src 'self' blob:${pictures}`,
    `font-src 'self'${files}`,
    `connect-src 'self'${google("/")}${payment.connect}${counting.connect}`,
    `frame-src${google("/")}${payment.frame}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${payment.form}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns what counting visits needs: the script, and where it sends what it counts. */
function countingSources({ kind, url }: AnalyticsScript) {
  if (kind === "ga4")
    return {
      script: ` ${GOOGLE_TAG}`,
      connect: ` ${GOOGLE_TAG} ${GOOGLE_ANALYTICS} https://*.analytics.google.com`,
      image: ` ${GOOGLE_TAG} ${GOOGLE_ANALYTICS}`,
    };
  const { origin } = new URL(url);
  return { script: ` ${url}`, connect: ` ${origin === UMAMI_CLOUD.script ? UMAMI_CLOUD.counts : origin}`, image: "" };
}

/** Returns what a payment needs: the script, its frames and its requests. The form opens the provider's page (see needsRedirect). */
function paymentSources({ script, api }: PaymentOrigins) {
  const from = (...origins: string[]) => ` ${[...new Set(origins)].join(" ")}`;
  const [scriptOrigin, apiOrigin] = [new URL(script).origin, new URL(api).origin];
  return {
    script: from(scriptOrigin, RAZORPAY_FILES),
    frame: from(apiOrigin, scriptOrigin),
    connect: from(apiOrigin, ...RAZORPAY_NOTES),
    image: from(RAZORPAY_FILES),
    form: from(apiOrigin),
  };
}

/** Headers of every page, besides those of every response (request-guard.ts). */
export const PAGE_SECURITY_HEADERS = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
