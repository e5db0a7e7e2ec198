import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { ListedDraftOrder } from "../../contract/admin/draft-orders.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import type { DraftOrderState } from "../../contract/draft-orders/schemas.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { useAction } from "../shared/use-action.ts";
import { DraftOrderForm } from "./draft-order-form.tsx";

const query = listQueryOf(adminEndpoints.listDraftOrders.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listDraftOrders", { query: query.read(search) }), { drafts: [], hasMore: false });
  });

const STATES: States<DraftOrderState> = {
  open: { name: "Waits for payment", tone: "attention" },
  paid: { name: "Paid", tone: "done" },
  expired: { name: "Expired", tone: "neutral" },
  cancelled: { name: "Cancelled", tone: "neutral" },
};

/** Lists orders that staff has created, for example by phone. */
export default function DraftOrdersPage() {
  const { drafts, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [isCreating, setCreating] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const cancel = (id: string) =>
    run(async () => {
      await call("cancelDraftOrder", { params: { id } });
      await revalidate();
    });
  const columns: readonly [Column<ListedDraftOrder>, ...Column<ListedDraftOrder>[]] = [
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
      name: "Created",
      cell: ({ createdAt, author }) => (
        <span className="text-bark">{`${formatShortDateTime(createdAt)}, ${author}`}</span>
      ),
    },
    { name: "Units", isNumber: true, cell: ({ units }) => units },
    {
      name: "State",
      phone: "right",
      cell: ({ state, orderNumber }) => (
        <>
          <StateBadge of={STATES[state]} />
          {orderNumber && (
            <Link
              to={`/orders/${orderNumber}`}
              className="ml-2 font-semibold text-leaf max-md:inline-block md:whitespace-nowrap max-md:block"
            >
              {orderNumber}
            </Link>
          )}
        </>
      ),
    },
    {
      name: "Valid until",
      phone: "below",
      cell: ({ validUntil }) => <span className="text-bark">{formatShortDateTime(validUntil)}</span>,
    },
    {
      name: "Cancel",
      isAction: true,
      phone: "right-below",
      cell: ({ _id, state, name }) =>
        state === "open" && (
          <Button type="button" className="text-link" disabled={busy} onClick={() => void cancel(_id)}>
            Cancel<span className="sr-only"> the draft order of {name}</span>
          </Button>
        ),
    },
  ];
  return (
    <>
      <title>Draft orders</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Draft orders</h1>
        {!isCreating && (
          <button type="button" className="button-primary" onClick={() => setCreating(true)}>
            Create draft order
          </button>
        )}
      </div>
      {isCreating && (
        <DraftOrderForm
          onDone={async () => {
            setCreating(false);
            await revalidate();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      <div className="mb-2 empty:hidden">
        <Problem error={error} />
      </div>
      <ResourceList
        label="Draft orders"
        rows={drafts}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty={
          problemIn(problem) ||
          "There are no draft orders. Create one for a customer who orders by phone: an email brings the link that pays it."
        }
      />
      <Pager label="More draft orders" hasMore={hasMore} last={drafts.at(-1)?._id} />
    </>
  );
}
