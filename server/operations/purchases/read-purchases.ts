import { and, asc, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { ListedPurchase, Purchase, PurchaseLine } from "../../../contract/admin/purchases.ts";
import { ApiError } from "../../base/errors.ts";
import { sumInRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lot, purchase, purchaseLine, supplier } from "../../platform/database/schema.ts";
import { readCosts } from "../../selling/stock/costs.ts";

/** Escapes what `like` would take for a pattern. */
const beginning = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
const sumOf = (expression: SQL) =>
  sql<string>`(select coalesce(sum(${expression}), 0) from ${purchaseLine} where ${purchaseLine.purchaseId} = ${purchase.id})`;

/** Lists purchases, the last booked first. @param after the id of the last one of the previous page */
export async function listPurchases(
  db: DatabaseOrTransaction,
  { q, after, max }: { q: string | undefined; after: number | undefined; max: number },
): Promise<ListedPurchase[]> {
  const rows = await db
    .select({
      purchase,
      supplier: supplier.name,
      lines: sumOf(sql`1`),
      units: sumOf(sql`${purchaseLine.quantity}`),
      goods: sumOf(sql`${purchaseLine.quantity} * ${purchaseLine.unitCostPaise}`),
      gst: sumOf(sql`${purchaseLine.gstPaise}`),
    })
    .from(purchase)
    .innerJoin(supplier, eq(supplier.id, purchase.supplierId))
    .where(
      and(
        after === undefined ? undefined : lt(purchase.id, after),
        q === undefined
          ? undefined
          : or(
              sql`lower(${purchase.documentNumber}) like ${beginning(q)}`,
              sql`${purchase.supplierId} in (select id from supplier as named where lower(named.name) like ${beginning(q)})`,
            ),
      ),
    )
    .orderBy(desc(purchase.id))
    .limit(max);
  return rows.map(({ purchase: found, goods, gst, ...row }) => ({
    ...headerOf(found),
    supplier: row.supplier,
    lines: Number(row.lines),
    units: Number(row.units),
    total: sumInRupees(Number(goods) + found.freightPaise + found.dutyPaise + found.otherPaise),
    gst: sumInRupees(Number(gst) + found.chargesGstPaise),
  }));
}

const headerOf = ({ id, documentNumber, documentDate, bookedAt, takenBackAt }: typeof purchase.$inferSelect) => ({
  _id: String(id),
  documentNumber,
  documentDate,
  bookedAt: bookedAt.toISOString(),
  takenBackAt: takenBackAt?.toISOString() ?? null,
});

/** Reads a purchase with the ids of its lines' variants. @throws ApiError (404) */
export async function readPurchase(
  db: DatabaseOrTransaction,
  id: number,
): Promise<Omit<Purchase, "lines"> & { lines: (PurchaseLine & { variantId: number })[] }> {
  const [found] = await db
    .select({ purchase, supplier: supplier.name })
    .from(purchase)
    .innerJoin(supplier, eq(supplier.id, purchase.supplierId))
    .where(eq(purchase.id, id));
  if (!found) throw new ApiError("not_found", "There is no such purchase.");
  const { freightPaise, dutyPaise, otherPaise, chargesGstPaise, isInStock, note, author, version } = found.purchase;
  const rows = await db
    .select({ line: purchaseLine, lot })
    .from(purchaseLine)
    .leftJoin(lot, and(eq(lot.variantId, purchaseLine.variantId), eq(lot.number, purchaseLine.lotNumber)))
    .where(eq(purchaseLine.purchaseId, id))
    .orderBy(asc(purchaseLine.position));
  // The layers are stored in the order of the lines; one that was taken back has none.
  const layers = await readCosts(db, id);
  const lines = rows.map(({ line, lot: packed }, at) => ({
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    size: line.label,
    units: line.quantity,
    lot: line.lotNumber || null,
    manufacturedOn: packed?.manufacturedOn ?? null,
    lifeKind: packed?.lifeKind ?? null,
    lifeMonth: packed?.lifeMonth?.slice(0, 7) ?? null,
    unitCost: sumInRupees(line.unitCostPaise),
    gst: sumInRupees(line.gstPaise),
    charge: sumInRupees(line.chargePaise),
    cost: sumInRupees(line.quantity * line.unitCostPaise + line.chargePaise),
    left: layers[at]?.leftQuantity ?? 0,
  }));
  const sum = (amountOf: (line: typeof purchaseLine.$inferSelect) => number) =>
    rows.reduce((total, { line }) => total + amountOf(line), 0);
  return {
    ...headerOf(found.purchase),
    supplier: found.supplier,
    units: sum(({ quantity }) => quantity),
    total: sumInRupees(
      sum(({ quantity, unitCostPaise }) => quantity * unitCostPaise) + freightPaise + dutyPaise + otherPaise,
    ),
    gst: sumInRupees(sum(({ gstPaise }) => gstPaise) + chargesGstPaise),
    lines,
    freight: sumInRupees(freightPaise),
    duty: sumInRupees(dutyPaise),
    other: sumInRupees(otherPaise),
    chargesGst: sumInRupees(chargesGstPaise),
    isInStock,
    note,
    author,
    version,
  };
}

/** Lists the names of suppliers by their beginning, 20 at most. */
export async function listSuppliers(db: DatabaseOrTransaction, q = ""): Promise<string[]> {
  const rows = await db
    .select({ name: supplier.name })
    .from(supplier)
    .where(sql`lower(${supplier.name}) like ${beginning(q)}`)
    .orderBy(sql`lower(${supplier.name})`)
    .limit(20);
  return rows.map(({ name }) => name);
}
