import { useRevalidator } from "react-router";
import type { ProductImport } from "../../contract/admin/imports.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { useAction } from "../shared/use-action.ts";

/** Maps the headings of the file to columns. The choice is suggested for the next file. */
export function ColumnForm({ file }: { file: ProductImport }) {
  const { _id: id, columns, known } = file;
  const stored = Object.fromEntries(columns.map(({ heading, column }) => [heading, column]));
  const draft = useFormDraft(`columns of import ${id}`, stored);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <form
      noValidate
      aria-labelledby="columns"
      className="panel grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call("compareImport", {
            params: { id },
            body: { columns: columns.map(({ heading }) => ({ heading, column: draft.values[heading] ?? "" })) },
          });
          draft.sent("The file is compared.");
          await revalidate();
        });
      }}
    >
      <h2 id="columns">Columns</h2>
      <ul className="divide-y divide-sand">
        {columns.map(({ heading, samples }) => (
          <li key={heading} className="grid gap-1 py-2 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center sm:gap-3">
            <span className="wrap-anywhere">
              <strong>{heading}</strong>
              <span className="block text-bark text-small">{samples.filter(Boolean).join(" · ")}</span>
            </span>
            <select
              className="field"
              aria-label={`Column of ${heading}`}
              value={draft.values[heading] ?? ""}
              onChange={(event) => draft.set(heading, event.target.value)}
            >
              <option value="">Not imported</option>
              {known.map(({ name, required }) => (
                <option key={name} value={name}>
                  {required ? `${name} (new products need it)` : name}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        Compare with the catalogue
      </Button>
    </form>
  );
}
