import type { ClipboardEvent, KeyboardEvent } from "react";
import { Link } from "react-router";
import type { GridProduct } from "../../contract/admin/product-grid.ts";
import { PRODUCT_STATES } from "../../contract/catalogue/schemas.ts";
import { type Cells, COLUMNS, cellKey, cellsOf, type GridColumn, PUBLISH_AT } from "./grid-cells.ts";
import type { ProductDraft } from "./grid-draft.ts";
import { STATES } from "./product-table.tsx";
import { PublishAt } from "./publish-at.tsx";
import type { CategoryOption } from "./section-form.tsx";

interface GridTableProps {
  products: readonly GridProduct[];
  drafts: Readonly<Record<string, ProductDraft>>;
  categories: readonly CategoryOption[];
  /** Problems by product and cell. */
  problems: Readonly<Record<string, Cells>>;
  /** Notes about products as a whole. */
  notes: Readonly<Record<string, string>>;
  mayChange: (column: GridColumn) => boolean;
  onChange: (product: GridProduct, cells: Cells) => void;
}

/** A row for each size; the first row of a product has the product's own cells. */
interface Row {
  product: GridProduct;
  size: GridProduct["sizes"][number];
  isFirst: boolean;
}

/** Returns an input of the grid by row and column. Arrows and Enter move between inputs. */
const cellAt = (row: number, column: number) =>
  document.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-grid="${row}/${column}"]:not(:disabled)`);

/** On a phone a size's five figures take two rows of three columns. */
const ON_PHONE: Partial<Record<GridColumn["name"], string>> = {
  hsn: "max-md:col-span-2",
  state: "max-md:col-span-3",
  category: "max-md:col-span-3",
  commonName: "max-md:col-span-3",
};
/** The names stay in view while the cells scroll aside; what lies below is in their shadow. */
const STAYS =
  "md:sticky md:left-0 md:z-1 md:bg-white md:after:pointer-events-none md:after:absolute md:after:inset-y-0 md:after:left-full md:after:w-2 md:after:bg-linear-to-r md:after:from-ink/10 md:after:to-transparent";
/** A cell that stays takes its own line along, not the table's. */
const LINE = "md:border-sand md:border-t";

/** Shows products as a grid: arrows, Enter and Tab move, a column or block of a spreadsheet can be pasted, Escape restores a cell. */
export function GridTable({ products, drafts, categories, problems, notes, mayChange, onChange }: GridTableProps) {
  const rows = products.flatMap((product) =>
    product.sizes.map((size, at): Row => ({ product, size, isFirst: at === 0 })),
  );

  const focus = (row: number, column: number, step: [rows: number, columns: number]) => {
    let [toRow, toColumn] = [row + step[0], column + step[1]];
    for (; toRow >= 0 && toRow < rows.length && toColumn >= 0 && toColumn < COLUMNS.length; ) {
      const cell = cellAt(toRow, toColumn);
      if (cell) {
        cell.focus();
        if (cell instanceof HTMLInputElement) cell.select();
        return true;
      }
      toRow += step[0];
      toColumn += step[1];
    }
    return false;
  };

  function move(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>, row: number, column: number): void {
    const { key, currentTarget: cell, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const isText = cell instanceof HTMLInputElement;
    // Within a text, the arrows move the caret up to its end.
    const isAllSelected = isText && cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
    const isAt = (end: number) =>
      !isText || isAllSelected || (cell.selectionStart === end && cell.selectionEnd === end);
    const step: [number, number] | null =
      key === "Enter"
        ? [shiftKey ? -1 : 1, 0]
        : key === "ArrowDown" && isText
          ? [1, 0]
          : key === "ArrowUp" && isText
            ? [-1, 0]
            : key === "ArrowLeft" && isAt(0)
              ? [0, -1]
              : key === "ArrowRight" && isAt(cell.value.length)
                ? [0, 1]
                : null;
    if (key === "Escape") {
      const { product, size } = rows[row] as Row;
      const of = COLUMNS[column] as GridColumn;
      const cellOf = cellKey(of.isOfSize ? size._id : null, of.name);
      event.stopPropagation();
      onChange(product, { [cellOf]: (drafts[product._id]?.base ?? cellsOf(product))[cellOf] ?? "" });
    }
    if (!step) return;
    event.preventDefault();
    focus(row, column, step);
  }

  /** Pastes a column, or a block of columns, as spreadsheets copy them. */
  function paste(event: ClipboardEvent, row: number, column: number): void {
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    if (lines.length === 1 && !lines[0]?.includes("\t")) return;
    event.preventDefault();
    const changed = new Map<string, [GridProduct, Record<string, string>]>();
    lines.forEach((line, down) => {
      line.split("\t").forEach((text, right) => {
        const at = rowAfter(row, down, column + right);
        const target = rows[at];
        const of = COLUMNS[column + right];
        if (!target || !of || !mayChange(of)) return;
        const value = of.isChoice ? chosen(of, text.trim(), categories) : text.trim();
        if (value === null) return;
        const entry: [GridProduct, Record<string, string>] = changed.get(target.product._id) ?? [target.product, {}];
        changed.set(target.product._id, entry);
        entry[1][cellKey(of.isOfSize ? target.size._id : null, of.name)] = value;
      });
    });
    for (const [product, cells] of changed.values()) onChange(product, cells);
  }
  /** Returns the row of a pasted line: a column of products has cells only in their first rows. */
  function rowAfter(row: number, down: number, column: number): number {
    if (COLUMNS[column]?.isOfSize ?? true) return row + down;
    const firsts = rows.flatMap(({ isFirst }, at) => (isFirst ? [at] : []));
    return firsts[firsts.indexOf(row) + down] ?? rows.length;
  }

  return (
    <div className="panel-scrolling md:scroll-pl-80">
      <table className="w-full border-separate border-spacing-0 text-left max-md:block">
        <thead className="text-bark text-small max-md:sr-only">
          <tr>
            <th scope="col" className={`py-2.5 pr-3 pl-4 font-medium ${STAYS}`}>
              Product and size
            </th>
            {COLUMNS.map(({ name, label, isOfSize }) => (
              <th key={name} scope="col" className={`px-2 py-2.5 font-medium ${isOfSize ? "text-right" : ""}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:divide-y max-md:divide-sand">
          {rows.map(({ product, size, isFirst }, at) => (
            <tr
              key={size._id}
              className="align-top max-md:grid max-md:grid-cols-3 max-md:gap-2 max-md:px-3 max-md:py-3"
            >
              <th scope="row" className={`py-2 pr-3 pl-4 font-normal max-md:col-span-3 max-md:p-0 ${STAYS} ${LINE}`}>
                {isFirst ? (
                  <Link
                    to={`/products/${product._id}`}
                    className="block font-semibold text-leaf wrap-anywhere md:w-max md:max-w-72"
                  >
                    {product.title}
                  </Link>
                ) : (
                  <span className="sr-only">{product.title}</span>
                )}
                <span className="block text-bark text-small">
                  {size.label}
                  {!size.onSale && ", not on sale"}
                </span>
                {isFirst && product.state !== "published" && <Missing of={product} />}
                {isFirst && notes[product._id] && (
                  <span role="alert" className="block text-small text-terracotta">
                    {notes[product._id]}
                  </span>
                )}
              </th>
              {COLUMNS.map((column, columnAt) => {
                if (!column.isOfSize && !isFirst) return <td key={column.name} className={`max-md:hidden ${LINE}`} />;
                const key = cellKey(column.isOfSize ? size._id : null, column.name);
                const draft = drafts[product._id];
                const stored = cellsOf(product)[key] ?? "";
                return (
                  <td key={column.name} className={`px-2 py-2 max-md:p-0 ${LINE} ${ON_PHONE[column.name] ?? ""}`}>
                    <GridCell
                      column={column}
                      of={column.isOfSize ? `${product.title}, ${size.label}` : product.title}
                      place={`${at}/${columnAt}`}
                      value={draft?.typed[key] ?? stored}
                      before={draft?.typed[key] === undefined ? null : stored}
                      problem={problems[product._id]?.[key]}
                      disabled={!mayChange(column)}
                      categories={categories}
                      onChange={(value) =>
                        onChange(product, {
                          [key]: value,
                          ...(column.name === "state" &&
                            value !== "scheduled" && { [PUBLISH_AT]: cellsOf(product)[PUBLISH_AT] ?? "" }),
                        })
                      }
                      onKeyDown={(event) => move(event, at, columnAt)}
                      onPaste={(event) => paste(event, at, columnAt)}
                    />
                    {column.name === "state" && (draft?.typed[key] ?? stored) === "scheduled" && (
                      <PublishAt
                        of={product.title}
                        value={draft?.typed[PUBLISH_AT] ?? cellsOf(product)[PUBLISH_AT] ?? ""}
                        problem={problems[product._id]?.[PUBLISH_AT]}
                        disabled={!mayChange(column)}
                        onChange={(value) => onChange(product, { [PUBLISH_AT]: value })}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MAX_MISSING = 3;

/** What a product lacks to be published. */
function Missing({ of: { missing } }: { of: GridProduct }) {
  if (missing.length === 0) return null;
  const more = missing.length - MAX_MISSING;
  return (
    <span className="block max-w-xs text-bark text-small">
      Missing for sale: {missing.slice(0, MAX_MISSING).join(" ")}
      {more > 0 && ` And ${more} more.`}
    </span>
  );
}

/** Returns the value of a pasted choice, by its value or name; null if there is none. */
function chosen({ name }: GridColumn, text: string, categories: readonly CategoryOption[]): string | null {
  const is = (one: string) => one.toLowerCase() === text.toLowerCase();
  return name === "state"
    ? (STATE_CHOICES.find((one) => is(one.value) || is(one.name))?.value ?? null)
    : (categories.find((one) => is(one.slug) || is(one.name) || is(one.ownName))?.slug ?? null);
}

export const STATE_CHOICES = PRODUCT_STATES.map((value) => ({ value: value as string, name: STATES[value].name }));

interface GridCellProps {
  column: GridColumn;
  /** The name of the product or size, for screen readers. */
  of: string;
  place: string;
  value: string;
  /** The stored value, if another one was typed. */
  before: string | null;
  problem: string | undefined;
  disabled: boolean;
  categories: readonly CategoryOption[];
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}

const WIDTHS: Readonly<Record<GridColumn["name"], string>> = {
  price: "text-right md:w-20",
  originalPrice: "text-right md:w-20",
  available: "text-right md:w-16",
  hsn: "text-right md:w-24",
  gstPercent: "text-right md:w-14",
  state: "md:w-30",
  category: "md:w-56",
  commonName: "md:w-36",
};

function GridCell({ column, of, place, value, before, problem, categories, onChange, ...shared }: GridCellProps) {
  const id = `cell-${place}`;
  const input = {
    ...shared,
    value,
    "data-grid": place,
    "aria-label": `${column.label} of ${of}`,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem ? id : undefined,
  };
  const look = before === null ? "" : "border-leaf bg-linen";
  const options =
    column.name === "state" ? STATE_CHOICES : categories.map(({ slug, ownName }) => ({ value: slug, name: ownName }));
  return (
    <div>
      <span aria-hidden="true" className="text-bark text-small md:hidden">
        {column.label}
      </span>
      {column.isChoice ? (
        <select
          {...input}
          className={`field ${WIDTHS[column.name]} ${look}`}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...input}
          className={`field ${WIDTHS[column.name]} ${look}`}
          inputMode={column.name === "available" || column.name === "commonName" ? "text" : "decimal"}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {before !== null && (
        <span className="block text-right text-bark text-small">
          <span className="sr-only">Stored: </span>
          {column.isChoice ? options.find((option) => option.value === before)?.name : before || "none"}
        </span>
      )}
      {problem && (
        <span id={id} role="alert" className="block text-small text-terracotta">
          {problem}
        </span>
      )}
    </div>
  );
}
