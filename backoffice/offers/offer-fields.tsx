/** The fields of an offer, as its form has them. */

import type { ReactNode } from "react";
import type { OfferChoiceKind, OfferKind } from "../../contract/admin/offers.ts";
import { MAX_SAMPLES } from "../../contract/limits.ts";
import { call, type RequestError } from "../api/client.ts";
import { ChoicesField } from "../shared/choices-field.tsx";
import { Field } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { chosenIn, kindOf, OFFER_VALUES, type OfferField, type OfferValues } from "./offer-body.ts";

export const KINDS: Readonly<Record<OfferKind, string>> = {
  percentage: "A percentage off",
  amount: "An amount off",
  free_shipping: "Free shipping",
  buy_x_get_y: "Buy some, get some free",
  bundle_price: "Several for one price",
  set_credit: "The price of a set, credited",
  free_samples: "Free samples to choose",
};

/** Fields that are chosen by a search. Their values are lists of choices as JSON. */
const CHOICES: Partial<Record<OfferField, { kind: OfferChoiceKind; placeholder: string; max?: number }>> = {
  products: { kind: "product", placeholder: "Add a product by its title" },
  categories: { kind: "category", placeholder: "Add a category by its name" },
  sets: { kind: "product", placeholder: "Add a set by its title" },
  samples: { kind: "size", placeholder: "Add a size by its title or SKU", max: MAX_SAMPLES },
};
/** As many as the server accepts. */
const MAX_CHOICES = 500;
interface OfferFieldsProps {
  values: OfferValues;
  set: (name: OfferField, value: string) => void;
  error: RequestError | null;
  /** The choice of a kind, for a new offer. */
  kindField?: ReactNode;
  /** Whether its first day is past, and stays. */
  hasBegun?: boolean;
  /** Whether the member may not see emails, and so not change whose it is. */
  hidesCustomers?: boolean;
}

export function OfferFields({
  values,
  set,
  error,
  kindField,
  hasBegun = false,
  hidesCustomers = false,
}: OfferFieldsProps) {
  const kind = kindOf(values);
  const messageFor = (name: OfferField) =>
    fieldMessage(error, name) ?? error?.errors.find((one) => one.field.startsWith(`${name}.`))?.message;
  const field = (
    name: OfferField,
    label: string,
    more: { hint?: string; type?: string; inputMode?: "decimal" } = {},
  ) => {
    const choices = CHOICES[name];
    if (!choices)
      return (
        <Field
          key={name}
          label={label}
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
          error={messageFor(name)}
          autoComplete="off"
          {...more}
        />
      );
    return (
      <ChoicesField
        key={name}
        label={label}
        placeholder={choices.placeholder}
        chosen={chosenIn(values[name])}
        onChange={(chosen) => set(name, JSON.stringify(chosen))}
        find={(q) => call("findOfferChoices", { query: { kind: choices.kind, q } })}
        max={choices.max ?? MAX_CHOICES}
        error={messageFor(name)}
        none="Nothing else has this name."
        {...(more.hint !== undefined && { hint: more.hint })}
      />
    );
  };
  return (
    <>
      <Part title="What it gives">
        {field("name", "Name", { hint: "As shoppers read it: “10% off your first order”." })}
        {kindField}
        {Object.entries(OFFER_VALUES[kind]).map(([name, label]) =>
          field(name as OfferField, label, { inputMode: "decimal" }),
        )}
      </Part>
      {kind !== "set_credit" && kind !== "free_samples" && (
        <Part title="Codes">
          {field("codes", "Codes", {
            hint: "Separated by commas or spaces. Without one the offer applies by itself.",
          })}
        </Part>
      )}
      <Part title="What it is for">
        {field("products", "Products", { hint: "None chosen: for all." })}
        {field("categories", "Categories", { hint: "With their subcategories. None chosen: for all." })}
        {field("minimum", "Minimum in rupees", { hint: "Of these products, before offers.", inputMode: "decimal" })}
      </Part>
      <Part title="Who may use it">
        {hidesCustomers
          ? null
          : field("customers", "Customers", { hint: "By email, separated by commas; empty for everybody." })}
        <label className="flex items-center gap-2 self-end py-2">
          <input
            type="checkbox"
            checked={values.firstOrder === "yes"}
            onChange={(event) => set("firstOrder", event.target.checked ? "yes" : "")}
          />
          Only a customer’s first order
        </label>
        {field("maxUses", "Maximum uses", { hint: "Orders altogether.", inputMode: "decimal" })}
        {field("maxUsesPerCustomer", "Maximum uses per customer", { inputMode: "decimal" })}
      </Part>
      <Part title="When">
        {hasBegun ? null : field("from", "First day", { type: "date", hint: "Empty: from now on." })}
        {field("until", "Last day", { type: "date", hint: "Empty: until you end it." })}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel grid items-start gap-3 p-4 sm:grid-cols-2">
      <h2 className="sm:col-span-2">{title}</h2>
      {children}
    </section>
  );
}
