/** Reads the sizes to order: what they have sold is summed up by a job, so that a page costs as little with a million orders as with few. */

import { sql } from "drizzle-orm";
import {
  MAX_REORDER_ROWS,
  type Reorder,
  type ReorderProposal,
  type ReorderQuery,
} from "../../../contract/admin/reorder.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";
import { proposeReorder, REVIEW_DAYS, type ReorderRule } from "./reorder-proposal.ts";

export async function readReorder(db: Database, { tab, supplier }: ReorderQuery, rule: ReorderRule): Promise<Reorder> {
  const found = await withSuppliers(db, await readProposals(db, rule));
  const all = found.filter((one) => supplier === undefined || one.supplier === supplier);
  const late = all.filter(({ isLate }) => isLate);
  const rows = tab === "late" ? late : all;
  const proposals = rows.slice(0, MAX_REORDER_ROWS);
  return {
    ...rule,
    suppliers: [...new Set(found.flatMap((one) => one.supplier ?? []))].sort(),
    counts: { all: all.length, late: late.length },
    proposals: proposals.map(({ variantId: _, ...proposal }) => proposal),
    more: rows.length - proposals.length,
  };
}

/** Counts the sizes that are sold out before units that are ordered today arrive. */
export async function countSoldOutSoon(db: Database, rule: ReorderRule): Promise<number> {
  return (await readProposals(db, rule)).filter(({ isLate }) => isLate).length;
}

/** Returns the header, and the sizes to order as records. `quantity` is read by a purchase's form, to which the costs are added. */
export async function reorderRecords(
  db: Database,
  { tab, supplier: only }: ReorderQuery,
  rule: ReorderRule,
): Promise<string[][]> {
  const rows = await withSuppliers(db, await readProposals(db, rule));
  return [
    ["sku", "product", "size", "supplier", "sold_a_week", "days_left", "on_hand", "reserved", "quantity"],
    ...rows
      .filter(({ isLate, supplier }) => (isLate || tab === "all") && (only === undefined || supplier === only))
      .map(({ sku, title, size, supplier, weekly, daysLeft, onHand, reserved, order }) => [
        sku,
        title,
        size,
        supplier ?? "",
        ...[weekly, daysLeft, onHand, reserved, order].map(String),
      ]),
  ];
}

type FoundSize = Omit<ReorderProposal, "supplier"> & { variantId: number };

async function withSuppliers(db: Database, sizes: readonly FoundSize[]): Promise<(FoundSize & ReorderProposal)[]> {
  const ids = `{${sizes.map(({ variantId }) => variantId).join(",")}}`;
  const rows = await rowsOf(
    db,
    { variant_id: "number", name: "string" },
    sql`select wanted.id as variant_id, supplier.name from unnest(${ids}::bigint[]) as wanted (id) cross join lateral (
        select supplier_id from purchase_line line join purchase on purchase.id = line.purchase_id
        where line.variant_id = wanted.id and purchase.taken_back_at is null order by line.purchase_id desc limit 1
      ) as last join supplier on supplier.id = last.supplier_id`,
  );
  const names = new Map(rows.map(({ variant_id: id, name }) => [id, name]));
  return sizes.map((size) => ({ ...size, supplier: names.get(size.variantId) ?? null }));
}

async function readProposals(db: Database, rule: ReorderRule): Promise<FoundSize[]> {
  const rows = await rowsOf(
    db,
    {
      sku: "string",
      title: "string",
      label: "string",
      ...numbersOf(["variant_id", "on_hand", "reserved", "demand_units", "available_days"]),
    },
    // Leaves out the sizes that surely last, which are most.
    sql`select variant.id as variant_id, variant.sku, product.title, variant.label, coalesce(on_hand, 0) as on_hand, coalesce(reserved, 0) as reserved,
        sold.demand_units, sold.available_days
      from sales_variant sold join variant on variant.id = sold.variant_id join product on product.id = variant.product_id
        left join stock on stock.variant_id = sold.variant_id
      where variant.on_sale and product.state = 'published' and sold.demand_units > 0
        and coalesce(on_hand - reserved, 0)::bigint * sold.available_days <= sold.demand_units::bigint * ${rule.leadDays + REVIEW_DAYS + 1}::int`,
  );
  return rows
    .flatMap(({ variant_id: variantId, label: size, on_hand: onHand, reserved, demand_units: sold, ...row }) => {
      const { available_days: availableDays, ...names } = row;
      const proposal = proposeReorder({ sold, availableDays, available: onHand - reserved }, rule);
      return proposal ? [{ ...names, variantId, size, onHand, reserved, sold, availableDays, ...proposal }] : [];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft || b.weekly - a.weekly || (a.sku < b.sku ? -1 : 1));
}
