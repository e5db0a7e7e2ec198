/** Delivered units of a size, with the lot and the dates on their packs. */

import { isDay } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type LotLife, lastGoodDay } from "./lot-life.ts";
import { type LotRule, receiveLot } from "./manage-lots.ts";
import { receiveStock } from "./stock.ts";

/** As a request names them. */
export interface DeliveredUnits {
  units: number;
  lot?: string | undefined;
  manufacturedOn?: string | undefined;
  lifeKind?: "use_before" | "expiry" | undefined;
  lifeMonth?: string | undefined;
}

/** Units as their packs name them. */
export interface PackedUnits {
  quantity: number;
  /** Null without a lot. */
  lot: string | null;
  manufacturedOn: string | null;
  life: LotLife | null;
}

/** Checks what a pack says. @param today the date in India @throws ApiError (422) */
export function packOf(
  { units: quantity, lot, manufacturedOn: madeOn, lifeKind: kind, lifeMonth: month }: DeliveredUnits,
  today: string,
): PackedUnits {
  if (lot === undefined && (madeOn !== undefined || month !== undefined))
    throw ApiError.ofField("lot", "Please give the lot’s number, too: dates belong to a lot.");
  if (madeOn !== undefined && !isDay(madeOn)) throw ApiError.ofField("manufacturedOn", "There is no such day.");
  if (madeOn !== undefined && madeOn > today)
    throw ApiError.ofField("manufacturedOn", "Please give the day on which it was made, today at the latest.");
  if ((kind === undefined) !== (month === undefined))
    throw ApiError.ofField("lifeMonth", "Please give both what the pack says and its month.");
  const life = kind && month ? { kind, month: `${month}-01` } : null;
  if (life && madeOn !== undefined && lastGoodDay(life) < madeOn)
    throw ApiError.ofField(
      "lifeMonth",
      "By these dates it had expired before it was made. Please compare both with the pack.",
    );
  return { quantity, lot: lot ?? null, manufacturedOn: madeOn ?? null, life };
}

/** Adds delivered units, of their lot if they have one. @throws ApiError (409) if the lot is known with other dates */
export async function receiveUnits(
  trx: DatabaseOrTransaction,
  { variantId, lot, quantity, reason, author, ...pack }: PackedUnits & Ledger & { variantId: number },
  rule: LotRule & { now: Date },
): Promise<void> {
  if (lot === null) await receiveStock(trx, [{ variantId, quantity }], { reason, author });
  else await receiveLot(trx, { ...pack, variantId, quantity, number: lot, reason, author }, rule);
}

/** What the ledger says about a change. */
export interface Ledger {
  reason: string;
  /** The member of staff who causes it. */
  author: string;
}
