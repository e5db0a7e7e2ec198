import { Link, useLoaderData, useSearchParams } from "react-router";
import type { AuditEntry } from "../../contract/admin/audit.ts";
import { actionName, subjectName } from "../../contract/admin/audit-names.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { DayInputs } from "../shared/day-inputs.tsx";
import { Empty } from "../shared/empty.tsx";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { useMe } from "../shared/session.ts";
import { pageOf } from "./subject-page.ts";

const query = listQueryOf(adminEndpoints.listAudit.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listAudit", { query: query.read(search) }), { entries: [], hasMore: false });
  });

export default function AuditPage() {
  const { entries, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  return (
    <>
      <title>Audit log</title>
      <PageHead title="Audit log">
        <a href={`/admin/api/audit.csv${query.withoutPage(search)}`} download="audit-log.csv" className="button-quiet">
          Download as CSV
        </a>
      </PageHead>
      <Filters />
      <Badges entries={entries} />
      {entries.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ul>
      ) : (
        <Empty next={search.toString() !== "" ? { to: "?", name: "Show all entries" } : undefined}>
          {problemIn(problem) ||
            (search.toString() === ""
              ? "There are no entries yet. Everything that staff does is recorded here."
              : "No entries match.")}
        </Empty>
      )}
      <Pager label="More entries" hasMore={hasMore} last={entries.at(-1)?._id} cursor="before" />
    </>
  );
}

/** Filters by days, which apply at once. Action, actor and subject are chosen in the entries. */
function Filters() {
  const [search] = useSearchParams();
  return (
    <search className="mb-3 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      <DayInputs queryFor={(change) => query.changed(search, change)} />
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
          without: query.changed(search, { actor: "" }),
        },
        search.get("action") && {
          text: actionName(search.get("action") ?? ""),
          without: query.changed(search, { action: "" }),
        },
        subject && {
          text: titleOf(entries[0]?.subject ?? { type: subject, id: id ?? "", name: null }),
          without: query.changed(search, { subject: "", id: "" }),
        },
        search.get("from") && { text: `From ${search.get("from")}`, without: query.changed(search, { from: "" }) },
        search.get("to") && { text: `Until ${search.get("to")}`, without: query.changed(search, { to: "" }) },
      ]}
    />
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Formats "Order KW-7Q4M-2XKD" or "Product Kewra Bloom"; an id that says nothing to people is omitted. */
function titleOf({ type, id, name }: AuditEntry["subject"]): string {
  const known = name ?? (UUID.test(id) ? "" : id);
  return `${subjectName(type)} ${known}`.trim();
}

function Entry({ entry }: { entry: AuditEntry }) {
  const [search] = useSearchParams();
  const { at, actor, actorId, role, action, subject, before, after, requestId } = entry;
  const page = pageOf(subject, useMe().permissions);
  const bypassed = action.startsWith("database.");
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        {page ? (
          <Link to={page} className="font-semibold text-leaf">
            {titleOf(subject)}
          </Link>
        ) : (
          <span className="font-semibold">{titleOf(subject)}</span>
        )}
        {": "}
        <Link to={query.changed(search, { action })} className="text-link">
          {actionName(action)}
        </Link>{" "}
        {bypassed && <Badge tone="danger">Bypassed the shop</Badge>}
      </p>
      <Changes before={before} after={after} />
      <p className="text-bark text-small">
        {actorId ? (
          <Link to={query.changed(search, { actor: actorId })} className="text-link">
            {actor}
          </Link>
        ) : (
          actor
        )}
        {role && `, ${role}`}, {formatDateTime(at)},{" "}
        <Link to={query.changed(search, { subject: subject.type, id: subject.id })} className="text-link">
          all about it
        </Link>
        {requestId && (
          <span title={`Request ${requestId}`}>
            , request <code>{requestId.slice(0, 8)}</code>
          </span>
        )}
      </p>
    </li>
  );
}

function Changes({ before, after }: Pick<AuditEntry, "before" | "after">) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <dl className="my-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-small">
      {fields.map((field) => (
        <div key={field} className="contents">
          <dt className="text-bark">{fieldName(field)}</dt>
          <dd className="wrap-anywhere">
            {before && field in before && (
              <>
                <del className="text-bark">{text(field, before[field])}</del>
                {after && field in after && " → "}
              </>
            )}
            {after && field in after && text(field, after[field])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "original_price_paise" and "originalPricePaise" as "original price". */
const fieldName = (field: string) =>
  field
    .replace(/_?paise$/i, "")
    .replace(/_/g, " ")
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .replace(/(?:^| )[A-Z](?=[a-z])/g, (letters) => letters.toLowerCase());

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A name of the code, such as "out_for_delivery". */
const WORDS = /^[a-z]+(_[a-z]+)+$/;

function text(field: string, value: unknown): string {
  if (/paise$/i.test(field) && typeof value === "number") return formatMoney(value / 100);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => text(field, one)).join(", ") || "empty";
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${fieldName(name)}: ${text(name, one)}`)
      .join(", ");
  if (typeof value === "string" && TIMESTAMP.test(value)) return formatDateTime(value);
  if (typeof value === "string" && WORDS.test(value)) return value.replaceAll("_", " ");
  return String(value ?? "") || "empty";
}
