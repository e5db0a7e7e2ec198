import { quantile } from "../quantile.ts";
import type { Books } from "./books.ts";
import type { Change } from "./freshness.ts";
import type { CdnCounts } from "./gateways.ts";
import type { PurchaseCost } from "./measurements.ts";
import type { Summary } from "./summary.ts";
import type { Sizes } from "./template.ts";

/** The text that a run prints. */

export interface Phase extends Summary {
  name: string;
  from: number;
  to: number;
  /** Until the lost part was back, in milliseconds. */
  back: number;
}

export interface Run {
  programs: string[];
  sizes: Sizes;
  alone: Summary & { seconds: number };
  cost: PurchaseCost;
  cdn: { before: CdnCounts; after: CdnCounts; seconds: number };
  phases: Phase[];
  changes: Change[];
  books: Books;
}

const number = (value: number, digits = 0) =>
  value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

export function report({ programs, sizes, alone, cost, cdn, phases, changes, books }: Run): string {
  const total = phases.reduce((sum, { requests }) => sum + requests, 0);
  const failures = phases.reduce((sum, { failures }) => sum + failures, 0);
  const took = changes.map((change) => change.took);
  return [
    programs.join(" · "),
    `${number(sizes.products)} products, ${number(sizes.orders)} earlier orders`,
    "",
    table([
      ["", "requests/s", "failed", "p50", "p99", "purchases/s"],
      row("one process", alone, alone.seconds * 1000),
      ...phases.slice(0, 1).map((phase) => row("cluster", phase, phase.to - phase.from)),
    ]),
    "",
    table([
      [
        "event",
        "requests",
        "failed",
        "last failure after",
        "slowest request",
        "longest without a purchase",
        "part back after",
      ],
      ...phases.map((phase) => [
        phase.name,
        number(phase.requests),
        number(phase.failures),
        phase.failures > 0 ? seconds(phase.recovered) : "–",
        seconds(phase.slowest),
        seconds(phase.longestWithoutPurchase),
        phase.back > 0 ? seconds(phase.back) : "–",
      ]),
    ]),
    ...reasonsOf(phases),
    "",
    `Requests: ${number(total)}, failed: ${number(failures)}.`,
    `Purchases: ${number(books.captured)} captured by the provider; lost: ${books.lost.length}; paid twice: ${books.doubled.length}; without one invoice number and one mail: ${books.untidy.length}.`,
    ...[...books.lost.slice(0, 5), ...books.doubled.slice(0, 5), ...books.untidy.slice(0, 5)].map(
      (each) => `  ${each}`,
    ),
    `Changes: ${changes.length}; shown everywhere after ${seconds(quantile(took, 0.5))} (median), ${seconds(Math.max(0, ...took))} (slowest); stale after 2 s: ${changes.filter(({ stale }) => stale.length > 0).length}.`,
    ...changes
      .flatMap(({ stale }) => stale)
      .slice(0, 5)
      .map((url) => `  ${url}`),
    `CDN: ${hitRate(cdn)} of the requests that may be cached are hits; ${number((cdn.after.origin - cdn.before.origin) / cdn.seconds, 1)} of ${number((cdn.after.requests - cdn.before.requests) / cdn.seconds, 1)} requests a second reach the balancer.`,
    `A purchase: ${number(cost.statements, 1)} statements, ${number(cost.transactions, 1)} transactions, ${number(cost.flushes, 1)} log flushes, ${number(cost.bytes / 1024, 1)} KiB of log (${cost.purchases} purchases of one customer).`,
  ].join("\n");
}

function row(name: string, of: Summary, milliseconds: number): string[] {
  return [
    name,
    number((of.requests / milliseconds) * 1000),
    number(of.failures),
    `${number(of.p50)} ms`,
    `${number(of.p99)} ms`,
    number((of.purchases / milliseconds) * 1000, 1),
  ];
}

function hitRate({ before, after }: Run["cdn"]): string {
  const [hits, misses] = [after.hits - before.hits, after.misses - before.misses];
  return hits + misses === 0 ? "none" : `${number((100 * hits) / (hits + misses), 1)} %`;
}

function reasonsOf(phases: Phase[]): string[] {
  return phases.flatMap(({ name, reasons }) => {
    const lines = Object.entries(reasons).toSorted(([, a], [, b]) => b - a);
    return lines.length === 0
      ? []
      : ["", `${name}:`, ...lines.slice(0, 8).map(([why, times]) => `  ${times} × ${why}`)];
  });
}

function table([header = [], ...rows]: string[][]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
