import { useState } from "react";
import { Link } from "react-router";
import {
  type BillComparison,
  type BilledParcel,
  COURIER_GST_PERCENT,
  type GST_MODES,
  MAX_BILL_BYTES,
} from "../../contract/admin/courier-bills.ts";
import { isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { ComparedFileForm } from "../shared/compared-file-form.tsx";
import { Field } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { parcelCount } from "../shared/parcel-count.ts";
import { PlainTable } from "../shared/plain-table.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage } from "../shared/use-action.ts";

const FORM = "courier bill";

/** Stores a courier's bill. What differs from the parcels is shown before anything is stored. */
export function CourierBillForm({ onStored }: { onStored: () => Promise<void> }) {
  const [today] = useState(() => isoDayInIndia(shopNow()));
  const { values, set, discard } = useFormDraft(FORM, { reference: "", billedOn: today, gst: "apart" });
  const { reference, billedOn } = values;
  const gst = values.gst as (typeof GST_MODES)[number];
  return (
    <ComparedFileForm<BillComparison>
      label="Store a courier’s bill"
      className="panel mb-5 p-4"
      explanation="The courier’s CSV file as it is sent, with a column of AWBs and columns of charges, such as Freight, RTO and COD charges. You see what it says before anything is stored. The same number again replaces the bill. Deduct credits from what was charged."
      fileLabel="Bill as a file"
      fileHint="CSV"
      maxBytes={MAX_BILL_BYTES}
      compareLabel="Compare with the parcels"
      storeLabel="Store this bill"
      upload={(file, digest) => call("uploadCourierBill", { query: { reference, billedOn, gst, digest }, file })}
      show={(compared) => <Comparison compared={compared} />}
      onStored={async ({ parcels, results }) => {
        discard();
        await onStored();
        return (
          <p role="status" className="border-leaf border-l-2 py-1 pl-3 wrap-anywhere">
            {parcelCount(parcels - results.unknown)} stored as {reference.trim()}.
          </p>
        );
      }}
      fields={({ error, forget }) => {
        const change = (name: keyof typeof values, value: string) => {
          forget();
          set(name, value);
        };
        return (
          <div className="grid items-start gap-3 md:grid-cols-3">
            <Field
              label="The bill’s number"
              value={reference}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => change("reference", event.target.value)}
              error={fieldMessage(error, "reference")}
            />
            <Field
              label="The bill’s date"
              type="date"
              max={today}
              value={billedOn}
              onChange={(event) => change("billedOn", event.target.value)}
              error={fieldMessage(error, "billedOn")}
            />
            <SelectField
              label="Amounts without a GST column"
              value={gst}
              options={[
                { value: "apart", name: "are without GST" },
                { value: "included", name: `include ${COURIER_GST_PERCENT} % GST` },
              ]}
              onChange={(mode) => change("gst", mode)}
              hint="GST is input credit, and no cost."
            />
          </div>
        );
      }}
    />
  );
}

const RESULTS: Readonly<Record<BilledParcel["result"], string>> = {
  new: "New",
  again: "Another bill has it, too",
  corrected: "Corrected",
  same: "As stored",
  removed: "No longer in this bill",
  unknown: "Unknown AWB, not stored",
};

function Comparison({ compared: { parcels: count, amount, gst, results, differences } }: { compared: BillComparison }) {
  return (
    <div role="status" className="border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>
          {parcelCount(count)}, {formatMoney(amount)}
        </strong>{" "}
        and {formatMoney(gst)} GST: {results.new.toLocaleString("en-IN")} new
        {results.same > 0 && `, ${results.same.toLocaleString("en-IN")} as stored`}
        {differences.length === 0 ? "." : `, ${parcelCount(differences.length)} to look at:`}
      </p>
      {differences.length > 0 && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <PlainTable
            label="Parcels to look at"
            rows={differences.map((parcel) => ({ ...parcel, key: parcel.awb }))}
            columns={[
              { name: "AWB", cell: ({ awb }) => <span className="wrap-anywhere">{awb}</span> },
              { name: "What", cell: ({ result }) => RESULTS[result] },
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
              {
                name: "Before",
                cell: ({ before }) => (before === null ? null : formatMoney(before)),
                isNumber: true,
              },
              {
                name: "In other bills",
                cell: ({ elsewhere }) => (elsewhere > 0 ? formatMoney(elsewhere) : null),
                isNumber: true,
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}
