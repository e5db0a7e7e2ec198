import { createHash, randomBytes } from "node:crypto";

export interface PolicyOptions {
  /** Where pictures come from, when it is not this server. */
  mediaHost: string;
  /** Whether Google's own button may come: its script, its frame and what these load. */
  googleSignIn: boolean;
  /** Where the payment provider's script and API are; null where the demo's provider, which is of this origin, takes the payments. */
  payments: PaymentOrigins | null;
}

export interface PaymentOrigins {
  script: string;
  api: string;
}

const GOOGLE = "https://accounts.google.com/gsi";
/** What Razorpay's checkout script loads and tells besides, from the list of its own extensions for shops. */
const RAZORPAY_FILES = "https://cdn.razorpay.com";
const RAZORPAY_NOTES = ["https://lumberjack.razorpay.com", "https://lumberjack-metrics.razorpay.com"];

/** A mark for the scripts that one rendering of a page writes, which nothing that is rendered into it can know. */
export const newScriptNonce = () => randomBytes(16).toString("base64url");

/**
 * The inline scripts that bear the mark of this rendering, and the page without the mark. A mark that stayed in a kept page could be
 * read there and used; hashes of what bore it can not.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`;
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(
    ([, attributes = "", script = ""]) => (attributes.includes(mark) && script !== "" ? [script] : []),
  );
  return { html: html.replaceAll(mark, ""), scripts };
}

/**
 * The Content-Security-Policy of one finished page: only these inline scripts run, by their hashes, and only this shop's files
 * load. Style attributes stay allowed: they carry each picture's dominant colour and can run nothing.
 */
export function policyOf(scripts: readonly string[], { mediaHost, googleSignIn, payments }: PolicyOptions): string {
  const hashes = new Set(scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`));
  const pictures = mediaHost.startsWith("http") ? ` ${new URL(mediaHost).origin}` : "";
  const google = (address: string) => (googleSignIn ? ` ${GOOGLE}${address}` : "");
  const paid = payments ? paymentSources(payments) : { script: "", frame: " 'self'", connect: "", image: "", form: "" };
  return [
    "default-src 'self'",
    `script-src 'self'${google("/client")}${paid.script} ${[...hashes].join(" ")}`.trimEnd(),
    `style-src 'self'${google("/style")}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}${paid.image}`,
    // A video that somebody chooses for a review is previewed before it is sent.
    `media-src 'self' blob:${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${google("/")}${paid.connect}`,
    `frame-src${google("/")}${paid.frame}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${paid.form}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What a payment needs: the script, its frames and what they load; the form leads to the provider's own page (see needsRedirect). */
function paymentSources({ script, api }: PaymentOrigins) {
  const from = (...addresses: string[]) => ` ${[...new Set(addresses)].join(" ")}`;
  const [scriptOrigin, apiOrigin] = [new URL(script).origin, new URL(api).origin];
  return {
    script: from(scriptOrigin, RAZORPAY_FILES),
    frame: from(apiOrigin, scriptOrigin),
    connect: from(apiOrigin, ...RAZORPAY_NOTES),
    image: from(RAZORPAY_FILES),
    form: from(apiOrigin),
  };
}

/** Sent with every page, besides what request-guard.ts sends with every answer. */
export const PAGE_SECURITY_HEADERS = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
