import type { ReactNode } from "react";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Aligned to the right. */
  isNumber?: boolean;
}

interface PlainTableProps<Row> {
  rows: readonly (Row & { key: string })[];
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** The last row, for example the sums. */
  total?: readonly ReactNode[];
  /** Names a table without a heading of its own. */
  label?: string;
}

const CELL = "border-sand border-t py-1.5";
const beside = (at: number, isNumber = false) => `${at > 0 ? "pl-3" : ""} ${isNumber ? "text-right" : ""}`;

/** On a phone a row is a list of its cells with their names, below the first cell. */
const STACKED =
  "max-md:flex max-md:justify-between max-md:gap-4 max-md:border-0 max-md:py-0.5 max-md:pl-0 max-md:text-right max-md:empty:hidden max-md:before:text-left max-md:before:text-bark max-md:before:content-[attr(data-name)]";
const TITLE = "max-md:block max-md:border-0 max-md:pt-0 max-md:pb-0.5 max-md:font-semibold";
const ROW = "max-md:block max-md:border-sand max-md:border-t max-md:py-2.5";

/** A table of numbers within a panel; on a phone its rows are stacked. */
export function PlainTable<Row>({ rows, columns, total, label }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable with the keyboard.
    <section className="overflow-x-auto" aria-label={label ? `${label}, table` : "Table"} tabIndex={0}>
      <table className="w-full text-left max-md:block">
        <thead className="text-bark text-small max-md:sr-only">
          <tr>
            {columns.map(({ name, isNumber }, at) => (
              <th key={name} scope="col" className={beside(at, isNumber)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={row.key} className={ROW}>
              {columns.map(({ name, cell, isNumber }, at) => (
                <td
                  key={name}
                  data-name={name}
                  className={`${CELL} ${beside(at, isNumber)} ${at === 0 ? TITLE : STACKED}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot className="font-semibold max-md:block">
            <tr className={ROW}>
              {columns.map(({ name, isNumber }, at) => (
                <td
                  key={name}
                  data-name={name}
                  className={`${CELL} ${beside(at, isNumber)} ${at === 0 ? TITLE : STACKED}`}
                >
                  {total[at]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
