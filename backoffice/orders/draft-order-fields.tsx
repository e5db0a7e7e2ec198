/** The fields of a draft order's form. */

import type { ReactNode } from "react";
import {
  type AdminDraftOrder,
  type ChangedDraftOrder,
  type DraftOrderPreview,
  MAX_DRAFT_ORDER_MESSAGE,
} from "../../contract/admin/draft-orders.ts";
import type { RequestError } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { type ChosenSize, ChosenSizes, withOneMore } from "./chosen-sizes.tsx";
import { SizeSearch } from "./size-search.tsx";

export const EMPTY_DRAFT = {
  email: "",
  name: "",
  mobile_no: "",
  street: "",
  pincode: "",
  city: "",
  state: "",
  message: "",
  days: "3",
  /** JSON of ChosenSize[], so that the items survive a reload like the other fields. */
  items: "[]",
};
export type DraftValues = Readonly<Record<keyof typeof EMPTY_DRAFT, string>>;

const FIELDS = [
  { name: "name", label: "Name", error: "name" },
  { name: "email", label: "Email", error: "email" },
  { name: "mobile_no", label: "Mobile number", error: "mobile_no" },
  { name: "street", label: "Address", error: "address.street" },
  { name: "pincode", label: "Pincode", error: "address.pincode" },
  { name: "city", label: "City", error: "address.city" },
  { name: "state", label: "State", error: "address.state" },
] as const;

/** Returns what the fields send. */
export function bodyOf({ email, name, mobile_no, street, city, state, pincode, message, days, items }: DraftValues) {
  const chosen = (JSON.parse(items) as ChosenSize[]).map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) }));
  return {
    email,
    name,
    mobile_no,
    address: { street, city, state, pincode },
    message,
    days: Number(days),
    items: chosen,
  };
}

/** Returns the fields of a stored draft. */
export const valuesOf = ({ email, name, mobile_no, address, message, items }: AdminDraftOrder): DraftValues => ({
  email: email ?? "",
  name,
  mobile_no,
  ...address,
  message,
  days: "",
  items: JSON.stringify(
    items.map(({ sku, title, size, quantity }) => ({ sku, title, size, quantity: String(quantity) })),
  ),
});

/** Returns the fields that were changed, as the endpoint takes them. */
export function changesOf(values: DraftValues, changed: readonly string[]): Omit<ChangedDraftOrder, "version"> {
  const { address, days, ...others } = bodyOf(values);
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => changed.includes(name))),
    ...(Object.keys(address).some((name) => changed.includes(name)) && { address }),
    ...(values.days !== "" && { days }),
  };
}

/** Formats the sizes of a draft: "2 × Attar, 6 ml". */
export const shownItems = (items: string) =>
  (JSON.parse(items) as ChosenSize[])
    .map(({ title, size, quantity }) => `${quantity} × ${[title, size].filter(Boolean).join(", ")}`)
    .join("; ");

interface DraftOrderFieldsProps {
  values: DraftValues;
  set: (name: keyof DraftValues, value: string) => void;
  error: RequestError | null;
  /** For how long the link is valid. */
  daysField: ReactNode;
  /** Fields that the member may not see. */
  omitted?: readonly string[];
}

export function DraftOrderFields({ values, set, error, daysField, omitted = [] }: DraftOrderFieldsProps) {
  const items = JSON.parse(values.items) as ChosenSize[];
  const setItems = (next: readonly ChosenSize[]) => set("items", JSON.stringify(next));
  const itemsProblem = error?.errors.find(({ field }) => field.startsWith("items"))?.message;
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        {FIELDS.filter(({ name }) => !omitted.includes(name)).map(({ name, label, error: field }) => (
          <Field
            key={name}
            label={label}
            value={values[name]}
            onChange={(event) => set(name, event.target.value)}
            autoComplete="off"
            inputMode={
              name === "pincode" ? "numeric" : name === "mobile_no" ? "tel" : name === "email" ? "email" : undefined
            }
            error={fieldMessage(error, field)}
          />
        ))}
        {daysField}
      </div>
      <SizeSearch onChoose={(size) => setItems(withOneMore(items, size))} />
      <ChosenSizes items={items} onChange={setItems} />
      {itemsProblem && (
        <p role="alert" className="text-small text-terracotta">
          {itemsProblem}
        </p>
      )}
      <TextArea
        label="Message (optional)"
        rows={2}
        maxLength={MAX_DRAFT_ORDER_MESSAGE}
        value={values.message}
        onChange={(event) => set("message", event.target.value)}
        error={fieldMessage(error, "message")}
      />
    </>
  );
}

interface PricedProps {
  priced: DraftOrderPreview;
  /** Whether it is what the order will cost, which is said aloud. */
  isNew?: boolean;
}

export function Priced({ priced, isNew = true }: PricedProps) {
  const { problem, subtotal, totalDiscount, shipping, totalPrice } = priced;
  return (
    <p role={isNew ? "status" : undefined} className="border-leaf border-l-2 py-1 pl-3">
      {problem ? (
        <span className="text-terracotta">{problem}</span>
      ) : (
        <>
          <strong>{formatMoney(totalPrice)}</strong>: {formatMoney(subtotal)} less {formatMoney(totalDiscount)},
          shipping {formatMoney(shipping)}. The customer pays what it costs at that time, after seeing it.
        </>
      )}
    </p>
  );
}
