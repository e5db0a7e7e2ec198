/** Scans as staff sees them, in the courier's words, and those that contradict what is known. */

import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type { ParcelScan, ReportedParcel, ScanProblem } from "../../../contract/admin/parcel-scans.ts";
import { ApiError } from "../../base/errors.ts";
import { IS_REPORTED } from "../../orders/orders/read-parcels.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, parcelBooking, parcelScan, shipment } from "../../platform/database/schema.ts";

const LISTED = 100;
const MAX_SCANS = 500;

const COLUMNS = { scan: parcelScan, courier: parcelBooking.courier, number: customerOrder.number };

const select = (db: DatabaseOrTransaction) =>
  db
    .select(COLUMNS)
    .from(parcelScan)
    .innerJoin(parcelBooking, eq(parcelBooking.id, parcelScan.bookingId))
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId))
    .$dynamic();

interface Row {
  scan: typeof parcelScan.$inferSelect;
  courier: string | null;
}

/** Reads all scans of an order's parcels, the newest first. */
export async function readScans(db: DatabaseOrTransaction, orderId: number): Promise<ParcelScan[]> {
  const rows = await select(db)
    .where(eq(parcelBooking.orderId, orderId))
    .orderBy(desc(parcelScan.at), desc(parcelScan.id))
    .limit(MAX_SCANS);
  return rows.map(toScan);
}

function toScan({ scan, courier }: Row): ParcelScan {
  const { id, at, awb, code, progress, place, text, source, contradiction, resolvedAt } = scan;
  return {
    _id: String(id),
    at: at.toISOString(),
    courier: courier ?? "",
    ...{ awb, code, progress, place, text, source },
    problem: contradiction,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}

/** The condition for scans that wait for staff, as the index has it. */
export const IS_UNRESOLVED = sql`${parcelScan.contradiction} <> '' and ${parcelScan.resolvedAt} is null`;

export async function listScanProblems(db: DatabaseOrTransaction): Promise<ScanProblem[]> {
  const rows = await select(db).where(IS_UNRESOLVED).orderBy(asc(parcelScan.id)).limit(LISTED);
  return rows.map((row) => ({ number: row.number, scan: toScan(row) }));
}

/** Lists the parcels whose end their courier has reported and staff has not confirmed. */
export async function listReportedParcels(db: DatabaseOrTransaction): Promise<ReportedParcel[]> {
  const { courier, awb, reportedEnd, reportedAt } = shipment;
  const rows = await db
    .select({ number: customerOrder.number, courier, awb, end: reportedEnd, at: reportedAt })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(IS_REPORTED)
    .orderBy(asc(reportedAt), asc(shipment.id))
    .limit(LISTED);
  return rows.flatMap(({ end, at, ...row }) => (end && at ? [{ ...row, end, at: at.toISOString() }] : []));
}

/** Takes a scan off the list. @throws ApiError (404), (409) if it is off already */
export async function resolveScanProblem(
  db: Database,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<ScanProblem> {
  return db.transaction(async (trx) => {
    const [row] = await select(trx).where(and(eq(parcelScan.id, id), ne(parcelScan.contradiction, "")));
    if (!row) throw new ApiError("not_found", "There is no such contradiction.");
    if (row.scan.resolvedAt !== null) throw new ApiError("conflict", "Somebody has looked into it already.");
    await trx.update(parcelScan).set({ resolvedAt: now }).where(eq(parcelScan.id, id));
    const subject = { type: "order" as const, id: row.number };
    const after = { awb: row.scan.awb, problem: row.scan.contradiction };
    await recordAudit(trx, actor, { action: "order.scan_looked_into", subject, after }, now);
    publishChange(trx, "orders");
    return { number: row.number, scan: toScan({ ...row, scan: { ...row.scan, resolvedAt: now } }) };
  });
}
