/** Formats the text that a run prints. */

import { quantile } from "../quantile.ts";
import { WITHOUT_WRITER } from "./events.ts";
import type { Change } from "./freshness.ts";
import type { CdnCounts } from "./gateways.ts";
import type { PurchaseCost } from "./measurements.ts";
import type { Reconciliation } from "./reconciliation.ts";
import type { Summary } from "./summary.ts";
import type { Sizes } from "./template.ts";

export interface Phase extends Summary {
  name: string;
  from: number;
  to: number;
  /** Milliseconds from the failure of a part of the cluster until it works again; 0 without a failure. */
  recoveryMs: number;
}

export interface Run {
  programs: string[];
  sizes: Sizes;
  oneProcess: Summary & { seconds: number };
  cost: PurchaseCost;
  cdn: { before: CdnCounts; after: CdnCounts; seconds: number };
  phases: Phase[];
  changes: Change[];
  reconciliation: Reconciliation;
}

const number = (value: number, digits = 0) =>
  value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const HEADER = ["", "requests/s", "failed", "p50", "p99", "purchases/s"];

/** The report of a run without the cluster. */
export function reportAlone({ programs, sizes, oneProcess }: Pick<Run, "programs" | "sizes" | "oneProcess">): string {
  return [...headOf(programs, sizes), table([HEADER, rowAlone(oneProcess)])].join("\n");
}

const headOf = (programs: string[], { products, orders }: Sizes) => [
  programs.join(" · "),
  `${number(products)} products, ${number(orders)} earlier orders`,
  "",
];
const rowAlone = (measured: Run["oneProcess"]) => row("one process", measured, measured.seconds * 1000);

export function report({ programs, sizes, oneProcess, cost, cdn, phases, changes, reconciliation }: Run): string {
  const total = phases.reduce((sum, { requests }) => sum + requests, 0);
  const failures = phases.reduce((sum, { failures }) => sum + failures, 0);
  const tookMs = changes.map((change) => change.tookMs);
  return [
    ...headOf(programs, sizes),
    table([
      HEADER,
      rowAlone(oneProcess),
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
        phase.failures > 0 ? seconds(phase.lastFailureMs) : "–",
        seconds(phase.slowest),
        seconds(phase.longestWithoutPurchase),
        phase.recoveryMs > 0 ? seconds(phase.recoveryMs) : "–",
      ]),
    ]),
    ...reasonsOf(phases),
    "",
    ...phases.filter(({ name }) => WITHOUT_WRITER.includes(name)).map(withoutWriter),
    `Requests: ${number(total)}, failed: ${number(failures)}.`,
    `Purchases: ${number(reconciliation.captured)} captured by the provider; lost: ${reconciliation.lost.length}; paid twice: ${reconciliation.paidTwice.length}; without one invoice number and one mail: ${reconciliation.incomplete.length}.`,
    ...[
      ...reconciliation.lost.slice(0, 5),
      ...reconciliation.paidTwice.slice(0, 5),
      ...reconciliation.incomplete.slice(0, 5),
    ].map((each) => `  ${each}`),
    `Changes: ${changes.length}; shown everywhere after ${seconds(quantile(tookMs, 0.5))} (median), ${seconds(Math.max(0, ...tookMs))} (slowest); stale after 2 s: ${changes.filter(({ stale }) => stale.length > 0).length}.`,
    ...changes
      .flatMap(({ stale }) => stale)
      .slice(0, 5)
      .map((url) => `  ${url}`),
    `CDN: ${hitRate(cdn)} of the requests that may be cached are hits; ${number((cdn.after.origin - cdn.before.origin) / cdn.seconds, 1)} of ${number((cdn.after.requests - cdn.before.requests) / cdn.seconds, 1)} requests a second reach the load balancer.`,
    `A purchase: ${number(cost.statements, 1)} statements, ${number(cost.transactions, 1)} transactions, ${number(cost.flushes, 1)} WAL flushes, ${number(cost.bytes / 1024, 1)} KiB of WAL (${cost.purchases} purchases of one customer).`,
  ].join("\n");
}

/** What docs/deployment/several-machines.md promises, and what was measured. */
const withoutWriter = ({ name, failedReads, longestWithoutPurchase }: Phase) =>
  `When ${name}: ${number(failedReads)} pages and product reads failed (promised: 0), and customers bought again after ${seconds(longestWithoutPurchase)} (promised: 8 s).`;

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
