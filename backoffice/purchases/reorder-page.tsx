import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import {
  DEMAND_DAYS,
  REORDER_TABS,
  type Reorder,
  type ReorderProposal,
  type ReorderTab,
} from "../../contract/admin/reorder.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { BULK_BAR, type Column, ResourceList } from "../shared/resource-list.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useSelection } from "../shared/selection.ts";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";
import { beginPurchase } from "./begin-purchase.ts";
import { LeadTimeForm } from "./lead-time-form.tsx";
import { orderedLines } from "./purchase-draft.ts";

const query = listQueryOf(adminEndpoints.readReorder.query);
const NOTHING: Reorder = {
  leadDays: 0,
  coverDays: 0,
  suppliers: [],
  counts: { all: 0, late: 0 },
  proposals: [],
  more: 0,
};

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("readReorder", { query: query.read(search) }), NOTHING);
  });

const TABS: Readonly<Record<ReorderTab, string>> = { all: "To order", late: "Sold out or soon" };
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const LEAD_TIMES: Readonly<Record<ReorderProposal["leadTimeOf"], string>> = {
  supplier: "supplier’s",
  setting: "settings",
};
const isSoldOut = ({ onHand, reserved }: ReorderProposal) => onHand <= reserved;
const lasts = (row: ReorderProposal) => (isSoldOut(row) ? "Sold out" : days(row.daysLeft));

const COLUMNS: [Column<ReorderProposal>, ...Column<ReorderProposal>[]] = [
  { name: "Size", cell: ({ title, size }) => [title, size].filter(Boolean).join(", "), phone: "title" },
  { name: "SKU", cell: ({ sku }) => sku },
  { name: "Supplier", cell: ({ supplier }) => <span className="wrap-anywhere">{supplier}</span> },
  {
    name: "Sells a week",
    cell: ({ weekly, leadDays, leadTimeOf }) => (
      <>
        <span className="md:hidden">Sells </span>
        {weekly.toLocaleString("en-IN")}
        <span className="md:hidden">
          {" "}
          a week, arrives in {days(leadDays)} ({LEAD_TIMES[leadTimeOf]})
        </span>
      </>
    ),
    isNumber: true,
    phone: "below",
  },
  { name: "On hand", cell: ({ onHand }) => onHand.toLocaleString("en-IN"), isNumber: true },
  { name: "Reserved", cell: ({ reserved }) => reserved.toLocaleString("en-IN"), isNumber: true },
  {
    name: "Lasts",
    cell: (row) =>
      row.isLate ? <Badge tone={isSoldOut(row) ? "danger" : "attention"}>{lasts(row)}</Badge> : lasts(row),
    isNumber: true,
    phone: "right-below",
    phoneName: (row) => (isSoldOut(row) ? undefined : { before: "Lasts" }),
  },
  {
    name: "Arrives in",
    cell: ({ leadDays, leadTimeOf }) => (
      <>
        <span className="whitespace-nowrap">{days(leadDays)}</span>
        <span className="block text-bark text-small">{LEAD_TIMES[leadTimeOf]}</span>
      </>
    ),
    isNumber: true,
  },
  {
    name: "Order",
    cell: ({ order }) => <strong>{order.toLocaleString("en-IN")}</strong>,
    isNumber: true,
    phone: "right",
    phoneName: { before: "Order" },
  },
];

/** Proposes what to order from suppliers. */
export default function ReorderPage() {
  const { leadDays, coverDays, suppliers, counts, proposals, more, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders"], () => void revalidate());
  const selection = useSelection(proposals.map(({ sku }) => sku));
  const maySet = useMay("edit_settings");
  const current = search.get("tab") ?? "all";
  const supplier = suppliers.find(({ name }) => name === search.get("supplier"));
  const chosen = proposals.filter(({ sku }) => selection.keys.includes(sku));
  return (
    <>
      <title>Reorder</title>
      <PageHead title="Reorder">
        <a href={`/admin/api/reorder.csv${query.withoutPage(search)}`} download="reorder.csv" className="button-quiet">
          Download as CSV
        </a>
      </PageHead>
      <Tabs
        label="What to reorder"
        tabs={REORDER_TABS.map((tab) => ({
          name: TABS[tab],
          count: counts[tab],
          to: query.changed(search, { tab: tab === "all" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      {suppliers.length > 0 && (
        <div className="mb-3 grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-[16rem_minmax(0,1fr)]">
          <search className="block">
            <SelectField
              label="Supplier"
              value={search.get("supplier") ?? ""}
              options={[{ value: "", name: "All" }, ...suppliers.map(({ name }) => ({ value: name, name }))]}
              onChange={(supplier) => void navigate(query.changed(search, { supplier }))}
            />
          </search>
          {supplier && (
            <LeadTimeForm key={supplier.name} supplier={supplier} usual={days(leadDays)} onStored={revalidate} />
          )}
        </div>
      )}
      <p className="mb-3 max-w-3xl text-bark text-small">
        By the sales of the last {DEMAND_DAYS / 7} weeks, without cancelled and returned units; days on which a size was
        sold out do not count. An order takes {days(leadDays)}, or as long as its supplier needs
        {!supplier && suppliers.length > 0 && " (choose one to set it)"}, and is to last {days(coverDays)} from then on
        {maySet && (
          <>
            {" "}
            (
            <Link to="/settings?subject=orders#REORDER_LEAD_DAYS" className="text-link">
              Settings
            </Link>
            )
          </>
        )}
        . Sizes are listed a week before it would be late. The shop does not know what you have ordered and not booked
        yet.
      </p>
      <ResourceList
        label="Sizes to reorder"
        rows={proposals}
        columns={COLUMNS}
        keyOf={({ sku }) => sku}
        to={({ sku }) => `/stock/${encodeURIComponent(sku)}`}
        selection={selection}
        empty={
          problemIn(problem) ||
          (current === "late" ? "No size is sold out, or soon." : "Nothing is to be ordered: what sells will last.")
        }
        next={
          search.toString() !== "" ? { to: "?", name: "Show all to order" } : { to: "/stock", name: "Go to the stock" }
        }
      />
      {more > 0 && (
        <p className="mt-3 text-bark text-small">
          The page shows the first {proposals.length} of {proposals.length + more}; the CSV file has all.
        </p>
      )}
      {chosen.length > 0 && (
        <section
          id={BULK_BAR}
          tabIndex={-1}
          aria-label="Selected sizes"
          data-bottom-bar
          className="panel sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-2 p-3 shadow-lg"
        >
          <p role="status" className="mr-auto font-semibold">
            {chosen.length === 1 ? "1 size selected" : `${chosen.length} sizes selected`}
          </p>
          <Button
            type="button"
            className="button-primary"
            onClick={() => {
              const [from, ...others] = new Set(chosen.map(({ supplier }) => supplier));
              beginPurchase(orderedLines(chosen), (others.length === 0 && from) || "");
              void navigate("/purchases/new");
            }}
          >
            Begin a purchase
          </Button>
          <button type="button" className="button-quiet" onClick={selection.clear}>
            Clear
          </button>
        </section>
      )}
    </>
  );
}
