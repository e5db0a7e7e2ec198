import { type ReactNode, useId } from "react";
import { useRevalidator } from "react-router";
import type { AdminProduct } from "../../contract/admin/products.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { useAction } from "../shared/use-action.ts";
import { EntriesField } from "./entries-field.tsx";
import { fromText, messageOf, shownText, toText } from "./product-draft.ts";
import { draftKey, type Section, type SectionField } from "./sections.ts";

export interface CategoryOption {
  slug: string;
  name: string;
}

interface SectionFormProps {
  product: AdminProduct;
  section: Section;
  categories: readonly CategoryOption[];
  onChanged: (product: AdminProduct) => void;
  /** Shows the draft, for example as a preview. */
  aside?: (values: Readonly<Record<string, string>>, set: (name: string, value: string) => void) => ReactNode;
}

/** The form of a section. Only changed fields are sent; unsaved input survives a reload and a colleague's change. */
export function SectionForm({ product, section, categories, onChanged, aside }: SectionFormProps) {
  const stored = Object.fromEntries(section.fields.map(({ name, kind }) => [name, toText(kind, product[name])]));
  const draft = useFormDraft<Record<string, string>>(draftKey(product._id, section.path), stored, product.version);
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const mayEdit = useMay("edit_products");
  const kindOf = (name: string) => section.fields.find((field) => field.name === name)?.kind ?? "line";

  async function save(): Promise<void> {
    const changes = Object.fromEntries(
      draft.changed.map((name) => [name, fromText(kindOf(name), draft.values[name] ?? "")]),
    );
    const isSaved = await run(async () =>
      onChanged(
        await call("changeProduct", { params: { id: product._id }, body: { version: draft.version, ...changes } }),
      ),
    );
    if (isSaved) draft.discard();
    else await revalidate();
  }

  if (draft.changed.length > 0 && draft.version < product.version)
    return (
      <ConflictBar
        message={`${product.lastChange?.by ?? "Somebody"} has changed this product since you began. Nothing that you have typed is lost.`}
        fields={section.fields
          .filter(({ name }) => draft.conflicts.includes(name))
          .map(({ name, label, kind }) => ({
            name,
            label,
            theirs: shownText(kind, stored[name] ?? ""),
            mine: shownText(kind, draft.values[name] ?? ""),
          }))}
        onResolve={(theirs) => {
          clear();
          draft.rebase(theirs);
        }}
      />
    );
  const named = section.fields.map(({ name }) => name);
  const unnamed = error?.errors.find(
    ({ field }) => !named.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return (
    <div className={aside ? "grid items-start gap-4 xl:grid-cols-[3fr_2fr]" : ""}>
      <form
        noValidate
        className="panel p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset disabled={!mayEdit} className="grid gap-4">
          {section.fields.map((field) => (
            <SectionInput
              key={field.name}
              field={field}
              value={draft.values[field.name] ?? ""}
              categories={categories}
              error={messageOf(error, field.name)}
              onChange={(value) => draft.set(field.name, value)}
            />
          ))}
          <Problem error={error} otherwise={unnamed?.message} />
          {mayEdit && (
            <div className="flex flex-wrap gap-2">
              <button type="submit" className="button-primary" disabled={busy || draft.changed.length === 0}>
                Save
              </button>
              {draft.changed.length > 0 && (
                <button type="button" className="button-quiet" onClick={draft.discard}>
                  Discard changes
                </button>
              )}
            </div>
          )}
        </fieldset>
      </form>
      {aside?.(draft.values, draft.set)}
    </div>
  );
}

interface SectionInputProps {
  field: SectionField;
  value: string;
  categories: readonly CategoryOption[];
  error: string | undefined;
  onChange: (value: string) => void;
}

function SectionInput({ field: { kind, label, hint, rows }, value, categories, error, onChange }: SectionInputProps) {
  const id = useId();
  switch (kind) {
    case "text":
    case "words":
      return (
        <div>
          <TextArea
            label={label}
            rows={rows ?? 4}
            value={value}
            error={error}
            aria-details={hint ? id : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          {hint && (
            <p id={id} className="mt-1 text-bark text-small">
              {hint}
            </p>
          )}
        </div>
      );
    case "flag":
      return (
        <label className="flex items-center gap-2 py-1">
          <input
            type="checkbox"
            className="size-4 accent-leaf"
            checked={value === "yes"}
            onChange={(event) => onChange(event.target.checked ? "yes" : "")}
          />
          {label}
        </label>
      );
    case "entries":
    case "faqs":
    case "pairs":
    case "claims":
      return <EntriesField kind={kind} label={label} value={value} error={error} onChange={onChange} />;
    case "category":
      return (
        <SelectField
          label={label}
          value={value}
          error={error}
          onChange={onChange}
          options={categories.map(({ slug, name }) => ({ value: slug, name }))}
        />
      );
    default:
      return (
        <Field
          label={label}
          value={value}
          error={error}
          hint={hint}
          autoComplete="off"
          inputMode={kind === "number" ? "numeric" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
