import { Link, useLoaderData, useSearchParams } from "react-router";
import { RETURN_TABS, type ReturnTab, returnQuery } from "../../contract/admin/returns.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { Empty } from "../shared/empty.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { RETURN_STATES } from "./return-labels.ts";
import { ReturnPhotos } from "./return-photos.tsx";

const query = listQueryOf(returnQuery);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listReturns", { query: query.read(search) }), { returns: [], hasMore: false });
  });

const nameOfTab = (tab: ReturnTab) => (tab === "open" ? "Open" : RETURN_STATES[tab].name);

/** Lists the returns in a queue, the oldest request first. */
export default function ReturnsPage() {
  const { returns, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const current = search.get("tab") ?? "open";
  return (
    <>
      <title>Returns</title>
      <PageHead title="Returns" />
      <Tabs
        label="States"
        tabs={RETURN_TABS.map((tab) => ({
          name: nameOfTab(tab),
          to: query.changed(search, { tab: tab === "open" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      {returns.length === 0 && (
        <Empty next={current === "open" ? undefined : { to: "?", name: "Show open returns" }}>
          {problemIn(problem) ||
            (current === "open"
              ? "No return is open. Customers request one in My Orders; it is listed here until it is refunded, replaced or declined."
              : "There are no returns of this state.")}
        </Empty>
      )}
      <ul className="grid gap-3">
        {returns.map(
          ({ _id, number, customer, state, reason, isDefect, requestedAt, lines, requestedExchange, photos }) => (
            <li key={_id} className="panel grid gap-2 p-4">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link data-row to={`/orders/${number}`} className="py-1 font-semibold text-leaf">
                  {number}
                </Link>
                <span>{customer}</span>
                <StateBadge of={RETURN_STATES[state]} />
                <span className="text-bark">
                  {formatDateTime(requestedAt)}
                  {isDefect && ", reported as a defect"}
                </span>
              </p>
              <p>{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}</p>
              {requestedExchange.length > 0 && (
                <p>
                  <strong>Wants in exchange:</strong>{" "}
                  {requestedExchange.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}
                </p>
              )}
              <blockquote className="whitespace-pre-line border-sand border-l-2 pl-3 text-bark">{reason}</blockquote>
              <ReturnPhotos photos={photos} />
            </li>
          ),
        )}
      </ul>
      <Pager label="More returns" hasMore={hasMore} last={returns.at(-1)?._id} />
    </>
  );
}
