import { Link, redirect, useLoaderData } from "react-router";
import { MAX_WAITING } from "../../contract/admin/home.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";

const LISTS = {
  refunds: {
    endpoint: "listWaitingRefunds",
    title: "Refunds to look at",
    hint: "The order’s page has what can be done about each.",
  },
  "failed-mails": {
    endpoint: "listFailedMails",
    title: "Emails that failed",
    hint: "npm run mails sends them again, where that is possible.",
  },
  "failed-jobs": { endpoint: "listFailedJobs", title: "Jobs that failed", hint: "npm run jobs runs them again." },
} as const;

const isList = (name: string | undefined): name is keyof typeof LISTS => Object.hasOwn(LISTS, name ?? "");

export const clientLoader = ({ request, params }: { request: Request; params: { list?: string } }) =>
  load(request, async () => {
    if (!isList(params.list)) throw redirect("/");
    const { endpoint, title, hint } = LISTS[params.list];
    return { title, hint, waiting: await call(endpoint, {}) };
  });

/** What waits and has no page of its own yet. */
export default function WorkPage() {
  const { title, hint, waiting } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <title>{title}</title>
      <p className="mb-1">
        <Link to="/" className="text-link">
          Home
        </Link>
      </p>
      <h1 className="mb-1">{title}</h1>
      <p className="mb-3 text-bark">{hint}</p>
      {waiting.length === 0 ? (
        <p className="panel p-5 text-bark">Nothing at the moment.</p>
      ) : (
        <ul className="panel divide-y divide-sand">
          {waiting.map(({ title: name, detail, at, order }) => (
            <li key={`${name} ${at} ${detail}`} className="px-4 py-3">
              <p className="wrap-anywhere">
                {order ? (
                  <Link to={`/orders/${order}`} className="font-semibold text-leaf">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </p>
              <p className="wrap-anywhere text-bark text-small">
                {detail}
                {at && ` ${formatDateTime(at)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {waiting.length >= MAX_WAITING && <p className="mt-2 text-bark">These are the first {MAX_WAITING}.</p>}
    </>
  );
}
