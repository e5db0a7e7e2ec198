import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { Empty, type NextStep } from "./empty.tsx";
import type { Selection } from "./selection.ts";

type PhoneName = { before: string } | { after: string };

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Aligned to the right. */
  isNumber?: boolean;
  /** Its place on a phone, where a row is a card: left or right, above or below. Without one the column is omitted there. */
  phone?: "title" | "below" | "right" | "right-below";
  /** What the value is, before or after it on a phone, where no head says so. */
  phoneName?: PhoneName | ((row: Row) => PhoneName | undefined);
  /** Has the row's action: its name is only for screen readers. */
  isAction?: boolean;
}

interface ResourceListProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  rows: readonly Row[];
  /** The first names the row, and links to its page. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  keyOf: (row: Row) => string;
  /** The name of a row at its checkbox; by default its key. */
  nameOf?: (row: Row) => string;
  /** Returns the page of a row. */
  to?: (row: Row) => string;
  /** Whether a row is omitted on a phone, as one that says only that there was nothing. */
  isEmptyRow?: (row: Row) => boolean;
  /** The selection for bulk actions. */
  selection?: Selection | undefined;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** The step that is offered then. */
  next?: NextStep | undefined;
}

/** The id of what offers the bulk actions: it follows the list, and a selected row leads to it. */
export const BULK_BAR = "bulk-actions";

const CELL = "md:px-3 md:py-2.5 md:first:pl-4 md:last:pr-4";
const PHONE = {
  title: "max-md:[grid-area:title]",
  below: "max-md:[grid-area:below]",
  // A badge that is wider than its part of the card must not cover the title.
  right: "max-md:[grid-area:right] max-md:text-right max-md:[&_.badge]:whitespace-normal",
  "right-below": "max-md:[grid-area:right-below] max-md:text-right",
} as const;

/** The right column takes what it needs, up to half of the card; beside a box, the title has room for an order’s number on one line. */
const AREAS = {
  one: {
    ticked:
      "max-md:grid-cols-[auto_minmax(clamp(0rem,100vw-14.875rem,7.625rem),1fr)_fit-content(54%)] max-md:[grid-template-areas:'select_title_right''select_below_below']",
    plain: "max-md:grid-cols-[minmax(0,1fr)_fit-content(54%)] max-md:[grid-template-areas:'title_right''below_below']",
  },
  two: {
    ticked:
      "max-md:grid-cols-[auto_minmax(clamp(0rem,100vw-14.875rem,7.625rem),1fr)_fit-content(54%)] max-md:[grid-template-areas:'select_title_right''select_below_right-below']",
    plain:
      "max-md:grid-cols-[minmax(0,1fr)_fit-content(54%)] max-md:[grid-template-areas:'title_right''below_right-below']",
  },
} as const;

/** A list that staff works with: a table, or on a phone cards with the most important facts. */
export function ResourceList<Row>({
  label,
  rows,
  columns,
  keyOf,
  nameOf = keyOf,
  to,
  isEmptyRow,
  selection,
  empty,
  next,
}: ResourceListProps<Row>) {
  if (rows.length === 0) return <Empty next={next}>{empty}</Empty>;
  const areas = (columns.some(({ phone }) => phone === "right-below") ? AREAS.two : AREAS.one)[
    selection ? "ticked" : "plain"
  ];
  return (
    <div className="panel md:overflow-x-auto md:overflow-y-hidden">
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">{label}</caption>
        <thead className={`border-sand border-b text-bark text-small ${selection ? "max-md:block" : "max-md:sr-only"}`}>
          <tr className={selection ? "max-md:block" : ""}>
            {selection && (
              <th scope="col" className="w-8 py-2 pl-4 max-md:block max-md:w-auto max-md:pl-3 max-md:font-medium">
                <label className="-m-2 flex items-center gap-2 p-2 max-md:py-3">
                  <input type="checkbox" checked={selection.isPageSelected} onChange={selection.togglePage} />
                  <span className="text-left md:sr-only">Select all on this page</span>
                </label>
              </th>
            )}
            {columns.map(({ name, isNumber, isAction }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2.5 font-medium first:pl-4 last:pr-4 ${selection ? "max-md:sr-only" : ""} ${isNumber ? "text-right" : ""}`}
              >
                {isAction ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-linen max-md:block">
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                className={`relative hover:bg-paper ${isEmptyRow?.(row) ? "max-md:hidden" : "max-md:grid"} max-md:gap-x-2 max-md:px-3 max-md:py-3 ${areas}`}
              >
                {selection && (
                  <td className="w-8 max-md:w-4.5 md:py-2 md:pl-4 max-md:self-center max-md:[grid-area:select]">
                    {/* Lies above the link that covers the row; its label is large enough for a thumb. */}
                    <label className="relative z-1 -m-3 flex p-3">
                      <input
                        type="checkbox"
                        aria-label={`Select ${nameOf(row)}`}
                        checked={selection.keys.includes(key)}
                        onChange={() => selection.toggle(key)}
                      />
                    </label>
                    {selection.keys.includes(key) && (
                      <button
                        type="button"
                        className="sr-only focus:not-sr-only focus:absolute focus:top-1 focus:left-10 focus:z-10 focus:button-quiet"
                        onClick={() => document.getElementById(BULK_BAR)?.focus()}
                      >
                        To what can be done with {selection.keys.length === 1 ? "it" : `all ${selection.keys.length}`}
                      </button>
                    )}
                  </td>
                )}
                {columns.map(({ name, cell, isNumber, isAction, phone, phoneName }, at) => {
                  // What names the row is read with each of its cells.
                  const Cell = at === 0 ? "th" : "td";
                  const nameOnPhone = typeof phoneName === "function" ? phoneName(row) : phoneName;
                  return (
                    <Cell
                      key={name}
                      scope={at === 0 ? "row" : undefined}
                      className={`${CELL} font-normal ${isNumber ? "md:whitespace-nowrap" : ""} ${isNumber || isAction ? "md:text-right" : ""} ${phone ? PHONE[phone] : "max-md:hidden"}`}
                    >
                      {at === 0 && to ? (
                        <Link data-row to={to(row)} className="font-semibold text-leaf after:absolute after:inset-0">
                          {cell(row)}
                        </Link>
                      ) : (
                        <>
                          <OnPhone>{nameOnPhone && "before" in nameOnPhone && `${nameOnPhone.before} `}</OnPhone>
                          {cell(row)}
                          <OnPhone>{nameOnPhone && "after" in nameOnPhone && ` ${nameOnPhone.after}`}</OnPhone>
                        </>
                      )}
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function OnPhone({ children }: { children: ReactNode }) {
  return children ? <span className="text-bark md:hidden">{children}</span> : null;
}

interface PagerProps {
  /** For example "More orders". */
  label: string;
  hasMore: boolean;
  /** The cursor's value for the next page: the key of the last row. */
  last: string | undefined;
  cursor?: string;
}

/** Links to the first and the next page of a keyset-paged list. */
export function Pager({ label, hasMore, last, cursor = "after" }: PagerProps) {
  const [search] = useSearchParams();
  const at = (key?: string) => {
    const next = new URLSearchParams(search);
    next.delete(cursor);
    if (key !== undefined) next.set(cursor, key);
    return `?${next}`;
  };
  if (!hasMore && !search.has(cursor)) return null;
  return (
    <nav aria-label={label} className="mt-3 flex gap-2">
      {search.has(cursor) && (
        <Link to={at()} className="button-quiet">
          First page
        </Link>
      )}
      {hasMore && last !== undefined && (
        <Link to={at(last)} className="button-quiet">
          Next page
        </Link>
      )}
    </nav>
  );
}
