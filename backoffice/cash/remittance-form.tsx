import { useState } from "react";
import { Link } from "react-router";
import { MAX_REMITTANCE_BYTES, type RemittanceComparison, type RemittedParcel } from "../../contract/admin/cash.ts";
import { isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { PlainTable } from "../shared/plain-table.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const FORM = "remittance";
const parcels = (count: number) => (count === 1 ? "1 parcel" : `${count.toLocaleString("en-IN")} parcels`);

/** Records a courier's file. Its differences are shown before anything is stored. */
export function RemittanceForm({ onStored }: { onStored: () => Promise<void> }) {
  const [today] = useState(() => isoDayInIndia(shopNow()));
  const { values, set, discard } = useFormDraft(FORM, { reference: "", utr: "", receivedOn: today });
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState<RemittanceComparison | null>(null);
  const [stored, setStored] = useState<{ reference: string; parcels: number } | null>(null);
  const { run, busy, error } = useAction();
  const isTooLarge = file !== null && file.size > MAX_REMITTANCE_BYTES;

  function change(name: "reference" | "utr" | "receivedOn", value: string): void {
    setCompared(null);
    setStored(null);
    set(name, value);
  }
  function choose(chosen: File | null): void {
    setCompared(null);
    setStored(null);
    setFile(chosen);
  }
  const submit = () =>
    run(async () => {
      const { reference, utr, receivedOn } = values;
      const upload = (digest?: string) =>
        call("uploadRemittance", {
          query: { reference, receivedOn, utr: utr.trim() || undefined, digest },
          file: file ?? new Blob(),
        });
      if (!compared) return setCompared(await upload());
      const result = await upload(compared.digest);
      setStored({ reference: reference.trim(), parcels: result.parcels - result.results.unknown });
      setCompared(null);
      discard();
      await onStored();
    });

  return (
    <form
      noValidate
      aria-label="Record a remittance"
      className="panel mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>
        The courier’s CSV file as it is sent, with a column of AWBs and one of COD amounts. You see what differs from
        the orders before anything is stored. The same reference again corrects the amounts that differ.
      </p>
      <div className="grid gap-3 md:grid-cols-3">
        <Field
          label="The courier’s reference"
          value={values.reference}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => change("reference", event.target.value)}
          error={fieldMessage(error, "reference")}
        />
        <Field
          label="UTR (optional)"
          value={values.utr}
          autoComplete="off"
          onChange={(event) => change("utr", event.target.value)}
          error={fieldMessage(error, "utr")}
          hint="The bank’s number of the transfer. It can be added later."
        />
        <Field
          label="Received on"
          type="date"
          max={today}
          value={values.receivedOn}
          onChange={(event) => change("receivedOn", event.target.value)}
          error={fieldMessage(error, "receivedOn")}
        />
      </div>
      <FileField
        label="Remittance file"
        accept=".csv,text/csv"
        hint="CSV in UTF-8, up to 1 MB."
        onChange={choose}
        error={fieldMessage(error, "file") ?? (isTooLarge ? "A file can have up to 1 MB. Please split it." : undefined)}
      />
      <Problem error={error} />
      {compared && <Comparison compared={compared} />}
      {stored && (
        <p role="status" className="border-leaf border-l-2 py-1 pl-3">
          {parcels(stored.parcels)} stored as{" "}
          <Link to={`/cash/remittances/${encodeURIComponent(stored.reference)}`} className="text-link">
            {stored.reference}
          </Link>
          .
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="button-primary" disabled={busy || file === null || isTooLarge}>
          {compared ? "Store this remittance" : "Compare with the orders"}
        </Button>
        {compared && (
          <button type="button" className="button-quiet" onClick={() => setCompared(null)}>
            Don’t store it
          </button>
        )}
      </div>
    </form>
  );
}

const RESULTS: Readonly<Record<RemittedParcel["result"], string>> = {
  full: "Paid in full",
  short: "Paid short",
  over: "Paid too much",
  not_delivered: "Not delivered, but paid",
  came_back: "Came back, but paid",
  lost: "Lost, but paid",
  prepaid: "Paid online, but paid",
  replacement: "Replacement or exchange, but paid",
  repeated: "Recorded already",
  unknown: "Unknown AWB, not stored",
};

function Comparison({ compared }: { compared: RemittanceComparison }) {
  const { amount, results, differences } = compared;
  return (
    <div role="status" className="border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>
          {parcels(compared.parcels)}, {formatMoney(amount)}
        </strong>
        : {results.full.toLocaleString("en-IN")} paid in full
        {differences.length === 0 ? ", nothing differs." : `, ${parcels(differences.length)} to look at:`}
      </p>
      {differences.length > 0 && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <PlainTable
            label="Differences"
            rows={differences.map((parcel) => ({ ...parcel, key: parcel.awb }))}
            columns={[
              { name: "AWB", cell: ({ awb }) => awb },
              {
                name: "What",
                cell: ({ result, corrected }) => (
                  <span className="max-md:inline-block md:whitespace-nowrap">
                    {RESULTS[result]}
                    {corrected !== null && `, corrected from ${formatMoney(corrected)}`}
                  </span>
                ),
              },
              {
                name: "Order",
                cell: ({ order }) =>
                  order && (
                    <Link to={`/orders/${order}`} className="text-link max-md:inline-block md:whitespace-nowrap">
                      {order}
                    </Link>
                  ),
              },
              { name: "In this file", cell: (parcel) => formatMoney(parcel.amount), isNumber: true },
              { name: "Paid in all", cell: ({ order, remitted }) => order && formatMoney(remitted), isNumber: true },
              { name: "Due", cell: ({ order, due }) => order && formatMoney(due), isNumber: true },
            ]}
          />
        </div>
      )}
    </div>
  );
}
