import { and, eq, isNull } from "drizzle-orm";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { staffMember } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { undoAttempt } from "../accounts/attempt-limits.ts";
import { checkPassword, rejectWhenBusy } from "../accounts/passwords.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { passwordLimits, readDevice } from "./device.ts";
import { acceptSecondFactor } from "./second-factor.ts";
import { consumeStaffAttempt, openRecordedSession, recordFailure } from "./sign-in-records.ts";

/** A new session. */
export interface SignedIn {
  memberId: number;
  token: string;
}

/**
 * Signs in with email, password and second factor. An unknown email gets the same response in the same time as a wrong password.
 * @param deviceCookie as the browser sent it
 * @throws ApiError (422) for wrong credentials or codes, or `second_factor_required` if the password is right and no code was sent; (429); (503)
 */
export async function signIn(
  db: Database,
  { email: typedEmail, password, code }: { email: string; password: string; code?: string | undefined },
  deviceCookie: string,
  context: RequestContext,
): Promise<SignedIn> {
  rejectWhenBusy();
  const email = canonicalEmail(typedEmail);
  const [member] = await db
    .select()
    .from(staffMember)
    .where(and(eq(staffMember.email, email), isNull(staffMember.removedAt)));
  const device = member ? readDevice(context.codeSecret, deviceCookie, member.id) : null;
  const limits = passwordLimits(email, device, context);
  const typed = { memberId: member?.id ?? null, email };
  await consumeStaffAttempt(db, limits, { ...typed, kind: "staff password" }, context);
  const check = await checkPassword(password, member?.passwordHash ?? null);
  if (!member || check === "wrong") {
    await recordFailure(db, typed, "login_failed", context);
    throw wrongCredentials();
  }
  await undoAttempt(db, limits);
  if (code === undefined)
    throw new ApiError("second_factor_required", "Please enter the code of your authenticator app.");
  await acceptSecondFactor(db, member, code, { context, device });

  const token = await db.transaction(async (trx) => {
    // A concurrent password change, reset or removal has ended all sessions; none may start after it.
    const [unchanged] = await trx
      .select({ id: staffMember.id })
      .from(staffMember)
      .where(
        and(
          eq(staffMember.id, member.id),
          eq(staffMember.passwordHash, member.passwordHash ?? ""),
          isNull(staffMember.removedAt),
        ),
      )
      .for("share");
    if (!unchanged) throw wrongCredentials();
    return openRecordedSession(trx, { memberId: member.id, method: "password", isKnown: device !== null }, context);
  });
  logSecurityEvent(context, "login_succeeded", { staffId: member.id }, { method: "staff password" });
  return { memberId: member.id, token };
}

const wrongCredentials = () =>
  ApiError.ofField("password", "That email and password don’t match. Please try again.", "credentials_wrong");
