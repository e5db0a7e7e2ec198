/** The second factor: a code from the authenticator app, or one of ten recovery codes, each valid once. */

import { createHmac } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { randomCode } from "../../base/random-code.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffMember, staffRecoveryCode } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { undoAttempt } from "../accounts/attempt-limits.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { codeLimits } from "./device.ts";
import { openKey } from "./key-box.ts";
import { consumeStaffAttempt, recordFailure } from "./sign-in-records.ts";
import { findTotpStep } from "./totp.ts";

const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;

/**
 * Checks a second factor and marks it as used.
 * @param device of the browser, as `readDevice` returns it
 * @throws ApiError (422) for a wrong or used code, (429) after too many
 */
export async function acceptSecondFactor(
  db: Database,
  member: { id: number; email: string; totpKey: string | null },
  code: string,
  { context, device }: { context: RequestContext; device: string | null },
): Promise<void> {
  const limits = codeLimits(member.id, device, context);
  const { id: memberId, email } = member;
  await consumeStaffAttempt(db, limits, { memberId, email, kind: "second factor" }, context);
  const isRight = /^\d{6}$/.test(code)
    ? await acceptTotp(db, member, code, context)
    : await acceptRecoveryCode(db, member.id, code, context);
  if (!isRight) {
    await recordFailure(db, { memberId, email }, "second_factor_wrong", context);
    throw wrongSecondFactor();
  }
  await undoAttempt(db, limits);
}

async function acceptTotp(
  db: Database,
  { id, totpKey }: { id: number; totpKey: string | null },
  code: string,
  { codeSecret, now }: RequestContext,
): Promise<boolean> {
  const key = totpKey && openKey(codeSecret, totpKey);
  const step = key ? findTotpStep(key, code, now) : null;
  if (step === null) return false;
  // Accepts each code only once, so that nobody can use a code that they saw being typed.
  const [used] = await db
    .update(staffMember)
    .set({ totpStep: step })
    .where(and(eq(staffMember.id, id), lt(staffMember.totpStep, step)))
    .returning({ id: staffMember.id });
  return used !== undefined;
}

async function acceptRecoveryCode(
  db: Database,
  memberId: number,
  code: string,
  context: RequestContext,
): Promise<boolean> {
  const codeHash = hashRecoveryCode(context.codeSecret, memberId, code);
  const [used] = await db
    .delete(staffRecoveryCode)
    .where(and(eq(staffRecoveryCode.memberId, memberId), eq(staffRecoveryCode.codeHash, codeHash)))
    .returning({ memberId: staffRecoveryCode.memberId });
  if (used) logSecurityEvent(context, "recovery_code_used", { staffId: memberId });
  return used !== undefined;
}

/** Generates ten codes such as 7Q4M2-XKD9R, to be stored by `storeRecoveryCodes` and shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => randomCode(RECOVERY_CODE_LENGTH)).map(
    (code) => `${code.slice(0, 5)}-${code.slice(5)}`,
  );
}

/** Replaces a member's recovery codes, in a transaction. */
export async function storeRecoveryCodes(
  trx: DatabaseOrTransaction,
  memberId: number,
  codes: readonly string[],
  codeSecret: string,
): Promise<void> {
  // Serialises concurrent requests, so that only the last one's codes remain.
  await trx.select({ id: staffMember.id }).from(staffMember).where(eq(staffMember.id, memberId)).for("update");
  await trx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.memberId, memberId));
  const hashed = codes.map((code) => ({ memberId, codeHash: hashRecoveryCode(codeSecret, memberId, code) }));
  await trx.insert(staffRecoveryCode).values(hashed);
}

function hashRecoveryCode(codeSecret: string, memberId: number, code: string): string {
  // Corrects what people misread: Crockford's alphabet lacks I, L and O.
  const canonical = code.replace(/-/g, "").toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
  return createHmac("sha256", codeSecret)
    .update(JSON.stringify(["staff recovery code", memberId, canonical]))
    .digest("base64url");
}

export const wrongSecondFactor = () =>
  ApiError.ofField("code", "That code isn’t right, or was used already. Please wait for the next one.", "code_wrong");
