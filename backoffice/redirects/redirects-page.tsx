import { useState } from "react";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ListedRedirect } from "../../contract/admin/redirects.ts";
import { call } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { RedirectForm } from "./redirect-form.tsx";
import { RedirectsFrame } from "./redirects-frame.tsx";
import { REDIRECT_STATES } from "./states.ts";

const query = listQueryOf(adminEndpoints.listRedirects.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("listRedirects", { query: query.read(new URL(request.url).searchParams) }), {
      redirects: [],
      hasMore: false,
    }),
  );

const ORIGINS: Readonly<Record<ListedRedirect["origin"], string>> = {
  staff: "By hand",
  file: "By a file",
  product: "Product renamed",
  category: "Category renamed",
};

/** Lists where old paths lead. */
export default function RedirectsPage() {
  const { redirects, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Pick<ListedRedirect, "_id" | "from" | "to"> | null>(null);
  const [removed, setRemoved] = useState<ListedRedirect | null>(null);
  const maySet = useMay("edit_settings");
  const columns: [Column<ListedRedirect>, ...Column<ListedRedirect>[]] = [
    { name: "Old path", phone: "title", cell: ({ from }) => <span className="wrap-anywhere">{from}</span> },
    { name: "Leads to", phone: "below", cell: ({ to }) => <span className="text-bark wrap-anywhere">{to}</span> },
    {
      name: "State",
      phone: "right",
      cell: ({ state }) => (state === "works" ? null : <StateBadge of={REDIRECT_STATES[state]} />),
    },
    { name: "Stored", cell: ({ origin }) => <span className="text-bark">{ORIGINS[origin]}</span> },
    {
      name: "Change",
      isAction: true,
      phone: "right-below",
      cell: (redirect) =>
        redirect._id && (
          <span className="inline-flex flex-wrap justify-end gap-x-4 gap-y-2">
            <button type="button" className="text-link" onClick={() => setEdited(redirect)}>
              Change…<span className="sr-only"> {redirect.from}</span>
            </button>
            <button type="button" className="text-link" onClick={() => setRemoved(redirect)}>
              Remove…<span className="sr-only"> {redirect.from}</span>
            </button>
          </span>
        ),
    },
  ];
  return (
    <RedirectsFrame
      current="Stored"
      about="Where old links lead today. A redirect answers only where there is no page. Products and categories that are renamed are found at their former address by themselves."
      actions={
        <>
          <a href={`/admin/api/redirects.csv${query.withoutPage(search)}`} download className="button-quiet">
            Export as CSV
          </a>
          <button type="button" className="button-primary" onClick={() => setEdited({ _id: null, from: "", to: "" })}>
            Add a redirect
          </button>
        </>
      }
    >
      {maySet && (
        <p className="mb-3 max-w-prose text-bark">
          You had a shop at Shopify or WooCommerce?{" "}
          <Link to="/settings?q=OLD_SHOP" className="text-link">
            Switch on its addresses
          </Link>
          : products, categories and pages of the same name are found then.
        </p>
      )}
      <search className="mb-3 block">
        <SearchField
          label="Search redirects"
          placeholder="A part of either path"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <ResourceList
        label="Redirects"
        rows={redirects}
        columns={columns}
        keyOf={({ from }) => from}
        empty={
          problemIn(problem) ||
          (search.get("q")
            ? "No redirect matches."
            : "No path leads elsewhere yet. What people look for in vain is under “Not found”.")
        }
      />
      <Pager label="More redirects" hasMore={hasMore} last={redirects.at(-1)?.from} />
      {edited && (
        <RedirectForm
          redirect={edited}
          onClose={() => setEdited(null)}
          onStored={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      )}
      {removed?._id && (
        <RemoveRedirect
          id={removed._id}
          from={removed.from}
          onClose={() => setRemoved(null)}
          onDone={async () => {
            setRemoved(null);
            await revalidate();
          }}
        />
      )}
    </RedirectsFrame>
  );
}

interface RemoveProps {
  id: string;
  from: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function RemoveRedirect({ id, from, onClose, onDone }: RemoveProps) {
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Remove this redirect?"
      submit="Remove it"
      isDanger
      back="Keep it"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          await call("removeRedirect", { params: { id } });
          await onDone();
        })
      }
    >
      <p className="wrap-anywhere">Links to {from} will end at “not found”. The audit log keeps where it led.</p>
    </DialogForm>
  );
}
