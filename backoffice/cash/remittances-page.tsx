import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { Remittances } from "../../contract/admin/cash.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { PeriodFilter } from "../reports/period-filter.tsx";
import { Badge } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { CashFrame } from "./cash-frame.tsx";
import { RemittanceForm } from "./remittance-form.tsx";

const query = listQueryOf(adminEndpoints.readRemittances.query);
const NONE: Remittances = { from: "", to: "", remittances: [] };

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("readRemittances", { query: query.read(new URL(request.url).searchParams) }), NONE),
  );

const COLUMNS: [Column<Remittances["remittances"][number]>, ...Column<Remittances["remittances"][number]>[]] = [
  { name: "Reference", cell: ({ reference }) => <span className="wrap-anywhere">{reference}</span>, phone: "title" },
  { name: "Received", cell: ({ receivedOn }) => formatCalendarDay(receivedOn), phone: "right-below" },
  {
    name: "UTR",
    cell: ({ utr }) => utr ?? <Badge tone="attention">UTR missing</Badge>,
    phone: "below",
  },
  { name: "Parcels", cell: ({ parcels }) => parcels, isNumber: true },
  { name: "Remitted", cell: ({ remitted }) => formatMoney(remitted), isNumber: true, phone: "right" },
  { name: "Due", cell: ({ due }) => formatMoney(due), isNumber: true },
];

/** Records couriers' files, and lists earlier ones. */
export default function RemittancesPage() {
  const { from, to, remittances, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  return (
    <CashFrame current="Remittances">
      {useMay("record_remittances") && <RemittanceForm onStored={revalidate} />}
      <h2 className="mb-2">Recorded</h2>
      <search className="mb-4 block">
        <PeriodFilter from={from} to={to} queryFor={(period) => query.changed(search, period)} />
      </search>
      <ResourceList
        label="Recorded remittances"
        rows={remittances}
        columns={COLUMNS}
        keyOf={({ reference }) => reference}
        to={({ reference }) => `/cash/remittances/${encodeURIComponent(reference)}`}
        empty={
          problemIn(problem) ||
          "No remittance of these days is recorded. Choose others, or compare a courier’s file above."
        }
      />
    </CashFrame>
  );
}
