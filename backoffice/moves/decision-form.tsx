import { useRevalidator } from "react-router";
import { FURTHER_COLUMNS, MOVED_FIELDS, type Move, type MovedField } from "../../contract/admin/moves.ts";
import type { RequestError } from "../api/client.ts";
import { call } from "../api/client.ts";
import { labelOfColumn } from "../products/sections.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { decisionsOf, fieldsOf } from "./move-draft.ts";

const FIELD_NAMES: Readonly<Record<MovedField, string>> = {
  title: "Title",
  handle: "Handle: the end of its address, the same for all its sizes",
  price: "Price",
  originalPrice: "MRP or regular price",
  size: "Size",
  option2: "Second option",
  option3: "Third option",
  sku: "SKU",
  barcode: "Barcode",
  stock: "Stock",
  weight: "Weight (in grams, unless the heading says kg)",
  category: "Category",
  tags: "Tags",
  description: "Description",
  shortDescription: "Short description",
  pictures: "Pictures",
  sizePicture: "Picture of the size",
  metaTitle: "Title for search engines",
  metaDescription: "Description for search engines",
  id: "WooCommerce: ID",
  type: "WooCommerce: type (simple, variable, variation)",
  parent: "WooCommerce: parent",
  email: "Customers: email",
  firstName: "Customers: name, or first name",
  lastName: "Customers: last name",
  phone: "Customers: mobile number",
  street: "Customers: address",
  street2: "Customers: second line of the address",
  city: "Customers: city",
  province: "Customers: state",
  pincode: "Customers: pincode",
  country: "Customers: country",
  subscribed: "Customers: said yes to the newsletter (yes or no)",
};
const NOT_TAKEN = { value: "", name: "Not taken" };
const FIELDS = [NOT_TAKEN, ...MOVED_FIELDS.map((value) => ({ value, name: FIELD_NAMES[value] }))];
const FURTHER = [NOT_TAKEN, ...FURTHER_COLUMNS.map((value) => ({ value, name: labelOfColumn(value) }))];
const CHOOSE = { value: "", name: "Please choose" };

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString("en-IN")} ${many}`;

/** Asks what the files of another shop can't say. What is typed is kept in this tab until it is saved. */
export function DecisionForm({ move }: { move: Move }) {
  const { _id: id, facts, counts, decisions, categories } = move;
  const draft = useFormDraft(`decisions of move ${id}`, fieldsOf(move));
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const bind = (name: string) => ({
    value: draft.values[name] ?? "",
    onChange: (value: string) => draft.set(name, value),
  });
  const hasProducts = facts.words.length > 0;
  return (
    <form
      noValidate
      aria-labelledby="decisions"
      className="panel mb-4 grid grid-cols-1 gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call("decideMove", { params: { id }, body: decisionsOf(move, draft.values) });
          draft.sent("The decisions are saved.");
          await revalidate();
        });
      }}
    >
      <h2 id="decisions">Decisions</h2>
      {facts.unknown.length > 0 && (
        <Columns
          legend="Columns of the table"
          text="We don’t know this table. Say what its columns are: of products at least the title and the price, of customers the email. Rows of products with the same handle, or else the same title, are sizes of one product."
          columns={facts.unknown.map(({ heading, samples }) => ({
            heading,
            sample: samples.filter(Boolean).join(" · "),
          }))}
          of={(heading) => ({ ...bind(`field ${heading}`), options: FIELDS })}
        />
      )}
      {hasProducts && (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <SelectField
              label="Do the prices include GST?"
              hint={`The files don’t say it. Without GST it is added, at the rate of each category.${facts.hasDecimalComma ? " 1.499,00 is read as ₹1,499.00." : ""}`}
              options={[CHOOSE, { value: "yes", name: "Yes, with GST" }, { value: "no", name: "No, without GST" }]}
              {...bind("pricesWithGst")}
            />
            <TextField label="Shelf life in months" name="shelfLifeMonths" bind={bind} error={error} isNumber />
            <TextField label="Country of origin, where the files name none" name="country" bind={bind} error={error} />
            {facts.twoOptions.products > 0 && (
              <>
                <SelectField
                  label="Which option is the size?"
                  hint={`${count(facts.twoOptions.products, "product has", "products have")} two options, such as ${facts.twoOptions.example}.`}
                  options={[CHOOSE, ...facts.twoOptions.names.map((name) => ({ value: name, name }))]}
                  {...bind("sizeOption")}
                />
                <SelectField
                  label="The other option"
                  hint="This shop has one option, the size."
                  options={[
                    { value: "split", name: "One product for each of its values" },
                    { value: "join", name: "Both in the name of the size" },
                  ]}
                  {...bind("otherOption")}
                />
              </>
            )}
            {facts.withoutQuantity.sizes > 0 && (
              <SelectField
                label="Sizes without a net quantity"
                hint={`${count(facts.withoutQuantity.sizes, "size names", "sizes name")} none, such as ${facts.withoutQuantity.example}.`}
                options={[
                  CHOOSE,
                  { value: "piece", name: "Are 1 piece" },
                  { value: "leave_out", name: "Leave them out, with their products" },
                ]}
                {...bind("withoutQuantity")}
              />
            )}
            {facts.repeatedSkus.sizes > 0 && (
              <SelectField
                label="SKUs that several sizes have"
                hint={`${count(facts.repeatedSkus.sizes, "size shares its SKU", "sizes share theirs")}, such as ${facts.repeatedSkus.example}. Here each size has its own.`}
                options={[
                  CHOOSE,
                  { value: "renew", name: "Make new ones, of the SKU and the size" },
                  { value: "leave_out", name: "Leave their products out" },
                ]}
                {...bind("repeatedSkus")}
              />
            )}
            <SelectField
              label="Stock"
              hint="What was sold here since is not in the files of the other shop."
              options={[
                { value: "all", name: "Take it" },
                { value: "new", name: "Take it for new sizes only" },
                { value: "none", name: "Don’t take it" },
              ]}
              {...bind("stock")}
            />
            {facts.uncounted > 0 && (
              <TextField
                label="Units of sizes that the other shop does not count"
                name="uncountedUnits"
                hint={`${count(facts.uncounted, "size is", "sizes are")} not counted. 0 is sold out.`}
                bind={bind}
                error={error}
                isNumber
              />
            )}
            <SelectField
              label="Pictures"
              hint={`${count(facts.pictures, "picture", "pictures")} in the files.`}
              options={[
                { value: "all", name: "Fetch all" },
                { value: "reachable", name: "Without those that could not be fetched the last time" },
                { value: "none", name: "None" },
              ]}
              {...bind("pictures")}
            />
            {facts.archived > 0 && (
              <SelectField
                label={count(facts.archived, "archived product", "archived products")}
                options={[
                  { value: "no", name: "Leave them out" },
                  { value: "yes", name: "Take them as drafts, too" },
                ]}
                {...bind("takesArchived")}
              />
            )}
            {counts.known > 0 && (
              <SelectField
                label="Do the packs in stock carry the MRP of these files?"
                hint="An MRP is not raised for packs that carry a lower one."
                options={[
                  { value: "no", name: "No, or no MRP is raised" },
                  { value: "yes", name: "Yes, all of them" },
                ]}
                {...bind("packsCarryMrp")}
              />
            )}
          </div>
          <fieldset className="grid min-w-0 grid-cols-1 gap-2">
            <legend className="mb-1 font-semibold">Their words for categories</legend>
            <p className="text-bark text-small">
              Each is decided once, for all its products. A missing category is added under Categories first.
            </p>
            <ul className="divide-y divide-sand">
              {decisions.words.map(({ word }, at) => {
                const used = facts.words.find((one) => one.word === word);
                return (
                  <li
                    key={word}
                    className="grid grid-cols-1 gap-3 py-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)]"
                  >
                    <p className="wrap-anywhere">
                      <strong>{word || "No word"}</strong>
                      <span className="block text-bark text-small">
                        {used && `${count(used.products, "product", "products")}, such as ${used.example}`}
                      </span>
                    </p>
                    <SelectField
                      label="Category"
                      aria-label={`Category of ${word || "products without a word"}`}
                      options={[CHOOSE, ...categories.map(({ slug, name }) => ({ value: slug, name }))]}
                      error={fieldMessage(error, `words.${at}.category`)}
                      {...bind(`category ${word}`)}
                    />
                    <TextField
                      label="HSN"
                      spoken={`HSN of ${word || "products without a word"}`}
                      name={`hsn ${word}`}
                      path={`words.${at}.hsn`}
                      bind={bind}
                      error={error}
                      isNumber
                    />
                    <TextField
                      label="GST %"
                      spoken={`GST % of ${word || "products without a word"}`}
                      name={`gst ${word}`}
                      path={`words.${at}.gstPercent`}
                      bind={bind}
                      error={error}
                      isNumber
                    />
                  </li>
                );
              })}
            </ul>
          </fieldset>
          {facts.further.length > 0 && (
            <Columns
              legend="More columns"
              text="These belong to your other shop alone. Those that you match are taken, the others not."
              columns={facts.further}
              of={(heading) => ({ ...bind(`further ${heading}`), options: FURTHER })}
            />
          )}
        </>
      )}
      <Problem error={error} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        {busy ? "Reading the files…" : "Save the decisions"}
      </Button>
    </form>
  );
}

interface Bound {
  value: string;
  onChange: (value: string) => void;
}

function TextField({
  label,
  name,
  path = name,
  spoken,
  hint,
  bind,
  error,
  isNumber = false,
}: {
  label: string;
  name: string;
  /** Its place in the request, if it is not its name. */
  path?: string;
  /** The label for screen readers, where several fields have the same. */
  spoken?: string;
  hint?: string;
  bind: (name: string) => Bound;
  error: RequestError | null;
  isNumber?: boolean;
}) {
  const { value, onChange } = bind(name);
  return (
    <Field
      label={label}
      hint={hint}
      error={fieldMessage(error, path)}
      aria-label={spoken}
      inputMode={isNumber ? "numeric" : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Columns({
  legend,
  text,
  columns,
  of,
}: {
  legend: string;
  text: string;
  columns: readonly { heading: string; sample: string }[];
  of: (heading: string) => Bound & { options: readonly { value: string; name: string }[] };
}) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p className="text-bark text-small">{text}</p>
      <ul className="divide-y divide-sand">
        {columns.map(({ heading, sample }) => (
          <li key={heading} className="py-2">
            <SelectField label={heading} hint={<span className="wrap-anywhere">{sample}</span>} {...of(heading)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
