/** The shop's accounts with couriers. */

import { asc, eq } from "drizzle-orm";
import type { z } from "zod/mini";
import type { CourierAccount, courierEndpoints } from "../../../contract/admin/couriers.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, courierService } from "../../platform/database/schema.ts";
import { CourierError } from "./provider.ts";
import { type CourierProviders, providerOf, toConflict } from "./providers.ts";

export type AccountRow = typeof courierAccount.$inferSelect;
type NewAccount = z.output<(typeof courierEndpoints.createCourierAccount)["body"]>;
type AccountChange = z.output<(typeof courierEndpoints.changeCourierAccount)["body"]>;

interface By {
  actor: Actor;
  now: Date;
}

export async function listAccounts(db: DatabaseOrTransaction, providers: CourierProviders): Promise<CourierAccount[]> {
  const rows = await db.select().from(courierAccount).orderBy(asc(courierAccount.id));
  return rows.map((row) => toAccount(row, providers));
}

export function toAccount(row: AccountRow, providers: CourierProviders): CourierAccount {
  const { id, provider, label, pickupPlace, pickupPincode, surfaceOnly, labelSize, isEnabled } = row;
  return {
    _id: String(id),
    ...{ provider, label, pickupPlace, pickupPincode, surfaceOnly, labelSize, isEnabled },
    isConnected: providers.has(provider),
    refusedSince: row.warnedAt && (row.failingSince?.toISOString() ?? null),
    balance: row.balancePaise === null ? null : toRupees(row.balancePaise),
    balanceAt: row.balanceAt?.toISOString() ?? null,
    lastPushAt: row.lastPushAt?.toISOString() ?? null,
    lastPollAt: row.lastPollAt?.toISOString() ?? null,
  };
}

/** @throws ApiError (404) */
export async function findAccount(db: DatabaseOrTransaction, id: number): Promise<AccountRow> {
  const [found] = await db.select().from(courierAccount).where(eq(courierAccount.id, id));
  if (!found) throw ApiError.ofField("account", "There is no such account with a courier.", "not_found");
  return found;
}

export async function addAccount(db: Database, added: NewAccount, { actor, now }: By): Promise<AccountRow> {
  return db.transaction(async (trx) => {
    const [row] = await trx
      .insert(courierAccount)
      .values({ ...added, createdAt: now })
      .returning();
    if (!row) throw new Error("the account was not added");
    await recordAudit(
      trx,
      actor,
      {
        action: "courier_account.added",
        subject: { type: "courier_account", id: String(row.id) },
        after: { ...added },
      },
      now,
    );
    return row;
  });
}

/** @throws ApiError (404) */
export async function changeAccount(
  db: Database,
  id: number,
  change: AccountChange,
  { actor, now }: By,
): Promise<AccountRow> {
  return db.transaction(async (trx) => {
    const before = await findAccount(trx, id);
    const names = (Object.keys(change) as (keyof AccountChange)[]).filter((name) => change[name] !== undefined);
    if (names.length === 0) return before;
    const [row] = await trx.update(courierAccount).set(change).where(eq(courierAccount.id, id)).returning();
    // Another place to pick up from may serve other pincodes.
    await trx.delete(courierService).where(eq(courierService.accountId, id));
    const pick = (from: Partial<AccountRow>) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const subject = { type: "courier_account" as const, id: String(id) };
    await recordAudit(
      trx,
      actor,
      { action: "courier_account.changed", subject, before: pick(before), after: pick(row ?? before) },
      now,
    );
    return row ?? before;
  });
}

/**
 * Logs in with the provider, and reads the balance and the pick-up places.
 * @throws ApiError (404), (409) that says why it is not possible
 */
export async function checkAccount(
  { db, providers }: { db: Database; providers: CourierProviders },
  id: number,
  { actor, now }: By,
) {
  const found = await findAccount(db, id);
  const provider = providerOf(providers, found.provider);
  const subject = { type: "courier_account" as const, id: String(id) };
  try {
    const { places } = await provider.checkLogin();
    const balancePaise = await provider.readBalance();
    const row = await db.transaction(async (trx) => {
      await recordAudit(trx, actor, { action: "courier_account.checked", subject, after: { works: true } }, now);
      const [stored] = await trx
        .update(courierAccount)
        .set({ balancePaise, balanceAt: balancePaise === null ? null : now })
        .where(eq(courierAccount.id, id))
        .returning();
      return stored ?? found;
    });
    return {
      account: toAccount(row, providers),
      places,
      isKnown: places.some(({ name }) => name === found.pickupPlace),
    };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    throw toConflict(error);
  }
}
