import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const EMPTY = { units: "", lot: "", manufacturedOn: "", lifeKind: "use_before", lifeMonth: "", reason: "" };

/** Records a delivery, with the lot and the dates on its pack. */
export function ReceiveForm({ sku, onDone }: { sku: string; onDone: () => Promise<void> }) {
  const draft = useFormDraft(`receive ${sku}`, EMPTY);
  const { run, busy, error } = useAction();
  const { values } = draft;
  const input = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
    error: fieldMessage(error, name),
    autoComplete: "off",
  });
  const receive = async () => {
    const { units, lot, manufacturedOn, lifeKind, lifeMonth, reason } = values;
    await call("receiveStock", {
      params: { sku },
      body: {
        units: Number(units || Number.NaN),
        ...(lot && { lot }),
        ...(manufacturedOn && { manufacturedOn }),
        ...(lifeMonth && { lifeKind: lifeKind === "expiry" ? "expiry" : "use_before", lifeMonth }),
        reason,
      },
    });
    draft.sent(`Received: ${units}.`);
    await onDone();
  };
  return (
    <form
      noValidate
      aria-labelledby="receive"
      className="panel grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(receive);
      }}
    >
      <h2 id="receive">Receive a delivery</h2>
      <Field label="Units" inputMode="numeric" {...input("units")} />
      <Field label="Lot" hint="As on the pack; empty if it has none." {...input("lot")} />
      {values.lot && (
        <>
          <SelectField
            label="The pack says"
            value={values.lifeKind}
            options={[
              { value: "use_before", name: "Use before" },
              { value: "expiry", name: "Expiry" },
            ]}
            onChange={(value) => draft.set("lifeKind", value)}
          />
          <Field label="Month" placeholder="2028-03" hint="Empty if it keeps indefinitely." {...input("lifeMonth")} />
          <Field label="Made on" type="date" {...input("manufacturedOn")} />
        </>
      )}
      <Field label="Note" hint="Such as the delivery note’s number." {...input("reason")} />
      <Problem error={error} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        Receive
      </Button>
    </form>
  );
}
