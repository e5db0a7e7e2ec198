/** The shop's time, in the browser: the clock of its server, because that of a device may be wrong by minutes or by weeks. */

/** Closer clocks count as equal: a response needs a moment, and its time has whole seconds. */
const TOLERANCE_MS = 10_000;
const IS_STORED = /max-age=0*[1-9]/;

/** By how much the server's clock is ahead; 0, as on the server itself, until a response says so. */
let aheadMs = 0;

/** Reads the time at which the shop has responded. A response that the browser may have stored tells an earlier one. */
export function readShopClock({ headers }: Pick<Response, "headers">): void {
  if (IS_STORED.test(headers.get("cache-control") ?? "")) return;
  // A CDN adds how long it has stored the response.
  const sentAt = Date.parse(headers.get("date") ?? "") + Number(headers.get("age")) * 1000;
  const ahead = sentAt - Date.now();
  if (Number.isFinite(ahead)) aheadMs = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
}

export const shopNow = (): Date => new Date(Date.now() + aheadMs);
