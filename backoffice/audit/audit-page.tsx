import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { type AuditEntry, type AuditFilter, auditFilter } from "../../contract/admin/audit.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call, RequestError } from "../api/client.ts";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { load } from "../shared/load.ts";

type Field = keyof AuditFilter;
const FIELDS = Object.keys(auditFilter.shape) as Field[];

export async function clientLoader({ request }: { request: Request }) {
  const search = new URL(request.url).searchParams;
  // The server validates what the URL says.
  const query = Object.fromEntries([...FIELDS, "before"].map((name) => [name, search.get(name) || undefined]));
  return load(request, () =>
    call("listAudit", { query }).then(
      (read) => ({ ...read, problem: "" }),
      (error: unknown) => {
        if (!(error instanceof RequestError) || error.code !== "bad_request") throw error;
        return { entries: [], hasMore: false, problem: error.message };
      },
    ),
  );
}

/** The query with changes, from the first page. */
function changed(search: URLSearchParams, change: Partial<Record<Field | "before", string>>): string {
  const next = new URLSearchParams(search);
  next.delete("before");
  for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
  return `?${next}`;
}

export default function AuditPage() {
  const { entries, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const last = entries.at(-1);
  const filter = new URLSearchParams([...search].filter(([name]) => name !== "before"));
  return (
    <>
      <title>Audit log</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Audit log</h1>
        <a href={`/admin/api/audit.csv?${filter}`} download="audit-log.csv" className="button-quiet">
          Download as CSV
        </a>
      </div>
      <Filters />
      <Badges entries={entries} />
      {entries.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ul>
      ) : (
        <p role="status" className="panel p-6 text-bark">
          {problem || (search.size === 0 ? "Nothing was done yet." : "No entry is like this. Remove a filter, please.")}
        </p>
      )}
      <nav aria-label="More entries" className="mt-3 flex gap-2">
        {search.has("before") && (
          <Link to={changed(search, {})} className="button-quiet">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link to={changed(search, { before: last._id })} className="button-quiet">
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}

/** Days apply at once; what was done, by whom and to what is chosen in the entries. */
function Filters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const apply = (name: Field) => (event: { target: { value: string } }) =>
    void navigate(changed(search, { [name]: event.target.value }));
  return (
    <search className="mb-3 grid grid-cols-2 gap-3 sm:flex">
      {(["from", "to"] as const).map((name) => (
        <label key={name} className="text-bark text-small">
          {name === "from" ? "From" : "Until"}
          <input
            key={search.get(name)}
            type="date"
            defaultValue={search.get(name) ?? ""}
            onChange={apply(name)}
            className="field text-ink"
          />
        </label>
      ))}
    </search>
  );
}

function Badges({ entries }: { entries: readonly AuditEntry[] }) {
  const [search] = useSearchParams();
  const actor = search.get("actor");
  const subject = search.get("subject");
  const id = search.get("id");
  return (
    <FilterBadges
      filters={[
        actor && {
          text: `By ${entries.find(({ actorId }) => actorId === actor)?.actor ?? `member ${actor}`}`,
          without: changed(search, { actor: "" }),
        },
        search.get("action") && { text: words(search.get("action") ?? ""), without: changed(search, { action: "" }) },
        subject && {
          text: `${words(subject)} ${id ?? ""}`.trim(),
          without: changed(search, { subject: "", id: "" }),
        },
        search.get("from") && { text: `From ${search.get("from")}`, without: changed(search, { from: "" }) },
        search.get("to") && { text: `Until ${search.get("to")}`, without: changed(search, { to: "" }) },
      ]}
    />
  );
}

/** "order.out-for-delivery" as "order: out for delivery". */
const words = (name: string) => name.replace(".", ": ").replace(/[_-]/g, " ");

function Entry({ entry }: { entry: AuditEntry }) {
  const [search] = useSearchParams();
  const { at, actor, actorId, role, action, subject, before, after, requestId } = entry;
  const bypassed = action.startsWith("database.");
  return (
    <li className="px-4 py-3">
      <p>
        {actorId ? (
          <Link to={changed(search, { actor: actorId })} className="text-link font-semibold">
            {actor}
          </Link>
        ) : (
          <strong>{actor}</strong>
        )}
        {role && <span className="text-bark">, {role}</span>}{" "}
        {bypassed && <span className="badge border-terracotta text-terracotta">Bypassed the shop</span>}
      </p>
      <p className="wrap-anywhere">
        <Link to={changed(search, { action })} className="text-link">
          {words(action)}
        </Link>
        {", "}
        <Link to={changed(search, { subject: subject.type, id: subject.id })} className="text-link">
          {words(subject.type)} {subject.id}
        </Link>
        {subject.type === "order" && (
          <>
            {" "}
            <Link to={`/orders/${subject.id}`} className="text-leaf">
              Open
            </Link>
          </>
        )}
      </p>
      <Changes before={before} after={after} />
      <p className="text-bark text-small">
        {formatDateTime(at)}
        {requestId && `, request ${requestId}`}
      </p>
    </li>
  );
}

function Changes({ before, after }: Pick<AuditEntry, "before" | "after">) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <dl className="my-1 grid gap-x-3 text-small sm:grid-cols-[auto_1fr]">
      {fields.map((field) => (
        <div key={field} className="contents">
          <dt className="text-bark">{field}</dt>
          <dd className="wrap-anywhere">
            {before && field in before && (
              <>
                <del className="text-bark">{text(before[field])}</del>
                {after && field in after && " → "}
              </>
            )}
            {after && field in after && text(after[field])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)) || "empty";
