import type { Reorder } from "../../contract/admin/reorder.ts";
import { call } from "../api/client.ts";
import { readNumber } from "../products/product-draft.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

interface LeadTimeFormProps {
  supplier: Reorder["suppliers"][number];
  /** The days of the settings. */
  usual: string;
  onStored: () => Promise<void>;
}

/** Sets how long an order from a supplier takes. */
export function LeadTimeForm({ supplier: { name, leadDays }, usual, onStored }: LeadTimeFormProps) {
  const draft = useFormDraft(`lead time ${name}`, { days: leadDays === null ? "" : String(leadDays) });
  const { run, busy, error } = useAction();
  return (
    <form
      noValidate
      aria-label={`Lead time of ${name}`}
      className="grid max-w-md gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const leadDays = readNumber(draft.values.days) as number | null;
          await call("setLeadTime", { body: { supplier: name, leadDays } });
          draft.sent("The lead time is stored.");
          await onStored();
        });
      }}
    >
      <div className="flex items-start gap-2">
        <Field
          label="An order from them takes, days"
          hint={`Without a number it takes ${usual}, as the settings say.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={draft.values.days}
          onChange={(event) => draft.set("days", event.target.value)}
          error={fieldMessage(error, "leadDays")}
        />
        <Button type="submit" className="button-quiet mt-6.25" disabled={busy || draft.changed.length === 0}>
          Save
        </Button>
      </div>
      <Problem error={error} />
    </form>
  );
}
