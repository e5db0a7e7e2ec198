import type { StockLot } from "../../contract/admin/stock.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const EMPTY = { direction: "remove", units: "", lot: "", reason: "" };

interface AdjustFormProps {
  sku: string;
  lots: readonly StockLot[];
  onDone: () => Promise<void>;
}

/** Records units that are broken, lost or found, with the reason. */
export function AdjustForm({ sku, lots, onDone }: AdjustFormProps) {
  const draft = useFormDraft(`adjust ${sku}`, EMPTY);
  const { run, busy, error } = useAction();
  const { direction, units, lot, reason } = draft.values;
  const adjust = async () => {
    const count = /^\d+$/.test(units) ? Number(units) : Number.NaN;
    await call("adjustStock", {
      params: { sku },
      body: { difference: direction === "add" ? count : -count, ...(lot && { lot }), reason },
    });
    draft.sent(`${direction === "add" ? "Added" : "Taken away"}: ${units}.`);
    await onDone();
  };
  return (
    <form
      noValidate
      aria-labelledby="adjust"
      className="panel grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(adjust);
      }}
    >
      <h2 id="adjust">Adjust</h2>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Change"
          value={direction}
          options={[
            { value: "remove", name: "Take away" },
            { value: "add", name: "Add" },
          ]}
          onChange={(value) => draft.set("direction", value)}
        />
        <Field
          label="How many"
          inputMode="numeric"
          autoComplete="off"
          value={units}
          onChange={(event) => draft.set("units", event.target.value)}
          error={fieldMessage(error, "difference") && "Please give a whole number from 1."}
        />
      </div>
      {lots.length > 0 && (
        <SelectField
          label="Of the lot"
          value={lot}
          options={[
            { value: "", name: "Without a lot first" },
            ...lots.map(({ number, life }) => ({ value: number, name: life ? `${number}, ${life}` : number })),
          ]}
          error={fieldMessage(error, "lot")}
          onChange={(value) => draft.set("lot", value)}
        />
      )}
      <Field
        label="Reason"
        hint="For the ledger, such as “Broken” or “Expired”."
        autoComplete="off"
        value={reason}
        onChange={(event) => draft.set("reason", event.target.value)}
        error={fieldMessage(error, "reason")}
      />
      <Problem error={error} />
      <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
        {direction === "add" ? "Add" : "Take away"}
      </Button>
    </form>
  );
}
