import { useCallback, useEffect, useState } from "react";
import type { OrderDetail } from "../../contract/orders/schemas.ts";
import { api } from "../api/api.ts";
import { toRequestError } from "../api/request.ts";
import type { TrackingSearch } from "./tracking-search.ts";

export type Tracked =
  | { kind: "loading" }
  | { kind: "found"; order: OrderDetail }
  | { kind: "missing"; message: string }
  | { kind: "failed"; message: string };

/** Searches for an order; null without a search. */
export function useTracking(search: TrackingSearch | null) {
  const [tracked, setTracked] = useState<Tracked | null>(null);
  const [attempts, setAttempts] = useState(0);
  const { text, by } = search ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry requests again
  useEffect(() => {
    if (text === undefined || by === undefined) return setTracked(null);
    let over = false;
    setTracked({ kind: "loading" });
    api.trackOrder({ query: { search: text, by } }).then(
      (order) => over || setTracked({ kind: "found", order }),
      (error: unknown) => over || setTracked(toTracked(error)),
    );
    return () => {
      over = true;
    };
  }, [text, by, attempts]);

  return { tracked, retry: useCallback(() => setAttempts((before) => before + 1), []) };
}

function toTracked(error: unknown): Tracked {
  const failed = toRequestError(error);
  // Not found, or not a valid number, according to the shop rather than a proxy.
  const missing = [400, 404, 422].includes(failed.errorResponse?.statusCode ?? 0);
  return { kind: missing ? "missing" : "failed", message: failed.message };
}
