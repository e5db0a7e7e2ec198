import type { DeploymentSettings } from "../config/config.ts";
import type { Topic } from "../database/database.ts";

/** Seconds for which a CDN may send a response without asking the shop, unless a purge removes it earlier. */
const FRESH = 60;
/** After that time a CDN may still send the response while it requests the new one, or when the shop cannot be reached. */
const STALE = "stale-while-revalidate=600, stale-if-error=86400";

/** Makes browsers and CDNs revalidate each time. */
export const REVALIDATE = "public, max-age=0, must-revalidate";

/**
 * Returns the headers of a response that is the same for everybody, for CDNs: how long they may store it, and by which keys it is purged.
 * See docs/decisions/2026-11-23-shared-cache-headers.md.
 * @param topics on which the response depends
 */
export function sharedCacheHeaders(
  topics: ReadonlySet<Topic>,
  { CDN_PURGE }: Pick<DeploymentSettings, "CDN_PURGE">,
): Record<string, string> {
  return {
    // With must-revalidate browsers ignore stale-while-revalidate.
    "cache-control": `${REVALIDATE}, s-maxage=${FRESH}, ${STALE}`,
    // A CDN that obeys must-revalidate, which s-maxage also implies, reads this instead (RFC 9213).
    "cdn-cache-control": `public, max-age=${FRESH}, ${STALE}`,
    ...(CDN_PURGE === "cloudflare"
      ? { "cache-tag": [...topics].join(",") }
      : { "surrogate-key": [...topics].join(" ") }),
  };
}
