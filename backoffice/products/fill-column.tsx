import { useState } from "react";
import type { GridProduct } from "../../contract/admin/product-grid.ts";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { type Cells, COLUMNS, cellKey, cellsOf, type GridColumn } from "./grid-cells.ts";
import type { ProductDraft } from "./grid-draft.ts";
import { STATE_CHOICES } from "./grid-table.tsx";
import type { CategoryOption } from "./section-form.tsx";

/** Columns in which many products have the same value; a price or a stock is each size's own. */
const FILLED = ["hsn", "gstPercent", "commonName", "category", "state"];

interface FillColumnProps {
  products: readonly GridProduct[];
  drafts: Readonly<Record<string, ProductDraft>>;
  categories: readonly CategoryOption[];
  mayChange: (column: GridColumn) => boolean;
  onChange: (product: GridProduct, cells: Cells) => void;
}

/** Puts one value into a column of all products of the grid, where it is shown and can be changed before it is saved. */
export function FillColumn({ products, drafts, categories, mayChange, onChange }: FillColumnProps) {
  const columns = COLUMNS.filter((column) => FILLED.includes(column.name) && mayChange(column)).sort(
    (a, b) => FILLED.indexOf(a.name) - FILLED.indexOf(b.name),
  );
  const [name, setName] = useState<string>(columns[0]?.name ?? "");
  const [value, setValue] = useState("");
  const [fillsEmpty, setFillsEmpty] = useState(true);
  const [outcome, setOutcome] = useState("");
  const column = columns.find((one) => one.name === name);
  if (!column) return null;
  const options =
    column.name === "state"
      ? STATE_CHOICES.filter((one) => one.value !== "scheduled")
      : categories.map(({ slug, name: of }) => ({ value: slug, name: of }));

  function fill(of: GridColumn): void {
    let filled = 0;
    for (const product of products) {
      const shown = { ...cellsOf(product), ...drafts[product._id]?.typed };
      const keys = (of.isOfSize ? product.sizes.map(({ _id }) => _id) : [null]).map((size) => cellKey(size, of.name));
      const chosen = keys.filter((key) => shown[key] !== value.trim() && (of.isChoice || !fillsEmpty || !shown[key]));
      if (chosen.length === 0) continue;
      filled += 1;
      onChange(product, Object.fromEntries(chosen.map((key) => [key, value.trim()])));
    }
    setOutcome(
      filled === 0
        ? "No product needs it."
        : `Filled in for ${filled === 1 ? "1 product" : `${filled} products`}. Review and save below.`,
    );
  }

  return (
    <form
      aria-label="Fill a column"
      className="panel mb-3 grid items-end gap-3 p-3 md:flex md:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        fill(column);
      }}
    >
      <SelectField
        label="For all these products, set"
        value={name}
        options={columns.map((one) => ({ value: one.name, name: one.label }))}
        onChange={(chosen) => {
          setName(chosen);
          setValue("");
          setOutcome("");
        }}
      />
      {column.isChoice ? (
        <SelectField
          label="to"
          required
          value={value}
          options={[{ value: "", name: "Please choose" }, ...options]}
          onChange={setValue}
        />
      ) : (
        <Field
          label="to"
          required
          autoComplete="off"
          inputMode={column.name === "commonName" ? "text" : "decimal"}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      {!column.isChoice && (
        <label className="flex items-center gap-2 py-2">
          <input type="checkbox" checked={fillsEmpty} onChange={(event) => setFillsEmpty(event.target.checked)} />
          Only where it is empty
        </label>
      )}
      <button type="submit" className="button-quiet">
        Fill in
      </button>
      <p role="status" className="basis-full text-small empty:hidden">
        {outcome}
      </p>
    </form>
  );
}
