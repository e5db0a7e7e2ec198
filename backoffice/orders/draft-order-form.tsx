import { useState } from "react";
import { DRAFT_ORDER_DAYS, type DraftOrderPreview } from "../../contract/admin/draft-orders.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useAction } from "../shared/use-action.ts";
import { bodyOf, DraftOrderFields, EMPTY_DRAFT, Priced } from "./draft-order-fields.tsx";

interface DraftOrderFormProps {
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Creates a draft order from customer, address and items. The price is shown before the email is sent. */
export function DraftOrderForm({ onDone, onClose }: DraftOrderFormProps) {
  const { values, set, changed, discard, sent } = useFormDraft<typeof EMPTY_DRAFT>("draft order", EMPTY_DRAFT);
  const [priced, setPriced] = useState<DraftOrderPreview | null>(null);
  const { run, busy, error } = useAction();

  const request = (preview: boolean) => call("createDraftOrder", { body: { ...bodyOf(values), preview } });
  const submit = () =>
    run(async () => {
      if (!priced) return setPriced(await request(true));
      await request(false);
      sent("The link is on its way.");
      await onDone();
    });
  function change(name: keyof typeof EMPTY_DRAFT, value: string): void {
    setPriced(null);
    set(name, value);
  }
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
        <DraftOrderFields
          values={values}
          set={change}
          error={error}
          daysField={
            <SelectField
              label="The link is valid for"
              value={values.days}
              options={DRAFT_ORDER_DAYS.map((days) => ({
                value: String(days),
                name: days === 1 ? "1 day" : `${days} days`,
              }))}
              onChange={(days) => change("days", days)}
            />
          }
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
