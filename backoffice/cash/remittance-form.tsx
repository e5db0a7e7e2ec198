import { useState } from "react";
import { Link } from "react-router";
import { MAX_REMITTANCE_BYTES, type RemittanceComparison, type RemittedParcel } from "../../contract/admin/cash.ts";
import { isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { ComparedFileForm } from "../shared/compared-file-form.tsx";
import { Field } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { parcelCount } from "../shared/parcel-count.ts";
import { PlainTable } from "../shared/plain-table.tsx";
import { fieldMessage } from "../shared/use-action.ts";

const FORM = "remittance";

/** Records a courier's file. Its differences are shown before anything is stored. */
export function RemittanceForm({ onStored }: { onStored: () => Promise<void> }) {
  const [today] = useState(() => isoDayInIndia(shopNow()));
  const { values, set, discard } = useFormDraft(FORM, { reference: "", utr: "", receivedOn: today });
  const { reference, utr, receivedOn } = values;
  return (
    <ComparedFileForm<RemittanceComparison>
      label="Record a remittance"
      className="panel mb-5 p-4"
      explanation="The courier’s CSV file as it is sent, with a column of AWBs and one of COD amounts. You see what differs from the orders before anything is stored. The same reference again corrects the amounts that differ."
      fileLabel="Remittance file"
      fileHint="CSV"
      maxBytes={MAX_REMITTANCE_BYTES}
      compareLabel="Compare with the orders"
      storeLabel="Store this remittance"
      upload={(file, digest) =>
        call("uploadRemittance", { query: { reference, receivedOn, utr: utr.trim() || undefined, digest }, file })
      }
      show={(compared) => <Comparison compared={compared} />}
      onStored={async ({ parcels, results }) => {
        discard();
        await onStored();
        return (
          <p role="status" className="border-leaf border-l-2 py-1 pl-3">
            {parcelCount(parcels - results.unknown)} stored as{" "}
            <Link to={`/cash/remittances/${encodeURIComponent(reference.trim())}`} className="text-link">
              {reference.trim()}
            </Link>
            .
          </p>
        );
      }}
      fields={({ error, forget }) => {
        const change = (name: keyof typeof values, value: string) => {
          forget();
          set(name, value);
        };
        return (
          <div className="grid gap-3 md:grid-cols-3">
            <Field
              label="The courier’s reference"
              value={reference}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => change("reference", event.target.value)}
              error={fieldMessage(error, "reference")}
            />
            <Field
              label="UTR (optional)"
              value={utr}
              autoComplete="off"
              onChange={(event) => change("utr", event.target.value)}
              error={fieldMessage(error, "utr")}
              hint="The bank’s number of the transfer. It can be added later."
            />
            <Field
              label="Received on"
              type="date"
              max={today}
              value={receivedOn}
              onChange={(event) => change("receivedOn", event.target.value)}
              error={fieldMessage(error, "receivedOn")}
            />
          </div>
        );
      }}
    />
  );
}

const RESULTS: Readonly<Record<RemittedParcel["result"], string>> = {
  full: "Paid in full",
  short: "Paid short",
  over: "Paid too much",
  misdeclared: "Paid in full, but not as declared",
  not_sent: "Not sent, but paid",
  not_delivered: "Not delivered, but paid",
  came_back: "Came back, but paid",
  lost: "Lost, but paid",
  prepaid: "Paid online, but paid",
  replacement: "Replacement or exchange, but paid",
  repeated: "Recorded already",
  unknown: "Unknown AWB, not stored",
};

/** Says whether the courier paid what it was booked to collect, where that is not what is due. */
function declaredNote({ result, due, declared, amount, remitted }: RemittedParcel): string {
  if (declared === null || declared === due || amount === 0) return "";
  if (result === "misdeclared" || result === "repeated") return "";
  return remitted === declared ? ", as declared" : ", not as declared";
}

function Comparison({ compared }: { compared: RemittanceComparison }) {
  const { amount, results, differences } = compared;
  return (
    <div role="status" className="border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>
          {parcelCount(compared.parcels)}, {formatMoney(amount)}
        </strong>
        : {results.full.toLocaleString("en-IN")} paid in full
        {differences.length === 0 ? ", nothing differs." : `, ${parcelCount(differences.length)} to look at:`}
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
                cell: (parcel) => (
                  <span className="max-md:inline-block md:whitespace-nowrap">
                    {RESULTS[parcel.result]}
                    {declaredNote(parcel)}
                    {parcel.corrected !== null && `, corrected from ${formatMoney(parcel.corrected)}`}
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
              { name: "Declared", cell: ({ declared }) => declared !== null && formatMoney(declared), isNumber: true },
            ]}
          />
        </div>
      )}
    </div>
  );
}
