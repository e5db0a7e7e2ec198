/** Roles: names with permissions, stored as data. */

import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import {
  ALL_PERMISSIONS,
  isPermission,
  OWNER_ROLE,
  type Permission,
  ROLE_TEMPLATES,
} from "../../../contract/admin/permissions.ts";
import type { Role } from "../../../contract/admin/staff.ts";
import { ApiError } from "../../base/errors.ts";
import { toPaise, toRupees } from "../../base/money.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffInvitation, staffMember, staffRole } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { requireGrantable, requireGrantableLimit } from "./guards.ts";

export type RoleRow = typeof staffRole.$inferSelect;

/** Returns the permissions of a role. Ignores permissions that this version does not know. */
export function permissionsOf({ isOwner, permissions }: Pick<RoleRow, "isOwner" | "permissions">): Permission[] {
  return isOwner ? ALL_PERMISSIONS : permissions.filter(isPermission);
}

/** Reads what a member may do now; nothing if there is no such member. */
export async function readPermissions(db: Database, memberId: number): Promise<Permission[]> {
  const [role] = await db
    .select({ isOwner: staffRole.isOwner, permissions: staffRole.permissions })
    .from(staffMember)
    .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
    .where(eq(staffMember.id, memberId));
  return role ? permissionsOf(role) : [];
}

/** Adds the roles of the templates to a shop that has none. */
async function ensureRoles(db: DatabaseOrTransaction): Promise<void> {
  if ((await db.$count(staffRole)) > 0) return;
  const rows = Object.entries(ROLE_TEMPLATES).map(([name, permissions]) => ({
    name,
    permissions: name === OWNER_ROLE ? [] : [...permissions],
    isOwner: name === OWNER_ROLE,
  }));
  await db.insert(staffRole).values(rows).onConflictDoNothing();
}

/** Finds a role by its name, ignoring case. @throws ApiError (404) that lists the roles */
export async function findRoleByName(db: DatabaseOrTransaction, name: string): Promise<RoleRow> {
  await ensureRoles(db);
  const roles = await db.select().from(staffRole).orderBy(asc(staffRole.id));
  const found = roles.find((role) => role.name.toLowerCase() === name.trim().toLowerCase());
  if (found) return found;
  throw new ApiError("not_found", `There is no role ${name}; there are ${roles.map((role) => role.name).join(", ")}.`);
}

/** Finds a role of the templates, and adds it again if it was renamed or deleted. */
export async function findTemplateRole(trx: DatabaseOrTransaction, name: string): Promise<RoleRow> {
  await ensureRoles(trx);
  const byName = () => trx.select().from(staffRole).where(sql`lower(${staffRole.name}) = lower(${name})`);
  const [found] = await byName();
  if (found) return found;
  const permissions = [...(ROLE_TEMPLATES[name] ?? [])];
  const [added] = await trx.insert(staffRole).values({ name, permissions }).onConflictDoNothing().returning();
  const [role] = added ? [added] : await byName();
  if (!role) throw new Error(`the role ${name} was not stored`);
  return role;
}

/** Finds a role by the id in a form, and locks it until the transaction ends. */
export async function lockRole(trx: DatabaseOrTransaction, id: number): Promise<RoleRow> {
  const [found] = await trx.select().from(staffRole).where(eq(staffRole.id, id)).for("share");
  if (!found) throw ApiError.ofField("roleId", "This role doesn’t exist any more. Please choose another.");
  return found;
}

export async function listRoles(db: Database): Promise<Role[]> {
  await ensureRoles(db);
  const members = db
    .select({ roleId: staffMember.roleId, members: count().as("members") })
    .from(staffMember)
    .where(isNull(staffMember.removedAt))
    .groupBy(staffMember.roleId)
    .as("members");
  const rows = await db
    .select({ role: staffRole, members: sql<number>`coalesce(${members.members}, 0)::int` })
    .from(staffRole)
    .leftJoin(members, eq(members.roleId, staffRole.id))
    .orderBy(asc(staffRole.id));
  return rows.map((row) => toRole(row.role, row.members));
}

/** The editable values of a role. */
interface RoleValues {
  name?: string | undefined;
  permissions?: readonly Permission[] | undefined;
  /** The refund limit in rupees. */
  refundLimit?: number | undefined;
}

/** Adds a role. @throws ApiError (403) for a permission that the caller lacks, (409) if another role has the name */
export async function addRole(
  db: Database,
  { name, permissions, refundLimit }: RoleValues & { name: string; permissions: readonly Permission[] },
  staff: Staff,
): Promise<Role> {
  requireGrantable(staff, permissions);
  requireGrantableLimit(staff, refundLimit);
  return db.transaction(async (trx) => {
    await requireFreeName(trx, name);
    const limit = refundLimit === undefined ? {} : { refundLimitPaise: toPaise(refundLimit) };
    const values = { name, permissions: [...new Set(permissions)], ...limit };
    const [added] = await trx.insert(staffRole).values(values).returning();
    if (!added) throw new Error(`the role ${name} was not stored`);
    const subject = { type: "role" as const, id: String(added.id) };
    await recordAudit(trx, staff, { action: "role.added", subject, after: values }, new Date());
    return toRole(added, 0);
  });
}

/**
 * Changes a role that the caller has seen in this version.
 * @throws ApiError (403) for a permission that the caller lacks, before or after; (404); (409) for Owner, if it was changed meanwhile, or if another
 * role has the name
 */
export async function changeRole(
  db: Database,
  id: number,
  change: RoleValues & { version: number },
  staff: Staff,
): Promise<Role> {
  return db.transaction(async (trx) => {
    const role = await findForChange(trx, id);
    const { name = role.name, permissions = role.permissions } = change;
    requireGrantable(staff, [...permissionsOf(role), ...permissions]);
    if (role.version !== change.version)
      throw new ApiError("conflict", `Somebody has changed the role ${role.name} meanwhile. Please reload the page.`);
    await requireFreeName(trx, name, id);
    const { refundLimit = toRupees(role.refundLimitPaise) } = change;
    if (refundLimit !== toRupees(role.refundLimitPaise)) requireGrantableLimit(staff, refundLimit);
    const values = { name, permissions: [...new Set(permissions)], refundLimitPaise: toPaise(refundLimit) };
    await trx
      .update(staffRole)
      .set({ ...values, version: role.version + 1 })
      .where(eq(staffRole.id, id));
    const before = { name: role.name, permissions: role.permissions, refundLimitPaise: role.refundLimitPaise };
    const subject = { type: "role" as const, id: String(id) };
    await recordAudit(trx, staff, { action: "role.changed", subject, before, after: values }, new Date());
    return toRole({ ...role, ...values, version: role.version + 1 }, await countMembers(trx, id));
  });
}

/**
 * @throws ApiError (403) for a permission that the caller lacks, (404), (409) for Owner, or if a member, a former member or an invitation
 * has the role
 */
export async function deleteRole(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const role = await findForChange(trx, id);
    requireGrantable(staff, permissionsOf(role));
    const invited = await trx.$count(staffInvitation, eq(staffInvitation.roleId, id));
    // Removed members still refer to their role.
    const members = await trx.$count(staffMember, eq(staffMember.roleId, id));
    if (invited + members > 0)
      throw new ApiError("conflict", `The role ${role.name} is or was somebody’s, so it can’t be deleted.`);
    await trx.delete(staffRole).where(eq(staffRole.id, id));
    const before = { name: role.name, permissions: role.permissions };
    await recordAudit(
      trx,
      staff,
      { action: "role.deleted", subject: { type: "role" as const, id: String(id) }, before },
      new Date(),
    );
  });
}

async function findForChange(trx: DatabaseOrTransaction, id: number): Promise<RoleRow> {
  const [role] = await trx.select().from(staffRole).where(eq(staffRole.id, id)).for("update");
  if (!role) throw new ApiError("not_found", "This role doesn’t exist any more.");
  if (role.isOwner)
    throw new ApiError("conflict", `${role.name} has every permission, so that nobody locks themselves out.`);
  return role;
}

const countMembers = (trx: DatabaseOrTransaction, roleId: number) =>
  trx.$count(staffMember, and(eq(staffMember.roleId, roleId), isNull(staffMember.removedAt)));

function toRole(role: RoleRow, members: number): Role {
  return {
    _id: String(role.id),
    name: role.name,
    permissions: permissionsOf(role),
    refundLimit: toRupees(role.refundLimitPaise),
    fixed: role.isOwner,
    members,
    version: role.version,
  };
}

/**
 * Rejects a name that another role has, ignoring case, as `npm run staff` does. Locks Owner until the transaction ends, so that two roles
 * cannot get the same name at once.
 * @throws ApiError (409)
 */
async function requireFreeName(trx: DatabaseOrTransaction, name: string, ownId?: number): Promise<void> {
  await trx.select({ id: staffRole.id }).from(staffRole).where(eq(staffRole.isOwner, true)).for("no key update");
  const named = await trx
    .select({ id: staffRole.id })
    .from(staffRole)
    .where(sql`lower(${staffRole.name}) = lower(${name})`);
  if (named.some(({ id }) => id !== ownId))
    throw ApiError.ofField("name", `There is a role ${name} already.`, "conflict");
}
