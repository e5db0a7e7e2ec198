import { useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_SETTLEMENT_BYTES, type SettlementUpload } from "../../contract/admin/settlements.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { PlainTable } from "../shared/plain-table.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SettlementProblems } from "./settlement-problems.tsx";

const items = (count: number) => (count === 1 ? "1 item" : `${count.toLocaleString("en-IN")} items`);

/** Stores a settlement report from the provider's dashboard. Its differences are shown before anything is stored. */
export function UploadSettlement() {
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState<SettlementUpload | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const isTooLarge = file !== null && file.size > MAX_SETTLEMENT_BYTES;
  const canStore = compared !== null && !compared.isStored && compared.rowProblems.length === 0;
  const submit = () =>
    run(async () => {
      const digest = canStore ? compared.digest : undefined;
      const result = await call("uploadSettlement", { query: { digest }, file: file ?? new Blob() });
      setCompared(result);
      if (result.isStored) await revalidate();
    });
  return (
    <details className="panel p-5">
      <summary className="cursor-pointer font-semibold">Upload a settlement report</summary>
      <form
        noValidate
        aria-label="Upload a settlement report"
        className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>
          The CSV of the provider’s settlement report, for days that can no longer be fetched. You see what differs
          before anything is stored.
        </p>
        <FileField
          label="Settlement report"
          accept=".csv,text/csv"
          hint="CSV in UTF-8 with amounts in rupees, up to 10 MB."
          onChange={(chosen) => {
            setFile(chosen);
            setCompared(null);
          }}
          error={
            fieldMessage(error, "file") ?? (isTooLarge ? "A file can have up to 10 MB. Please split it." : undefined)
          }
        />
        <Problem error={error} />
        {compared && <Comparison compared={compared} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" className="button-primary" disabled={busy || file === null || isTooLarge}>
            {canStore ? "Store this report" : "Compare with the shop"}
          </Button>
          {canStore && (
            <button type="button" className="button-quiet" onClick={() => setCompared(null)}>
              Don’t store it
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

function Comparison({ compared }: { compared: SettlementUpload }) {
  const { rows, added, changed, same, differences, rowProblems, isStored } = compared;
  if (rowProblems.length > 0)
    return (
      <div role="alert" className="border-terracotta border-l-2 py-1 pl-3">
        <p className="mb-2">Please correct these rows; until then nothing is stored:</p>
        <div className="max-h-80 overflow-y-auto">
          <PlainTable
            label="Rows that cannot be read"
            rows={rowProblems.map((problem) => ({ ...problem, key: String(problem.row) }))}
            columns={[
              { name: "Row", cell: ({ row }) => row },
              { name: "Problem", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
            ]}
          />
        </div>
      </div>
    );
  return (
    <div role="status" className="border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>{isStored ? `${items(rows)} stored` : items(rows)}</strong>: {added.toLocaleString("en-IN")} new,{" "}
        {changed.toLocaleString("en-IN")} with other amounts than before, {same.toLocaleString("en-IN")} known.{" "}
        {differences.length === 0 ? "Each is as the shop has it." : "These differ from the shop’s:"}
      </p>
      {differences.length > 0 && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <SettlementProblems label="Differences of the report" problems={differences} />
        </div>
      )}
    </div>
  );
}
