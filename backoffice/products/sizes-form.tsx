import { useState } from "react";
import type { sizeFields, sizePlace, sizePrices } from "../../contract/admin/product-fields.ts";
import type { AdminProduct, AdminSize } from "../../contract/admin/products.ts";
import { NET_QUANTITY_UNITS } from "../../contract/catalogue/schemas.ts";
import { formatCalendarDay, formatDateTime } from "../../contract/dates.ts";
import { call, type RequestError } from "../api/client.ts";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { PACKS_CARRY_MRP, PacksCarryMrp, raisesMrp } from "./printed-mrp.tsx";
import { readNumber } from "./product-draft.ts";
import { draftKey, savedText } from "./sections.ts";

interface SizeField {
  label: string;
  hint?: string;
  isNumber?: boolean;
  /** Whether it needs the permission `edit_prices`. */
  isPrice?: boolean;
}
type FieldName = Exclude<keyof (typeof sizeFields & typeof sizePrices & typeof sizePlace), "onSale" | "packsCarryMrp">;

/** The fields of a size that have a text. What can be set of a size has one here. */
const SIZE_FIELDS = {
  label: { label: "Size", hint: "As shoppers read it, such as 50 ml." },
  price: { label: "Price (₹)", isPrice: true, isNumber: true },
  originalPrice: { label: "MRP (₹)", isPrice: true, isNumber: true, hint: "Empty: sold at its MRP." },
  sku: { label: "SKU" },
  netQuantity: { label: "Net quantity", isNumber: true },
  netQuantityUnit: { label: "Unit" },
  hsn: { label: "HSN code", isPrice: true, hint: "4, 6 or 8 digits." },
  gstPercent: { label: "GST (%)", isPrice: true, isNumber: true },
  gstFrom: { label: "GST from", isPrice: true, hint: "A day such as 2026-12-01; empty: today." },
  barcode: { label: "Barcode", hint: "GTIN, if it has one." },
  weightGrams: { label: "Weight packed (g)", isNumber: true },
  lengthMm: { label: "Length packed (mm)", isNumber: true },
  widthMm: { label: "Width packed (mm)", isNumber: true },
  heightMm: { label: "Height packed (mm)", isNumber: true },
  position: { label: "Place among the sizes", isNumber: true, hint: "The smallest is the first: its price is shown." },
} as const satisfies {
  [Name in FieldName]: SizeField & (Name extends keyof typeof sizePrices ? { isPrice: true } : { isPrice?: false });
};
const FIELDS = Object.entries<SizeField>(SIZE_FIELDS).map(([name, field]) => ({ name, ...field }));
const LABELS = {
  ...Object.fromEntries(FIELDS.map(({ name, label }) => [name, label])),
  packsCarryMrp: PACKS_CARRY_MRP,
  onSale: "On sale",
};
type Values = Record<string, string>;

const NEW: Values = {
  ...Object.fromEntries(FIELDS.map(({ name }) => [name, ""])),
  netQuantityUnit: "ml",
  packsCarryMrp: "",
  onSale: "yes",
};

function textsOf(size: AdminSize): Values {
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const values = size as unknown as Record<string, unknown>;
  return {
    ...Object.fromEntries(FIELDS.map(({ name }) => [name, text(values[name])])),
    packsCarryMrp: "",
    onSale: size.onSale ? "yes" : "",
  };
}

function toRequest(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const value = values[name] ?? "";
      if (name === "onSale" || name === "packsCarryMrp") return [[name, value === "yes"]];
      if (name === "gstFrom" && value === "") return [];
      const isNumber = FIELDS.some((field) => field.name === name && field.isNumber);
      return [[name, isNumber ? readNumber(value) : value]];
    }),
  );
}

interface SizesFormProps {
  product: AdminProduct;
  onChanged: (product: AdminProduct) => void;
}

/** Edits the sizes of a product, each saved by itself, and adds new ones. */
export function SizesForm({ product, onChanged }: SizesFormProps) {
  const mayAdd = [useMay("edit_products"), useMay("edit_prices")].every(Boolean);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="grid gap-4">
      {product.sizes.map((size) => (
        <SizeForm key={size._id} product={product} size={size} onChanged={onChanged} />
      ))}
      {isAdding && (
        <SizeForm
          product={product}
          size={null}
          onChanged={(changed) => {
            setIsAdding(false);
            onChanged(changed);
          }}
        />
      )}
      {mayAdd && !isAdding && (
        <button type="button" className="button-quiet justify-self-start" onClick={() => setIsAdding(true)}>
          Add a size
        </button>
      )}
    </div>
  );
}

function SizeForm({ product, size, onChanged }: SizesFormProps & { size: AdminSize | null }) {
  const stored = size ? textsOf(size) : NEW;
  const [mayEdit, mayPrice] = [useMay("edit_products"), useMay("edit_prices")];
  const form = useVersionedForm<Values>({
    draft: draftKey(product._id, `size ${size?._id ?? "new"}`),
    stored,
    version: product.version,
    labels: LABELS,
    subject: "this size",
    savedText: savedText(product),
    changedBy: product.lastChange?.by,
    async save({ values, changed, version }) {
      const filled = size ? changed : Object.keys(NEW).filter((name) => name === "onSale" || values[name] !== "");
      const sizes = [{ ...(size && { _id: size._id }), ...toRequest(values, filled) }];
      onChanged(await call("changeProduct", { params: { id: product._id }, body: { version, sizes } }));
    },
  });
  const { values, set, error } = form;
  return (
    <VersionedForm form={form} aria-label={size ? size.label : "New size"} className="panel grid gap-4 p-4">
      <h2>{size ? size.label : "New size"}</h2>
      {size && (
        <p className="text-bark">
          {size.available} in stock{size.reserved > 0 && `, ${size.reserved} more reserved by unpaid orders`}, MRP{" "}
          {formatMoney(size.originalPrice ?? size.price)}
          {size.plannedPrices
            .filter(({ state }) => state !== "failed")
            .map(({ price, startsAt }) => `, ${formatMoney(price)} from ${formatDateTime(startsAt)}`)}
          {size.laterRates.map(({ from, percent }) => `, GST ${percent}% from ${formatCalendarDay(from)}`)}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map((field) => (
          <SizeInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            error={sizeMessage(error, field.name)}
            disabled={!mayEdit || (field.isPrice === true && !mayPrice)}
            onChange={(value) => set(field.name, value)}
          />
        ))}
      </div>
      {size && raisesMrp(size, values) && (
        <PacksCarryMrp
          disabled={!mayPrice}
          checked={values.packsCarryMrp === "yes"}
          onChange={(isChecked) => set("packsCarryMrp", isChecked ? "yes" : "")}
        />
      )}
      <label className="flex items-center gap-2 py-1">
        <input
          type="checkbox"
          disabled={!mayEdit}
          checked={values.onSale === "yes"}
          onChange={(event) => set("onSale", event.target.checked ? "yes" : "")}
        />
        On sale
      </label>
      <Problem error={error} otherwise={error?.errors.find(({ field }) => !field.startsWith("sizes."))?.message} />
      {mayEdit && <SaveButtons form={form} save={size ? "Save" : "Add size"} />}
    </VersionedForm>
  );
}

const sizeMessage = (error: RequestError | null, name: string) =>
  error?.errors.find(({ field }) => field === `sizes.0.${name}`)?.message;

interface SizeInputProps {
  field: (typeof FIELDS)[number];
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

function SizeInput({ field, value, error, disabled, onChange }: SizeInputProps) {
  if (field.name === "netQuantityUnit")
    return (
      <SelectField
        label={field.label}
        value={value}
        error={error}
        disabled={disabled}
        onChange={onChange}
        options={NET_QUANTITY_UNITS.map((unit) => ({ value: unit, name: unit }))}
      />
    );
  return (
    <Field
      label={field.label}
      value={value}
      error={error}
      hint={field.hint}
      disabled={disabled}
      autoComplete="off"
      inputMode={field.isNumber ? "decimal" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
