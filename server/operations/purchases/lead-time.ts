import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { supplier } from "../../platform/database/schema.ts";

/**
 * Sets how long orders from a supplier take.
 * @param name of the supplier, in any case
 * @param leadDays null for the days of the settings
 * @throws ApiError (404)
 */
export function setLeadTime(
  db: Database,
  { supplier: name, leadDays }: { supplier: string; leadDays: number | null },
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  return db.transaction(async (trx) => {
    const [found] = await trx
      .select()
      .from(supplier)
      .where(sql`lower(${supplier.name}) = lower(${name})`)
      .for("update");
    if (!found)
      throw ApiError.ofField(
        "supplier",
        "Nothing is booked of this supplier. Please book a purchase first.",
        "not_found",
      );
    await trx.update(supplier).set({ leadDays }).where(eq(supplier.id, found.id));
    await recordAudit(
      trx,
      actor,
      {
        action: "supplier.lead_time_set",
        subject: { type: "supplier", id: String(found.id) },
        before: { leadDays: found.leadDays },
        after: { leadDays },
      },
      now,
    );
  });
}
