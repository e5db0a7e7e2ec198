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

/** Maximum number of suppliers to choose from. */
const MAX_SUPPLIERS = 500;

export async function readReorder(db: Database, { tab, supplier }: ReorderQuery, rule: ReorderRule): Promise<Reorder> {
  const [all, suppliers] = await Promise.all([findOf(db, supplier, rule), listSuppliers(db)]);
  const late = all.filter(({ isLate }) => isLate);
  const rows = tab === "late" ? late : all;
  const shown = rows.slice(0, MAX_REORDER_ROWS);
  return {
    ...rule,
    suppliers,
    counts: { all: all.length, late: late.length },
    proposals: (await withNames(db, shown)).map(({ variantId: _, ...proposal }) => proposal),
    more: rows.length - shown.length,
  };
}

/** Counts the sizes that are sold out before units that are ordered today arrive. */
export async function countSoldOutSoon(db: Database, rule: ReorderRule): Promise<number> {
  return (await findSizes(db, rule, rule.leadDays)).filter(({ isLate }) => isLate).length;
}

/** Returns the header, and the sizes to order as records. `quantity` is read by a purchase's form, to which the costs are added. */
export async function reorderRecords(
  db: Database,
  { tab, supplier: only }: ReorderQuery,
  rule: ReorderRule,
): Promise<string[][]> {
  const all = await findOf(db, only, rule);
  const rows = await withNames(
    db,
    all.filter(({ isLate }) => isLate || tab === "all"),
  );
  return [
    ["sku", "product", "size", "supplier", "sold_a_week", "days_left", "on_hand", "reserved", "quantity"],
    ...rows.map(({ sku, title, size, supplier, weekly, daysLeft, onHand, reserved, order }) => [
      sku,
      title,
      size,
      supplier ?? "",
      ...[weekly, daysLeft, onHand, reserved, order].map(String),
    ]),
  ];
}

type FoundSize = Omit<ReorderProposal, "sku" | "title" | "size" | "supplier"> & { variantId: number };

/** Finds the sizes to order, of one supplier if it is named. */
async function findOf(db: Database, supplier: string | undefined, rule: ReorderRule): Promise<FoundSize[]> {
  const found = await findSizes(db, rule, rule.leadDays + REVIEW_DAYS + 1);
  return supplier === undefined ? found : (await withNames(db, found)).filter((one) => one.supplier === supplier);
}

/** @param within leaves out the sizes that surely last longer than these days, which are most */
async function findSizes(db: Database, rule: ReorderRule, within: number): Promise<FoundSize[]> {
  const rows = await rowsOf(
    db,
    numbersOf(["variant_id", "on_hand", "reserved", "demand_units", "available_days"]),
    sql`select variant.id as variant_id, coalesce(on_hand, 0) as on_hand, coalesce(reserved, 0) as reserved, sold.demand_units, sold.available_days
      from sales_variant sold join variant on variant.id = sold.variant_id join product on product.id = variant.product_id
        left join stock on stock.variant_id = sold.variant_id
      where variant.on_sale and product.state = 'published' and sold.demand_units > 0
        and coalesce(on_hand - reserved, 0)::bigint * sold.available_days <= sold.demand_units::bigint * ${within}::int`,
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
      const proposal = proposeReorder({ sold, availableDays, available: onHand - reserved }, rule);
      return proposal ? [{ variantId, onHand, reserved, sold, availableDays, ...proposal }] : [];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft || b.weekly - a.weekly || a.variantId - b.variantId);
}

/** Adds the names of sizes, and the supplier of their last purchase. */
async function withNames<Size extends FoundSize>(
  db: Database,
  sizes: readonly Size[],
): Promise<(Size & ReorderProposal)[]> {
  const ids = `{${sizes.map(({ variantId }) => variantId).join(",")}}`;
  const rows = await rowsOf(
    db,
    { id: "number", sku: "string", title: "string", size: "string", supplier: "string?" },
    sql`select variant.id, variant.sku, product.title, variant.label as size, (
        select supplier.name from purchase_line line join purchase on purchase.id = line.purchase_id join supplier on supplier.id = purchase.supplier_id
        where line.variant_id = variant.id and purchase.taken_back_at is null order by line.purchase_id desc limit 1) as supplier
      from variant join product on product.id = variant.product_id where variant.id = any (${ids}::bigint[])`,
  );
  const names = new Map(rows.map(({ id, ...row }) => [id, row]));
  return sizes.flatMap((size) => {
    const found = names.get(size.variantId);
    return found ? [{ ...size, ...found }] : [];
  });
}

const listSuppliers = async (db: Database) =>
  (
    await rowsOf(db, { name: "string" }, sql`select name from supplier order by lower(name) limit ${MAX_SUPPLIERS}`)
  ).map(({ name }) => name);
