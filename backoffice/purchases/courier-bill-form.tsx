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
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { PlainTable } from "../shared/plain-table.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const FORM = "courier bill";
const MAX_MB = MAX_BILL_BYTES / 1024 / 1024;
const TOO_LARGE = `A file can have up to ${MAX_MB} MB. Please split it.`;
const parcels = (count: number) => (count === 1 ? "1 parcel" : `${count.toLocaleString("en-IN")} parcels`);

/** Stores a courier's bill. What differs from the parcels is shown before anything is stored. */
export function CourierBillForm({ onStored }: { onStored: () => Promise<void> }) {
  const [today] = useState(() => isoDayInIndia(shopNow()));
  const { values, set, discard } = useFormDraft(FORM, { reference: "", billedOn: today, gst: "apart" });
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState<BillComparison | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  const { run, busy, error } = useAction();
  const isTooLarge = file !== null && file.size > MAX_BILL_BYTES;

  function forget(): void {
    setCompared(null);
    setStored(null);
  }
  function change(name: "reference" | "billedOn" | "gst", value: string): void {
    forget();
    set(name, value);
  }
  const submit = () =>
    run(async () => {
      const { reference, billedOn } = values;
      const gst = values.gst as (typeof GST_MODES)[number];
      const upload = (digest?: string) =>
        call("uploadCourierBill", { query: { reference, billedOn, gst, digest }, file: file ?? new Blob() });
      if (!compared) return setCompared(await upload());
      const result = await upload(compared.digest);
      setStored(`${parcels(result.parcels - result.results.unknown)} stored as ${reference.trim()}.`);
      setCompared(null);
      discard();
      await onStored();
    });

  return (
    <form
      noValidate
      aria-label="Store a courier’s bill"
      className="panel mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>
        The courier’s CSV file as it is sent, with a column of AWBs and columns of charges, such as Freight, RTO and COD
        charges. You see what it says before anything is stored. The same number again replaces the bill. Deduct credits
        from what was charged.
      </p>
      <div className="grid items-start gap-3 md:grid-cols-3">
        <Field
          label="The bill’s number"
          value={values.reference}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => change("reference", event.target.value)}
          error={fieldMessage(error, "reference")}
        />
        <Field
          label="The bill’s date"
          type="date"
          max={today}
          value={values.billedOn}
          onChange={(event) => change("billedOn", event.target.value)}
          error={fieldMessage(error, "billedOn")}
        />
        <SelectField
          label="Amounts without a GST column"
          value={values.gst}
          options={[
            { value: "apart", name: "are without GST" },
            { value: "included", name: `include ${COURIER_GST_PERCENT} % GST` },
          ]}
          onChange={(gst) => change("gst", gst)}
          hint="GST is input credit, and no cost."
        />
      </div>
      <FileField
        label="Bill as a file"
        accept=".csv,text/csv"
        hint={`CSV in UTF-8, up to ${MAX_MB} MB.`}
        onChange={(chosen) => {
          forget();
          setFile(chosen);
        }}
        error={fieldMessage(error, "file") ?? (isTooLarge ? TOO_LARGE : undefined)}
      />
      <Problem error={error} />
      {compared && <Comparison compared={compared} />}
      {stored && (
        <p role="status" className="border-leaf border-l-2 py-1 pl-3 wrap-anywhere">
          {stored}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="button-primary" disabled={busy || file === null || isTooLarge}>
          {compared ? "Store this bill" : "Compare with the parcels"}
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
          {parcels(count)}, {formatMoney(amount)}
        </strong>{" "}
        and {formatMoney(gst)} GST: {results.new.toLocaleString("en-IN")} new
        {results.same > 0 && `, ${results.same.toLocaleString("en-IN")} as stored`}
        {differences.length === 0 ? "." : `, ${parcels(differences.length)} to look at:`}
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
