import { Link, useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type ListedOffer, OFFER_TABS, type OfferTab } from "../../contract/admin/offers.ts";
import { formatShortDay, justBefore } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import type { States } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { Tabs } from "../shared/tabs.tsx";

const query = listQueryOf(adminEndpoints.listOffers.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listOffers", { query: query.read(search) }), { offers: [], hasMore: false });
  });

export const OFFER_STATES: States<OfferTab> = {
  running: { name: "Running", tone: "done" },
  planned: { name: "Planned", tone: "progress" },
  ended: { name: "Ended", tone: "neutral" },
};

/** Formats "WELCOME10", "WELCOME10 and 4 others", or "Automatic". */
export function codesOf({ codes: [first], codeCount: count }: ListedOffer): string {
  if (first === undefined) return "Automatic";
  return count === 1 ? first : `${first} and ${count - 1} more`;
}

/** Formats "10% off". */
export const effectOf = ({ effect }: ListedOffer): string => effect.charAt(0).toUpperCase() + effect.slice(1);

/** Formats "From 1 December 2026" or "Until 31 December 2026". */
export function timeOf({ startsAt: from, endsAt: to }: ListedOffer): string {
  return to ? `${formatShortDay(from)} to ${formatShortDay(justBefore(to))}` : `From ${formatShortDay(from)}`;
}

const COLUMNS: [Column<ListedOffer>, ...Column<ListedOffer>[]] = [
  { name: "Offer", cell: ({ name }) => <span className="wrap-anywhere">{name}</span>, phone: "title" },
  { name: "Gives", cell: effectOf, phone: "right" },
  { name: "Code", cell: codesOf, phone: "below" },
  { name: "When", cell: timeOf },
  {
    name: "Uses",
    cell: ({ uses, maxUses: max }) => (max === null ? uses : `${uses} of ${max}`),
    isNumber: true,
  },
  {
    name: "Discount given",
    cell: ({ discount }) => formatMoney(discount),
    isNumber: true,
    phone: "right-below",
    phoneName: { after: "given" },
  },
];

const EMPTY: Readonly<Record<OfferTab, string>> = {
  running: "No offer is running. A new one begins today, or on a day that you choose.",
  planned: "No offer is planned. One whose first day is ahead waits here.",
  ended: "No offer has ended yet.",
};

export default function OffersPage() {
  const { offers, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const asked = search.get("tab");
  const tab = OFFER_TABS.find((name) => name === asked) ?? "running";
  return (
    <>
      <title>Offers</title>
      <PageHead title="Offers">
        <Link to="/offers/new" className="button-primary">
          New offer
        </Link>
      </PageHead>
      <Tabs
        label="States of offers"
        tabs={OFFER_TABS.map((name) => ({
          name: OFFER_STATES[name].name,
          to: query.changed(search, { tab: name === "running" ? undefined : name }),
          isCurrent: name === tab,
        }))}
      />
      <search className="mb-3 block">
        <SearchField label="Search offers" placeholder="Code or name" queryFor={(q) => query.changed(search, { q })} />
      </search>
      <ResourceList
        label="Offers"
        rows={offers}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/offers/${_id}`}
        empty={
          problemIn(problem) ||
          (search.get("q") ? "No offers match. Search in another tab, or for something else." : EMPTY[tab])
        }
        next={tab === "ended" || search.get("q") ? undefined : { to: "/offers/new", name: "New offer" }}
      />
      <Pager label="More offers" hasMore={hasMore} last={offers.at(-1)?._id} cursor="before" />
    </>
  );
}
