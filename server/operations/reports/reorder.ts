/** Reads the sizes to order: what they have sold is summed up by a job, so that a page costs as little with a million orders as with few. */

import { sql } from "drizzle-orm";
import {
  MAX_REORDER_ROWS,
  type Reorder,
  type ReorderProposal,
  type ReorderTab,
} from "../../../contract/admin/reorder.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";
import { proposeReorder, REVIEW_DAYS, type ReorderRule } from "./reorder-proposal.ts";

export async function readReorder(db: Database, tab: ReorderTab, rule: ReorderRule): Promise<Reorder> {
  const all = await readProposals(db, rule);
  const late = all.filter(({ isLate }) => isLate);
  const rows = tab === "late" ? late : all;
  const proposals = rows.slice(0, MAX_REORDER_ROWS);
  return {
    ...rule,
    counts: { all: all.length, late: late.length },
    proposals,
    more: rows.length - proposals.length,
  };
}

/** Counts the sizes that are sold out before units that are ordered today arrive. */
export async function countSoldOutSoon(db: Database, rule: ReorderRule): Promise<number> {
  return (await readProposals(db, rule)).filter(({ isLate }) => isLate).length;
}

/** Returns the header, and the sizes to order as records. `quantity` is read by a purchase's form, to which the costs are added. */
export async function reorderRecords(db: Database, tab: ReorderTab, rule: ReorderRule): Promise<string[][]> {
  const rows = await readProposals(db, rule);
  return [
    ["sku", "product", "size", "sold_a_week", "days_left", "on_hand", "reserved", "quantity"],
    ...rows
      .filter(({ isLate }) => isLate || tab === "all")
      .map(({ sku, title, size, weekly, daysLeft, onHand, reserved, order }) => [
        sku,
        title,
        size,
        ...[weekly, daysLeft, onHand, reserved, order].map(String),
      ]),
  ];
}

async function readProposals(db: Database, rule: ReorderRule): Promise<ReorderProposal[]> {
  const rows = await rowsOf(
    db,
    {
      sku: "string",
      title: "string",
      label: "string",
      ...numbersOf(["on_hand", "reserved", "demand_units", "available_days"]),
    },
    // Leaves out the sizes that surely last, which are most.
    sql`select variant.sku, product.title, variant.label, coalesce(on_hand, 0) as on_hand, coalesce(reserved, 0) as reserved,
        sold.demand_units, sold.available_days
      from sales_variant sold join variant on variant.id = sold.variant_id join product on product.id = variant.product_id
        left join stock on stock.variant_id = sold.variant_id
      where variant.on_sale and product.state = 'published' and sold.demand_units > 0
        and coalesce(on_hand - reserved, 0)::bigint * sold.available_days <= sold.demand_units::bigint * ${rule.leadDays + REVIEW_DAYS + 1}::int`,
  );
  return rows
    .flatMap(
      ({ label: size, on_hand: onHand, demand_units: sold, available_days: availableDays, reserved, ...names }) => {
        const proposal = proposeReorder({ sold, availableDays, available: onHand - reserved }, rule);
        return proposal ? [{ ...names, size, onHand, reserved, sold, availableDays, ...proposal }] : [];
      },
    )
    .sort((a, b) => a.daysLeft - b.daysLeft || b.weekly - a.weekly || (a.sku < b.sku ? -1 : 1));
}
