import { useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ListedState, ListedSubscriber } from "../../contract/admin/subscribers.ts";
import { formatShortDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import type { States } from "../shared/badge.tsx";
import { Email } from "../shared/email.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { Subtabs } from "../shared/tabs.tsx";
import { NewsletterHead } from "./newsletter-head.tsx";

const query = listQueryOf(adminEndpoints.listSubscribers.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listSubscribers", { query: query.read(search) }), { subscribers: [], hasMore: false });
  });

export const STATES: States<ListedState> = {
  confirmed: { name: "Subscribed", tone: "done" },
  pending: { name: "Not confirmed", tone: "progress" },
  set_aside: { name: "Set aside", tone: "attention" },
  unsubscribed: { name: "Unsubscribed", tone: "neutral" },
};
const EMPTY: Readonly<Record<ListedState, string>> = {
  confirmed: "Nobody has subscribed yet. Shoppers sign up at the foot of every page, and confirm by an email.",
  pending: "Everybody who signed up has confirmed.",
  unsubscribed: "Nobody has unsubscribed.",
  set_aside: "Here are subscribers whose mailbox didn’t exist for two issues in a row. There are none.",
};

const TABS: readonly ListedState[] = ["confirmed", "pending", "unsubscribed", "set_aside"];

/** The state as a list shows it. */
export const stateOf = ({ state, setAsideAt }: Pick<ListedSubscriber, "state" | "setAsideAt">): ListedState =>
  state === "confirmed" && setAsideAt ? "set_aside" : state;

/** Returns the times of a subscriber, the latest first. */
function timesOf({ signedUpAt, confirmedAt, unsubscribedAt, setAsideAt, state }: ListedSubscriber): string {
  if (state === "confirmed" && setAsideAt) return `Set aside ${formatShortDay(setAsideAt)}`;
  if (state === "unsubscribed" && unsubscribedAt) return `Unsubscribed ${formatShortDay(unsubscribedAt)}`;
  return confirmedAt && state === "confirmed"
    ? `Since ${formatShortDay(confirmedAt)}`
    : `Signed up ${formatShortDay(signedUpAt)}`;
}

const day = (at: string | null) => <span className="text-bark">{at ? formatShortDay(at) : ""}</span>;

const COLUMNS: readonly [Column<ListedSubscriber>, ...Column<ListedSubscriber>[]] = [
  { name: "Email", phone: "title", cell: ({ email }) => <Email of={email} /> },
  { name: "State", phone: "below", cell: (row) => <span className="text-bark">{timesOf(row)}</span> },
  { name: "Signed up", cell: ({ signedUpAt }) => day(signedUpAt) },
  { name: "Confirmed", cell: ({ confirmedAt }) => day(confirmedAt) },
  { name: "Unsubscribed", cell: ({ unsubscribedAt }) => day(unsubscribedAt) },
];

export default function SubscribersPage() {
  const { subscribers, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayExport = useMay("export_customers");
  const state = (search.get("state") ?? "confirmed") as ListedState;
  const filter = query.withoutPage(search);
  return (
    <>
      <title>Subscribers</title>
      <NewsletterHead current="Subscribers">
        {mayExport && (
          <a href={`/admin/api/subscribers.csv${filter}`} download className="button-quiet">
            Export as CSV
          </a>
        )}
      </NewsletterHead>
      <Subtabs
        label="States of subscribers"
        tabs={TABS.map((name) => ({
          name: STATES[name].name,
          to: query.changed(search, { state: name === "confirmed" ? undefined : name }),
          isCurrent: name === state,
        }))}
      />
      <search className="mb-3 block">
        <SearchField
          label="Search subscribers"
          placeholder="A part of the email"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <ResourceList
        label="Subscribers"
        rows={subscribers}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/newsletter/subscribers/${_id}`}
        empty={problemIn(problem) || (search.get("q") ? "No email matches." : EMPTY[state])}
      />
      <Pager label="More subscribers" hasMore={hasMore} last={subscribers.at(-1)?._id} cursor="before" />
    </>
  );
}
