/** Formats the measurements as a table, and compares them with the goals. */

import type { Measurement } from "./measure.ts";
import { SESSION_CHECK } from "./targets.ts";

export function table(measurements: Measurement[]): string {
  const header = [
    "products",
    "what",
    "kind",
    "req/s",
    "p50 ms",
    "p99 ms",
    "vs fixed",
    "vs row",
    "vs 4 columns",
    "SQL/request",
    "µs/request",
    "µs/row",
    "MB",
    "failed",
  ];
  const lines = measurements.map((measurement) => [
    measurement.products.toLocaleString("en"),
    measurement.name,
    measurement.kind,
    measurement.requestsPerSecond.toFixed(0),
    measurement.p50.toFixed(1),
    measurement.p99.toFixed(1),
    percent(measurement.shareOfFixed),
    percent(measurement.shareOfRow),
    percent(measurement.shareOfColumns),
    measurement.statementsPerRequest.toFixed(1),
    measurement.cpuPerRequest.toFixed(0),
    measurement.cpuPerRow.toFixed(0),
    measurement.memory.toFixed(0),
    String(measurement.failed),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const format = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column < 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column < 4 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [format(header), rule, ...lines.map(format)].join("\n");
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** Returns each goal with its measurement; goals without one are omitted. */
export function goals(measurements: Measurement[]): string[] {
  const lines: string[] = [];
  const goal = (
    text: string,
    values: { label: string; value: number }[],
    isMet: (value: number) => boolean,
    format: (value: number) => string,
  ) => {
    if (values.length === 0) return;
    const missed = values.filter(({ value }) => !isMet(value));
    const list = (missed.length > 0 ? missed : values)
      .map(({ label, value }) => `${label} ${format(value)}`)
      .join(", ");
    lines.push(`${missed.length === 0 ? "holds " : "MISSED"}  ${text}: ${list}`);
  };
  const labelOf = ({ name, products }: Measurement) => `${name} at ${products.toLocaleString("en")}`;
  const each = (kind: Measurement["kind"], name: RegExp, value: (measurement: Measurement) => number) =>
    measurements
      .filter((measurement) => measurement.kind === kind && name.test(measurement.name))
      .map((measurement) => ({ label: labelOf(measurement), value: value(measurement) }));

  goal(
    "product requests at least 60 % of a primary-key SELECT",
    each("request", /^product$/, ({ shareOfRow }) => shareOfRow),
    (value) => value >= 0.6,
    percent,
  );
  goal(
    "listing requests at least 40 % of a primary-key SELECT",
    each("request", /^listing/, ({ shareOfRow }) => shareOfRow),
    (value) => value >= 0.4,
    percent,
  );
  goal(
    "cached pages at least 60 % of a fixed response",
    each("cached page", /./, ({ shareOfFixed }) => shareOfFixed),
    (value) => value >= 0.6,
    percent,
  );
  const rendered = measurements.filter(({ kind }) => kind === "rendered page");
  goal(
    "cached pages at least 30 times rendered pages",
    rendered.flatMap((measurement) => {
      const cached = measurements.find(
        ({ kind, name, products }) =>
          kind === "cached page" && name === measurement.name && products === measurement.products,
      );
      return cached
        ? [{ label: labelOf(measurement), value: cached.requestsPerSecond / measurement.requestsPerSecond }]
        : [];
    }),
    (value) => value >= 30,
    (value) => `${value.toFixed(0)} times`,
  );
  const kindOf = (name: string) => name.replace(/page \d+/, "deep page");
  const growth = (name: RegExp, quantile: "p95" | "p99") =>
    measurements
      .filter(({ kind, products, ...large }) => kind === "request" && products === 1_000_000 && name.test(large.name))
      .flatMap((large) => {
        const small = measurements.find(
          ({ kind, name, products }) => kind === "request" && products === 1000 && kindOf(name) === kindOf(large.name),
        );
        return small ? [{ label: large.name, value: large[quantile] / small[quantile] }] : [];
      });
  const times = (value: number) => `${value.toFixed(1)} times`;
  goal("p99 at 1,000,000 products at most 3 times that at 1,000", growth(/./, "p99"), (value) => value <= 3, times);
  // Not for deep pagination: 1,000 products have no such page, so it would be compared with an empty one.
  goal("p95 of a search at most 2 times", growth(/^search$/, "p95"), (value) => value <= 2, times);
  goal(
    "at most 3 statements for a listing",
    each("request", /^(listing|search)/, (measurement) => measurement.statementsPerRequest),
    (value) => value <= 3,
    (value) => value.toFixed(1),
  );
  goal(
    "at most 2 statements for a product",
    each("request", /^product$/, (measurement) => measurement.statementsPerRequest),
    (value) => value <= 2,
    (value) => value.toFixed(1),
  );
  goal(
    "session check at most 0.3 ms at the median",
    each(
      "request",
      new RegExp(`^${SESSION_CHECK}$`),
      ({ p50ByPath: [withoutSession = 0, withSession = 0] }) => withSession - withoutSession,
    ),
    (value) => value <= 0.3,
    (value) => `${value.toFixed(2)} ms`,
  );
  goal(
    "at most 330 MB of memory",
    measurements
      .map((measurement) => ({ label: labelOf(measurement), value: measurement.memory }))
      .sort((a, b) => b.value - a.value)
      .slice(0, 1),
    (value) => value <= 330,
    (value) => `${value.toFixed(0)} MB`,
  );
  return lines;
}
