import { Link, useLoaderData } from "react-router";
import type { SettledItemDifference } from "../../contract/admin/settlements.ts";
import { formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Figures } from "../shared/figures.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { PlainTable } from "../shared/plain-table.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "settlement", list: "/reports/settlements", link: "Settlements" }, () =>
    call("readSettlement", { params: { id: params.id ?? "" } }),
  );

const DIFFERENCES: Readonly<Record<SettledItemDifference, string>> = {
  unknown: "Unknown to the shop",
  amount: "Another amount",
  net: "Not the amount less the fee",
  tax: "More tax than fee",
};

/** Compares a transfer to the bank with the shop's payments and refunds. */
export default function SettlementPage() {
  const settlement = useLoaderData<typeof clientLoader>();
  const { id, utr, settledAt, fees, tax, net, differing, more, items } = settlement;
  return (
    <>
      <title>Settlement</title>
      <BackLink to="/reports/settlements">Settlements</BackLink>
      <PageHead title={`Settlement ${utr ?? id}`} about={formatDay(settledAt)} />
      <section className="panel mb-4 p-5" aria-label="Sums">
        <Figures
          figures={[
            { name: "In the bank", value: formatMoney(net) },
            { name: "Fees", value: formatMoney(fees) },
            { name: "of which GST", value: formatMoney(tax) },
          ]}
        />
      </section>
      <section className="panel p-5" aria-label="Settlement">
        <p className="mb-3" role="status">
          {differing === 0
            ? "Everything matches."
            : `${differing === 1 ? "1 item does" : `${differing.toLocaleString("en-IN")} items do`} not match; first in the list.`}
        </p>
        <PlainTable
          label="Items"
          rows={items.map((item) => ({ ...item, key: item.id }))}
          columns={[
            { name: "What", cell: ({ kind }) => (kind === "other" ? "deduction" : kind) },
            {
              name: "Order",
              cell: ({ order }) =>
                order && (
                  <Link to={`/orders/${order}`} className="text-link max-md:inline-block md:whitespace-nowrap">
                    {order}
                  </Link>
                ),
            },
            { name: "Id at the provider", cell: (item) => item.id },
            { name: "Shop", cell: ({ expected }) => (expected === null ? "" : formatMoney(expected)), isNumber: true },
            { name: "Provider", cell: ({ amount }) => formatMoney(amount), isNumber: true },
            { name: "Fee", cell: ({ fee }) => formatMoney(fee), isNumber: true },
            { name: "of which GST", cell: (item) => formatMoney(item.tax), isNumber: true },
            { name: "Paid out", cell: (item) => formatMoney(item.net), isNumber: true },
            {
              name: "Difference",
              cell: ({ differs }) => differs && <span className="text-terracotta">{DIFFERENCES[differs]}</span>,
            },
          ]}
        />
        {more > 0 && <p className="mt-3 text-bark">And {more.toLocaleString("en-IN")} more, in the CSV file.</p>}
      </section>
    </>
  );
}
