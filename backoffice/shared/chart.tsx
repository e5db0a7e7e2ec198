import { useId, useState } from "react";
import { type Column, PlainTable } from "./plain-table.tsx";

export interface Point {
  key: string;
  name: string;
  value: number;
}

interface ChartProps<P extends Point> {
  title: string;
  /** `time` draws upright bars in order, `categories` draws bars below their names. */
  kind: "time" | "categories";
  points: readonly P[];
  format: (value: number) => string;
  /** Further columns of the table, which tooltips also show. */
  more?: readonly Column<P>[];
  /** The name of the values: "Sales". */
  measure: string;
  empty?: string;
}

const HEIGHT = 40;
const STEP = 10;
/** Maximum number of bars below names. */
const MAX_BARS = 12;

/** Shows a bar for each period or category, or the same numbers as a table. */
export function Chart<P extends Point>({
  title,
  kind,
  points,
  format,
  measure,
  more = [],
  empty = "Nothing was sold.",
}: ChartProps<P>) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const isEmpty = points.every(({ value }) => value === 0);
  const columns: [Column<P>, ...Column<P>[]] = [
    { name: kind === "time" ? "Period" : "Name", cell: ({ name }) => name },
    ...more.map((column) => ({ ...column, isNumber: true })),
    { name: measure, cell: ({ value }) => format(value), isNumber: true },
  ];
  return (
    <section aria-labelledby={id} className="panel p-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button-quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          As a table
        </button>
      </div>
      {isEmpty && !isTable && <p className="text-bark">{empty}</p>}
      {isTable ? (
        <PlainTable rows={kind === "time" ? [...points].reverse() : points} columns={columns} />
      ) : (
        !isEmpty &&
        (kind === "time" ? (
          <Periods points={points} format={format} measure={measure} more={more} />
        ) : (
          <HorizontalBars points={points} format={format} />
        ))
      )}
    </section>
  );
}

function Periods<P extends Point>({
  points,
  format,
  measure,
  more = [],
}: Pick<ChartProps<P>, "points" | "format" | "measure" | "more">) {
  const most = Math.max(...points.map(({ value }) => value), 1);
  const best = points.reduce((found, point) => (point.value > found.value ? point : found));
  return (
    <>
      <svg
        role="img"
        aria-label={`${measure} of ${points.length} periods; most ${best.name}, ${format(best.value)}`}
        viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
      >
        {points.map((point, at) => {
          const height = Math.max((point.value / most) * HEIGHT, 0.3);
          return (
            <rect
              key={point.key}
              x={at * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              className="fill-leaf"
            >
              <title>
                {[
                  `${point.name}: ${format(point.value)}`,
                  ...more.map(({ name, cell }) => `${cell(point)} ${name.toLowerCase()}`),
                ].join(", ")}
              </title>
            </rect>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-bark text-small">
        <span>{points[0]?.name}</span>
        <span>{points.length > 1 && points.at(-1)?.name}</span>
      </p>
    </>
  );
}

function HorizontalBars<P extends Point>({ points, format }: Pick<ChartProps<P>, "points" | "format">) {
  const most = Math.max(...points.map(({ value }) => value), 1);
  return (
    <>
      <ul className="grid gap-2">
        {points.slice(0, MAX_BARS).map(({ key, name, value }) => (
          <li key={key}>
            <p className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span>{format(value)}</span>
            </p>
            <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-1.5 w-full">
              <rect width="100" height="1" className="fill-linen" />
              <rect width={(value / most) * 100} height="1" className="fill-leaf" />
            </svg>
          </li>
        ))}
      </ul>
      {points.length > MAX_BARS && <p className="mt-2 text-bark text-small">The first {MAX_BARS}.</p>}
    </>
  );
}
