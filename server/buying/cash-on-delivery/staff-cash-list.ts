/** The lists for cash on delivery as staff sees and changes them. */

import type { CashListing } from "../../../contract/admin/cash.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import type { Actor } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  addCashListEntry,
  findCashListing,
  findCashListings,
  readSubject,
  removeCashListEntry,
} from "../checkout/cash-list.ts";

const PAGE_SIZE = 50;

export async function listCashListings(
  db: Database,
  { q, list, after }: { q?: string | undefined; list?: CashListing["list"] | undefined; after?: string | undefined },
): Promise<{ entries: CashListing[]; hasMore: boolean }> {
  const rows = await findCashListings(db, {
    beginning: q?.toLowerCase(),
    isBlocked: list && list === "blocked",
    after,
    max: PAGE_SIZE + 1,
  });
  return {
    entries: rows.slice(0, PAGE_SIZE).map(({ kind, value, isBlocked, reason, author, createdAt }) => ({
      kind,
      value,
      list: isBlocked ? "blocked" : "allowed",
      reason,
      author,
      at: createdAt.toISOString(),
    })),
    hasMore: rows.length > PAGE_SIZE,
  };
}

/** @throws ApiError (422) unless it is an email, a mobile number or a pincode, (409) if it is already listed */
export async function addCashListing(
  db: Database,
  { subject, list, reason }: { subject: string; list: CashListing["list"]; reason: string },
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  const who = subjectOf(subject);
  await db.transaction(async (trx) => {
    const known = await findCashListing(trx, who);
    if (known)
      throw ApiError.ofField(
        "subject",
        `It is ${known.isBlocked ? "blocked" : "allowed"} already. Please remove that entry first.`,
        "conflict",
      );
    await addCashListEntry(trx, { ...who, isBlocked: list === "blocked", reason }, { actor, now });
  });
}

/** @throws ApiError (404) if it is on neither list */
export async function removeCashListing(
  db: Database,
  subject: string,
  deps: { actor: Actor; now: Date },
): Promise<void> {
  const who = recognised(subject, { mayBeOld: true });
  const removed = who !== null && (await db.transaction((trx) => removeCashListEntry(trx, who, deps)));
  if (!removed) throw new ApiError("not_found", "It is on neither list any more.");
}

function subjectOf(typed: string) {
  const who = recognised(typed);
  if (who) return who;
  throw ApiError.ofField("subject", "Please enter an email, a mobile number of 10 digits or a pincode of 6.");
}

function recognised(typed: string, options: { mayBeOld?: boolean } = {}) {
  try {
    return readSubject(typed, options);
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}
