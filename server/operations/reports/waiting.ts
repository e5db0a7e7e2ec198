/** Counts the work that waits for staff. */

import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { REMITTED_WITHIN_DAYS } from "../../../contract/admin/cash.ts";
import type { Home, Work } from "../../../contract/admin/home.ts";
import { MAX_TAB_COUNT } from "../../../contract/admin/orders.ts";
import type { Permission } from "../../../contract/admin/permissions.ts";
import { BOARD_HOURS, CERT_IN_HOURS, RESPONSE_DAYS } from "../../../contract/privacy/schemas.ts";
import { CASH_DUE } from "../../orders/orders/cash-due.ts";
import { IS_REPORTED } from "../../orders/orders/read-parcels.ts";
import { lacksPhone } from "../../orders/orders/receiver.ts";
import { isInStates } from "../../orders/orders/staff/list-all-orders.ts";
import { TAB_STATES } from "../../orders/orders/staff/order-tabs.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Columns, rowsOf } from "../../platform/database/rows.ts";
import { customerOrder, parcelBooking, parcelScan, product, stock, variant } from "../../platform/database/schema.ts";
import { LOW_STOCK } from "../../selling/stock/low-stock.ts";
import { hasEndedClaim } from "../../shop/catalogue/claims.ts";
import { WAITS_FOR_STAFF } from "../couriers/failed-deliveries/states.ts";
import { IS_UNRESOLVED } from "../couriers/staff-scans.ts";
import { IS_STUCK } from "../couriers/unclear-bookings.ts";

const WAITING_REFUNDS = ["failed", "awaiting_payout"] as const;
const isOpenGrievance = sql`grievance_at is not null and closed_at is null`;
const isUnreportedToCertIn = sql`(cert_in_reported_at is null and not cert_in_exempt)`;
/** As the clocks of an incident (server/people/privacy/incident-clocks.ts). */
const hasOpenStep = sql`closed_at is null and (board_told_at is null or ${isUnreportedToCertIn}
  or not exists (select from incident_letter where incident_id = incident.id and (state <> 'stopped' or sent > 0))
  or (others_contacted_at is null and exists (select from incident_letter where incident_id = incident.id and without_email > 0)))`;
const isUnanswered = sql`state = 'open' and submitted_at is null`;
const UNSENT_MAILS = ["failed", "uncertain"] as const;
const isLow = and(
  eq(variant.onSale, true),
  lte(sql`coalesce(${stock.onHand}, 0) - coalesce(${stock.reserved}, 0)`, LOW_STOCK),
);

type Counted = Exclude<Work, "go_live" | "sold_out_soon">;

interface Kind {
  /** The permission for doing it. */
  permission: Permission;
  /** Selects its rows by an index. */
  rows: SQL;
  /** Selects the next deadline, if it has any. */
  dueBy?: SQL;
}
const ordersIn = (tab: "to_pack" | "to_ship" | "returns") =>
  sql`select from ${customerOrder} where ${isInStates(TAB_STATES[tab] ?? [])}`;
const inState = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(", "));

/** Kinds of work that are counted here; reorder.ts counts what is sold out soon, the module setup the go-live list. */
const KINDS: Readonly<Record<Counted, Kind>> = {
  to_pack: { permission: "fulfil_orders", rows: ordersIn("to_pack") },
  to_ship: { permission: "fulfil_orders", rows: ordersIn("to_ship") },
  failed_deliveries: {
    permission: "fulfil_orders",
    rows: sql`select from failed_delivery join shipment on shipment.id = shipment_id where ${WAITS_FOR_STAFF}`,
  },
  reported_parcels: { permission: "refund", rows: sql`select from shipment where ${IS_REPORTED}` },
  weight_differences: {
    permission: "fulfil_orders",
    rows: sql`select from weight_difference where state in ('new', 'disputed') and state = 'new'`,
    dueBy: sql`select (min(answer_by) + 1)::timestamp at time zone 'Asia/Kolkata' from weight_difference
      where state in ('new', 'disputed') and state = 'new'`,
  },
  parcel_problems: {
    permission: "fulfil_orders",
    rows: sql`select from ${parcelScan} where ${IS_UNRESOLVED} union all select from ${parcelBooking} where ${IS_STUCK}`,
  },
  refused_couriers: {
    permission: "edit_settings",
    rows: sql`select from courier_account where warned_at is not null and is_enabled`,
  },
  no_phone: { permission: "fulfil_orders", rows: sql`select from ${customerOrder} where ${lacksPhone()}` },
  returns: { permission: "decide_returns", rows: ordersIn("returns") },
  refunds: { permission: "refund", rows: sql`select from refund where state in (${inState(WAITING_REFUNDS)})` },
  disputes: {
    permission: "answer_disputes",
    rows: sql`select from dispute where ${isUnanswered}`,
    dueBy: sql`select min(respond_by) from dispute where ${isUnanswered}`,
  },
  overdue_cash: {
    permission: "record_remittances",
    rows: sql`select from ${customerOrder} where ${CASH_DUE}
      and ${customerOrder.deliveredAt} < now() - make_interval(days => ${REMITTED_WITHIN_DAYS})`,
  },
  reviews: { permission: "moderate_reviews", rows: sql`select from review where state = 'held'` },
  messages: { permission: "answer_messages", rows: sql`select from contact_message where closed_at is null` },
  grievances: {
    permission: "answer_messages",
    rows: sql`select from contact_message where ${isOpenGrievance}`,
    dueBy: sql`select min(created_at + case when answered_at is null then interval '48 hours' else interval '1 month' end)
      from contact_message where ${isOpenGrievance}`,
  },
  privacy_requests: {
    permission: "view_customers",
    rows: sql`select from privacy_request where state = 'open'`,
    dueBy: sql`select min(asked_at) + make_interval(days => ${RESPONSE_DAYS}) from privacy_request where state = 'open'`,
  },
  incidents: {
    permission: "export_customers",
    rows: sql`select from incident where ${hasOpenStep}`,
    dueBy: sql`select min(noticed_at + make_interval(hours => case when ${isUnreportedToCertIn} then ${CERT_IN_HOURS}::int else ${BOARD_HOURS}::int end))
      from incident where ${hasOpenStep}`,
  },
  low_stock: {
    permission: "view_products",
    rows: sql`select from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id} where ${isLow}`,
  },
  ended_claims: { permission: "edit_products", rows: sql`select from ${product} where ${hasEndedClaim}` },
  failed_mails: { permission: "edit_settings", rows: sql`select from mail where state in (${inState(UNSENT_MAILS)})` },
  failed_jobs: { permission: "edit_settings", rows: sql`select from job where failed_at is not null` },
};

/** Counts the work that members with these permissions can do, in one statement; each count stops at `MAX_TAB_COUNT`. */
export async function countWaiting(db: Database, permissions: ReadonlySet<Permission>): Promise<Home["work"]> {
  const kinds = (Object.entries(KINDS) as [Counted, Kind][]).filter(([, { permission }]) =>
    permissions.has(permission),
  );
  if (kinds.length === 0) return [];
  const columns = kinds.flatMap(([kind, { rows, dueBy }]) => [
    sql`(select count(*)::int from (${rows} limit ${MAX_TAB_COUNT}) as first) as ${sql.identifier(kind)}`,
    ...(dueBy ? [sql`(${dueBy}) as ${sql.identifier(dueOf(kind))}`] : []),
  ]);
  const described: Columns = Object.fromEntries(
    kinds.flatMap(([kind, { dueBy }]) => [[kind, "number"], ...(dueBy ? [[dueOf(kind), "string?"]] : [])]),
  );
  const [row] = await rowsOf(
    db,
    described as Record<Counted, "number"> & Record<DueColumn, "string?">,
    sql`select ${sql.join(columns, sql`, `)}`,
  );
  return kinds.map(([kind]) => ({ kind, count: row?.[kind] ?? 0, dueBy: timeOf(row?.[dueOf(kind)]) }));
}

type DueColumn = `${Counted}_due`;
const dueOf = (kind: Counted): DueColumn => `${kind}_due`;
const timeOf = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null);
