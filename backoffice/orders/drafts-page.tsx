import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { ListedDraft } from "../../contract/admin/draft-orders.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatDateTime } from "../../contract/dates.ts";
import type { DraftState } from "../../contract/draft-orders/schemas.ts";
import { call } from "../api/client.ts";
import { Problem } from "../shared/field.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { useAction } from "../shared/use-action.ts";
import { DraftForm } from "./draft-form.tsx";

const query = listQueryOf(adminEndpoints.listDrafts.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listDrafts", { query: query.read(search) }), { drafts: [], hasMore: false });
  });

const STATES: Readonly<Record<DraftState, string>> = {
  open: "Waits for payment",
  paid: "Paid",
  expired: "Expired",
  withdrawn: "Withdrawn",
};

/** Orders that staff has prepared, such as by phone. */
export default function DraftsPage() {
  const { drafts, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [isPreparing, setPreparing] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const withdraw = (id: string) =>
    run(async () => {
      await call("withdrawDraft", { params: { id } });
      await revalidate();
    });
  const columns: readonly [Column<ListedDraft>, ...Column<ListedDraft>[]] = [
    {
      name: "Customer",
      phone: "title",
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="block wrap-anywhere text-bark text-small">{email}</span>
        </>
      ),
    },
    {
      name: "Prepared",
      cell: ({ createdAt, author }) => <span className="text-bark">{`${formatDateTime(createdAt)}, ${author}`}</span>,
    },
    { name: "Units", isNumber: true, cell: ({ units }) => units },
    {
      name: "State",
      phone: "right",
      cell: ({ state, orderNumber }) => (
        <>
          <span className="badge">{STATES[state]}</span>
          {orderNumber && (
            <Link to={`/orders/${orderNumber}`} className="ml-2 font-semibold text-leaf">
              {orderNumber}
            </Link>
          )}
        </>
      ),
    },
    {
      name: "Valid until",
      phone: "below",
      cell: ({ validUntil }) => <span className="text-bark">{formatDateTime(validUntil)}</span>,
    },
    {
      name: "Withdraw",
      phone: "right-below",
      cell: ({ _id, state, name }) =>
        state === "open" && (
          <button type="button" className="text-link" disabled={busy} onClick={() => void withdraw(_id)}>
            Withdraw<span className="sr-only"> the order of {name}</span>
          </button>
        ),
    },
  ];
  return (
    <>
      <title>Prepared orders</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Prepared orders</h1>
        {!isPreparing && (
          <button type="button" className="button-primary" onClick={() => setPreparing(true)}>
            Prepare an order
          </button>
        )}
      </div>
      {isPreparing && (
        <DraftForm
          onDone={async () => {
            setPreparing(false);
            await revalidate();
          }}
          onClose={() => setPreparing(false)}
        />
      )}
      <div className="mb-2 empty:hidden">
        <Problem error={error} />
      </div>
      <ResourceList
        rows={drafts}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty={
          problem ||
          "No order was prepared yet. Prepare one for a customer who orders by phone: an email brings the link that pays it."
        }
      />
      <Pager label="More prepared orders" hasMore={hasMore} last={drafts.at(-1)?._id} />
    </>
  );
}
