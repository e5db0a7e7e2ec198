import { useEffect, useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import {
  IMPORT_LINE_KINDS,
  type ImportLine,
  type ImportLineKind,
  type ProductImport,
} from "../../contract/admin/imports.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { listQueryOf } from "../shared/list-query.ts";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { useAction } from "../shared/use-action.ts";
import { ColumnForm } from "./column-form.tsx";
import { changesOf, STATES } from "./imports-page.tsx";
import { PictureForm } from "./picture-form.tsx";

const query = listQueryOf(adminEndpoints.listImportLines.query);
/** How often the page polls a running job, in milliseconds. */
const POLL_MS = 1000;

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "import", list: "/imports", link: "Import" }, async () => {
    const { id = "" } = params;
    const search = new URL(request.url).searchParams;
    const file = await call("readImport", { params: { id } });
    const kind = kindOf(file, search.get("kind"));
    const isListed = !["uploaded", "comparing", "failed"].includes(file.state);
    const list = isListed
      ? await call("listImportLines", { params: { id }, query: { ...query.read(search), kind } })
      : { lines: [], hasMore: false };
    // Of a move, unless its products have been staged again since.
    const { moves } = file.state === "stored" ? await call("listMoves", {}) : { moves: [] };
    return { file, kind, isListed, moveId: moves.find(({ importId }) => importId === file._id)?._id, ...list };
  });

/** Returns what is shown first: problems, else changes, else new rows. */
function kindOf({ state, changed }: ProductImport, asked: string | null): ImportLineKind {
  if (state === "rejected") return "problem";
  return IMPORT_LINE_KINDS.find((kind) => kind === asked && kind !== "problem") ?? (changed > 0 ? "changed" : "added");
}

const isRunning = ({ state }: ProductImport) => ["comparing", "storing", "undoing"].includes(state);

/** Shows an import: its columns, then its differences or problems, then what was stored. */
export default function ImportPage() {
  const { file, kind, isListed, moveId, lines, hasMore } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate, state } = useRevalidator();
  const running = isRunning(file);
  useEffect(() => {
    if (!running || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), POLL_MS);
    return () => clearTimeout(timer);
  }, [running, state, revalidate]);
  return (
    <>
      <title>{`Import of ${file.fileName}`}</title>
      <BackLink to="/imports">Import</BackLink>
      <PageHead title={file.fileName} beside={<StateBadge of={STATES[file.state]} isLive />} />
      {running && <Progress key={file.state} file={file} />}
      {file.message && (
        <p role="alert" className="mb-3 border-terracotta border-l-2 py-1 pl-3">
          {file.message}
        </p>
      )}
      <Summary file={file} moveId={moveId} />
      {["uploaded", "rejected", "failed"].includes(file.state) && (
        <PictureForm key={`pictures ${file._id}`} file={file} />
      )}
      {["uploaded", "rejected", "failed"].includes(file.state) && <ColumnForm key={file._id} file={file} />}
      {isListed && (
        <section aria-label="Rows" className="mt-4">
          {file.state !== "rejected" && (
            <Tabs
              label="Kinds of rows"
              tabs={TABS.filter((name) => name !== "skipped" || file.skipped > 0).map((name) => ({
                name: TAB_NAMES[name],
                count: file[name].toLocaleString("en-IN"),
                to: query.changed(search, { kind: name }),
                isCurrent: kind === name,
              }))}
            />
          )}
          {lines.length === 0 ? (
            <Empty>{running ? "Please wait for the job." : "No row of the file is of this kind."}</Empty>
          ) : (
            <ul className="panel divide-y divide-sand">
              {lines.map((line) => (
                <Line key={line._id} line={line} isMoved={moveId !== undefined} />
              ))}
            </ul>
          )}
          <Pager label="More rows" hasMore={hasMore} last={lines.at(-1)?._id} />
        </section>
      )}
    </>
  );
}

const TABS = ["changed", "added", "skipped"] as const;
const TAB_NAMES = { changed: "Changed", added: "New", skipped: "Not stored" } as const;

const JOBS = { comparing: "Comparing the file with the catalogue", storing: "Storing", undoing: "Undoing" } as const;

function Progress({ file: { _id: id, state, progress, pictures } }: { file: ProductImport }) {
  const { run, busy, error } = useAction();
  const [isStopping, setIsStopping] = useState(false);
  const { wanted, ready } = pictures;
  const isStaging = state === "comparing" && ready < wanted;
  const name = isStaging
    ? `Getting pictures: ${ready.toLocaleString("en-IN")} of ${wanted.toLocaleString("en-IN")}`
    : JOBS[state as keyof typeof JOBS];
  const percent = isStaging ? Math.floor((ready / wanted) * 100) : progress;
  return (
    <div className="panel mb-3 p-4">
      <label className="grid gap-2">
        <span>
          {name}… {percent > 0 && !isStaging && `${percent} %`}
        </span>
        <progress className="w-full accent-leaf" max={100} value={percent} />
      </label>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-bark text-small">
        You can leave this page; the import continues.
        <Button
          type="button"
          className="text-link py-1"
          disabled={busy || isStopping}
          onClick={() =>
            void run(async () => {
              await call("stopImport", { params: { id }, body: {} });
              setIsStopping(true);
            })
          }
        >
          {isStopping ? "Stopping…" : "Stop"}
        </Button>
      </p>
      <Problem error={error} />
    </div>
  );
}

/** Shows what the file would do or has done, and the possible decisions. */
function Summary({ file, moveId }: { file: ProductImport; moveId: string | undefined }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { _id: id, state, rows, added, changed, digest, by, at, storedAt } = file;
  const params = { id };
  const change = (request: () => Promise<unknown>) =>
    void run(async () => {
      await request();
      await revalidate();
    });
  const unchanged = rows - added - changed;
  return (
    <section aria-label="Summary" className="panel mb-4 grid gap-3 p-4">
      <p>
        {state === "rejected" && "Nothing can be stored until these problems are fixed: "}
        {state === "compared" && "Nothing is stored yet: "}
        <strong>{changesOf(file) || "Match its columns, then compare it."}</strong>
        {!["uploaded", "failed", "rejected", "comparing"].includes(state) &&
          `, ${unchanged.toLocaleString("en-IN")} unchanged`}
        {rows > 0 && ` in ${rows.toLocaleString("en-IN")} rows.`}
        <span className="block text-bark text-small">
          {by}, uploaded {formatDateTime(at)}
          {storedAt && `, stored ${formatDateTime(storedAt)}`}
        </span>
      </p>
      {state === "compared" && added > 0 && !file.columns.some(({ column }) => column === "state") && (
        <p>
          The file has no column <code>state</code>, so new products become drafts, which the shop doesn’t show.
        </p>
      )}
      {moveId && (
        <p>
          New products are{" "}
          <Link to="/products?tab=drafts" className="text-link">
            drafts
          </Link>{" "}
          until you publish them. Customers and orders of your other shop are stored in{" "}
          <Link to={`/moves/${moveId}`} className="text-link">
            the move
          </Link>
          .
        </p>
      )}
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex flex-wrap gap-2">
        {state === "compared" && added + changed > 0 && (
          <Button
            type="button"
            className="button-primary"
            disabled={busy}
            onClick={() => change(() => call("storeImport", { params, body: { digest } }))}
          >
            Store these changes
          </Button>
        )}
        {file.canContinue && (
          <Button
            type="button"
            className="button-primary"
            disabled={busy}
            onClick={() => change(() => call("storeImport", { params, body: { digest } }))}
          >
            Continue storing
          </Button>
        )}
        {file.canUndo && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() => change(() => call("undoImport", { params, body: {} }))}
          >
            Undo this import
          </Button>
        )}
        {["uploaded", "rejected", "compared", "failed"].includes(state) && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() =>
              void run(async () => {
                await call("deleteImport", { params });
                await navigate("/imports");
              })
            }
          >
            Discard the file
          </Button>
        )}
      </div>
      {file.canUndo && added > 0 && (
        <p className="text-bark text-small">The undo takes new sizes off sale; it deletes none.</p>
      )}
    </section>
  );
}

/** Columns of a product file whose names are no words. */
const COLUMN_WORDS: Readonly<Record<string, string>> = {
  ...{ sku: "SKU", hsn: "HSN", gst_percent: "GST (%)", original_price: "MRP", slug: "Address" },
};
const wordsOf = (column: string) =>
  COLUMN_WORDS[column] ?? (column.charAt(0).toUpperCase() + column.slice(1)).replaceAll("_", " ");

interface LineProps {
  line: ImportLine;
  /** Whether it comes from a move: its owner has not seen the product file that was made, neither its rows nor its columns. */
  isMoved: boolean;
}

function Line({ line: { row, slug, sku, cells, note }, isMoved }: LineProps) {
  return (
    <li className="grid gap-1 px-4 py-3 lg:grid-cols-[minmax(0,14rem)_minmax(60%,1fr)] lg:gap-4">
      <p className="wrap-anywhere">
        <strong>{slug ?? (row === null ? "The whole file" : "No valid slug")}</strong>{" "}
        <span className="text-bark text-small">
          {[row !== null && !isMoved && `row ${row}`, sku].filter(Boolean).join(", ")}
        </span>
        {note && <span className="block text-small text-terracotta">{note}</span>}
      </p>
      <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,9rem)_minmax(60%,1fr)]">
        {cells.map(({ column, before, after, problem }) => (
          <div key={column + (problem ?? "")} className="contents">
            <dt className="wrap-anywhere text-bark">{isMoved && column ? wordsOf(column) : column || "Row"}</dt>
            <dd className="wrap-anywhere">
              {problem ? (
                <>
                  {after && <span className="mr-2 border-terracotta border-b">{after}</span>}
                  <span className="text-terracotta">{problem}</span>
                </>
              ) : (
                <>
                  {before !== null && (
                    <>
                      <del className="text-bark">{before || "empty"}</del> →{" "}
                    </>
                  )}
                  <ins className="no-underline">{after || "empty"}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
