/** The parcels of the demo's couriers, which both of them store alike. */

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CourierProviderName } from "../../contract/couriers.ts";
import type { Database, DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxParcel } from "../../server/platform/database/schema/sandbox.ts";

export type SandboxParcel = typeof sandboxParcel.$inferSelect;

/** Adds a parcel unless the courier has one of the same reference. @returns it, and whether it is new */
export async function addParcel(
  db: Database,
  parcel: typeof sandboxParcel.$inferInsert,
): Promise<{ parcel: SandboxParcel; isNew: boolean }> {
  return db.transaction(async (trx) => {
    await trx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${parcel.courier} ${parcel.reference}`}))`);
    const known = await findByReference(trx, parcel.courier, parcel.reference);
    if (known) return { parcel: known, isNew: false };
    const [added] = await trx.insert(sandboxParcel).values(parcel).returning();
    if (!added) throw new Error("the parcel was not added");
    return { parcel: added, isNew: true };
  });
}

export async function findByReference(
  db: DatabaseOrTransaction,
  courier: CourierProviderName,
  reference: string,
): Promise<SandboxParcel | null> {
  const [found] = await db
    .select()
    .from(sandboxParcel)
    .where(and(eq(sandboxParcel.courier, courier), eq(sandboxParcel.reference, reference)))
    .orderBy(desc(sandboxParcel.id))
    .limit(1);
  return found ?? null;
}

export async function findParcel(
  db: DatabaseOrTransaction,
  which: { id: number } | { awb: string },
): Promise<SandboxParcel | null> {
  const [found] = await db
    .select()
    .from(sandboxParcel)
    .where("id" in which ? eq(sandboxParcel.id, which.id) : eq(sandboxParcel.awb, which.awb));
  return found ?? null;
}

export const findParcels = (db: DatabaseOrTransaction, awbs: readonly string[]): Promise<SandboxParcel[]> =>
  db
    .select()
    .from(sandboxParcel)
    .where(inArray(sandboxParcel.awb, [...awbs]));

export async function changeParcel(
  db: DatabaseOrTransaction,
  id: number,
  values: Partial<typeof sandboxParcel.$inferInsert>,
): Promise<void> {
  await db.update(sandboxParcel).set(values).where(eq(sandboxParcel.id, id));
}

export const listParcels = (db: DatabaseOrTransaction, limit: number): Promise<SandboxParcel[]> =>
  db.select().from(sandboxParcel).orderBy(desc(sandboxParcel.id)).limit(limit);
