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

/** A table of numbers within a panel, which scrolls sideways on a phone. */
export function PlainTable<Row>({ rows, columns, total, label }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable with the keyboard.
    <section className="overflow-x-auto" aria-label={label ? `${label}, table` : "Table"} tabIndex={0}>
      <table className="w-full text-left">
        <thead className="text-bark text-small">
          <tr>
            {columns.map(({ name, isNumber }, at) => (
              <th key={name} scope="col" className={beside(at, isNumber)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map(({ name, cell, isNumber }, at) => (
                <td key={name} className={`${CELL} ${beside(at, isNumber)}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot className="font-semibold">
            <tr>
              {columns.map(({ name, isNumber }, at) => (
                <td key={name} className={`${CELL} ${beside(at, isNumber)}`}>
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
