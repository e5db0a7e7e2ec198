/** Saved views of the orders list. */

import { and, asc, eq, or } from "drizzle-orm";
import { MAX_VIEWS, type SavedView } from "../../../contract/admin/saved-views.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { savedView, staffMember } from "../../platform/database/schema.ts";
import { permissionMissing, type Staff } from "../../platform/http/staff-sessions.ts";

const LIST = "orders";
type Row = typeof savedView.$inferSelect;

export async function listViews(db: Database, staff: Staff): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedView)
    .where(and(eq(savedView.list, LIST), or(eq(savedView.memberId, staff.id), savedView.isShared)))
    .orderBy(asc(savedView.name), asc(savedView.id));
  return rows.map((row) => toView(row, staff));
}

/** @throws ApiError (403) for a shared one without the permission, (409) above `MAX_VIEWS` */
export async function addView(
  db: Database,
  view: { name: string; query: string; isShared: boolean },
  staff: Staff,
): Promise<SavedView> {
  if (view.isShared && !mayShare(staff)) throw permissionMissing("change_orders");
  return db.transaction(async (trx) => {
    // Serialises concurrent requests, so that each counts the other's view.
    await trx.select({ id: staffMember.id }).from(staffMember).where(eq(staffMember.id, staff.id)).for("no key update");
    if ((await trx.$count(savedView, eq(savedView.memberId, staff.id))) >= MAX_VIEWS)
      throw new ApiError("conflict", `You have ${MAX_VIEWS} views. Delete one first, please.`);
    const [added] = await trx
      .insert(savedView)
      .values({ ...view, list: LIST, memberId: staff.id })
      .returning();
    if (!added) throw new Error("the view was not stored");
    const { name, isShared } = added;
    const subject = { type: "view" as const, id: String(added.id) };
    await recordAudit(trx, staff, { action: "view.added", subject, after: { name, isShared } }, new Date());
    return toView(added, staff);
  });
}

/** @throws ApiError (404) unless it belongs to the caller, or is shared and the caller may delete it */
export async function deleteView(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const [found] = await trx.select().from(savedView).where(eq(savedView.id, id)).for("update");
    if (!found || !canDelete(found, staff)) throw new ApiError("not_found", "This view doesn’t exist any more.");
    await trx.delete(savedView).where(eq(savedView.id, id));
    const { name, isShared } = found;
    const subject = { type: "view" as const, id: String(id) };
    await recordAudit(trx, staff, { action: "view.deleted", subject, before: { name, isShared } }, new Date());
  });
}

const mayShare = ({ permissions }: Staff) => permissions.has("change_orders");
const canDelete = ({ memberId, isShared }: Row, staff: Staff) => memberId === staff.id || (isShared && mayShare(staff));

const toView = (row: Row, staff: Staff): SavedView => ({
  _id: String(row.id),
  name: row.name,
  query: row.query,
  isShared: row.isShared,
  canDelete: canDelete(row, staff),
});
