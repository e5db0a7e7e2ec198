import { useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { GST_FILES, type GstFile, type GstMonth, type GstRow, type GstTotals } from "../../contract/admin/gst.ts";
import { formatDateTime, formatMonth, isoDayInIndia, startOfDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, PlainTable } from "../shared/plain-table.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";

/** How many months can be chosen: two years. */
const MONTHS = 24;

function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - 1 - at, 1)).toISOString().slice(0, 7),
  );
}
const nameOf = (month: string) => formatMonth(startOfDayInIndia(`${month}-01`));

export function clientLoader({ request }: { request: Request }) {
  const [, lastMonth = ""] = monthsUntil(isoDayInIndia(shopNow()));
  const month = new URL(request.url).searchParams.get("month") || lastMonth;
  return load(request, () => call("readGstMonth", { params: { month } }));
}

const FILES: Readonly<Record<GstFile, string>> = {
  b2cl: "B2CL",
  b2cs: "B2CS",
  cdnur: "CDNUR",
  exemp: "Nil-rated supplies",
  "hsn-b2c": "HSN summary",
  docs: "Documents issued",
  documents: "Every invoice and credit note",
  "not-sold": "Samples, losses and corrections",
};
const SECTIONS: Readonly<Record<GstRow["section"], string>> = {
  b2cl: "B2CL: large invoices to other states",
  b2cs: "B2CS: all other supplies, less credit notes",
  cdnur: "CDNUR: credit notes for large invoices",
  nil: "Table 8: supplies at 0 %, less credit notes",
  hsn: "HSN summary",
};
const DOCUMENT_NAMES: Readonly<Record<string, string>> = {
  invoice: "Invoices",
  "credit note": "Credit notes",
  "receipt voucher": "Receipt vouchers",
  "refund voucher": "Refund vouchers",
  "delivery challan": "Delivery challans",
};

export default function GstPage() {
  const found = useLoaderData<typeof clientLoader>();
  const { month, gstin, frozen, problems, agrees, differences, isNil, late } = found;
  const [, setSearch] = useSearchParams();
  const mayFreeze = useMay("freeze_gst");
  const sections = (Object.keys(SECTIONS) as GstRow["section"][]).map((section) => ({
    section,
    rows: found.rows.filter((row) => row.section === section),
  }));
  const months = [...new Set([...monthsUntil(isoDayInIndia(shopNow())), month])];
  return (
    <>
      <title>Tax month</title>
      <PageHead title={`Tax month ${nameOf(month)}`}>
        {!frozen && mayFreeze && <Freeze found={found} />}
        <a href={`/admin/api/reports/gst/${month}/gstr1.json`} download className="button-primary">
          GSTR-1 as JSON
        </a>
      </PageHead>
      <search className="mb-4 block md:w-64">
        <SelectField
          label="Month"
          value={month}
          options={months.map((value) => ({ value, name: nameOf(value) }))}
          onChange={(value) => setSearch({ month: value })}
        />
      </search>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {frozen && (
          <p role="status" className="panel border-leaf p-4">
            Frozen on {formatDateTime(frozen.at)} by {frozen.by}. The numbers and files below are as filed.
          </p>
        )}
        {frozen && <Differences differences={differences} />}
        {isNil && (
          <p role="status" className="panel border-leaf p-4">
            Nothing was issued in {nameOf(month)}. A nil return is due all the same.
          </p>
        )}
        <section className="panel p-5" aria-labelledby="check">
          <h2 id="check" className="mb-2">
            Cross-check {gstin && <span className="font-normal text-bark text-small">GSTIN {gstin}</span>}
          </h2>
          <PlainTable
            label="Cross-check"
            rows={[
              { key: "documents", name: "Invoices less credit notes", ...found.sums.documents },
              { key: "supplies", name: "All sections of supplies", ...found.sums.supplies },
              { key: "hsn", name: "HSN summary", ...found.sums.hsn },
            ]}
            columns={[{ name: "Sum", cell: ({ name }) => name }, ...taxes<GstTotals & { name: string }>()]}
            isAligned
          />
          <p className={`mt-3 font-semibold ${agrees ? "text-leaf" : "text-terracotta"}`}>
            {agrees ? "The sums agree to the paisa." : "The sums do not agree: do not file this return."}
          </p>
        </section>
        <Problems problems={problems} />
        {sections
          .filter(({ rows }) => rows.length > 0)
          .map((one) => (
            <Section key={one.section} {...one} />
          ))}
        <EmptySections
          names={sections.filter(({ rows }) => rows.length === 0).map(({ section }) => SECTIONS[section])}
        />
        <LateNotes late={late} />
        <Issued issued={found.issued} />
        <OtherTables />
        <Files month={month} />
      </div>
    </>
  );
}

const taxes = <Row extends GstTotals>(): Column<Row>[] => [
  { name: "Taxable", cell: ({ taxable }) => formatMoney(taxable), isNumber: true },
  { name: "CGST", cell: ({ cgst }) => formatMoney(cgst), isNumber: true },
  { name: "SGST or UTGST", cell: ({ sgst }) => formatMoney(sgst), isNumber: true },
  { name: "IGST", cell: ({ igst }) => formatMoney(igst), isNumber: true },
];

function Section({ section, rows }: { section: GstRow["section"]; rows: readonly GstRow[] }) {
  const sum = (part: keyof GstTotals) =>
    formatMoney(Math.round(rows.reduce((all, row) => all + row[part] * 100, 0)) / 100);
  return (
    <section className="panel p-5" aria-labelledby={section}>
      <h2 id={section} className="mb-2">
        {SECTIONS[section]}
      </h2>
      <PlainTable
        label={SECTIONS[section]}
        rows={rows.map((row) => ({ ...row, key: `${row.name} ${row.gstPercent}` }))}
        columns={[
          {
            name: section === "b2cs" ? "Place of supply" : section === "hsn" ? "HSN" : "Number",
            cell: ({ name }) => name,
          },
          { name: "Rate", cell: ({ gstPercent }) => `${gstPercent} %`, isNumber: true },
          ...taxes<GstRow>(),
        ]}
        total={["Sum", "", sum("taxable"), sum("cgst"), sum("sgst"), sum("igst")]}
        isAligned
      />
    </section>
  );
}

/** Names the sections without rows, in one panel. */
function EmptySections({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="panel p-5" aria-labelledby="empty">
      <h2 id="empty" className="mb-2">
        Nothing in this month
      </h2>
      <ul className="list-disc pl-5 text-bark">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ problems }: Pick<GstMonth, "problems">) {
  return (
    <section className="panel p-5" aria-labelledby="problems">
      <h2 id="problems" className="mb-2">
        To correct before filing
      </h2>
      {problems.length === 0 ? (
        <p className="text-bark">Nothing was found.</p>
      ) : (
        <ul className="grid gap-2">
          {problems.map(({ text, order }) => (
            <li key={text}>
              {text}{" "}
              {order && (
                <Link to={`/orders/${order}`} className="text-link max-md:inline-block md:whitespace-nowrap">
                  Order {order}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Differences({ differences }: Pick<GstMonth, "differences">) {
  return (
    <section className="panel p-5" aria-labelledby="differences">
      <h2 id="differences" className="mb-2">
        Changed since it was filed
      </h2>
      {differences.length === 0 ? (
        <p className="text-bark">Nothing: the documents of the month are still those of the return.</p>
      ) : (
        <>
          <PlainTable
            label="Changed since it was filed"
            rows={differences.map((difference) => ({
              ...difference,
              key: `${(difference.filed ?? difference.now)?.section} ${difference.name} ${(difference.filed ?? difference.now)?.gstPercent}`,
            }))}
            columns={[
              { name: "Row", cell: ({ name, filed, now }) => `${(filed ?? now)?.section.toUpperCase()} ${name}` },
              { name: "Rate", cell: ({ filed, now }) => `${(filed ?? now)?.gstPercent} %`, isNumber: true },
              { name: "Taxable, filed", cell: ({ filed }) => formatMoney(filed?.taxable ?? 0), isNumber: true },
              { name: "Taxable, now", cell: ({ now }) => formatMoney(now?.taxable ?? 0), isNumber: true },
              { name: "Tax, filed", cell: ({ filed }) => formatMoney(taxOf(filed)), isNumber: true },
              { name: "Tax, now", cell: ({ now }) => formatMoney(taxOf(now)), isNumber: true },
            ]}
          />
          <p className="mt-2 text-bark text-small">Report them as amendments in the return of a later month.</p>
        </>
      )}
    </section>
  );
}

const taxOf = (row: GstTotals | null) => (row ? Math.round((row.cgst + row.sgst + row.igst) * 100) / 100 : 0);

function Issued({ issued }: Pick<GstMonth, "issued">) {
  return (
    <section className="panel p-5" aria-labelledby="issued">
      <h2 id="issued" className="mb-2">
        Documents issued
      </h2>
      {issued.length === 0 ? (
        <p className="text-bark">None in this month.</p>
      ) : (
        <PlainTable
          label="Documents issued"
          rows={issued.map((series) => ({ ...series, key: series.first }))}
          columns={[
            { name: "Document", cell: ({ document }) => DOCUMENT_NAMES[document] ?? document },
            { name: "From", cell: ({ first }) => first },
            { name: "To", cell: ({ last }) => last },
            { name: "Issued", cell: ({ count }) => count, isNumber: true },
            { name: "Cancelled", cell: ({ cancelled }) => cancelled, isNumber: true },
          ]}
        />
      )}
    </section>
  );
}

/** Credit notes that lower no tax. */
function LateNotes({ late }: Pick<GstMonth, "late">) {
  if (late.length === 0) return null;
  return (
    <section className="panel p-5" aria-labelledby="late">
      <h2 id="late" className="mb-2">
        Financial credit notes
      </h2>
      <p className="mb-2 text-bark">
        Issued after 30 November following the financial year of their invoices, so they no longer lower the tax. They
        are in no section and no sum.
      </p>
      <PlainTable
        label="Financial credit notes"
        rows={late.map((note) => ({ ...note, key: note.number }))}
        columns={[
          { name: "Number", cell: ({ number }) => number },
          { name: "Invoice", cell: ({ invoice }) => invoice },
          { name: "Total", cell: ({ total }) => formatMoney(total), isNumber: true },
        ]}
      />
    </section>
  );
}

/** Says why the other tables of the return stay empty. */
function OtherTables() {
  return (
    <section className="panel p-5" aria-labelledby="others">
      <h2 id="others" className="mb-2">
        Other tables
      </h2>
      <ul className="list-disc pl-5 text-bark">
        <li>Table 4 and 9B for businesses: the shop sells to consumers only.</li>
        <li>Table 6: nothing is exported.</li>
        <li>Table 11, advances: none for goods, whose tax is due with the invoice (notification 66/2017).</li>
        <li>Table 14 and 15: nothing is sold through another operator’s marketplace.</li>
      </ul>
    </section>
  );
}

function Files({ month }: { month: string }) {
  const base = `/admin/api/reports/gst/${month}`;
  return (
    <section className="panel p-5" aria-labelledby="files">
      <h2 id="files" className="mb-2">
        Files
      </h2>
      <div className="flex flex-wrap gap-2">
        {GST_FILES.map((file) => (
          <a key={file} href={`${base}/files/${file}`} download className="button-quiet">
            {FILES[file]} (CSV)
          </a>
        ))}
      </div>
    </section>
  );
}

function Freeze({ found: { month, isOver, agrees, problems } }: { found: GstMonth }) {
  const [isOpen, setIsOpen] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  if (!isOver || !agrees) return null;
  const freeze = () =>
    run(async () => {
      await call("freezeGstMonth", { params: { month } });
      setIsOpen(false);
      void navigate(`?month=${month}`, { replace: true });
      await revalidate();
    });
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => setIsOpen(true)}>
        Mark as filed
      </button>
      {isOpen && (
        <Dialog title={`Freeze ${nameOf(month)}?`} onClose={() => setIsOpen(false)}>
          <p className="mb-3">
            The return is stored as it is now, and stays so: later changes of its documents are shown beside it. This
            cannot be undone.
            {problems.length > 0 && ` ${problems.length} problems are not corrected.`}
          </p>
          <Problem error={error} />
          <div className="mt-3 flex gap-2">
            <Button type="button" className="button-primary" disabled={busy} onClick={() => void freeze()}>
              Freeze
            </Button>
            <button type="button" className="button-quiet" onClick={() => setIsOpen(false)}>
              Not yet
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
