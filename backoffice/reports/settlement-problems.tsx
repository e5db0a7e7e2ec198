import { Link } from "react-router";
import type { SettlementProblem } from "../../contract/admin/settlements.ts";
import { formatDay } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";
import { PlainTable } from "../shared/plain-table.tsx";

const KINDS: Readonly<Record<SettlementProblem["kind"], string>> = {
  missing: "Not paid out",
  different: "Another amount",
  unknown: "Unknown to the shop",
};

/** Lists payouts of the provider that differ from the shop's records. */
export function SettlementProblems({ label, problems }: { label: string; problems: readonly SettlementProblem[] }) {
  return (
    <PlainTable
      label={label}
      rows={problems.map((problem) => ({ ...problem, key: `${problem.kind} ${problem.id}` }))}
      columns={[
        { name: "What", cell: ({ kind, of }) => `${KINDS[kind]}: ${of}` },
        {
          name: "Order",
          cell: ({ order }) =>
            order && (
              <Link to={`/orders/${order}`} className="text-link max-md:inline-block md:whitespace-nowrap">
                {order}
              </Link>
            ),
        },
        { name: "Id at the provider", cell: ({ id }) => id },
        {
          name: "Day",
          cell: ({ at }) => <span className="max-md:inline-block md:whitespace-nowrap">{formatDay(at)}</span>,
        },
        { name: "Shop", cell: ({ expected }) => (expected === null ? "" : formatMoney(expected)), isNumber: true },
        { name: "Provider", cell: ({ settled }) => (settled === null ? "" : formatMoney(settled)), isNumber: true },
      ]}
    />
  );
}
