import { useRevalidator } from "react-router";
import { MAX_SETTLEMENT_BYTES, type SettlementUpload } from "../../contract/admin/settlements.ts";
import { call } from "../api/client.ts";
import { ComparedFileForm } from "../shared/compared-file-form.tsx";
import { PlainTable } from "../shared/plain-table.tsx";
import { SettlementProblems } from "./settlement-problems.tsx";

const items = (count: number) => (count === 1 ? "1 item" : `${count.toLocaleString("en-IN")} items`);

/** Stores a settlement report from the provider's dashboard. Its differences are shown before anything is stored. */
export function UploadSettlement() {
  const { revalidate } = useRevalidator();
  return (
    <details className="panel p-5">
      <summary className="cursor-pointer font-semibold">Upload a settlement report</summary>
      <ComparedFileForm<SettlementUpload>
        label="Upload a settlement report"
        className="mt-3"
        explanation="The CSV of the provider’s settlement report, for days that can no longer be fetched. You see what differs before anything is stored."
        fileLabel="Settlement report"
        fileHint="CSV with amounts in rupees"
        maxBytes={MAX_SETTLEMENT_BYTES}
        compareLabel="Compare with the shop"
        storeLabel="Store this report"
        upload={(file, digest) => call("uploadSettlement", { query: { digest }, file })}
        isStorable={({ rowProblems }) => rowProblems.length === 0}
        show={(compared) => <Comparison compared={compared} />}
        onStored={async (stored) => {
          await revalidate();
          return <Comparison compared={stored} />;
        }}
      />
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
