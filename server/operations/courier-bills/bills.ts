/** Uploads of couriers' bills: compared first, then stored exactly as compared. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import {
  BILLED_RESULTS,
  type BillComparison,
  type BilledParcel,
  type CourierBills,
  MAX_BILL_BYTES,
} from "../../../contract/admin/courier-bills.ts";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { courierCharge, customerOrder, shipment } from "../../platform/database/schema.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { type BilledCharges, type GstMode, isBillHeader, readBill, total } from "./bill-file.ts";
import { type BillFields, chargedPaise, requirePast, storeCharges } from "./charges.ts";

/** How many problems of a file an error lists. */
const MAX_PROBLEMS = 20;
const DEFAULT_DAYS = 90;
const MAX_BILLS = 200;

interface Upload extends BillFields {
  /** The stream of the file. */
  body: unknown;
  gst: GstMode;
  digest: string | undefined;
}

/**
 * Compares a courier's CSV file with the parcels. If `digest` is that of the comparison, stores it in place of what the same bill said.
 * @throws ApiError (413), (422) for a file that cannot be read, (409) if the comparison has changed
 */
export async function uploadBill(
  db: Database,
  uploads: string,
  { body, gst, digest, ...fields }: Upload,
  { actor, now }: { actor: Actor; now: Date },
): Promise<BillComparison> {
  requirePast(fields.billedOn, now);
  const parcels = await withFolder(uploads, async (folder) => {
    const file = join(folder, "bill.csv");
    await receiveFile(body, file, MAX_BILL_BYTES);
    return parcelsOf(readBill(await readRows(file, isBillHeader), gst));
  });
  return db.transaction(async (trx) => {
    const known = await readKnown(trx, fields.reference, parcels);
    const compared = compare(parcels, known);
    const comparison = { ...compared, digest: digestOf(fields, parcels, compared) };
    if (digest === undefined) return comparison;
    if (digest !== comparison.digest)
      throw new ApiError("conflict", "This differs from what you have compared. Please compare the file again.");
    const charges = parcels.flatMap(({ awb, ...charged }) => {
      const shipmentId = known.get(awb)?.shipmentId;
      return shipmentId === undefined ? [] : [{ shipmentId, ...charged }];
    });
    await trx.delete(courierCharge).where(eq(courierCharge.reference, fields.reference));
    await storeCharges(trx, charges, fields, now);
    // The entry names no amounts: not everybody who reads it may see costs.
    const after = { billedOn: fields.billedOn, ...comparison.results };
    await recordAudit(
      trx,
      actor,
      { action: "courier_bill.recorded", subject: subjectOf(fields.reference), after },
      now,
    );
    return comparison;
  });
}

const subjectOf = (reference: string) => ({ type: "courier_bill" as const, id: reference });

function parcelsOf(read: ReturnType<typeof readBill>): BilledCharges[] {
  if ("parcels" in read) return read.parcels;
  const more = read.problems.length - MAX_PROBLEMS;
  const named = read.problems.slice(0, MAX_PROBLEMS).join("; ");
  throw ApiError.ofField("file", `Nothing was stored: ${named}${more > 0 ? `; and ${more} more` : ""}`);
}

interface KnownParcel {
  shipmentId: number;
  awb: string;
  order: string;
  /** What this bill says of it, with its GST; null if it does not have it. */
  before: { paise: Paise; content: string } | null;
  elsewherePaise: Paise;
}

/** The shop's parcels that a file or the stored bill has, by AWB. */
async function readKnown(
  trx: DatabaseOrTransaction,
  reference: string,
  parcels: readonly BilledCharges[],
): Promise<Map<string, KnownParcel>> {
  const awbs = parcels.map(({ awb }) => awb);
  const ofBill = trx
    .select({ id: courierCharge.shipmentId })
    .from(courierCharge)
    .where(eq(courierCharge.reference, reference));
  const rows = await trx
    .select({ shipmentId: shipment.id, awb: shipment.awb, order: customerOrder.number, charge: courierCharge })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .leftJoin(courierCharge, and(eq(courierCharge.shipmentId, shipment.id), eq(courierCharge.reference, reference)))
    .where(sql`${inArray(shipment.awb, awbs)} or ${inArray(shipment.id, ofBill)}`);
  const others = await trx
    .select({ shipmentId: courierCharge.shipmentId, paise: sql<number>`sum(${chargedPaise})::bigint`.mapWith(Number) })
    .from(courierCharge)
    .where(
      and(
        inArray(
          courierCharge.shipmentId,
          rows.map(({ shipmentId }) => shipmentId),
        ),
        ne(courierCharge.reference, reference),
      ),
    )
    .groupBy(courierCharge.shipmentId);
  const elsewhere = new Map(others.map((other) => [other.shipmentId, paise(other.paise)]));
  return new Map(
    rows.map(({ charge, ...parcel }) => {
      const charged = charge && {
        ...{ forward: charge.forwardPaise, return: charge.returnPaise, cod: charge.codPaise },
        ...{ other: charge.otherPaise, gst: charge.gstPaise },
      };
      const before = charged && { paise: total(charged), content: contentOf(charged) };
      return [parcel.awb, { ...parcel, before, elsewherePaise: elsewhere.get(parcel.shipmentId) ?? paise(0) }];
    }),
  );
}

/** All amounts of a charge, to be compared. */
const contentOf = ({ forward, return: back, cod, other, gst }: Omit<BilledCharges, "awb">) =>
  [forward, back, cod, other, gst].join(" ");

function compare(
  parcels: readonly BilledCharges[],
  known: ReadonlyMap<string, KnownParcel>,
): Omit<BillComparison, "digest"> {
  const inFile = new Set(parcels.map(({ awb }) => awb));
  const shown = parcels.map(({ awb, ...charges }) => {
    const parcel = known.get(awb);
    return comparedOf(awb, parcel, total(charges), resultOf(parcel, contentOf(charges)));
  });
  for (const [awb, parcel] of known) if (!inFile.has(awb)) shown.push(comparedOf(awb, parcel, paise(0), "removed"));
  const results = Object.fromEntries(BILLED_RESULTS.map((name) => [name, 0])) as BillComparison["results"];
  for (const { result } of shown) results[result] += 1;
  return {
    parcels: parcels.length,
    amount: toRupees(sumPaise(parcels.map((parcel) => total(parcel)))),
    gst: toRupees(sumPaise(parcels.map(({ gst }) => gst))),
    results,
    differences: shown.filter(({ result }) => result !== "new" && result !== "same"),
  };
}

function resultOf(parcel: KnownParcel | undefined, content: string): BilledParcel["result"] {
  if (!parcel) return "unknown";
  if (parcel.before) return parcel.before.content === content ? "same" : "corrected";
  return parcel.elsewherePaise > 0 ? "again" : "new";
}

const comparedOf = (
  awb: string,
  parcel: KnownParcel | undefined,
  amount: Paise,
  result: BilledParcel["result"],
): BilledParcel => ({
  ...{ awb, result, order: parcel?.order ?? null, amount: toRupees(amount) },
  before: parcel?.before ? toRupees(parcel.before.paise) : null,
  elsewhere: toRupees(parcel?.elsewherePaise ?? paise(0)),
});

const digestOf = (fields: BillFields, parcels: readonly BilledCharges[], compared: object) =>
  createHash("sha256")
    .update(JSON.stringify([fields.reference, fields.billedOn, parcels, compared]))
    .digest("hex");

/** Lists the bills of a period, the last first. */
export async function listBills(
  db: Database,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<CourierBills> {
  const last = to ?? isoDayInIndia(now);
  const first = from ?? isoDayInIndia(new Date(Date.parse(last) - DEFAULT_DAYS * DAY_MS));
  const rows = await rowsOf(
    db,
    { reference: "string", billed_on: "string", parcels: "number", amount: "number", gst: "number" },
    sql`select reference, max(billed_on)::text as billed_on, count(*)::int as parcels,
        sum(forward_paise + return_paise + cod_paise + other_paise) as amount, sum(gst_paise) as gst
      from courier_charge where billed_on between ${first}::date and ${last}::date and reference <> ''
      group by reference order by max(billed_on) desc, reference limit ${MAX_BILLS}`,
  );
  return {
    from: first,
    to: last,
    bills: rows.map(({ billed_on: billedOn, amount, gst, ...bill }) => ({
      ...{ ...bill, billedOn },
      ...{ amount: toRupees(paise(amount)), gst: toRupees(paise(gst)) },
    })),
  };
}

/** Removes the charges of a bill. @throws ApiError (404) */
export async function removeBill(
  db: Database,
  reference: string,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const removed = await trx
      .delete(courierCharge)
      .where(eq(courierCharge.reference, reference))
      .returning({ id: courierCharge.id });
    if (removed.length === 0) throw new ApiError("not_found", "No bill with this number is recorded.");
    const before = { parcels: removed.length };
    await recordAudit(trx, actor, { action: "courier_bill.removed", subject: subjectOf(reference), before }, now);
  });
}
