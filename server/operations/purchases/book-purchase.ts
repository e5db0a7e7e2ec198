/** Books purchases: raises the stock by their units, records what these cost, and corrects both as long as all units are in stock. */

import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { DeliveredLine, PurchaseFields } from "../../../contract/admin/purchases.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, toPaise } from "../../base/money.ts";
import { type Actor, recordAudit, recordAudits } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { product, purchase, purchaseLine, supplier, variant } from "../../platform/database/schema.ts";
import { allocate } from "../../selling/pricing/allocate.ts";
import { findSizesByCodes } from "../../selling/search/product-codes.ts";
import { addCosts, readCosts, removeCosts, unitsWithoutCost } from "../../selling/stock/costs.ts";
import { correctStock } from "../../selling/stock/count-stock.ts";
import { type PackedUnits, packOf, receiveUnits } from "../../selling/stock/delivered-units.ts";
import { deleteUnusedLot, findLot, type LotRule } from "../../selling/stock/manage-lots.ts";
import { addMissingRows, lockVariants } from "../../selling/stock/stock.ts";
import { readPurchase } from "./read-purchases.ts";

/** The most that a line may be worth, so that sums stay exact. */
const MAX_LINE_PAISE = 100_000_000_000;

interface Deps {
  actor: Actor;
  rule: LotRule;
  now: Date;
}

interface Size {
  variantId: number;
  sku: string;
  title: string;
  label: string;
}
interface Line extends Size, PackedUnits {
  unitCostPaise: Paise;
  gstPaise: Paise;
}

/**
 * Books a supplier's document.
 * @returns its id
 * @throws ApiError (409) if it is booked already, or a lot is known with other dates; (422)
 */
export function bookPurchase(
  db: Database,
  { isInStock, ...fields }: PurchaseFields & { isInStock: boolean },
  deps: Deps,
): Promise<string> {
  const { actor, now } = deps;
  return db.transaction(async (trx) => {
    const lines = await linesOf(trx, fields.lines, deps);
    const header = { ...(await headerOf(trx, fields)), isInStock, author: actor.name, bookedAt: now };
    const [added] = await trx.insert(purchase).values(header).onConflictDoNothing().returning({ id: purchase.id });
    if (!added) throw bookedAlready(fields);
    await changeUnits(trx, { before: [], after: lines }, { ...deps, isInStock, reason: reasonOf(fields) });
    await storeLines(trx, added.id, lines, header);
    await recordAudit(trx, actor, { action: "purchase.booked", ...audited(added.id, fields) }, now);
    return String(added.id);
  });
}

/**
 * Replaces the fields of a purchase, and its lines and charges if they differ.
 * @throws ApiError (404); (409) if it has changed since, or units of it have left the stock; as `bookPurchase`
 */
export function correctPurchase(
  db: Database,
  id: number,
  { version, ...fields }: PurchaseFields & { version: number },
  deps: Deps,
): Promise<void> {
  return db.transaction(async (trx) => {
    const before = await lockPurchase(trx, id, version);
    const lines = await linesOf(trx, fields.lines, deps);
    const header = await headerOf(trx, fields);
    const earlier = await storedLines(trx, id);
    if (isOther(before, header) || goodsOf(earlier) !== goodsOf(lines)) {
      await lockStockOf(trx, [...earlier, ...lines]);
      await removeLines(trx, id);
      await changeUnits(
        trx,
        { before: earlier, after: lines },
        { ...deps, isInStock: before.isInStock, reason: reasonOf(fields) },
      );
      await storeLines(trx, id, lines, header);
    }
    const taken = and(
      eq(purchase.supplierId, header.supplierId),
      sql`lower(${purchase.documentNumber}) = lower(${header.documentNumber})`,
      isNull(purchase.takenBackAt),
      ne(purchase.id, id),
    );
    if ((await trx.$count(purchase, taken)) > 0) throw bookedAlready(fields);
    await trx
      .update(purchase)
      .set({ ...header, version: version + 1 })
      .where(eq(purchase.id, id));
    await recordAudit(trx, deps.actor, { action: "purchase.corrected", ...audited(id, fields) }, deps.now);
  });
}

/** Takes the units of a purchase off the stock, and ends it. @throws ApiError as `correctPurchase` */
export function takeBackPurchase(db: Database, id: number, version: number, deps: Deps): Promise<void> {
  return db.transaction(async (trx) => {
    const { isInStock, documentNumber } = await lockPurchase(trx, id, version);
    const lines = await storedLines(trx, id);
    await lockStockOf(trx, lines);
    await requireAllLeft(trx, id);
    await removeCosts(trx, id);
    const reason = `Purchase ${documentNumber} taken back`;
    await changeUnits(trx, { before: lines, after: [] }, { ...deps, isInStock, reason });
    await trx
      .update(purchase)
      .set({ takenBackAt: deps.now, version: version + 1 })
      .where(eq(purchase.id, id));
    const subject = { type: "purchase" as const, id: String(id) };
    await recordAudit(trx, deps.actor, { action: "purchase.taken_back", subject }, deps.now);
  });
}

const bookedAlready = ({ documentNumber, supplier: name }: PurchaseFields) =>
  ApiError.ofField("documentNumber", `${documentNumber} of ${name} is booked already.`, "conflict");
const reasonOf = ({ documentNumber, supplier: name }: PurchaseFields) => `Purchase ${documentNumber}, ${name}`;

/** The entry of the audit log names no amounts: not everybody who reads it may see costs. */
function audited(id: number, { supplier: from, documentNumber, documentDate, lines }: PurchaseFields) {
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  return {
    subject: { type: "purchase" as const, id: String(id) },
    after: { supplier: from, documentNumber, documentDate, lines: lines.length, units },
  };
}

async function lockPurchase(trx: DatabaseOrTransaction, id: number, version: number) {
  const [found] = await trx.select().from(purchase).where(eq(purchase.id, id)).for("update");
  if (!found) throw new ApiError("not_found", "There is no such purchase.");
  if (found.takenBackAt) throw new ApiError("conflict", "This purchase has been taken back.");
  if (found.version !== version)
    throw new ApiError("conflict", "This purchase has changed since you opened it. Please load it again.");
  return found;
}

type Header = Awaited<ReturnType<typeof headerOf>>;
const CHARGES = ["freightPaise", "dutyPaise", "otherPaise"] as const;
const isOther = (one: Pick<Header, (typeof CHARGES)[number]>, other: Pick<Header, (typeof CHARGES)[number]>) =>
  CHARGES.some((name) => one[name] !== other[name]);

async function headerOf(trx: DatabaseOrTransaction, fields: PurchaseFields) {
  const { supplier: name, documentNumber, documentDate, freight, duty, other, chargesGst, note } = fields;
  await trx.insert(supplier).values({ name }).onConflictDoNothing();
  const [found] = await trx
    .select({ id: supplier.id })
    .from(supplier)
    .where(sql`lower(${supplier.name}) = lower(${name})`);
  if (!found) throw new Error(`there is no supplier ${name}`);
  return {
    supplierId: found.id,
    documentNumber,
    documentDate,
    freightPaise: toPaise(freight),
    dutyPaise: toPaise(duty),
    otherPaise: toPaise(other),
    chargesGstPaise: toPaise(chargesGst),
    note,
  };
}

/** Finds the sizes of the lines and checks what their packs say. @throws ApiError (422) that names the line */
async function linesOf(trx: DatabaseOrTransaction, given: readonly DeliveredLine[], { rule }: Deps): Promise<Line[]> {
  const sizes = await readSizesOf(
    trx,
    given.map(({ sku }) => sku),
  );
  return given.map(({ unitCost, gst, ...delivered }, at) => {
    const size = sizes.get(delivered.sku);
    if (!size || "problem" in size) throw ApiError.ofField(`lines.${at}.sku`, size?.problem ?? "");
    const line = { unitCostPaise: toPaise(unitCost), gstPaise: toPaise(gst) };
    if (delivered.units * line.unitCostPaise > MAX_LINE_PAISE)
      throw ApiError.ofField(
        `lines.${at}.unitCost`,
        "A line is worth at most ₹100,00,00,000. Please check its units and cost.",
      );
    return { ...size, ...inLine(at, () => packOf(delivered, rule.today)), ...line };
  });
}

/** Reads the sizes that SKUs or barcodes name, or why they name none. */
export async function readSizesOf(
  db: DatabaseOrTransaction,
  codes: readonly string[],
): Promise<Map<string, Size | { problem: string }>> {
  const byCode = await findSizesByCodes(db, codes);
  const rows = await db
    .select({ variantId: variant.id, sku: variant.sku, title: product.title, label: variant.label })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(sql`${variant.id} = any (${`{${[...byCode.values()].flat().join(",")}}`}::bigint[])`);
  const sizes = new Map(rows.map((size) => [size.variantId, size]));
  return new Map(
    codes.map((code) => {
      const [id = 0, ...more] = byCode.get(code) ?? [];
      if (more.length > 0)
        return [code, { problem: `${more.length + 1} sizes have the barcode ${code}. Please give the SKU.` }];
      return [code, sizes.get(id) ?? { problem: `There is no size with the SKU or barcode ${code}.` }];
    }),
  );
}

/** Names the line in an error of a field. */
function inLine<T>(at: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ofLine(at, error);
  }
}

function ofLine(at: number, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const field = error.errors?.[0]?.field ?? "lot";
  // What a line names is missing, not what the request's path names.
  const code = error.code === "not_found" ? "invalid_input" : error.code;
  return ApiError.ofField(`lines.${at}.${field}`, error.message, code);
}

/** The lines as they were booked, in the shape of `linesOf`. */
async function storedLines(trx: DatabaseOrTransaction, id: number): Promise<Line[]> {
  const { lines } = await readPurchase(trx, id);
  return lines.map(({ variantId, sku, title, size, units, lot, manufacturedOn, lifeKind, lifeMonth, ...line }) => ({
    variantId,
    sku,
    title,
    label: size,
    quantity: units,
    lot,
    manufacturedOn,
    life: lifeKind && lifeMonth ? { kind: lifeKind, month: `${lifeMonth}-01` } : null,
    unitCostPaise: toPaise(line.unitCost),
    gstPaise: toPaise(line.gst),
  }));
}

/** What the lines say about units and costs, to be compared. */
const goodsOf = (lines: readonly Line[]) =>
  JSON.stringify(lines.map(({ sku: _, title: _title, label: _label, ...goods }) => goods));

/** Everywhere stock is locked in the order of ids. */
async function lockStockOf(trx: DatabaseOrTransaction, lines: readonly Line[]): Promise<void> {
  const ids = `{${[...new Set(lines.map(({ variantId }) => variantId))].join(",")}}`;
  await addMissingRows(trx, sql`(select id as variant_id from variant where id = any (${ids}::bigint[]))`);
  await lockVariants(trx, sql`select unnest(${ids}::bigint[])`);
}

interface Units extends PackedUnits, Size {
  /** The line that names them first. */
  at: number;
}

/** Changes the stock by the difference between lines, of each size and lot. */
async function changeUnits(
  trx: DatabaseOrTransaction,
  { before, after }: { before: readonly Line[]; after: readonly Line[] },
  { isInStock, reason, actor, rule, now }: Deps & { isInStock: boolean; reason: string },
): Promise<void> {
  await lockStockOf(trx, [...before, ...after]);
  if (isInStock) return requireUncosted(trx, after);
  const differences = new Map<string, Units>();
  for (const [lines, sign] of [[before, -1] as const, [after, 1] as const])
    lines.forEach((line, at) => {
      const { variantId, sku, title, label, lot, manufacturedOn, life } = line;
      const key = JSON.stringify([variantId, lot, manufacturedOn, life]);
      const sum = differences.get(key)?.quantity ?? 0;
      differences.set(key, {
        ...{ variantId, sku, title, label, lot, manufacturedOn, life },
        at,
        quantity: sum + sign * line.quantity,
      });
    });
  const changed = [...differences.values()].filter(({ quantity }) => quantity !== 0);
  const ledger = { reason, author: actor.name };
  // What is missing first: a lot whose dates are corrected is received again.
  for (const { variantId, lot, quantity, sku } of changed.filter((one) => one.quantity < 0)) {
    await correctStock(trx, { variantId, lot: lot ?? undefined, difference: quantity, ...ledger }, rule).catch(
      (error) => {
        throw error instanceof ApiError ? new ApiError(error.code, `${sku}: ${error.message}`) : error;
      },
    );
    if (lot !== null) await deleteUnusedLot(trx, variantId, lot);
  }
  for (const { at, sku: _, title: _title, label: _label, ...units } of changed.filter((one) => one.quantity > 0))
    await receiveUnits(trx, { ...units, ...ledger }, { ...rule, now }).catch((error) => {
      throw ofLine(at, error);
    });
  await recordAudits(
    trx,
    actor,
    changed.map(({ sku, quantity, lot }) => ({
      action: quantity > 0 ? "stock.received" : "stock.adjusted",
      subject: { type: "stock", id: sku },
      after: { [quantity > 0 ? "received" : "difference"]: quantity, reason, ...(lot && { lot }) },
    })),
    now,
  );
}

/** @throws ApiError (422) for more units than there are without a known cost */
async function requireUncosted(trx: DatabaseOrTransaction, lines: readonly Line[]): Promise<void> {
  const asked = new Map<string, number>();
  for (const [at, { variantId, lot, quantity, sku }] of lines.entries()) {
    const lotId =
      lot === null
        ? null
        : await findLot(trx, variantId, lot).then(
            ({ id }) => id,
            (error) => Promise.reject(ofLine(at, error)),
          );
    const key = `${variantId} ${lotId}`;
    const all = (asked.get(key) ?? 0) + quantity;
    asked.set(key, all);
    const there = await unitsWithoutCost(trx, variantId, lotId);
    if (all > there)
      throw ApiError.ofField(
        `lines.${at}.units`,
        `Only ${there} units of ${sku}${lot ? `, lot ${lot},` : lot === null ? " without a lot" : ""} are in stock without a known cost.`,
      );
  }
}

/** Removes lines and costs. @throws ApiError (409) if units of them have left the stock */
async function removeLines(trx: DatabaseOrTransaction, id: number): Promise<void> {
  await requireAllLeft(trx, id);
  await removeCosts(trx, id);
  await trx.delete(purchaseLine).where(eq(purchaseLine.purchaseId, id));
}

async function requireAllLeft(trx: DatabaseOrTransaction, id: number): Promise<void> {
  const layers = await readCosts(trx, id);
  const at = layers.findIndex(({ leftQuantity, quantity }) => leftQuantity < quantity);
  if (at < 0) return;
  const { lines } = await readPurchase(trx, id);
  const gone = (layers[at]?.quantity ?? 0) - (layers[at]?.leftQuantity ?? 0);
  throw new ApiError(
    "conflict",
    `${gone} of the ${layers[at]?.quantity} units of ${lines[at]?.sku} have left the stock since. Lines and charges can be corrected only while all units are there.`,
  );
}

/** Stores the lines with their shares of the charges, and the costs of their units. */
async function storeLines(
  trx: DatabaseOrTransaction,
  purchaseId: number,
  lines: readonly Line[],
  { freightPaise, dutyPaise, otherPaise }: Pick<Header, (typeof CHARGES)[number]>,
): Promise<void> {
  const values = lines.map(({ quantity, unitCostPaise }) => quantity * unitCostPaise);
  // Goods that cost nothing share the charges by units.
  const weights = values.some((value) => value > 0) ? values : lines.map(({ quantity }) => quantity);
  const shares = allocate(paise(freightPaise + dutyPaise + otherPaise), weights);
  const stored = lines.map((line, at) => ({ ...line, chargePaise: shares[at] ?? paise(0) }));
  await trx
    .insert(purchaseLine)
    .values(stored.map(({ lot, ...line }, position) => ({ ...line, purchaseId, position, lotNumber: lot ?? "" })));
  const lots = new Map<string, number>();
  for (const { variantId, lot } of lines)
    if (lot !== null) lots.set(`${variantId} ${lot}`, (await findLot(trx, variantId, lot)).id);
  await addCosts(
    trx,
    purchaseId,
    stored.map(({ variantId, lot, quantity, unitCostPaise, chargePaise }) => ({
      variantId,
      lotId: lots.get(`${variantId} ${lot}`) ?? null,
      quantity,
      costPaise: paise(quantity * unitCostPaise + chargePaise),
    })),
  );
}
