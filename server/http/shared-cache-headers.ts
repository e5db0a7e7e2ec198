import type { DeploymentSettings } from "../config.ts";
import type { Topic } from "../database/database.ts";

/** How long a CDN may send a response without asking the shop, in seconds, if no purge removes it earlier. */
const FRESH = 60;
/** Afterwards a CDN may still send the response while it requests the new one, or when the shop cannot be reached. */
const STALE = "stale-while-revalidate=600, stale-if-error=86400";

/** Browsers revalidate each time; a CDN may not send a copy without asking. */
export const REVALIDATE = "public, max-age=0, must-revalidate";

/**
 * Headers of a response that is the same for everybody, for CDNs: how long they may store it, and by which keys it is purged.
 * See docs/decisions/2026-11-23-shared-cache-headers.md.
 * @param topics what the response was made from
 */
export function sharedCacheHeaders(
  topics: ReadonlySet<Topic>,
  { CDN_PURGE }: Pick<DeploymentSettings, "CDN_PURGE">,
): Record<string, string> {
  return {
    // With must-revalidate browsers ignore stale-while-revalidate.
    "cache-control": `${REVALIDATE}, s-maxage=${FRESH}, ${STALE}`,
    // A CDN that obeys must-revalidate itself, and the one that s-maxage implies, reads this instead (RFC 9213).
    "cdn-cache-control": `public, max-age=${FRESH}, ${STALE}`,
    ...(CDN_PURGE === "cloudflare"
      ? { "cache-tag": [...topics].join(",") }
      : { "surrogate-key": [...topics].join(" ") }),
  };
}
