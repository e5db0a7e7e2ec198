import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { ListedDraftOrder } from "../../contract/admin/draft-orders.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import type { DraftOrderState } from "../../contract/draft-orders/schemas.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Email } from "../shared/email.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { DraftOrderForm } from "./draft-order-form.tsx";

const query = listQueryOf(adminEndpoints.listDraftOrders.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listDraftOrders", { query: query.read(search) }), { drafts: [], hasMore: false });
  });

export const DRAFT_STATES: States<DraftOrderState> = {
  open: { name: "Waits for payment", tone: "progress" },
  paid: { name: "Paid", tone: "done" },
  expired: { name: "Expired", tone: "neutral" },
  cancelled: { name: "Cancelled", tone: "neutral" },
};

/** Lists orders that staff has created, for example by phone. */
export default function DraftOrdersPage() {
  const { drafts, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [isCreating, setCreating] = useState(false);
  const { revalidate } = useRevalidator();
  const columns: readonly [Column<ListedDraftOrder>, ...Column<ListedDraftOrder>[]] = [
    {
      name: "Customer",
      phone: "title",
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="block font-normal text-bark text-small">
            <Email of={email} />
          </span>
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
          <StateBadge of={DRAFT_STATES[state]} />
          {orderNumber && (
            <Link
              to={`/orders/${orderNumber}`}
              className="relative ml-2 font-semibold text-leaf md:whitespace-nowrap max-md:block"
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
      phoneName: { before: "Valid until" },
      cell: ({ validUntil }) => <span className="text-bark">{formatShortDateTime(validUntil)}</span>,
    },
  ];
  return (
    <>
      <title>Draft orders</title>
      <PageHead title="Draft orders">
        {!isCreating && (
          <button type="button" className="button-primary" onClick={() => setCreating(true)}>
            Create draft order
          </button>
        )}
      </PageHead>
      {isCreating && (
        <DraftOrderForm
          onDone={async () => {
            setCreating(false);
            await revalidate();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      <ResourceList
        label="Draft orders"
        rows={drafts}
        columns={columns}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/draft-orders/${_id}`}
        empty={
          problemIn(problem) ||
          "There are no draft orders. Create one for a customer who orders by phone: an email brings the link that pays it."
        }
      />
      <Pager label="More draft orders" hasMore={hasMore} last={drafts.at(-1)?._id} />
    </>
  );
}
