import { useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { NotFoundPath } from "../../contract/admin/redirects.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useAction } from "../shared/use-action.ts";
import { RedirectForm } from "./redirect-form.tsx";
import { RedirectsFrame } from "./redirects-frame.tsx";

const query = listQueryOf(adminEndpoints.listNotFoundPaths.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("listNotFoundPaths", { query: query.read(new URL(request.url).searchParams) }), {
      paths: [],
      hasMore: false,
    }),
  );

const timesOf = ({ times }: NotFoundPath) => (times === 1 ? "once" : `${times.toLocaleString("en-IN")} times`);

/** Lists the paths that people and crawlers did not find, to redirect them. */
export default function NotFoundPage() {
  const { paths, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const { run, busy, error } = useAction();
  const [sent, setSent] = useState<NotFoundPath | null>(null);
  const redirectTo = (from: string, to: string) =>
    run(async () => {
      await call("addRedirect", { body: { from, to } });
      announce(`${from} leads to ${to}.`);
      await revalidate();
    });
  const drop = ({ _id: id, path }: NotFoundPath) =>
    run(async () => {
      await call("removeNotFoundPath", { params: { id } });
      announce(`${path} is dropped.`);
      await revalidate();
    });
  const columns: [Column<NotFoundPath>, ...Column<NotFoundPath>[]] = [
    { name: "Path", phone: "title", cell: ({ path }) => <span className="font-semibold wrap-anywhere">{path}</span> },
    { name: "Asked for", phone: "right", cell: timesOf },
    { name: "Last", cell: ({ lastAt }) => <span className="text-bark">{formatDateTime(lastAt)}</span> },
    {
      name: "What to do",
      isAction: true,
      phone: "below",
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-2 md:justify-end max-md:mt-2">
          {row.proposed !== null && (
            <Button
              type="button"
              className="button-quiet text-left wrap-anywhere"
              disabled={busy}
              onClick={() => void redirectTo(row.path, row.proposed ?? "")}
            >
              <span>
                Redirect<span className="sr-only"> {row.path}</span> to {row.proposed}
              </span>
            </Button>
          )}
          <button type="button" className="text-link" onClick={() => setSent(row)}>
            {row.proposed === null ? "Redirect…" : "Elsewhere…"}
            <span className="sr-only"> {row.path}</span>
          </button>
          <Button type="button" className="text-link" disabled={busy} onClick={() => void drop(row)}>
            Drop<span className="sr-only"> {row.path}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <RedirectsFrame
      current="Not found"
      about="Paths that people and crawlers asked for in vain, those most asked for first. Each comes with the page that is most like it, if there is one. Nothing about who asked is stored."
    >
      <search className="mb-3 block">
        <SearchField
          label="Search paths"
          placeholder="A part of the path"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <ResourceList
        label="Paths that were not found"
        rows={paths}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty={
          problemIn(problem) ||
          (search.get("q") ? "No path matches." : "Nobody has looked for a page in vain, or all of it is redirected.")
        }
      />
      <Pager label="More paths" hasMore={hasMore} last={paths.at(-1)?._id} />
      {sent && (
        <RedirectForm
          redirect={{ _id: null, from: sent.path, to: "" }}
          onClose={() => setSent(null)}
          onStored={async () => {
            setSent(null);
            await revalidate();
          }}
        />
      )}
    </RedirectsFrame>
  );
}
