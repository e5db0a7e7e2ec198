/** The header `Idempotency-Key`: names one act of a person, so that a request that is sent again is not done again. */

import type { Repeat } from "./endpoint.ts";

export const IDEMPOTENCY_KEY = "idempotency-key";
/** The response's header that says that it is the first request's. */
export const IDEMPOTENCY_REPLAYED = "idempotency-replayed";
/** Hours for which a key and its response are stored. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** Without a key, the same request counts as a repeat for so long: longer than any client waits before it tries again. */
export const SAME_REQUEST_SECONDS = 60;

/** What the documentation says about each kind of repeat. */
export const REPEATS: Readonly<Record<Repeat, string>> = {
  harmless: "Repeating it changes nothing more.",
  state: "A repeat goes on from the stored state; Idempotency-Key is ignored.",
  seen: "Done once: a repeat finds the state changed, or gets the first response if it has the same Idempotency-Key.",
  key: "Done again by each request, unless it has the Idempotency-Key of an earlier one, whose response it gets.",
  key_or_same: `Done again by each request, unless it has the Idempotency-Key of an earlier one, or, without a key, is the same request within ${SAME_REQUEST_SECONDS} seconds; it then gets the earlier response.`,
};

/** Whether an endpoint honours the header. */
export const takesKey = (repeat: Repeat | undefined): boolean =>
  repeat === "seen" || repeat === "key" || repeat === "key_or_same";
