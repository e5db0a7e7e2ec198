import { useLoaderData, useSearchParams } from "react-router";
import { DISPUTE_STATES, disputeQuery, type ListedDispute } from "../../contract/admin/disputes.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { AnswerBy } from "./answer-by.tsx";
import { PHASE_NAMES, STATES } from "./labels.ts";

const query = listQueryOf(disputeQuery);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listDisputes", { query: query.read(search) }), { disputes: [], hasMore: false });
  });

const COLUMNS: readonly [Column<ListedDispute>, ...Column<ListedDispute>[]] = [
  {
    name: "Order",
    phone: "title",
    cell: ({ order }) => <span className="max-md:inline-block md:whitespace-nowrap">{order}</span>,
  },
  {
    name: "Reason",
    phone: "below",
    cell: ({ phase, reason, customer }) => (
      <span className="wrap-anywhere">
        <span className="block md:hidden">{customer}</span>
        {PHASE_NAMES[phase]}
        {reason && `: ${reason}`}
      </span>
    ),
  },
  { name: "Customer", cell: ({ customer }) => customer },
  {
    name: "Opened",
    cell: ({ createdAt }) => (
      <span className="max-md:inline-block md:whitespace-nowrap text-bark">{formatShortDateTime(createdAt)}</span>
    ),
  },
  { name: "Answer", phone: "right-below", cell: (dispute) => <AnswerBy dispute={dispute} /> },
  { name: "Amount", phone: "right", cell: ({ amount }) => formatMoney(amount), isNumber: true },
];

/** Lists payments that customers or their banks contest. */
export default function DisputesPage() {
  const { disputes, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const asked = search.get("tab");
  const current = DISPUTE_STATES.find((tab) => tab === asked) ?? "open";
  return (
    <>
      <title>Disputes</title>
      <PageHead title="Disputes" />
      <Tabs
        label="States"
        tabs={DISPUTE_STATES.map((tab) => ({
          name: STATES[tab].name,
          to: query.changed(search, { tab: tab === "open" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      <ResourceList
        label="Disputes"
        rows={disputes}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/disputes/${_id}`}
        empty={
          problemIn(problem) ||
          (current === "open"
            ? "No dispute is open. When a customer’s bank contests a payment, the shop gets an email and it is listed here."
            : `No dispute is ${STATES[current].name.toLowerCase()}.`)
        }
      />
      <Pager label="More disputes" hasMore={hasMore} last={disputes.at(-1)?._id} />
    </>
  );
}
