import { useRevalidator } from "react-router";
import type { Move } from "../../contract/admin/moves.ts";
import type { RequestError } from "../api/client.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { choicesOf, count, labelsOf } from "./move-choices.ts";
import { decisionsOf, fieldsOf, type MoveFields } from "./move-draft.ts";

/** Asks what the files of another shop can't say. What is typed is kept in this tab until it is saved. */
export function DecisionForm({ move, onTyped, onSaved }: { move: Move; onTyped: () => void; onSaved: () => void }) {
  const { _id: id, version, facts, counts, decisions } = move;
  const { revalidate } = useRevalidator();
  const labels = labelsOf(move);
  const form = useVersionedForm<MoveFields>({
    draft: `decisions of move ${id}`,
    stored: fieldsOf(move),
    version,
    labels,
    subject: "these decisions",
    changedBy: null,
    shown: (name, value) => choicesOf(move, name).find((choice) => choice.value === value)?.name ?? value,
    async save(draft) {
      await call("decideMove", {
        params: { id },
        body: { version: draft.version, ...decisionsOf(move, draft.values) },
      });
      await revalidate();
      onSaved();
    },
  });
  const { error } = form;
  const bind = (name: string) => ({
    label: labels[name] ?? name,
    value: form.values[name] ?? "",
    onChange: (value: string) => form.set(name, value),
  });
  const choose = (name: string) => ({ ...bind(name), options: choicesOf(move, name) });
  const hasProducts = facts.words.length > 0;
  return (
    <VersionedForm
      form={form}
      onChange={onTyped}
      aria-labelledby="decisions"
      className="panel mb-4 grid grid-cols-1 gap-4 p-4"
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
          of={(heading) => choose(`field ${heading}`)}
        />
      )}
      {hasProducts && (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <SelectField
              hint={`The files don’t say it. Without GST it is added, at the rate of each category.${facts.hasDecimalComma ? " 1.499,00 is read as ₹1,499.00." : ""}`}
              {...choose("pricesWithGst")}
            />
            <TextField name="shelfLifeMonths" bind={bind} error={error} isNumber />
            <TextField name="country" bind={bind} error={error} />
            {facts.twoOptions.products > 0 && (
              <>
                <SelectField
                  hint={`${count(facts.twoOptions.products, "product has", "products have")} two options, such as ${facts.twoOptions.example}.`}
                  {...choose("sizeOption")}
                />
                <SelectField hint="This shop has one option, the size." {...choose("otherOption")} />
              </>
            )}
            {facts.withoutQuantity.sizes > 0 && (
              <SelectField
                hint={`${count(facts.withoutQuantity.sizes, "size names", "sizes name")} none, such as ${facts.withoutQuantity.example}.`}
                {...choose("withoutQuantity")}
              />
            )}
            {facts.repeatedSkus.sizes > 0 && (
              <SelectField
                hint={`${count(facts.repeatedSkus.sizes, "size shares its SKU", "sizes share theirs")}, such as ${facts.repeatedSkus.example}. Here each size has its own.`}
                {...choose("repeatedSkus")}
              />
            )}
            <SelectField hint="What was sold here since is not in the files of the other shop." {...choose("stock")} />
            {facts.uncounted > 0 && (
              <TextField
                name="uncountedUnits"
                hint={`${count(facts.uncounted, "size is", "sizes are")} not counted. 0 is sold out.`}
                bind={bind}
                error={error}
                isNumber
              />
            )}
            <SelectField
              hint={`${count(facts.pictures, "picture", "pictures")} in the files.`}
              {...choose("pictures")}
            />
            {facts.archived > 0 && <SelectField {...choose("takesArchived")} />}
            {counts.known > 0 && (
              <SelectField hint="An MRP is not raised for packs that carry a lower one." {...choose("packsCarryMrp")} />
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
                      {...choose(`category ${word}`)}
                      label="Category"
                      aria-label={labels[`category ${word}`]}
                      error={fieldMessage(error, `words.${at}.category`)}
                    />
                    <TextField
                      label="HSN"
                      spoken={labels[`hsn ${word}`]}
                      name={`hsn ${word}`}
                      path={`words.${at}.hsn`}
                      bind={bind}
                      error={error}
                      isNumber
                    />
                    <TextField
                      label="GST %"
                      spoken={labels[`gst ${word}`]}
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
              of={(heading) => choose(`further ${heading}`)}
            />
          )}
        </>
      )}
      <Problem error={error} />
      <Button type="submit" className="button-primary justify-self-start" disabled={form.busy}>
        {form.busy ? "Reading the files…" : "Save the decisions"}
      </Button>
    </VersionedForm>
  );
}

interface Bound {
  label: string;
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
  /** By default the field's own. */
  label?: string;
  name: string;
  /** Its place in the request, if it is not its name. */
  path?: string;
  /** The label for screen readers, where several fields have the same. */
  spoken?: string | undefined;
  hint?: string;
  bind: (name: string) => Bound;
  error: RequestError | null;
  isNumber?: boolean;
}) {
  const { value, onChange, ...named } = bind(name);
  return (
    <Field
      label={label ?? named.label}
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
            <SelectField hint={<span className="wrap-anywhere">{sample}</span>} {...of(heading)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
