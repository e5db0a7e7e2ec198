import { NET_QUANTITY_UNITS } from "../../contract/catalogue/schemas.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";

export const EMPTY_SIZE = {
  netQuantity: "",
  netQuantityUnit: "ml",
  price: "",
  originalPrice: "",
  hsn: "",
  gstPercent: "18",
  sku: "",
  units: "",
  lot: "",
  lifeKind: "use_before",
  lifeMonth: "",
  manufacturedOn: "",
};
export type NewSize = typeof EMPTY_SIZE;

/** What the next size of a product has in common with this one. */
export const nextSize = ({ netQuantityUnit, hsn, gstPercent }: NewSize): NewSize => ({
  ...EMPTY_SIZE,
  netQuantityUnit,
  hsn,
  gstPercent,
});

/** A size as the request has it. */
export const sizeBodyOf = (size: NewSize) => ({
  netQuantity: writtenNumber(size.netQuantity),
  netQuantityUnit: size.netQuantityUnit as (typeof NET_QUANTITY_UNITS)[number],
  price: writtenNumber(size.price),
  originalPrice: size.originalPrice.trim() === "" ? null : writtenNumber(size.originalPrice),
  hsn: size.hsn,
  gstPercent: writtenNumber(size.gstPercent),
  ...(size.sku.trim() !== "" && { sku: size.sku }),
  ...(size.units.trim() !== "" && {
    stock: {
      units: writtenNumber(size.units),
      ...(size.lot && { lot: size.lot }),
      ...(size.lot && size.manufacturedOn && { manufacturedOn: size.manufacturedOn }),
      ...(size.lot &&
        size.lifeMonth && {
          lifeKind: size.lifeKind === "expiry" ? ("expiry" as const) : ("use_before" as const),
          lifeMonth: size.lifeMonth,
        }),
    },
  }),
});

type Name = keyof NewSize;
const PRICES: readonly { name: Name; label: string; hint?: string }[] = [
  { name: "price", label: "Price (₹)" },
  { name: "originalPrice", label: "MRP (₹)", hint: "Empty: sold at its MRP." },
  {
    name: "hsn",
    label: "HSN code",
    hint: "4, 6 or 8 digits, such as 3303 for perfume. It can wait until you publish.",
  },
  {
    name: "gstPercent",
    label: "GST (%)",
    hint: "Perfume, attar and creams 18; soap in bars and hair oil 5. Ask your accountant.",
  },
];

interface NewSizeFieldsProps {
  size: NewSize;
  /** Whether units that are there can be added. */
  mayStock: boolean;
  /** The message for a field as the request names it. */
  message: (field: string) => string | undefined;
  onChange: (name: Name, value: string) => void;
}

export function NewSizeFields({ size, mayStock, message, onChange }: NewSizeFieldsProps) {
  const text = (name: Name, field: string = name) => ({
    value: size[name],
    error: message(field),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <>
      <Field label="Net quantity" inputMode="numeric" {...text("netQuantity")} />
      <SelectField
        label="Unit"
        value={size.netQuantityUnit}
        error={message("netQuantityUnit")}
        onChange={(value) => onChange("netQuantityUnit", value)}
        options={NET_QUANTITY_UNITS.map((unit) => ({ value: unit, name: unit }))}
      />
      {PRICES.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          inputMode={name === "hsn" ? "numeric" : "decimal"}
          {...text(name)}
        />
      ))}
      <Field label="SKU" hint="Empty: by title and net quantity." {...text("sku")} />
      {mayStock && (
        <Field label="Units in stock" hint="Empty: none yet." inputMode="numeric" {...text("units", "stock.units")} />
      )}
      {mayStock && size.units !== "" && (
        <Field label="Lot" hint="As on the pack; empty if it has none." {...text("lot", "stock.lot")} />
      )}
      {mayStock && size.units !== "" && size.lot !== "" && (
        <>
          <SelectField
            label="The pack says"
            value={size.lifeKind}
            options={[
              { value: "use_before", name: "Use before" },
              { value: "expiry", name: "Expiry" },
            ]}
            onChange={(value) => onChange("lifeKind", value)}
          />
          <Field
            label="Month"
            placeholder="2028-03"
            hint="Empty if it keeps indefinitely."
            {...text("lifeMonth", "stock.lifeMonth")}
          />
          <Field label="Made on" type="date" {...text("manufacturedOn", "stock.manufacturedOn")} />
        </>
      )}
    </>
  );
}
