import { useState } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ListedRequest } from "../../contract/admin/privacy.ts";
import { formatShortDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { KIND_NAMES, stateOf } from "./labels.ts";
import { PrivacyTabs } from "./privacy-tabs.tsx";
import { RecordRequestByEmail } from "./record-request-by-email.tsx";

const query = listQueryOf(adminEndpoints.listPrivacyRequests.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listPrivacyRequests", { query: query.read(search) }), { requests: [], hasMore: false });
  });

const COLUMNS: readonly [Column<ListedRequest>, ...Column<ListedRequest>[]] = [
  { name: "Request", phone: "title", cell: ({ kind, reference }) => `${KIND_NAMES[kind]}, ${reference}` },
  { name: "Person", phone: "below", cell: ({ customer }) => <span className="wrap-anywhere">{customer}</span> },
  { name: "Requested", cell: ({ requestedAt }) => <span className="text-bark">{formatShortDay(requestedAt)}</span> },
  {
    name: "State",
    phone: "right",
    cell: (request) => <StateBadge of={stateOf(request)} />,
  },
  {
    name: "Answer by",
    phone: "right-below",
    phoneName: ({ closedAt }) => (closedAt ? undefined : { before: "by" }),
    cell: ({ dueAt, closedAt }) => (
      <span className="text-bark">{closedAt ? `closed ${formatShortDay(closedAt)}` : formatShortDay(dueAt)}</span>
    ),
  },
];

/** Lists requests for a copy of personal data, or for its erasure. */
export default function RequestsPage() {
  const { requests, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const mayRecord = useMay("edit_customers");
  const [isRecording, setIsRecording] = useState(false);
  const tab = useSearchParams()[0].get("tab") === "closed" ? "closed" : "open";
  return (
    <>
      <title>Privacy requests</title>
      <PageHead title="Privacy requests">
        {mayRecord && (
          <button type="button" className="button-quiet" onClick={() => setIsRecording(true)}>
            Record a request
          </button>
        )}
      </PageHead>
      <PrivacyTabs current={tab === "closed" ? "Closed" : "Open"} />
      {isRecording && <RecordRequestByEmail onClose={() => setIsRecording(false)} />}
      <ResourceList
        label="Privacy requests"
        rows={requests}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/privacy/${_id}`}
        empty={
          problemIn(problem) ||
          (tab === "open"
            ? "No request is open. Customers ask under My data, others on the page /privacy-request. What comes by email, phone or post is recorded on the customer’s page, or here without an account."
            : "No request has been closed yet.")
        }
        next={tab === "open" ? { to: "/customers", name: "Find a customer" } : undefined}
      />
      <Pager label="More requests" hasMore={hasMore} last={requests.at(-1)?._id} />
    </>
  );
}
