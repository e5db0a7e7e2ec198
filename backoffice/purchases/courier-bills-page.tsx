import { useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { CourierBills } from "../../contract/admin/courier-bills.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { PeriodFilter } from "../reports/period-filter.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { parcelCount } from "../shared/parcel-count.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { CourierBillForm } from "./courier-bill-form.tsx";
import { PurchaseTabs } from "./purchase-tabs.tsx";

const query = listQueryOf(adminEndpoints.listCourierBills.query);
const NONE: CourierBills = { from: "", to: "", bills: [] };
type Bill = CourierBills["bills"][number];

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("listCourierBills", { query: query.read(new URL(request.url).searchParams) }), NONE),
  );

/** Stores couriers' bills, and lists earlier ones. */
export default function CourierBillsPage() {
  const { from, to, bills, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [removed, setRemoved] = useState<Bill | null>(null);
  const mayBook = useMay("book_purchases");
  const columns: [Column<Bill>, ...Column<Bill>[]] = [
    { name: "Number", cell: ({ reference }) => <span className="wrap-anywhere">{reference}</span>, phone: "title" },
    { name: "Date", cell: ({ billedOn }) => formatCalendarDay(billedOn), phone: "right-below" },
    { name: "Parcels", cell: ({ parcels }) => parcels.toLocaleString("en-IN"), isNumber: true },
    { name: "GST", cell: ({ gst }) => formatMoney(gst), isNumber: true },
    { name: "Without GST", cell: ({ amount }) => formatMoney(amount), isNumber: true, phone: "right" },
  ];
  if (mayBook)
    columns.push({
      name: "Remove",
      cell: (bill) => (
        <button type="button" className="text-link" onClick={() => setRemoved(bill)}>
          Remove…<span className="sr-only"> {bill.reference}</span>
        </button>
      ),
      isAction: true,
      phone: "below",
    });
  return (
    <>
      <title>Couriers’ bills</title>
      <PageHead title="Couriers’ bills" />
      <PurchaseTabs current="Couriers’ bills" />
      {mayBook && <CourierBillForm onStored={revalidate} />}
      <h2 className="mb-2">Stored</h2>
      <search className="mb-4 block">
        <PeriodFilter from={from} to={to} queryFor={(period) => query.changed(search, period)} />
      </search>
      <ResourceList
        label="Stored bills"
        rows={bills}
        columns={columns}
        keyOf={({ reference }) => reference}
        empty={
          problemIn(problem) ||
          "No bill of these days is stored. What a courier charged for one parcel is also on its order’s page."
        }
      />
      {removed && (
        <RemoveBill
          bill={removed}
          onClose={() => setRemoved(null)}
          onDone={async () => {
            setRemoved(null);
            await revalidate();
          }}
        />
      )}
    </>
  );
}

function RemoveBill({
  bill: { reference, parcels },
  onClose,
  onDone,
}: {
  bill: Bill;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title={`Remove the bill ${reference}?`}
      submit="Remove it"
      isDanger
      back="Keep it"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          await call("removeCourierBill", { params: { reference } });
          await onDone();
        })
      }
    >
      <p>
        What it charged for {parcelCount(parcels)} is unknown then. To correct amounts, store the corrected file with
        the same number instead.
      </p>
    </DialogForm>
  );
}
