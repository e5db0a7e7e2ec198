import { type ReactNode, useId } from "react";
import type { AdminProduct } from "../../contract/admin/products.ts";
import { call } from "../api/client.ts";
import { Field, Problem } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { EntriesField } from "./entries-field.tsx";
import { fromText, messageOf, shownText, toText } from "./product-draft.ts";
import { draftKey, type Section, type SectionField, savedText } from "./sections.ts";

export interface CategoryOption {
  slug: string;
  /** A subcategory's has that of its category before it. */
  name: string;
  ownName: string;
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
  const mayEdit = useMay("edit_products");
  const kindOf = (name: string) => section.fields.find((field) => field.name === name)?.kind ?? "line";
  const form = useVersionedForm<Record<string, string>>({
    draft: draftKey(product._id, section.path),
    stored,
    version: product.version,
    labels: Object.fromEntries(section.fields.map(({ name, label }) => [name, label])),
    subject: "this product",
    savedText: savedText(product),
    changedBy: product.lastChange?.by,
    shown: (name, value) => shownText(kindOf(name), value),
    async save({ values, changed, version }) {
      const changes = Object.fromEntries(changed.map((name) => [name, fromText(kindOf(name), values[name] ?? "")]));
      onChanged(await call("changeProduct", { params: { id: product._id }, body: { version, ...changes } }));
    },
  });
  const { values, set, error } = form;
  const named = section.fields.map(({ name }) => name);
  const unnamed = error?.errors.find(
    ({ field }) => !named.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return (
    <div className={aside ? "grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]" : ""}>
      <VersionedForm form={form} className={`panel p-4 ${aside ? "" : "max-w-3xl"}`}>
        <fieldset disabled={!mayEdit} className="grid gap-4">
          {section.fields.map((field) => (
            <SectionInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ""}
              categories={categories}
              error={messageOf(error, field.name)}
              onChange={(value) => set(field.name, value)}
            />
          ))}
          <Problem error={error} otherwise={unnamed?.message} />
          {mayEdit && <SaveButtons form={form} />}
        </fieldset>
      </VersionedForm>
      {aside?.(values, set)}
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
