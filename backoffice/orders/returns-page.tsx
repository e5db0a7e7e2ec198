import { Link, useLoaderData, useSearchParams } from "react-router";
import { RETURN_TABS, type ReturnQuery, type ReturnTab } from "../../contract/admin/returns.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { Tabs } from "../shared/tabs.tsx";
import { ReturnPhotos } from "./return-photos.tsx";
import { RETURN_STATE_NAMES } from "./return-words.ts";

export async function clientLoader({ request }: { request: Request }) {
  const search = new URL(request.url).searchParams;
  // The server validates what the URL says.
  const query = {
    tab: search.get("tab") || undefined,
    after: search.get("after") || undefined,
  } as Partial<ReturnQuery>;
  return load(request, () => call("listReturns", { query }));
}

const nameOfTab = (tab: ReturnTab) => (tab === "open" ? "Open" : RETURN_STATE_NAMES[tab]);

/** The queue of returns: the oldest request first. */
export default function ReturnsPage() {
  const { returns, hasMore } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const current = search.get("tab") ?? "open";
  const last = returns.at(-1);
  return (
    <>
      <title>Returns</title>
      <h1 className="mb-3">Returns</h1>
      <Tabs
        label="States"
        tabs={RETURN_TABS.map((tab) => ({
          name: nameOfTab(tab),
          to: tab === "open" ? "?" : `?tab=${tab}`,
          isCurrent: tab === current,
        }))}
      />
      {returns.length === 0 && (
        <p role="status" className="panel p-6 text-bark">
          {current === "open" ? "No return is waiting." : "No return is like this."}
        </p>
      )}
      <ul className="grid gap-3">
        {returns.map(({ _id, number, customer, state, reason, requestedAt, lines, photos }) => (
          <li key={_id} className="panel grid gap-2 p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link data-row to={`/orders/${number}`} className="font-semibold text-leaf">
                {number}
              </Link>
              <span>{customer}</span>
              <span className="badge">{RETURN_STATE_NAMES[state]}</span>
              <span className="text-bark">{formatDateTime(requestedAt)}</span>
            </p>
            <p>{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}</p>
            <blockquote className="whitespace-pre-line border-sand border-l-2 pl-3 text-bark">{reason}</blockquote>
            <ReturnPhotos photos={photos} />
          </li>
        ))}
      </ul>
      <nav aria-label="More returns" className="mt-3 flex gap-2">
        {search.has("after") && (
          <Link to={current === "open" ? "?" : `?tab=${current}`} className="button-quiet">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link to={`?${new URLSearchParams({ tab: current, after: last._id })}`} className="button-quiet">
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}
