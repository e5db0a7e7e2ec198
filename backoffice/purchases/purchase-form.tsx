import { useCallback, useId, useRef, useState } from "react";
import { MAX_PURCHASE_LINES } from "../../contract/admin/purchases.ts";
import { call, type RequestError } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import type { VersionedFormState } from "../shared/versioned-form.tsx";
import { CodeField } from "./code-field.tsx";
import { LineFields } from "./line-fields.tsx";
import { PasteRows } from "./paste-rows.tsx";
import {
  type DraftLine,
  linesIn,
  PURCHASE_LABELS,
  type PurchaseDraft,
  pastedLines,
  sumsOf,
  withOneMore,
} from "./purchase-draft.ts";

const CHARGES = ["freight", "duty", "other", "chargesGst"] as const;

interface PurchaseFormProps {
  form: Pick<VersionedFormState<PurchaseDraft>, "values" | "set" | "changed" | "discard" | "busy" | "error">;
  isNew?: boolean;
  submit: string;
  onSubmit: () => Promise<unknown>;
  onClose?: () => void;
}

/** The document of a supplier: its header, its lines and its charges. */
export function PurchaseForm({ form, isNew = false, submit, onSubmit, onClose }: PurchaseFormProps) {
  const { values, busy, error } = form;
  const suppliers = useSuppliers();
  const lines = linesIn(values);
  const setLines = (change: (lines: DraftLine[]) => DraftLine[]) =>
    form.set("lines", (latest) => JSON.stringify(change(JSON.parse(latest) as DraftLine[])));
  // The lines are rendered again only when they change, so what they call stays the same.
  const latest = useRef(setLines);
  latest.current = setLines;
  const changeLine = useCallback(
    (key: string, change: Partial<DraftLine>) =>
      latest.current((all) => all.map((line) => (line.key === key ? { ...line, ...change } : line))),
    [],
  );
  const removeLine = useCallback((key: string) => latest.current((all) => all.filter((line) => line.key !== key)), []);
  const input = (field: keyof PurchaseDraft) => ({
    label: PURCHASE_LABELS[field],
    value: values[field],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
    error: fieldMessage(error, field),
    autoComplete: "off",
  });
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <div className="panel grid gap-3 p-4 md:grid-cols-3">
        <Field list={suppliers.id} onFocus={suppliers.load} {...input("supplier")} />
        <datalist id={suppliers.id}>
          {suppliers.names.map((supplier) => (
            <option key={supplier} value={supplier} />
          ))}
        </datalist>
        <Field hint="Of the invoice or delivery note." {...input("documentNumber")} />
        <Field type="date" {...input("documentDate")} />
        {isNew && (
          <label className="flex items-start gap-2 md:col-span-3">
            <input
              type="checkbox"
              className="mt-1"
              checked={values.isInStock === "yes"}
              onChange={(event) => form.set("isInStock", event.target.checked ? "yes" : "")}
            />
            <span>
              {PURCHASE_LABELS.isInStock}
              <span className="block text-bark text-small">Books only what they cost; the stock stays as it is.</span>
            </span>
          </label>
        )}
      </div>
      <section className="panel grid grid-cols-[minmax(0,1fr)] gap-3 p-4" aria-labelledby="lines">
        <h2 id="lines">{lines.length === 0 ? "Lines" : `Lines (${lines.length})`}</h2>
        <CodeField onChoose={(size) => setLines((all) => withOneMore(all, size))} />
        <PasteRows onRead={(rows) => setLines((all) => [...all, ...pastedLines(rows)])} />
        {lines.length > 0 && (
          <ul className="divide-y divide-sand border-sand border-y">
            {lines.map((line, at) => (
              <LineFields
                key={line.key}
                line={line}
                problems={problemsOf(error, at)}
                onChange={changeLine}
                onRemove={removeLine}
              />
            ))}
          </ul>
        )}
        {fieldMessage(error, "lines") && (
          <p role="alert" className="text-small text-terracotta">
            {fieldMessage(error, "lines")}
          </p>
        )}
        {lines.length > MAX_PURCHASE_LINES && (
          <p role="alert" className="text-small text-terracotta">
            {`A purchase can have up to ${MAX_PURCHASE_LINES} lines. Please book the others as another one.`}
          </p>
        )}
      </section>
      <section className="panel grid gap-3 p-4" aria-labelledby="charges">
        <h2 id="charges">Charges</h2>
        <p className="text-bark">
          The lines share them by value, so they are part of what a unit costs. All amounts are without GST.
        </p>
        <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
          {CHARGES.map((field) => (
            <Field key={field} inputMode="decimal" {...input(field)} />
          ))}
        </div>
        <TextArea
          label={PURCHASE_LABELS.note}
          rows={2}
          maxLength={500}
          value={values.note}
          onChange={(event) => form.set("note", event.target.value)}
          error={fieldMessage(error, "note")}
        />
      </section>
      <Sums draft={values} />
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          className="button-primary"
          disabled={busy || lines.length === 0 || lines.length > MAX_PURCHASE_LINES}
        >
          {submit}
        </Button>
        {(onClose || form.changed.length > 0) && (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              form.discard();
              onClose?.();
            }}
          >
            {form.changed.length > 0 ? "Discard" : "Close"}
          </button>
        )}
      </div>
    </form>
  );
}

/** Returns the errors of a line by field: `lines.3.unitCost` is one of the fourth. */
function problemsOf(error: RequestError | null, at: number): Readonly<Record<string, string>> {
  const start = `lines.${at}.`;
  return Object.fromEntries(
    (error?.errors ?? []).flatMap(({ field, message }) =>
      field.startsWith(start) ? [[field.slice(start.length), message]] : [],
    ),
  );
}

function useSuppliers() {
  const id = useId();
  const [names, setNames] = useState<readonly string[]>([]);
  const { run } = useAction();
  return { id, names, load: () => void run(async () => setNames(await call("listSuppliers", { query: {} }))) };
}

/** Compares what is typed with the document, once each amount can be read. */
function Sums({ draft }: { draft: PurchaseDraft }) {
  const { goods, charges, gst, units } = sumsOf(draft);
  if (units === 0 || [goods, charges, gst, units].some(Number.isNaN)) return null;
  return (
    <p className="border-leaf border-l-2 py-1 pl-3" role="status">
      <strong>{formatMoney(goods + charges)}</strong> without GST: {formatMoney(goods)} for{" "}
      {units === 1 ? "1 unit" : `${units.toLocaleString("en-IN")} units`}
      {charges !== 0 && `, ${formatMoney(charges)} charges`}. With {formatMoney(gst)} GST the document says{" "}
      {formatMoney(goods + charges + gst)}.
    </p>
  );
}
