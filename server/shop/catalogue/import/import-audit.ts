/**
 * What the audit log says of a product file: for each product whose prices, taxes, stock or state it changes an entry like the product
 * page's. The lines of an import say it, too, but are deleted after some weeks, and a command has none.
 */

import { type SQL, sql } from "drizzle-orm";
import type { Paise } from "../../../base/money.ts";
import { toRupees } from "../../../base/money.ts";
import { differences } from "../../../platform/audit/differences.ts";
import { type Action, type Actor, recordAudits } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import type { CsvField } from "./import-staging.ts";

/** The fields of the file that an entry of its product names when they change. */
const LOGGED: readonly CsvField[] = [
  "pricePaise",
  "originalPricePaise",
  "hsn",
  "gstPercent",
  "stock",
  "onSale",
  "state",
];

const SIZE = {
  productId: "number",
  variantId: "number",
  sku: "string",
  state: "string",
  price: column<Paise>("number"),
  originalPrice: column<Paise | null>("number?"),
  hsn: "string",
  gstPercent: "number?",
  laterRates: column<{ from: string; percent: number }[]>("object"),
  onSale: "boolean",
  available: "number",
} as const;
type Size = RowOf<typeof SIZE>;

const OF_SIZE = ["price", "originalPrice", "hsn", "gstPercent", "laterRates", "onSale", "available"] as const;

/** Reads the sizes of the products that a chunk of the staged rows changes; none if it has nothing that is logged. */
export function readLogged(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  chunk: SQL,
): Promise<readonly Size[]> {
  if (!LOGGED.some((field) => fields.has(field))) return Promise.resolve([]);
  return rowsOf(
    trx,
    SIZE,
    sql`select product.id as "productId", variant.id as "variantId", variant.sku, product.state, variant.hsn,
      variant.price_paise as price, variant.original_price_paise as "originalPrice", variant.on_sale as "onSale",
      coalesce(stock.on_hand - stock.reserved, 0) as available,
      (select percent from gst_rate where gst_rate.variant_id = variant.id and valid_from <= ${today}
        order by valid_from desc limit 1) as "gstPercent",
      (select coalesce(jsonb_agg(jsonb_build_object('from', valid_from, 'percent', percent) order by valid_from), '[]')
        from gst_rate where gst_rate.variant_id = variant.id and valid_from > ${today}) as "laterRates"
    from product join variant on variant.product_id = product.id left join stock on stock.variant_id = variant.id
    where product.id in (select product_id from import_row where ${chunk})
    order by variant.id`,
  );
}

/**
 * Records the products that have changed: an entry each, with the fields of their sizes before and after, in rupees. A new product is counted
 * in the entry of the import.
 */
export async function auditChanges(
  trx: DatabaseOrTransaction,
  { before, after }: { before: readonly Size[]; after: readonly Size[] },
  actor: Actor,
): Promise<void> {
  const known = new Map(before.map((size) => [size.variantId, size]));
  const states = new Map(before.map(({ productId, state }) => [productId, state]));
  const changes = new Map<number, { before: Record<string, unknown>; after: Record<string, unknown> }>();
  for (const size of after) {
    const { productId, variantId, sku, state } = size;
    const stateBefore = states.get(productId);
    if (stateBefore === undefined) continue;
    const changed = changes.get(productId) ?? { before: {}, after: {} };
    if (state !== stateBefore) {
      changed.before.state = stateBefore;
      changed.after.state = state;
    }
    const former = known.get(variantId);
    const ofSize = differences(former ? inRupees(former) : {}, inRupees(size), OF_SIZE);
    if (ofSize) {
      if (former) changed.before[sku] = ofSize.before;
      changed.after[sku] = ofSize.after;
    }
    if (Object.keys(changed.after).length > 0) changes.set(productId, changed);
  }
  const actions = [...changes].map(
    ([id, changed]): Action => ({
      action: "product.changed",
      subject: { type: "product", id: String(id) },
      ...changed,
    }),
  );
  await recordAudits(trx, actor, actions, new Date());
}

const inRupees = ({ price, originalPrice, ...size }: Size) => ({
  ...size,
  price: toRupees(price),
  originalPrice: originalPrice === null ? null : toRupees(originalPrice),
});
