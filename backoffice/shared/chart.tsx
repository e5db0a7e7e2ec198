import { useId, useState } from "react";
import { ticksFor } from "./chart-scale.ts";
import { type Column, PlainTable } from "./plain-table.tsx";

export interface Point {
  key: string;
  name: string;
  value: number;
  /** Stands for the value, where a number alone would mislead. */
  text?: string;
  /** Whether its period is not over: its bar is lighter. */
  isOpen?: boolean;
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

const STEP = 10;
const MAX_BAR_REM = 5;
/** Maximum number of bars below names. */
const MAX_BARS = 12;

const textOf = ({ value, text }: Point, format: (value: number) => string) => text ?? format(value);

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
    { name: measure, cell: (point) => textOf(point, format), isNumber: true },
  ];
  return (
    <section aria-labelledby={id} className="panel p-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="button-quiet shrink-0"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          As a table<span className="sr-only">: {title}</span>
        </button>
      </div>
      {isEmpty && !isTable && <p className="text-bark">{empty}</p>}
      {isTable ? (
        <PlainTable label={title} rows={kind === "time" ? [...points].reverse() : points} columns={columns} />
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
  const best = points.reduce((found, point) => (point.value > found.value ? point : found));
  const ticks = ticksFor(points.map(({ value }) => value));
  const [low = 0] = ticks;
  const range = (ticks.at(-1) ?? 1) - low;
  /** The distance from the top, of 100. */
  const at = (value: number) => 100 - ((value - low) / range) * 100;
  // A few bars are not stretched over the page.
  const width = { maxWidth: `${points.length * MAX_BAR_REM}rem` };
  return (
    <>
      <p className="mb-3 text-bark text-small">{measure}</p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative h-40 text-right text-bark text-small">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="-translate-y-1/2 absolute right-0 whitespace-nowrap leading-none"
              style={{ top: `${at(tick)}%` }}
            >
              {format(tick)}
            </span>
          ))}
          {/* Makes the column as wide as its widest number. */}
          <span className="invisible block h-0 overflow-hidden">
            {ticks.map((tick) => (
              <span key={tick} className="block whitespace-nowrap">
                {format(tick)}
              </span>
            ))}
          </span>
        </div>
        <svg
          role="img"
          aria-label={`${measure} of ${points.length} periods; most ${best.name}, ${textOf(best, format)}`}
          viewBox={`0 0 ${points.length * STEP} 100`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible"
          style={width}
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2={points.length * STEP}
              y1={at(tick)}
              y2={at(tick)}
              vectorEffect="non-scaling-stroke"
              className={tick === 0 ? "stroke-ink/60" : "stroke-sand"}
            />
          ))}
          {points.map((point, index) => (
            <rect
              key={point.key}
              x={index * STEP + 1}
              y={Math.min(at(point.value), at(0))}
              width={STEP - 2}
              height={Math.abs(at(point.value) - at(0))}
              className={point.value < 0 ? "fill-terracotta" : point.isOpen ? "fill-leaf/50" : "fill-leaf"}
            >
              <title>
                {[
                  `${point.name}: ${textOf(point, format)}`,
                  ...more.map(({ name, cell }) => `${cell(point)} ${name.toLowerCase()}`),
                ].join(", ")}
              </title>
            </rect>
          ))}
        </svg>
        <p className="col-start-2 mt-2 flex justify-between gap-2 text-bark text-small" style={width}>
          <span>{points[0]?.name}</span>
          {points.length > 6 && (
            <span className="max-sm:hidden">{points[Math.floor((points.length - 1) / 2)]?.name}</span>
          )}
          <span>{points.length > 1 && points.at(-1)?.name}</span>
        </p>
      </div>
    </>
  );
}

function HorizontalBars<P extends Point>({ points, format }: Pick<ChartProps<P>, "points" | "format">) {
  const most = Math.max(...points.map(({ value }) => value), 1);
  return (
    <>
      <ul className="grid gap-2">
        {points.slice(0, MAX_BARS).map((point) => (
          <li key={point.key}>
            <p className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{point.name}</span>
              <span>{textOf(point, format)}</span>
            </p>
            <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-1.5 w-full">
              <rect width="100" height="1" className="fill-linen" />
              <rect width={(point.value / most) * 100} height="1" className="fill-leaf" />
            </svg>
          </li>
        ))}
      </ul>
      {points.length > MAX_BARS && <p className="mt-2 text-bark text-small">The first {MAX_BARS}.</p>}
    </>
  );
}
