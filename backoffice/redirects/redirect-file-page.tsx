import { Link } from "react-router";
import { MAX_REDIRECT_FILE_BYTES, type RedirectFileComparison } from "../../contract/admin/redirects.ts";
import { call } from "../api/client.ts";
import { ComparedFileForm } from "../shared/compared-file-form.tsx";
import { PlainTable } from "../shared/plain-table.tsx";
import { RedirectsFrame } from "./redirects-frame.tsx";
import { REDIRECT_STATES } from "./states.ts";

const countOf = (count: number) => (count === 1 ? "1 redirect" : `${count.toLocaleString("en-IN")} redirects`);

/** Stores a file of redirects. What it changes and what is wrong with it is shown before anything is stored. */
export default function RedirectFilePage() {
  return (
    <RedirectsFrame current="From a file">
      <ComparedFileForm<RedirectFileComparison>
        label="Store redirects from a file"
        className="panel p-4"
        explanation="A CSV file with the columns “Redirect from” and “Redirect to”, as Shopify exports it, or “from” and “to”. You see what it changes before anything is stored; redirects that it does not name stay."
        fileLabel="Redirects as a file"
        fileHint="CSV"
        maxBytes={MAX_REDIRECT_FILE_BYTES}
        compareLabel="Compare with the stored ones"
        storeLabel="Store these redirects"
        upload={(file, digest) => call("uploadRedirects", { query: { digest }, file })}
        isStorable={({ wrong }) => wrong === 0}
        show={(compared) => <Comparison compared={compared} />}
        onStored={async ({ added, changed }) => (
          <p role="status" className="border-leaf border-l-2 py-1 pl-3">
            {countOf(added)} added and {changed.toLocaleString("en-IN")} changed.{" "}
            <Link to="/redirects" className="text-link">
              See all
            </Link>
          </p>
        )}
      />
    </RedirectsFrame>
  );
}

function Comparison({ compared }: { compared: RedirectFileComparison }) {
  const { rows, added, changed, same, remarks, remarked, problems, wrong, warning } = compared;
  return (
    <div role="status" className={`${wrong > 0 ? "border-terracotta" : "border-leaf"} border-l-2 py-1 pl-3`}>
      {warning !== "" && <p>{warning}</p>}
      {wrong > 0 ? (
        <>
          <p>
            <strong>{wrong === 1 ? "1 problem" : `${wrong.toLocaleString("en-IN")} problems`}.</strong> Please correct
            the file; nothing of it is stored until then.{wrong > problems.length && ` The first ${problems.length}:`}
          </p>
          <div className="mt-2 max-h-80 overflow-y-auto">
            <PlainTable
              label="Problems of the file"
              rows={problems.map((problem) => ({ ...problem, key: `${problem.row} ${problem.column}` }))}
              columns={[
                { name: "Row", cell: ({ row }) => `Row ${row}` },
                { name: "Column", cell: ({ column }) => column },
                { name: "Problem", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
              ]}
            />
          </div>
        </>
      ) : (
        <p>
          <strong>{countOf(rows)}</strong>: {added.toLocaleString("en-IN")} new, {changed.toLocaleString("en-IN")}{" "}
          changed, {same.toLocaleString("en-IN")} as stored.
          {remarked > 0 && ` ${remarked.toLocaleString("en-IN")} to look at:`}
        </p>
      )}
      {wrong === 0 && remarks.length > 0 && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <PlainTable
            label="Redirects to look at"
            rows={remarks.map((remark) => ({ ...remark, key: String(remark.row) }))}
            columns={[
              { name: "Row", cell: ({ row }) => `Row ${row}` },
              { name: "Old path", cell: ({ from }) => <span className="wrap-anywhere">{from}</span> },
              { name: "Leads to", cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
              {
                name: "Led to",
                cell: ({ before, to }) =>
                  before !== null && before !== to && <span className="wrap-anywhere">{before}</span>,
              },
              { name: "State", cell: ({ state }) => REDIRECT_STATES[state].name },
            ]}
          />
        </div>
      )}
    </div>
  );
}
