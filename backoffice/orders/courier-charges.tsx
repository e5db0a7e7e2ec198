import { useEffect, useState } from "react";
import type { ChargedParcel, ChargeKind, CourierCharge } from "../../contract/admin/courier-bills.ts";
import { CHARGE_KINDS } from "../../contract/admin/courier-bills.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatCalendarDay, isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const NAMES: Readonly<Record<ChargeKind | "gst", string>> = {
  forward: "Forward",
  return: "Way back (RTO)",
  cod: "COD fee",
  other: "Other",
  gst: "GST on these",
};
const KINDS = [...CHARGE_KINDS, "gst"] as const;

/** Shows what couriers have charged for the parcels of an order, which can be entered by hand. */
export function CourierCharges({ order: { number, shipments } }: { order: AdminOrder }) {
  const maySee = useMay("view_costs") && shipments.length > 0;
  const mayBook = useMay("book_purchases");
  const [parcels, setParcels] = useState<readonly ChargedParcel[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const { run: load, error: notLoaded } = useAction();
  const { run, busy, error } = useAction();
  const awbs = shipments.map(({ awb }) => awb).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a parcel was added or corrected
  useEffect(() => {
    if (maySee) void load(async () => setParcels(await call("readCourierCharges", { params: { number } })));
  }, [number, awbs, maySee]);
  if (!maySee) return null;
  const remove = ({ _id: id }: CourierCharge) =>
    void run(async () => setParcels(await call("removeCourierCharge", { params: { number, id } })));
  return (
    <Panel title="What couriers charged">
      <Problem error={notLoaded ?? error} />
      <ul className="divide-y divide-sand">
        {parcels.map(({ awb, courier, charges }) => (
          <li key={awb} className="grid gap-1 py-2">
            <p>
              {courier}, <strong className="wrap-anywhere">{awb}</strong>
              {charges.length === 0 && ": not billed yet"}
            </p>
            {charges.map((charge) => (
              <p key={charge._id} className="flex flex-wrap items-baseline gap-x-3">
                <span>
                  {listOf(charge)}
                  <span className="text-bark text-small wrap-anywhere">
                    {" "}
                    {charge.reference ? `Bill ${charge.reference}` : "By hand"}, {formatCalendarDay(charge.billedOn)}
                  </span>
                </span>
                {mayBook && (
                  <Button type="button" className="text-link" disabled={busy} onClick={() => remove(charge)}>
                    Remove<span className="sr-only"> what {charge.reference || "was entered by hand"} says</span>
                  </Button>
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {mayBook && (
        <button type="button" className="button-quiet mt-1" onClick={() => setIsOpen(true)}>
          Enter a charge…
        </button>
      )}
      {isOpen && (
        <ChargeForm
          number={number}
          awbs={shipments.map(({ awb }) => awb)}
          onClose={() => setIsOpen(false)}
          onStored={(stored) => {
            setParcels(stored);
            setIsOpen(false);
          }}
        />
      )}
    </Panel>
  );
}

/** "Forward ₹60, COD fee ₹35, and ₹17.10 GST" */
function listOf(charge: CourierCharge): string {
  const charged = CHARGE_KINDS.filter((kind) => charge[kind] > 0);
  const amounts = charged.map((kind) => `${NAMES[kind]} ${formatMoney(charge[kind])}`);
  return `${amounts.length > 0 ? amounts.join(", ") : "Nothing"}${charge.gst > 0 ? `, and ${formatMoney(charge.gst)} GST` : ""}.`;
}

interface ChargeFormProps {
  number: string;
  awbs: readonly string[];
  onClose: () => void;
  onStored: (parcels: readonly ChargedParcel[]) => void;
}

function ChargeForm({ number, awbs, onClose, onStored }: ChargeFormProps) {
  const [today] = useState(() => isoDayInIndia(shopNow()));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({
    awb: awbs[0] ?? "",
    reference: "",
    billedOn: today,
  });
  const { run, busy, error } = useAction();
  const set = (name: string, value: string) => setValues((now) => ({ ...now, [name]: value }));
  const input = (name: string) => ({
    value: values[name] ?? "",
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    error: fieldMessage(error, name),
    autoComplete: "off",
  });
  const submit = () =>
    run(async () => {
      const amounts = Object.fromEntries(
        KINDS.map((kind) => [kind, values[kind]?.trim() ? readAmount(values[kind]) : 0]),
      ) as Record<ChargeKind | "gst", number>;
      const { awb = "", reference = "", billedOn = "" } = values;
      onStored(
        await call("recordCourierCharge", { params: { number }, body: { awb, reference, billedOn, ...amounts } }),
      );
    });
  return (
    <DialogForm
      title="What a courier charged"
      submit="Store"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p className="text-bark text-small">
        Amounts without GST, which is input credit. The same bill again replaces what it said about the parcel.
      </p>
      {awbs.length > 1 && (
        <SelectField
          label="Parcel"
          value={values.awb ?? ""}
          options={awbs.map((awb) => ({ value: awb, name: awb }))}
          onChange={(awb) => set("awb", awb)}
          error={fieldMessage(error, "awb")}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        {KINDS.map((kind) => (
          <Field key={kind} label={`${NAMES[kind]}, ₹`} inputMode="decimal" {...input(kind)} />
        ))}
        <Field label="The bill’s date" type="date" max={today} {...input("billedOn")} />
      </div>
      <Field label="The bill’s number (optional)" maxLength={60} {...input("reference")} />
    </DialogForm>
  );
}

/** What is no amount is sent as typed, so that the server names it. */
function readAmount(typed: string): number {
  const amount = writtenNumber(typed);
  return Number.isNaN(amount) ? (typed as unknown as number) : amount;
}
