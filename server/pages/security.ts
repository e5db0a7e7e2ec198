import { createHash } from "node:crypto";

export interface PolicyParts {
  /** Where pictures come from, when it is not this server. */
  mediaHost: string;
  /** Whether Google's own button may come: its script, its frame and what these load. */
  googleSignIn: boolean;
}

const GOOGLE = "https://accounts.google.com/gsi";

/**
 * The Content-Security-Policy of one finished page: only its own inline scripts run, by their hashes, and only this shop's files
 * load. Style attributes stay allowed: they carry each picture's dominant colour and can run nothing.
 */
export function policyOf(html: string, { mediaHost, googleSignIn }: PolicyParts): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /application\/ld\+json/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  const pictures = mediaHost.startsWith("http") ? ` ${new URL(mediaHost).origin}` : "";
  const google = (address: string) => (googleSignIn ? ` ${GOOGLE}${address}` : "");
  return [
    "default-src 'self'",
    `script-src 'self'${google("/client")} ${[...hashes].join(" ")}`.trimEnd(),
    `style-src 'self'${google("/style")}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    // A video that somebody chooses for a review is previewed before it is sent.
    "media-src 'self' blob:",
    // The rupee sign's fonts are so small that they stand in the stylesheet.
    "font-src 'self' data:",
    `connect-src 'self'${google("/")}`,
    ...(googleSignIn ? [`frame-src${google("/")}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Sent with every page. */
export const PAGE_SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
