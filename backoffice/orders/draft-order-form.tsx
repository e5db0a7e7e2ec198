import { useState } from "react";
import {
  DRAFT_ORDER_DAYS,
  type DraftOrderPreview,
  MAX_DRAFT_ORDER_MESSAGE,
} from "../../contract/admin/draft-orders.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { type ChosenSize, ChosenSizes, withOneMore } from "./chosen-sizes.tsx";
import { SizeSearch } from "./size-search.tsx";

const EMPTY = {
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
const FIELDS = [
  { name: "name", label: "Name", error: "name" },
  { name: "email", label: "Email", error: "email" },
  { name: "mobile_no", label: "Mobile number", error: "mobile_no" },
  { name: "street", label: "Address", error: "address.street" },
  { name: "pincode", label: "Pincode", error: "address.pincode" },
  { name: "city", label: "City", error: "address.city" },
  { name: "state", label: "State", error: "address.state" },
] as const;

interface DraftOrderFormProps {
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Creates a draft order from customer, address and items. The price is shown before the email is sent. */
export function DraftOrderForm({ onDone, onClose }: DraftOrderFormProps) {
  const { values, set, changed, discard, sent } = useFormDraft<typeof EMPTY>("draft order", EMPTY);
  const items = JSON.parse(values.items) as ChosenSize[];
  const [priced, setPriced] = useState<DraftOrderPreview | null>(null);
  const { run, busy, error } = useAction();

  const request = (preview: boolean) => {
    const { email, name, mobile_no, street, city, state, pincode, message, days } = values;
    const address = { street, city, state, pincode };
    const lines = items.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) }));
    return call("createDraftOrder", {
      body: { email, name, mobile_no, address, message, days: Number(days), items: lines, preview },
    });
  };
  const submit = () =>
    run(async () => {
      if (!priced) return setPriced(await request(true));
      await request(false);
      sent("The link is on its way.");
      await onDone();
    });
  function change(name: keyof typeof EMPTY, value: string): void {
    setPriced(null);
    set(name, value);
  }
  const itemsProblem = error?.errors.find(({ field }) => field.startsWith("items"))?.message;
  const setItems = (next: readonly ChosenSize[]) => change("items", JSON.stringify(next));

  return (
    <section aria-label="New draft order" className="panel mb-4 p-4">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          {FIELDS.map(({ name, label, error: field }) => (
            <Field
              key={name}
              label={label}
              value={values[name]}
              onChange={(event) => change(name, event.target.value)}
              autoComplete="off"
              inputMode={
                name === "pincode" ? "numeric" : name === "mobile_no" ? "tel" : name === "email" ? "email" : undefined
              }
              error={fieldMessage(error, field)}
            />
          ))}
          <SelectField
            label="The link is valid for"
            value={values.days}
            options={DRAFT_ORDER_DAYS.map((days) => ({
              value: String(days),
              name: days === 1 ? "1 day" : `${days} days`,
            }))}
            onChange={(days) => change("days", days)}
          />
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
          onChange={(event) => change("message", event.target.value)}
          error={fieldMessage(error, "message")}
        />
        <Problem error={error} />
        {priced && <Priced priced={priced} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            className="button-primary"
            disabled={busy || (priced !== null && priced.problem !== null)}
          >
            {priced ? "Email the link" : "Show the price"}
          </Button>
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              discard();
              onClose();
            }}
          >
            {changed.length > 0 ? "Discard" : "Close"}
          </button>
        </div>
      </form>
    </section>
  );
}

function Priced({ priced: { problem, subtotal, totalDiscount, shipping, totalPrice } }: { priced: DraftOrderPreview }) {
  return (
    <p role="status" className="border-leaf border-l-2 py-1 pl-3">
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
