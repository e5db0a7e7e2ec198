import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { StockLot, StockMovement } from "../../contract/admin/stock.ts";
import { formatCalendarDay, formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { Figures } from "../shared/figures.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { ReceiveForm } from "./receive-form.tsx";
import { Reservations } from "./reservations.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { sku?: string } }) =>
  loadOne(request, { what: "size", list: "/stock", link: "Stock" }, async () => {
    const { sku = "" } = params;
    const before = new URL(request.url).searchParams.get("before") ?? undefined;
    const [size, ledger, reservations] = await Promise.all([
      call("readStock", { params: { sku } }),
      call("listMovements", { params: { sku }, query: { before } }),
      call("listReservations", { params: { sku } }),
    ]);
    return { size, ledger, reservations };
  });

/** Shows a size: its units, lots and ledger. */
export default function SizePage() {
  const { size, ledger, reservations } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const mayAdjust = useMay("adjust_stock");
  const maySeeAudit = useMay("view_audit_log");
  const name = size.size ? `${size.title}, ${size.size}` : size.title;
  return (
    <>
      <title>{`Stock of ${size.sku}`}</title>
      <BackLink to="/stock">Stock</BackLink>
      <PageHead
        title={name}
        beside={size.isLow && <Badge tone="attention">Running out</Badge>}
        about={`SKU ${size.sku}`}
      >
        {maySeeAudit && (
          <Link to={`/audit?subject=stock&id=${encodeURIComponent(size.sku)}`} className="button-quiet">
            Audit log of this size
          </Link>
        )}
      </PageHead>
      <div className="panel mb-4 p-4">
        <Figures
          figures={[
            { name: "Available", value: size.available },
            { name: "On hand", value: size.onHand },
            { name: "Reserved by unpaid orders", value: size.reserved },
            { name: "Withheld lots", value: size.withheld },
          ]}
        />
      </div>
      <div
        className={`grid grid-cols-1 items-start gap-4 ${mayAdjust ? "lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]" : ""}`}
      >
        <div className="grid gap-4">
          <Reservations reservations={reservations} />
          <Lots lots={size.lots} />
          <Ledger {...ledger} />
        </div>
        {mayAdjust && (
          <div className="grid gap-4">
            <ReceiveForm key={`receive ${size.sku}`} sku={size.sku} onDone={revalidate} />
            <AdjustForm key={`adjust ${size.sku}`} sku={size.sku} lots={size.lots} onDone={revalidate} />
          </div>
        )}
      </div>
    </>
  );
}

function Lots({ lots }: { lots: readonly StockLot[] }) {
  const maySee = useMay("view_orders");
  if (lots.length === 0) return null;
  return (
    <section aria-labelledby="lots" className="panel p-4">
      <h2 id="lots" className="mb-2">
        Lots
      </h2>
      <ul className="divide-y divide-sand">
        {lots.map((lot) => (
          <li key={lot.number} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 py-2">
            <span>
              {maySee ? (
                <Link to={`/lots/${encodeURIComponent(lot.number)}`} className="text-link font-semibold">
                  {lot.number}
                </Link>
              ) : (
                <strong>{lot.number}</strong>
              )}
              {lot.life && `, ${lot.life}`}
              {lot.recalledAt ? (
                <Badge tone="danger" className="ml-2">
                  Recalled
                </Badge>
              ) : (
                lot.isWithheld && (
                  <Badge tone="attention" className="ml-2">
                    Withheld
                  </Badge>
                )
              )}
              <span className="block text-bark text-small">
                {lot.manufacturedOn && `Made ${formatCalendarDay(lot.manufacturedOn)}. `}
                {lot.lastGoodDay ? `Good until ${formatCalendarDay(lot.lastGoodDay)}.` : "Keeps indefinitely."}
              </span>
            </span>
            <span>
              {lot.onHand} on hand{lot.withheld > 0 && `, ${lot.withheld} withheld`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  received: "Received",
  reserved: "Reserved",
  released: "Released",
  sold: "Sold",
  returned: "Returned",
  written_off: "Written off",
  adjusted: "Adjusted",
  withheld: "Withheld",
  restored: "Sold again",
};

/** Formats the change of available units: "+3" or "−1"; empty if they do not change. */
function signed({ kind, quantity }: StockMovement): string {
  if (kind === "sold" || kind === "written_off") return String(quantity);
  const change = kind === "reserved" || kind === "withheld" ? -quantity : quantity;
  return change < 0 ? `−${-change}` : `+${change}`;
}

function Ledger({ movements, hasMore }: { movements: StockMovement[]; hasMore: boolean }) {
  const maySee = useMay("view_orders");
  const [search] = useSearchParams();
  const columns: [Column<StockMovement>, ...Column<StockMovement>[]] = [
    { name: "Movement", cell: ({ kind }) => KINDS[kind] ?? kind, phone: "title" },
    { name: "Units", cell: signed, isNumber: true, phone: "right" },
    {
      name: "Why",
      cell: ({ order, reason, author }) => (
        <span className="wrap-anywhere">
          {order &&
            (maySee ? (
              <Link to={`/orders/${order}`} className="text-link">
                {order}
              </Link>
            ) : (
              order
            ))}
          {order && reason && ", "}
          {reason}
          {author && <span className="text-bark"> by {author}</span>}
        </span>
      ),
      phone: "below",
    },
    {
      name: "When",
      cell: ({ at }) => <span className="text-bark text-small">{formatShortDateTime(at)}</span>,
      phone: "right-below",
    },
  ];
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-2">
        Ledger
      </h2>
      <ResourceList
        label="Ledger"
        rows={movements}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty={search.has("before") ? "Nothing before that." : "Nothing has moved yet."}
      />
      <Pager label="More movements" hasMore={hasMore} last={movements.at(-1)?._id} cursor="before" />
    </section>
  );
}
