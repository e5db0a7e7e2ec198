import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type ImportState, type ListedImport, MAX_PRODUCT_FILE_BYTES } from "../../contract/admin/imports.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { FileField, TABLE_FILES } from "../shared/file-field.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { MoveInHint } from "../shared/move-in-hint.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const query = listQueryOf(adminEndpoints.listImports.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listImports", { query: query.read(search) }), { imports: [], hasMore: false });
  });

export const STATES: States<ImportState> = {
  uploaded: { name: "Uploaded", tone: "attention" },
  comparing: { name: "Comparing", tone: "progress" },
  rejected: { name: "Has problems", tone: "danger" },
  compared: { name: "Ready to store", tone: "attention" },
  storing: { name: "Storing", tone: "progress" },
  stored: { name: "Stored", tone: "done" },
  undoing: { name: "Undoing", tone: "progress" },
  undone: { name: "Undone", tone: "neutral" },
  failed: { name: "Failed", tone: "danger" },
};

/** Formats "3 new, 12 changed". */
export function changesOf({ added, changed, problems, state }: ListedImport): string {
  if (state === "rejected") return problems === 1 ? "1 problem" : `${problems.toLocaleString("en-IN")} problems`;
  if (state === "uploaded" || state === "failed") return "";
  return `${added.toLocaleString("en-IN")} new, ${changed.toLocaleString("en-IN")} changed`;
}

const COLUMNS: [Column<ListedImport>, ...Column<ListedImport>[]] = [
  { name: "File", cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>, phone: "title" },
  { name: "State", cell: ({ state }) => <StateBadge of={STATES[state]} />, phone: "right" },
  { name: "Sizes", cell: changesOf, phone: "below" },
  { name: "By", cell: ({ by }) => by },
  {
    name: "When",
    cell: ({ at }) => <span className="text-bark text-small">{formatDateTime(at)}</span>,
    phone: "right-below",
  },
];

/** Uploads product files, and lists the earlier ones. */
export default function ImportsPage() {
  const { imports, hasMore } = useLoaderData<typeof clientLoader>();
  const [file, setFile] = useState<File | null>(null);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const isTooLarge = file !== null && file.size > MAX_PRODUCT_FILE_BYTES;
  return (
    <>
      <title>Import</title>
      <PageHead title="Import">
        <a href="/admin/api/catalogue.csv" download="products.csv" className="button-quiet">
          Download all products as CSV
        </a>
      </PageHead>
      <form
        noValidate
        className="panel mb-4 grid gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const { _id } = await call("uploadImport", {
              query: { name: file?.name ?? "products.csv" },
              file: file ?? new Blob(),
            });
            await navigate(`/imports/${_id}`);
          });
        }}
      >
        <p>
          Change the downloaded file in a spreadsheet, or write one with the columns that you change: <code>slug</code>{" "}
          and <code>price</code> are enough for prices. You see the differences before anything is stored. Its pictures
          are added on the next page.
        </p>
        <p>
          <MoveInHint />
        </p>
        <FileField
          label="Product file"
          accept={TABLE_FILES}
          hint="CSV, up to 50 MB."
          onChange={setFile}
          error={
            fieldMessage(error, "file") ?? (isTooLarge ? "A file can have up to 50 MB. Please split it." : undefined)
          }
        />
        <Problem error={error} />
        <Button
          type="submit"
          className="button-primary justify-self-start"
          disabled={busy || isTooLarge || file === null}
        >
          {busy ? "Uploading…" : "Upload"}
        </Button>
      </form>
      <h2 className="mb-2">Earlier files</h2>
      <ResourceList
        label="Earlier files"
        rows={imports}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/imports/${_id}`}
        empty="No file has been uploaded yet. Each is listed here with what it has changed."
      />
      <Pager label="More files" hasMore={hasMore} last={imports.at(-1)?._id} cursor="before" />
    </>
  );
}
