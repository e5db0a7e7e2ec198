import { Link, useLoaderData } from "react-router";
import type { ListedCampaign } from "../../contract/admin/campaigns.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { CAMPAIGN_STATES } from "./labels.ts";
import { NewsletterHead } from "./newsletter-head.tsx";

const query = listQueryOf(adminEndpoints.listCampaigns.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listCampaigns", { query: query.read(search) }), { campaigns: [], hasMore: false });
  });

/** Returns the time of what happened last, or happens next. */
function timeOf({ state, scheduledAt, startedAt, changedAt, changedBy }: ListedCampaign): string {
  if (state === "draft") return `Changed ${formatShortDateTime(changedAt)}, ${changedBy}`;
  if (state === "scheduled" && scheduledAt) return `Goes out ${formatShortDateTime(scheduledAt)}`;
  return startedAt ? `Begun ${formatShortDateTime(startedAt)}` : "";
}

const COLUMNS: readonly [Column<ListedCampaign>, ...Column<ListedCampaign>[]] = [
  {
    name: "Subject",
    phone: "title",
    cell: ({ subject }) => <span className="wrap-anywhere">{subject || "No subject yet"}</span>,
  },
  {
    name: "State",
    phone: "right",
    cell: ({ state }) => <StateBadge of={CAMPAIGN_STATES[state]} />,
  },
  { name: "When", phone: "below", cell: (row) => <span className="text-bark">{timeOf(row)}</span> },
  {
    name: "Emails",
    isNumber: true,
    phone: "right-below",
    phoneName: ({ queued }) => ({ after: queued === 1 ? "email" : "emails" }),
    cell: ({ queued }) => queued.toLocaleString("en-IN"),
  },
];

export default function CampaignsPage() {
  const { campaigns, hasMore, problem } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <title>Newsletter</title>
      <NewsletterHead current="Campaigns">
        <Link to="/newsletter/new" className="button-primary">
          New campaign
        </Link>
      </NewsletterHead>
      <ResourceList
        label="Newsletter"
        rows={campaigns}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/newsletter/${_id}`}
        empty={
          problemIn(problem) ||
          "There are no campaigns yet. A campaign is an email to everybody who has subscribed; a new one begins as a draft."
        }
      />
      <Pager label="More campaigns" hasMore={hasMore} last={campaigns.at(-1)?._id} cursor="before" />
    </>
  );
}
