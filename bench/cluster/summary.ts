/** Summarises samples of the load. */

import { quantile } from "../quantile.ts";
import type { Sample } from "./client.ts";
import type { Outcome } from "./shoppers.ts";

export interface Summary {
  requests: number;
  failures: number;
  /** Pages and product reads among them. */
  failedReads: number;
  /** Number of failed requests by reason. */
  reasons: Record<string, number>;
  /** Percentiles of pages and API requests, in milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
  purchases: number;
  /** Longest time between two confirmations, in milliseconds. */
  longestWithoutPurchase: number;
  /** Milliseconds from the beginning to the end of the last failed request; 0 if none failed. */
  lastFailureMs: number;
}

/** @param from and `to`: when requests ended, in milliseconds since 1970. One that an event fails may have been sent before it. */
export function summarise({ samples, confirmed }: Outcome, from: number, to: number): Summary {
  const within = samples.filter(({ at, tookMs }) => at + tookMs >= from && at + tookMs < to);
  const failed = within.filter(({ failure }) => failure !== null);
  const reasons: Record<string, number> = {};
  for (const { kind, failure } of failed) {
    const reason = `${kind}: ${(failure ?? "").replace(/product-\d+/, "…")}`;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const times = within.filter(isRead).map(({ tookMs }) => tookMs);
  const bought = confirmed.map(({ at }) => at).filter((at) => at >= from && at < to);
  const marks = [from, ...bought.toSorted((a, b) => a - b), to];
  return {
    requests: within.length,
    failures: failed.length,
    failedReads: failed.filter(isRead).length,
    reasons,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: within.reduce((most, { tookMs }) => Math.max(most, tookMs), 0),
    purchases: bought.length,
    longestWithoutPurchase: marks.slice(1).reduce((most, at, n) => Math.max(most, at - (marks[n] ?? at)), 0),
    lastFailureMs: failed.reduce((last, { at, tookMs }) => Math.max(last, at + tookMs - from), 0),
  };
}

const isRead = ({ kind }: Sample) => kind === "page" || kind === "api";
