import { sql } from "drizzle-orm";
import { MAX_TAB_COUNT, ORDER_TABS, type OrderTab, type TabCounts } from "../../../../contract/admin/orders.ts";
import type { OrderState } from "../../../../contract/orders/schemas.ts";
import type { Database } from "../../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../../platform/database/rows.ts";
import { RETURNING, UNDER_WAY } from "../lifecycle.ts";
import { isInStates } from "./list-all-orders.ts";

/** The states of each tab of the orders list; null for all states. */
export const TAB_STATES: Readonly<Record<OrderTab, readonly OrderState[] | null>> = {
  to_pack: ["paid", "processing"],
  to_ship: ["packed"],
  in_transit: UNDER_WAY,
  returns: RETURNING,
  unpaid: ["pending"],
  all: null,
};

/** Counts the orders of each tab, in one statement that reads at most `MAX_TAB_COUNT` index entries for each. */
export async function countTabs(db: Database): Promise<TabCounts> {
  const tabs = ORDER_TABS.filter((tab) => tab !== "all");
  const counts = tabs.map(
    (tab) =>
      sql`(select count(*)::int from (select 1 from customer_order where ${isInStates(TAB_STATES[tab] ?? [])} limit ${MAX_TAB_COUNT}) as found) as ${sql.identifier(tab)}`,
  );
  const [row] = await rowsOf(db, numbersOf(tabs), sql`select ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("no counts");
  return row;
}
