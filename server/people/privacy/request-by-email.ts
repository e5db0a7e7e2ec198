/** Requests about personal data of people without an account, who prove their email by a mailed code. */

import type { PersonRequestBody, ReceivedRequest } from "../../../contract/privacy/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { mailsTo, perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume, undoConsume } from "../../platform/rate-limits/limits.ts";
import { CODE_MINUTES, checkCode, consumeCode, replaceCode } from "../accounts/codes.ts";
import { privacyRequestEmail } from "./emails.ts";
import { addRequest, toOwn } from "./requests.ts";

const bindingOf = (email: string): CodeBinding => ({ email, purpose: "privacy" });

/**
 * Mails a code to any email: nothing depends on whether the shop knows it.
 * @throws ApiError (429) when requested too soon or too often
 */
export async function sendRequestCode(db: Database, typedEmail: string, context: RequestContext): Promise<void> {
  const binding = bindingOf(canonicalEmail(typedEmail));
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), context.now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(binding), context.now);
    const code = newCode();
    await replaceCode(trx, binding, hashCode(context.codeSecret, binding, code), context.now);
    const expiresAt = minutesAfter(context.now, CODE_MINUTES);
    await queueMail(trx, { to: binding.email, ...privacyRequestEmail(context.sender, code), expiresAt }, context.now);
  });
}

/**
 * Stores the request of somebody who has proved the email.
 * @throws ApiError (422) for a wrong, expired or used code, (429) after too many attempts
 */
export async function requestByEmail(
  db: Database,
  { email: typedEmail, otp, kind, message, mobile_no: mobile, reviews }: PersonRequestBody,
  context: RequestContext,
): Promise<ReceivedRequest> {
  const email = canonicalEmail(typedEmail);
  const limit = perIp("code", context.ip, context.attemptsPerIp);
  await consume(db, limit, context.now);
  const codeHash = await checkCode(db, bindingOf(email), otp, context);
  await undoConsume(db, limit);
  const { row } = await db.transaction(async (trx) => {
    await consumeCode(trx, bindingOf(email), codeHash);
    const deleteReviews = reviews === "delete";
    return addRequest(trx, { requester: { email }, kind, message, mobile, deleteReviews, recordedBy: "" }, context);
  });
  return { ...toOwn(row), hasAccount: row.customerId !== null };
}
