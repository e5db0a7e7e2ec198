/** Uploads of couriers' remittances: compared first, then stored exactly as compared. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { and, asc, eq, isNull } from "drizzle-orm";
import {
  MAX_REMITTANCE_BYTES,
  REMITTANCE_RESULTS,
  type Remittance,
  type RemittanceComparison,
  type RemittedParcel as ShownParcel,
} from "../../../contract/admin/cash.ts";
import { ApiError } from "../../base/errors.ts";
import { sumPaise, toRupees } from "../../base/money.ts";
import { remittablePaise } from "../../orders/orders/balance.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cashRemittance, customerOrder, parcelBooking } from "../../platform/database/schema.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { type MatchedParcel, type RemittedParcel, recordRemittance } from "./remittance.ts";
import { isRemittanceHeader, readRemittance } from "./remittance-file.ts";

/** How many problems of a file an error lists. */
const MAX_PROBLEMS = 20;

interface RemittanceFields {
  reference: string;
  utr: string | null;
  receivedOn: string;
}

interface StaffDeps {
  actor: Actor;
  now: Date;
}

/** Records a remittance as `recordRemittance` does, with an entry in the audit log. */
async function recordRemittanceBy(
  trx: DatabaseOrTransaction,
  parcels: readonly RemittedParcel[],
  fields: RemittanceFields,
  { actor, now }: StaffDeps,
): Promise<MatchedParcel[]> {
  const matched = await recordRemittance(trx, parcels, { ...fields, now });
  const { amount, results } = summaryOf(matched);
  const after = { utr: fields.utr, receivedOn: fields.receivedOn, amount, ...results };
  const subject = { type: "remittance" as const, id: fields.reference };
  await recordAudit(trx, actor, { action: "cash.remitted", subject, after }, now);
  return matched;
}

/** Rolls back the transaction of a comparison. */
class Compared extends Error {
  readonly comparison: RemittanceComparison;

  constructor(comparison: RemittanceComparison) {
    super("nothing is stored");
    this.comparison = comparison;
  }
}

/**
 * Compares a courier's CSV file with the orders, and stores it if `digest` is that of the comparison.
 * @param body the stream of the file
 * @throws ApiError (413), (422) for a file that cannot be read, (409) if the comparison has changed
 */
export async function uploadRemittance(
  db: Database,
  uploads: string,
  { body, digest, ...fields }: RemittanceFields & { body: unknown; digest: string | undefined },
  deps: StaffDeps,
): Promise<RemittanceComparison> {
  const parcels = await withFolder(uploads, async (folder) => {
    const file = join(folder, "remittance.csv");
    await receiveFile(body, file, MAX_REMITTANCE_BYTES);
    return parcelsOf(file);
  });
  // Sorted, so that two files with the same orders do not deadlock.
  parcels.sort((one, other) => (one.awb < other.awb ? -1 : 1));
  const work = db.transaction(async (trx) => {
    const comparison = toComparison(await recordRemittanceBy(trx, parcels, fields, deps), fields);
    if (digest === undefined) throw new Compared(comparison);
    if (digest !== comparison.digest)
      throw new ApiError("conflict", "This differs from what you have compared. Please compare the file again.");
    return comparison;
  });
  return work.catch((error) => {
    if (error instanceof Compared) return error.comparison;
    throw error;
  });
}

async function parcelsOf(file: string): Promise<RemittedParcel[]> {
  const read = readRemittance(await readRows(file, isRemittanceHeader));
  if ("parcels" in read) return read.parcels;
  const more = read.problems.length - MAX_PROBLEMS;
  const named = read.problems.slice(0, MAX_PROBLEMS).join("; ");
  throw ApiError.ofField("file", `Nothing was stored: ${named}${more > 0 ? `; and ${more} more` : ""}`);
}

function summaryOf(matched: readonly MatchedParcel[]): Pick<RemittanceComparison, "amount" | "results"> {
  const results = Object.fromEntries(REMITTANCE_RESULTS.map((name) => [name, 0])) as RemittanceComparison["results"];
  for (const { result } of matched) results[result] += 1;
  return { amount: toRupees(sumPaise(matched.map(({ amountPaise }) => amountPaise))), results };
}

function toComparison(matched: readonly MatchedParcel[], fields: RemittanceFields): RemittanceComparison {
  const shown = matched.map(
    ({
      awb,
      amountPaise,
      result,
      orderNumber,
      duePaise,
      declaredPaise,
      remittedPaise,
      correctedPaise,
    }): ShownParcel => ({
      awb,
      amount: toRupees(amountPaise),
      result,
      order: orderNumber,
      due: toRupees(duePaise),
      declared: declaredPaise === null ? null : toRupees(declaredPaise),
      remitted: toRupees(remittedPaise),
      corrected: correctedPaise === null ? null : toRupees(correctedPaise),
    }),
  );
  return {
    parcels: matched.length,
    ...summaryOf(matched),
    differences: shown.filter(({ result, corrected }) => result !== "full" || corrected !== null),
    digest: createHash("sha256")
      .update(JSON.stringify([fields, shown]))
      .digest("hex"),
  };
}

/** @throws ApiError (404) */
export async function readRecorded(db: Database, reference: string): Promise<Remittance> {
  const rows = await db
    .select({
      awb: cashRemittance.awb,
      amount: cashRemittance.amountPaise,
      utr: cashRemittance.utr,
      receivedOn: cashRemittance.receivedOn,
      order: customerOrder.number,
      due: remittablePaise,
      declared: parcelBooking.codPaise,
    })
    .from(cashRemittance)
    .innerJoin(customerOrder, eq(customerOrder.id, cashRemittance.orderId))
    .leftJoin(
      parcelBooking,
      and(eq(parcelBooking.awb, cashRemittance.awb), eq(parcelBooking.orderId, customerOrder.id)),
    )
    .where(eq(cashRemittance.reference, reference))
    .orderBy(asc(cashRemittance.awb));
  const [first] = rows;
  if (!first) throw noRemittance();
  return {
    reference,
    utr: rows.find(({ utr }) => utr !== null)?.utr ?? null,
    receivedOn: first.receivedOn,
    parcels: rows.map(({ awb, amount, order, due, declared }) => ({
      awb,
      amount: toRupees(amount),
      order,
      due: toRupees(due),
      declared: declared === null ? null : toRupees(declared),
    })),
  };
}

/**
 * Adds the bank's reference for the transfer, which is often known later than the remittance.
 * @throws ApiError (404), (409) if it has another
 */
export async function addUtr(
  db: Database,
  { reference, utr }: { reference: string; utr: string },
  { actor, now }: StaffDeps,
): Promise<void> {
  await db.transaction(async (trx) => {
    const ofReference = eq(cashRemittance.reference, reference);
    const added = await trx
      .update(cashRemittance)
      .set({ utr })
      .where(and(ofReference, isNull(cashRemittance.utr)))
      .returning({ id: cashRemittance.id });
    if (added.length === 0) {
      const [known] = await trx.select({ utr: cashRemittance.utr }).from(cashRemittance).where(ofReference).limit(1);
      if (!known) throw noRemittance();
      if (known.utr === utr) return;
      throw new ApiError("conflict", `This remittance has the UTR ${known.utr}.`);
    }
    const subject = { type: "remittance" as const, id: reference };
    await recordAudit(trx, actor, { action: "cash.utr_added", subject, after: { utr } }, now);
  });
}

const noRemittance = () => new ApiError("not_found", "No remittance with this reference is recorded.");
