/** Reads the sizes to order: what they have sold is summed up by a job, so that a page costs as little with a million orders as with few. */

import { type SQL, sql } from "drizzle-orm";
import {
  MAX_REORDER_ROWS,
  type Reorder,
  type ReorderProposal,
  type ReorderQuery,
} from "../../../contract/admin/reorder.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";
import { proposeReorder, REVIEW_DAYS, type ReorderRule } from "./reorder-proposal.ts";

/** Maximum number of suppliers to choose from. */
const MAX_SUPPLIERS = 500;

export async function readReorder(db: Database, { tab, supplier }: ReorderQuery, rule: ReorderRule): Promise<Reorder> {
  const [all, suppliers] = await Promise.all([findSizes(db, rule, { supplier }), listSuppliers(db)]);
  const late = all.filter(({ isLate }) => isLate);
  const rows = tab === "late" ? late : all;
  const shown = rows.slice(0, MAX_REORDER_ROWS);
  return {
    ...rule,
    suppliers,
    counts: { all: all.length, late: late.length },
    proposals: await withNames(db, shown),
    more: rows.length - shown.length,
  };
}

/** Counts the sizes that are sold out before units that are ordered today arrive. */
export async function countSoldOutSoon(db: Database, rule: ReorderRule): Promise<number> {
  return (await findSizes(db, rule, { moreDays: 0 })).filter(({ isLate }) => isLate).length;
}

/** Returns the header, and the sizes to order as records. `quantity` is read by a purchase's form, to which the costs are added. */
export async function reorderRecords(
  db: Database,
  { tab, supplier }: ReorderQuery,
  rule: ReorderRule,
): Promise<string[][]> {
  const all = await findSizes(db, rule, { supplier });
  const rows = await withNames(
    db,
    all.filter(({ isLate }) => isLate || tab === "all"),
  );
  return [
    [
      ...["sku", "product", "size", "supplier", "sold_a_week", "days_left", "lead_days", "lead_time_of"],
      ...["on_hand", "reserved", "quantity"],
    ],
    ...rows.map((row) => [
      ...[row.sku, row.title, row.size, row.supplier ?? "", String(row.weekly), String(row.daysLeft)],
      ...[String(row.leadDays), row.leadTimeOf, String(row.onHand), String(row.reserved), String(row.order)],
    ]),
  ];
}

type FoundSize = Omit<ReorderProposal, "sku" | "title" | "size"> & { variantId: number };

/**
 * Finds the sizes to order, those that are sold out first at the top. Each goes by the lead time of the supplier from whom it was bought
 * last, or else by that of the rule.
 * @param supplier only those of this one
 * @param moreDays leaves out the sizes that surely last this much longer than their lead time, which are most
 */
async function findSizes(
  db: Database,
  rule: ReorderRule,
  { supplier, moreDays = REVIEW_DAYS + 1 }: { supplier?: string | undefined; moreDays?: number },
): Promise<FoundSize[]> {
  const lastsLess = (days: SQL) =>
    sql`coalesce(on_hand - reserved, 0)::bigint * sold.available_days <= sold.demand_units::bigint * (${days} + ${moreDays}::int)`;
  const rows = await rowsOf(
    db,
    {
      ...numbersOf(["variant_id", "on_hand", "reserved", "demand_units", "available_days"]),
      supplier: "string?",
      lead_days: "number?",
    },
    // By the longest lead time first, so that few suppliers are looked up.
    sql`select variant.id as variant_id, coalesce(on_hand, 0) as on_hand, coalesce(reserved, 0) as reserved, sold.demand_units, sold.available_days,
        bought.name as supplier, bought.lead_days
      from sales_variant sold join variant on variant.id = sold.variant_id join product on product.id = variant.product_id
        left join stock on stock.variant_id = sold.variant_id
        left join lateral (
          select supplier.name, supplier.lead_days from purchase_line line
            join purchase on purchase.id = line.purchase_id join supplier on supplier.id = purchase.supplier_id
          where line.variant_id = variant.id and purchase.taken_back_at is null order by line.purchase_id desc limit 1) as bought on true
      where variant.on_sale and product.state = 'published' and sold.demand_units > 0
        and ${lastsLess(sql`greatest(${rule.leadDays}::int, (select max(lead_days) from supplier))`)}
        and ${lastsLess(sql`coalesce(bought.lead_days, ${rule.leadDays}::int)`)}
        ${supplier === undefined ? sql`` : sql`and bought.name = ${supplier}`}`,
  );
  return rows
    .flatMap((row) => {
      const {
        variant_id: variantId,
        on_hand: onHand,
        reserved,
        demand_units: sold,
        available_days: availableDays,
      } = row;
      const leadDays = row.lead_days ?? rule.leadDays;
      const proposal = proposeReorder({ sold, availableDays, available: onHand - reserved }, { ...rule, leadDays });
      const leadTimeOf = row.lead_days === null ? ("setting" as const) : ("supplier" as const);
      const known = { variantId, supplier: row.supplier, onHand, reserved, sold, availableDays, leadDays, leadTimeOf };
      return proposal ? [{ ...known, ...proposal }] : [];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft || b.weekly - a.weekly || a.variantId - b.variantId);
}

/** Adds the names of sizes. */
async function withNames(db: Database, sizes: readonly FoundSize[]): Promise<ReorderProposal[]> {
  const ids = `{${sizes.map(({ variantId }) => variantId).join(",")}}`;
  const rows = await rowsOf(
    db,
    { id: "number", sku: "string", title: "string", size: "string" },
    sql`select variant.id, variant.sku, product.title, variant.label as size
      from variant join product on product.id = variant.product_id where variant.id = any (${ids}::bigint[])`,
  );
  const names = new Map(rows.map(({ id, ...row }) => [id, row]));
  return sizes.flatMap(({ variantId, ...size }) => {
    const found = names.get(variantId);
    return found ? [{ ...size, ...found }] : [];
  });
}

const listSuppliers = async (db: Database): Promise<Reorder["suppliers"]> =>
  (
    await rowsOf(
      db,
      { name: "string", lead_days: "number?" },
      sql`select name, lead_days from supplier order by lower(name) limit ${MAX_SUPPLIERS}`,
    )
  ).map(({ name, lead_days: leadDays }) => ({ name, leadDays }));
