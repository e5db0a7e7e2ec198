/** Checks that prevent members who manage staff from raising their own permissions. */

import { and, eq, isNull } from "drizzle-orm";
import { PERMISSIONS, type Permission } from "../../../contract/admin/permissions.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, paise, toPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffMember, staffRole } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";

/** Rejects granting or revoking a permission that the caller lacks. @throws ApiError (403) that names the first */
export function requireGrantable({ permissions }: Pick<Staff, "permissions">, granted: readonly Permission[]): void {
  const missing = granted.find((permission) => !permissions.has(permission));
  if (missing)
    throw new ApiError(
      "permission_missing",
      `Your role may not ${PERMISSIONS[missing]} (${missing}), so you can’t decide who may.`,
    );
}

/**
 * Rejects a refund limit above the caller's own.
 * @param refundLimit in rupees
 * @throws ApiError (403)
 */
export function requireGrantableLimit(
  { permissions, refundLimitPaise }: Pick<Staff, "permissions" | "refundLimitPaise">,
  refundLimit = 0,
): void {
  if (permissions.has("refund_over_limit") || toPaise(refundLimit) <= refundLimitPaise) return;
  throw new ApiError(
    "permission_missing",
    `Your role may refund ${formatRupees(paise(refundLimitPaise))} of an order, so you can’t allow more (refund_over_limit).`,
  );
}

/**
 * Ensures that another owner exists. Locks the owners until the transaction ends, so that two cannot remove each other.
 * @throws ApiError (409) if this member is the only one
 */
export async function requireAnotherOwner(trx: DatabaseOrTransaction, memberId: number): Promise<void> {
  const ownerRole = trx.select({ id: staffRole.id }).from(staffRole).where(eq(staffRole.isOwner, true));
  const owners = await trx
    .select({ id: staffMember.id })
    .from(staffMember)
    .where(and(eq(staffMember.roleId, ownerRole), isNull(staffMember.removedAt)))
    .orderBy(staffMember.id)
    .for("update");
  if (owners.every(({ id }) => id === memberId))
    throw new ApiError("conflict", "This is the shop’s only owner. Make somebody else an owner first.");
}
