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
  /** Names it for screen readers. */
  label: string;
  /** Whether its columns of numbers are as wide as those of other tables on the page, so that they meet below each other. */
  isAligned?: boolean;
}

const CELL = "border-linen border-t py-2";
const beside = (at: number, isNumber = false) => `${at > 0 ? "pl-3" : ""} ${isNumber ? "text-right" : ""}`;

/** On a phone a row is a list of its cells with their names, below the first cell. */
const STACKED =
  "max-md:flex max-md:justify-between max-md:gap-4 max-md:border-0 max-md:py-0.5 max-md:pl-0 max-md:text-right max-md:empty:hidden max-md:before:text-left max-md:before:text-bark max-md:before:content-[attr(data-name)]";
const TITLE =
  "md:font-normal md:in-[tfoot]:font-semibold max-md:block max-md:border-0 max-md:pt-0 max-md:pb-0.5 max-md:font-semibold";
const ROW = "max-md:block max-md:border-sand max-md:border-t max-md:py-2.5";

/** A table of numbers within a panel; on a phone its rows are stacked. */
export function PlainTable<Row>({ rows, columns, total, label, isAligned = false }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable with the keyboard.
    <section className="overflow-x-auto" aria-label={`${label}, table`} tabIndex={0}>
      <table className={`w-full text-left max-md:block ${isAligned ? "md:table-fixed" : ""}`}>
        <caption className="sr-only">{label}</caption>
        <thead className="text-bark text-small max-md:sr-only">
          <tr>
            {columns.map(({ name, isNumber }, at) => (
              <th
                key={name}
                scope="col"
                className={`py-1.5 font-medium ${beside(at, isNumber)} ${isAligned && isNumber ? "md:w-32" : ""}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={row.key} className={ROW}>
              {columns.map(({ name, cell, isNumber }, at) => (
                <Cell key={name} name={name} at={at} isNumber={isNumber}>
                  {cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot className="font-semibold max-md:block">
            <tr className={ROW}>
              {columns.map(({ name, isNumber }, at) => (
                <Cell key={name} name={name} at={at} isNumber={isNumber}>
                  {total[at]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

interface CellProps {
  name: string;
  /** Its place in the row: the first cell is the row's header, which is read with each of the others. */
  at: number;
  isNumber: boolean | undefined;
  children: ReactNode;
}

function Cell({ name, at, isNumber, children }: CellProps) {
  const attributes = { "data-name": name, className: `${CELL} ${beside(at, isNumber)} ${at === 0 ? TITLE : STACKED}` };
  if (at > 0) return <td {...attributes}>{children}</td>;
  return (
    <th scope="row" {...attributes}>
      {children}
    </th>
  );
}
