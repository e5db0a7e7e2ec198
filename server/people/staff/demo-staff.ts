import { isNull } from "drizzle-orm";
import type { DemoRole } from "../../../contract/admin/session.ts";
import type { Database } from "../../platform/database/database.ts";
import { staffMember } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { findTemplateRole } from "./roles.ts";
import { MAX_DEMO_SESSIONS, openStaffSession } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";

/** Signs in to a demo as the member with this role, without password and second factor. The caller ensures that the shop is a demo. */
export async function signInToDemo(db: Database, roleName: DemoRole, context: RequestContext): Promise<SignedIn> {
  const email = `${roleName.toLowerCase()}@demo.example`;
  const signedIn = await db.transaction(async (trx) => {
    const role = await findTemplateRole(trx, roleName);
    // A visitor may have changed the role, or accepted a reset link and set a password.
    const asNew = { roleId: role.id, passwordHash: null, totpKey: null };
    const [member] = await trx
      .insert(staffMember)
      .values({ email, name: `Demo ${roleName}`, createdAt: context.now, ...asNew })
      .onConflictDoUpdate({ target: staffMember.email, targetWhere: isNull(staffMember.removedAt), set: asNew })
      .returning({ id: staffMember.id });
    if (!member) throw new Error(`the demo's ${roleName} was not stored`);
    const token = await openStaffSession(trx, member.id, context.userAgent, MAX_DEMO_SESSIONS);
    return { memberId: member.id, token };
  });
  logSecurityEvent(context, "login_succeeded", { staffId: signedIn.memberId }, { method: "demo" });
  return signedIn;
}
