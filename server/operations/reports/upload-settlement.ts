/** Uploads of the provider's settlement report: compared first, then stored exactly as compared. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  MAX_SETTLEMENT_BYTES,
  MAX_SETTLEMENT_ROWS,
  type SettlementUpload,
} from "../../../contract/admin/settlements.ts";
import { ApiError } from "../../base/errors.ts";
import type { SettledItem } from "../../orders/payments/provider.ts";
import { listProblemsOf } from "../../orders/payments/settlements/read-settlements.ts";
import { compareItems, storeItems } from "../../orders/payments/settlements/store-items.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { isSettlementHeader, readSettlementFile } from "./settlement-file.ts";

/** Rolls back the transaction of a comparison. */
class Compared extends Error {
  readonly comparison: SettlementUpload;

  constructor(comparison: SettlementUpload) {
    super("nothing is stored");
    this.comparison = comparison;
  }
}

interface Upload {
  /** The stream of the file. */
  body: unknown;
  digest: string | undefined;
}

/**
 * Compares a settlement report with the shop's payments and refunds, and stores it if `digest` is that of the comparison.
 * @throws ApiError (413), (422) if it is not a CSV file, (409) if the comparison has changed
 */
export async function uploadSettlement(
  db: Database,
  uploads: string,
  { body, digest }: Upload,
  actor: Actor,
): Promise<SettlementUpload> {
  const read = await withFolder(uploads, async (folder) => {
    const file = join(folder, "settlement.csv");
    await receiveFile(body, file, MAX_SETTLEMENT_BYTES);
    return readSettlementFile(await readRows(file, isSettlementHeader));
  });
  if ("problems" in read)
    return {
      ...{ rows: 0, added: 0, changed: 0, same: 0, differences: [], isStored: false, digest: "" },
      rowProblems: read.problems.slice(0, MAX_SETTLEMENT_ROWS),
    };
  // Sorted, so that two files with the same items do not deadlock.
  const items = read.items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const now = new Date();
  const work = db.transaction(async (trx) => {
    const counts = await compareItems(trx, "razorpay", items);
    await storeItems(trx, "razorpay", items);
    const differences = await listProblemsOf(
      trx,
      items.map(({ id }) => id),
    );
    const compared = { rows: items.length, ...counts, differences, rowProblems: [] };
    const comparison = { ...compared, digest: digestOf(items, compared), isStored: digest !== undefined };
    if (digest === undefined) throw new Compared(comparison);
    if (digest !== comparison.digest)
      throw new ApiError("conflict", "This differs from what you have compared. Please compare the file again.");
    const subject = { type: "report" as const, id: "settlements" };
    await recordAudit(trx, actor, { action: "settlements.uploaded", subject, after: { ...counts } }, now);
    return comparison;
  });
  return work.catch((error) => {
    if (error instanceof Compared) return error.comparison;
    throw error;
  });
}

const keyOf = ({ settlementId, id }: SettledItem) => `${settlementId} ${id}`;

const digestOf = (items: readonly SettledItem[], compared: object) =>
  createHash("sha256")
    .update(JSON.stringify([items, compared]))
    .digest("hex");
