import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { type NewOffer, OFFER_KINDS, type OfferChoiceKind, type OfferKind } from "../../contract/admin/offers.ts";
import { MAX_SAMPLES } from "../../contract/limits.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { type Choice, ChoicesField } from "../shared/choices-field.tsx";
import { NotPermitted } from "../shared/error-page.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const KINDS: Readonly<Record<OfferKind, string>> = {
  percentage: "A percentage off",
  amount: "An amount off",
  free_shipping: "Free shipping",
  buy_x_get_y: "Buy some, get some free",
  bundle_price: "Several for one price",
  set_credit: "The price of a set, credited",
  free_samples: "Free samples to choose",
};

const EMPTY = {
  name: "",
  kind: "percentage",
  codes: "",
  percent: "",
  amount: "",
  buy: "",
  free: "",
  days: "",
  products: "[]",
  categories: "[]",
  sets: "[]",
  samples: "[]",
  customers: "",
  minimum: "",
  firstOrder: "",
  from: "",
  until: "",
  maxUses: "",
  maxUsesPerCustomer: "",
} satisfies Record<keyof NewOffer, string>;
type Name = keyof typeof EMPTY;

/** The fields of each kind, with their labels. */
const VALUES: Readonly<Record<OfferKind, Partial<Record<Name, string>>>> = {
  percentage: { percent: "Percentage" },
  amount: { amount: "Amount in rupees" },
  free_shipping: {},
  buy_x_get_y: { buy: "Units to buy", free: "Units that are free with them" },
  bundle_price: { buy: "Units together", amount: "Their price in rupees" },
  set_credit: { sets: "Sets whose price is credited", days: "Days after the delivery of the set" },
  free_samples: { samples: "Samples to choose from", free: "How many may be chosen" },
};

/** Fields that are chosen by a search. Their values are lists of choices as JSON. */
const CHOICES: Partial<Record<Name, { kind: OfferChoiceKind; placeholder: string; max?: number }>> = {
  products: { kind: "product", placeholder: "Add a product by its title" },
  categories: { kind: "category", placeholder: "Add a category by its name" },
  sets: { kind: "product", placeholder: "Add a set by its title" },
  samples: { kind: "size", placeholder: "Add a size by its title or SKU", max: MAX_SAMPLES },
};
/** As many as the server accepts. */
const MAX_CHOICES = 500;
const chosenIn = (json: string) => JSON.parse(json) as Choice[];
const valuesIn = (json: string) => chosenIn(json).map(({ value }) => value);

const listOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter(Boolean);
const numberOf = (text: string) => (text.trim() === "" ? undefined : writtenNumber(text));

/** Returns every field of the request; empty ones are undefined. */
function bodyOf(values: Readonly<Record<Name, string>>): { [Field in keyof Required<NewOffer>]: NewOffer[Field] } {
  const kind = OFFER_KINDS.find((one) => one === values.kind) ?? "percentage";
  const own = VALUES[kind];
  const value = (name: Name) => (name in own ? numberOf(values[name]) : undefined);
  return {
    name: values.name,
    kind,
    // The form may still contain codes of a kind that was chosen before.
    codes: kind === "set_credit" || kind === "free_samples" ? [] : listOf(values.codes),
    percent: value("percent"),
    amount: value("amount"),
    buy: value("buy"),
    free: value("free"),
    days: value("days"),
    products: valuesIn(values.products),
    categories: valuesIn(values.categories),
    sets: "sets" in own ? valuesIn(values.sets) : [],
    samples: "samples" in own ? valuesIn(values.samples) : [],
    customers: listOf(values.customers),
    minimum: numberOf(values.minimum),
    firstOrder: values.firstOrder === "yes",
    from: values.from || undefined,
    until: values.until || undefined,
    maxUses: numberOf(values.maxUses),
    maxUsesPerCustomer: numberOf(values.maxUsesPerCustomer),
  };
}

export default function NewOfferPage() {
  return useMay("edit_offers") ? <NewOfferForm /> : <NotPermitted permission="edit_offers" />;
}

function NewOfferForm() {
  const draft = useFormDraft("offer to create", EMPTY);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const { values } = draft;
  const kind = OFFER_KINDS.find((one) => one === values.kind) ?? "percentage";
  const messageFor = (name: Name) =>
    fieldMessage(error, name) ?? error?.errors.find((one) => one.field.startsWith(`${name}.`))?.message;
  const field = (name: Name, label: string, more: { hint?: string; type?: string; inputMode?: "decimal" } = {}) => {
    const choices = CHOICES[name];
    if (!choices)
      return (
        <Field
          key={name}
          label={label}
          value={values[name]}
          onChange={(event) => draft.set(name, event.target.value)}
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
        onChange={(chosen) => draft.set(name, JSON.stringify(chosen))}
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
      <title>New offer</title>
      <BackLink to="/offers">Offers</BackLink>
      <h1 className="mb-4">New offer</h1>
      <form
        noValidate
        className="grid max-w-3xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const { _id } = await call("createOffer", { body: bodyOf(values) });
            draft.sent("The offer has been created.");
            await navigate(`/offers/${_id}`);
          });
        }}
      >
        <Part title="What it gives">
          {field("name", "Name", { hint: "As shoppers read it: “10% off your first order”." })}
          <SelectField
            label="Kind"
            value={kind}
            options={OFFER_KINDS.map((value) => ({ value, name: KINDS[value] }))}
            onChange={(value) => draft.set("kind", value)}
          />
          {Object.entries(VALUES[kind]).map(([name, label]) => field(name as Name, label, { inputMode: "decimal" }))}
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
          {field("customers", "Customers", { hint: "By email, separated by commas; empty for everybody." })}
          <label className="flex items-center gap-2 self-end py-2">
            <input
              type="checkbox"
              className="size-4 accent-leaf"
              checked={values.firstOrder === "yes"}
              onChange={(event) => draft.set("firstOrder", event.target.checked ? "yes" : "")}
            />
            Only a customer’s first order
          </label>
          {field("maxUses", "Maximum uses", { hint: "Orders altogether.", inputMode: "decimal" })}
          {field("maxUsesPerCustomer", "Maximum uses per customer", { inputMode: "decimal" })}
        </Part>
        <Part title="When">
          {field("from", "First day", { type: "date", hint: "Empty: from now on." })}
          {field("until", "Last day", { type: "date", hint: "Empty: until you end it." })}
        </Part>
        <Problem error={error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" className="button-primary" disabled={busy}>
            Create the offer
          </Button>
          {draft.changed.length > 0 && (
            <button type="button" className="button-quiet" onClick={draft.discard}>
              Clear the form
            </button>
          )}
        </div>
      </form>
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
