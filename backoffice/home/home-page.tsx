import { Link, redirect, useLoaderData, useRevalidator } from "react-router";
import type { Home, Work } from "../../contract/admin/home.ts";
import { MAX_TAB_COUNT } from "../../contract/admin/orders.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { Badge } from "../shared/badge.tsx";
import { Empty } from "../shared/empty.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMe } from "../shared/session.ts";
import { Sales } from "./sales.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const home = await call("readHome", {});
    // Until the shop can go live, its owner starts with the open points.
    if (home.guide) throw redirect("/go-live");
    return home;
  });

/** The name of each kind of work, and the page where it is done. */
const WORK: Readonly<Record<Work, { name: string; to: string }>> = {
  to_pack: { name: "Orders to pack", to: "/orders?tab=to_pack" },
  to_ship: { name: "Orders to ship", to: "/orders?tab=to_ship" },
  failed_deliveries: { name: "Failed deliveries", to: "/failed-deliveries" },
  reported_parcels: { name: "Parcels that came back or got lost", to: "/failed-deliveries" },
  weight_differences: { name: "Weights charged by couriers", to: "/weight-differences" },
  parcel_problems: { name: "Parcels to look into", to: "/couriers" },
  refused_couriers: { name: "Couriers that refuse the shop", to: "/couriers" },
  no_phone: { name: "Orders without a phone number", to: "/orders?phone=missing" },
  returns: { name: "Returns", to: "/returns" },
  refunds: { name: "Refunds to look at", to: "/system/refunds" },
  disputes: { name: "Disputes to answer", to: "/disputes" },
  overdue_cash: { name: "Orders whose cash is overdue", to: "/cash?tab=overdue" },
  reviews: { name: "Reviews to read", to: "/reviews" },
  messages: { name: "Messages to answer", to: "/messages" },
  grievances: { name: "Grievances", to: "/messages?tab=grievances" },
  privacy_requests: { name: "Privacy requests", to: "/privacy" },
  incidents: { name: "Incidents with steps to take", to: "/privacy/incidents" },
  sold_out_soon: { name: "Sizes sold out or soon", to: "/reorder?tab=late" },
  low_stock: { name: "Sizes running out", to: "/stock?tab=low" },
  ended_claims: { name: "Products with a claim to renew", to: "/products?tab=ended_claims" },
  failed_mails: { name: "Emails that failed", to: "/system/emails" },
  go_live: { name: "To change before going live", to: "/go-live" },
  failed_jobs: { name: "Jobs that failed", to: "/system" },
};

export default function HomePage() {
  const { work, sales } = useLoaderData<typeof clientLoader>();
  const me = useMe();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders", "messages"], () => void revalidate());
  return (
    <div className="grid gap-4">
      <title>Home</title>
      <PageHead title={`Hello, ${me.name}`} />
      <Waiting work={work} />
      {sales && <Sales sales={sales} />}
    </div>
  );
}

function Waiting({ work }: Pick<Home, "work">) {
  const waiting = work.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-2">
        Waiting for you
      </h2>
      {waiting.length === 0 ? (
        <Empty>Nothing at the moment. Orders, returns, messages and what else needs you are counted here.</Empty>
      ) : (
        <ul className="panel grid overflow-hidden lg:grid-cols-2">
          {waiting.map(({ kind, count, dueBy }) => (
            <li key={kind} className="-mb-px border-linen border-b lg:odd:border-r">
              <Link
                to={WORK[kind].to}
                className="flex h-full flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-paper"
              >
                <span className="min-w-8 text-right font-display text-[1.5rem] text-leaf leading-tight">
                  {count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count}
                </span>
                <span className="mr-auto">{WORK[kind].name}</span>
                {dueBy && (
                  <Badge
                    tone={new Date(dueBy) < shopNow() ? "danger" : "attention"}
                    className="whitespace-normal max-sm:ml-12"
                  >
                    by {formatShortDateTime(dueBy)}
                    {new Date(dueBy) < shopNow() && ", late"}
                  </Badge>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
