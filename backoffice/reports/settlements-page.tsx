import { useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import type { OverdueCash, Remittances } from "../../contract/admin/cash.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Settlement, Settlements } from "../../contract/admin/settlements.ts";
import { formatCalendarDay, formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { PlainTable } from "../shared/plain-table.tsx";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { SettlementProblems } from "./settlement-problems.tsx";
import { UploadSettlement } from "./upload-settlement.tsx";

const query = listQueryOf(adminEndpoints.readSettlements.query);
interface Cash extends Pick<Remittances, "remittances"> {
  overdue: OverdueCash[];
}

const NONE: Settlements & Cash = {
  from: "",
  to: "",
  settlements: [],
  lostDisputes: { count: 0, deducted: 0, fees: 0 },
  problems: [],
  remittances: [],
  overdue: [],
};

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const period = query.read(new URL(request.url).searchParams);
    const all = async () => {
      const settlements = await call("readSettlements", { query: period });
      const { from, to } = settlements;
      const { remittances } = await call("readRemittances", { query: { from, to } });
      return { ...settlements, remittances, overdue: await call("listOverdueCash", { query: {} }) };
    };
    return readList(all(), NONE);
  });

export default function SettlementsPage() {
  const { from, to, settlements, lostDisputes, problems, problem, remittances, overdue } =
    useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayRecord = useMay("record_remittances");
  return (
    <>
      <title>Settlements</title>
      <PageHead title="Settlements">
        {!problem && (
          <div className="flex flex-wrap gap-2">
            <FetchAgain from={from} to={to} />
            <a href={`/admin/api/reports/settlements.csv?from=${from}&to=${to}`} download className="button-quiet">
              Download as CSV
            </a>
          </div>
        )}
      </PageHead>
      <search className="mb-4 block">
        <PeriodFilter from={from} to={to} queryFor={(period) => query.changed(search, period)} />
      </search>
      {problem ? (
        <Empty>{problemIn(problem)}</Empty>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Problems problems={problems} />
          <h2 className="-mb-2">Paid out by the payment provider</h2>
          <ResourceList
            label="Settlements"
            rows={settlements}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            to={({ id }) => `/reports/settlements/${encodeURIComponent(id)}`}
            empty="Nothing was paid out in this period. The shop asks the provider every six hours."
          />
          {lostDisputes.count > 0 && (
            <p>
              <Link to="/disputes?tab=lost" className="text-link">
                {lostDisputes.count === 1 ? "1 dispute" : `${lostDisputes.count} disputes`}
              </Link>{" "}
              decided against the shop: {formatMoney(lostDisputes.deducted)} taken
              {lostDisputes.fees > 0 && `, and ${formatMoney(lostDisputes.fees)} fees`}.
            </p>
          )}
          <CashParts remittances={remittances} overdue={overdue} />
          {mayRecord && <UploadSettlement />}
        </div>
      )}
    </>
  );
}

const COLUMNS: [Column<Settlement>, ...Column<Settlement>[]] = [
  { name: "Day", cell: ({ settledAt }) => formatDay(settledAt), phone: "title" },
  { name: "UTR", cell: ({ utr, id }) => utr ?? id, phone: "below" },
  { name: "Payments", cell: ({ payments, gross }) => `${formatMoney(gross)} (${payments})`, isNumber: true },
  { name: "Refunds", cell: ({ refunds, refunded }) => `${formatMoney(refunded)} (${refunds})`, isNumber: true },
  { name: "Disputes and other", cell: ({ other }) => (other === 0 ? "" : formatMoney(other)), isNumber: true },
  { name: "Fees", cell: ({ fees }) => formatMoney(fees), isNumber: true },
  { name: "of which GST", cell: ({ tax }) => formatMoney(tax), isNumber: true },
  { name: "In the bank", cell: ({ net }) => formatMoney(net), isNumber: true, phone: "right" },
];

function Problems({ problems }: Pick<Settlements, "problems">) {
  return (
    <section className="panel p-5" aria-labelledby="problems">
      <h2 id="problems" className="mb-2">
        Differences
      </h2>
      {problems.length === 0 ? (
        <p className="text-bark">
          Every payment and refund of the period is paid out with its amount, or is not due yet.
        </p>
      ) : (
        <SettlementProblems label="Differences" problems={problems} />
      )}
    </section>
  );
}

function CashParts({ remittances, overdue }: Cash) {
  return (
    <>
      <section className="panel p-5" aria-labelledby="cash">
        <h2 id="cash" className="mb-2">
          Cash on delivery, remitted by couriers
        </h2>
        {remittances.length === 0 ? (
          <p className="text-bark">No remittance of this period is recorded.</p>
        ) : (
          <PlainTable
            label="Remittances"
            rows={remittances.map((remittance) => ({ ...remittance, key: remittance.reference }))}
            columns={[
              { name: "Received", cell: ({ receivedOn }) => formatCalendarDay(receivedOn) },
              { name: "Reference", cell: ({ reference }) => reference },
              { name: "Parcels", cell: ({ parcels }) => parcels, isNumber: true },
              { name: "Remitted", cell: ({ remitted }) => formatMoney(remitted), isNumber: true },
              { name: "Due", cell: ({ due }) => formatMoney(due), isNumber: true },
            ]}
          />
        )}
      </section>
      <section className="panel p-5" aria-labelledby="overdue">
        <h2 id="overdue" className="mb-2">
          Cash that couriers still owe
        </h2>
        {overdue.length === 0 ? (
          <p className="text-bark">Nothing: everything delivered more than ten days ago is remitted in full.</p>
        ) : (
          <PlainTable
            label="Cash that couriers still owe"
            rows={overdue.map((order) => ({ ...order, key: order.order }))}
            columns={[
              {
                name: "Order",
                cell: ({ order }) => (
                  <Link to={`/orders/${order}`} className="text-link max-md:inline-block md:whitespace-nowrap">
                    {order}
                  </Link>
                ),
              },
              { name: "Delivered", cell: ({ deliveredAt }) => formatDay(deliveredAt) },
              { name: "Due", cell: ({ due }) => formatMoney(due), isNumber: true },
              { name: "Remitted", cell: ({ remitted }) => formatMoney(remitted), isNumber: true },
            ]}
          />
        )}
      </section>
    </>
  );
}

function FetchAgain({ from, to }: { from: string; to: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const { run, busy, error } = useAction();
  return (
    <>
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            await call("fetchSettlements", { body: { from, to } });
            setIsAsked(true);
          })
        }
      >
        Ask the provider again
      </Button>
      {isAsked && <span role="status">Requested. Please reload in a minute.</span>}
      <Problem error={error} />
    </>
  );
}
