/** Proves that a web address leads to this shop before it is stored: the back office takes changes only from the one that is stored. */

import { ApiError } from "../../base/errors.ts";
import { newToken } from "../../base/secrets.ts";

/** Time limit of an address that does not respond. */
const LIMIT_MS = 10_000;
/** How many numbers are remembered; the oldest are forgotten. */
const MAX_NONCES = 20;

/** The web addresses by which this process was reached, with numbers that it alone has made. */
export interface ReachedAddresses {
  newNonce(): string;
  /** Notes by which origin a number came. @returns whether it is one of this process */
  note(nonce: string, origin: string): boolean;
  /** Returns by which origin a number came; null if it has not. */
  originOf(nonce: string): string | null;
  has(origin: string): boolean;
}

export function createReachedAddresses(): ReachedAddresses {
  const origins = new Map<string, string | null>();
  return {
    newNonce() {
      const nonce = newToken();
      origins.set(nonce, null);
      for (const oldest of [...origins.keys()].slice(0, -MAX_NONCES)) origins.delete(oldest);
      return nonce;
    },
    note(nonce, origin) {
      if (!origins.has(nonce)) return false;
      origins.set(nonce, new URL(origin).origin);
      return true;
    },
    originOf: (nonce) => origins.get(nonce) ?? null,
    has: (origin) => [...origins.values()].includes(origin),
  };
}

/** The path by which a number comes back. */
const REACH_PATH = "/admin/api/setup/reach";

/**
 * Requires that a web address leads to this process: the request to store it has come by it, or one that the process sends to it does, or one of
 * the owner's browser has.
 * @param origin as URLs have it
 * @param requestOrigin by which the request to store it came
 * @throws ApiError (422) with the reason and the way out
 */
export async function requireReached(
  reached: ReachedAddresses,
  { origin, requestOrigin, limitMs = LIMIT_MS }: { origin: string; requestOrigin: string; limitMs?: number },
): Promise<void> {
  if (new URL(requestOrigin).origin === origin || reached.has(origin)) return;
  const nonce = reached.newNonce();
  const url = `${origin}${REACH_PATH}/${nonce}`;
  const problem = await problemOf(url, { origin, limitMs });
  if (reached.has(origin)) return;
  const seen = reached.originOf(nonce);
  throw ApiError.ofField(
    "origin",
    seen === null
      ? `${problem} Nothing was changed. If only this machine cannot open it, open ${url} in your browser, and then store the address again.`
      : `${origin} leads to this shop, but the shop sees ${seen}: the https proxy must pass on Host and X-Forwarded-Proto, and TRUST_PROXY must name it. Nothing was changed.`,
  );
}

/** Sends a request to an address. @returns why it does not come to this process, if it does not */
async function problemOf(url: string, { origin, limitMs }: { origin: string; limitMs: number }): Promise<string> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(limitMs) });
    await response.body?.cancel();
    const leadsTo = URL.parse(response.headers.get("location") ?? "", url)?.origin;
    return leadsTo && leadsTo !== origin
      ? `${origin} leads on to ${leadsTo}: enter that address.`
      : `${origin} leads to another website than this shop, which answers ${response.status}.`;
  } catch (error) {
    return reasonOf(error as Error, origin);
  }
}

function reasonOf(error: Error, origin: string): string {
  const { hostname } = new URL(origin);
  if (error.name === "TimeoutError") return `${origin} does not answer within ${LIMIT_MS / 1000} seconds.`;
  const { code = "", message = error.message } = (error.cause ?? {}) as { code?: string; message?: string };
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return `No machine has the name ${hostname}: check it, and the DNS of the domain, which can take an hour.`;
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET|UND_ERR_\w+)$/.test(code))
    return `Nothing answers at ${origin} (${code}): is its https proxy set up?`;
  if (/CERT|TLS|SSL|SIGNED|VERIFY/.test(code)) return `The certificate of ${origin} is not valid (${code}).`;
  return `${origin} cannot be reached (${code || message}).`;
}
