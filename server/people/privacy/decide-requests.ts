/** Staff's actions on requests: record, identify, export, send, erase, reject. The audit log contains references and no personal data. */

import { eq } from "drizzle-orm";
import type { StaffRequest } from "../../../contract/admin/privacy.ts";
import type { PersonalData, RequestKind } from "../../../contract/privacy/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { listOpenOrders } from "../accounts/erase-account.ts";
import { copyReference, readCopy } from "./copies.ts";
import { copyEmail, requestRejectedEmail } from "./emails.ts";
import { accountIdsOf, hasNewAccount, NEW_ACCOUNT, personOf } from "./person.ts";
import { isEmptyCopy } from "./personal-data.ts";
import { addRequest, emailOf, type RequestRow, readRequest, subjectOf } from "./requests.ts";

/** @throws ApiError (404), (409) for a deleted account */
export async function recordRequest(
  db: Database,
  { customer: publicId, kind, message }: { customer: string; kind: RequestKind; message: string },
  actor: Actor,
  sender: MailSender,
): Promise<StaffRequest> {
  const id = await db.transaction(async (trx) => {
    const now = new Date();
    const [account] = await trx.select({ id: customer.id }).from(customer).where(eq(customer.publicId, publicId));
    if (!account) throw new ApiError("not_found", "There is no such customer.");
    return record(trx, { requester: { customerId: account.id }, kind, message }, actor, { sender, now });
  });
  return readRequest(db, id);
}

/** Records a request of somebody without an account, or of the account of the email. */
export async function recordRequestByEmail(
  db: Database,
  request: { email: string; kind: RequestKind; mobile_no: string; message: string; identification: string },
  actor: Actor,
  sender: MailSender,
): Promise<StaffRequest> {
  const { email, mobile_no: mobile, ...asked } = request;
  const requester = { email: canonicalEmail(email) };
  const id = await db.transaction((trx) =>
    record(trx, { requester, mobile, ...asked }, actor, { sender, now: new Date() }),
  );
  return readRequest(db, id);
}

async function record(
  trx: DatabaseOrTransaction,
  asked: Omit<Parameters<typeof addRequest>[1], "deleteReviews" | "recordedBy">,
  actor: Actor,
  context: { sender: MailSender; now: Date },
): Promise<number> {
  const { row, isNew } = await addRequest(trx, { ...asked, deleteReviews: false, recordedBy: actor.name }, context);
  const entry = { action: "privacy.recorded", subject: subjectOf(row), after: { kind: row.kind } } as const;
  if (isNew) await recordAudit(trx, actor, entry, context.now);
  return row.id;
}

/** Records how staff knows that a mobile number is the requester's. @throws ApiError (404), (409) */
export async function identifyRequester(
  db: Database,
  id: number,
  { version, mobile_no: mobile, identification }: { version: number; mobile_no: string; identification: string },
  actor: Actor,
): Promise<StaffRequest> {
  await decide(db, id, version, async (trx, row, now) => {
    await trx
      .update(privacyRequest)
      .set({
        mobile,
        identification: [row.identification, identification].filter(Boolean).join("\n"),
        version: row.version + 1,
      })
      .where(eq(privacyRequest.id, id));
    await recordAudit(trx, actor, { action: "privacy.identified", subject: subjectOf(row) }, now);
  });
  return readRequest(db, id);
}

/** Reads everything about the requester, and closes their open request for it. @throws ApiError (404), (409) once it is erased */
export async function exportData(db: Database, id: number, actor: Actor): Promise<PersonalData> {
  const now = new Date();
  const { data } = await readCopy(db, await lockedRequest(db, id), now);
  await db.transaction(async (trx) => {
    const row = await lockedRequest(trx, id);
    if (row.kind === "export" && row.state === "open") await close(trx, row, now);
    await recordAudit(trx, actor, { action: "privacy.exported", subject: subjectOf(row) }, now);
  });
  return data;
}

/**
 * Emails the requester a copy of their data, or that there is none, and closes the request. One that a download has closed can be sent, too.
 * @throws ApiError (404), (409) once it is erased, or if somebody else has decided meanwhile
 */
export async function sendPersonalData(
  db: Database,
  id: number,
  { version }: { version: number },
  actor: Actor,
  sender: MailSender,
): Promise<StaffRequest> {
  const { email, name, data } = await readCopy(db, await lockedRequest(db, id), new Date());
  const isEmpty = isEmptyCopy(data);
  await decide(
    db,
    id,
    version,
    async (trx, row, now) => {
      if (row.kind !== "export") throw new ApiError("conflict", "This is a request for erasure, not for a copy.");
      await close(trx, row, now);
      const mail = copyEmail(sender, { name, reference: row.reference, isEmpty });
      const attachment = isEmpty ? {} : { attachment: copyReference(row.reference) };
      await queueMail(trx, { to: email, ...mail, ...attachment, mustArrive: true }, now);
      await recordAudit(trx, actor, { action: "privacy.sent", subject: subjectOf(row) }, now);
    },
    ["open", "done"],
  );
  return readRequest(db, id);
}

const close = (trx: DatabaseOrTransaction, row: RequestRow, now: Date) =>
  trx
    .update(privacyRequest)
    .set({ state: "done", closedAt: row.closedAt ?? now, version: row.version + 1 })
    .where(eq(privacyRequest.id, row.id));

/**
 * Confirms an erasure, which a job carries out.
 * @throws ApiError (404), (409) while an order is open, or if somebody else has decided meanwhile
 */
export async function confirmErasure(
  db: Database,
  id: number,
  { version }: { version: number },
  actor: Actor,
): Promise<StaffRequest> {
  await decide(db, id, version, async (trx, row, now) => {
    if (row.kind !== "erasure") throw new ApiError("conflict", "This is a request for a copy, not for an erasure.");
    const person = await personOf(trx, row);
    if (hasNewAccount(row, person)) throw new ApiError("conflict", NEW_ACCOUNT);
    const [first] = await listOpenOrders(trx, accountIdsOf(person), person.mobile);
    if (first)
      throw new ApiError(
        "open_orders",
        `Order ${first} is still open. Erase once it is delivered, cancelled or refunded.`,
      );
    await trx
      .update(privacyRequest)
      .set({ state: "erasing", reason: "", version: row.version + 1 })
      .where(eq(privacyRequest.id, id));
    await addJob(trx, "erase_person", { requestId: id }, { key: `erase person of request ${id}` });
    await recordAudit(trx, actor, { action: "privacy.erasure_confirmed", subject: subjectOf(row) }, now);
  });
  return readRequest(db, id);
}

/** Rejects a request, and emails the requester the reason. @throws ApiError (404), (409) */
export async function rejectRequest(
  db: Database,
  id: number,
  { version, reason }: { version: number; reason: string },
  actor: Actor,
  sender: MailSender,
): Promise<StaffRequest> {
  await decide(db, id, version, async (trx, row, now) => {
    await trx
      .update(privacyRequest)
      .set({ state: "rejected", reason, closedAt: now, version: row.version + 1 })
      .where(eq(privacyRequest.id, id));
    const { account } = await personOf(trx, row);
    const email = emailOf(row, account);
    if (email !== null) {
      const mail = requestRejectedEmail(sender, { ...row, name: account?.name ?? null, reason });
      await queueMail(trx, { to: email, ...mail, mustArrive: true }, now);
    }
    await recordAudit(trx, actor, { action: "privacy.rejected", subject: subjectOf(row) }, now);
  });
  return readRequest(db, id);
}

/** Runs a decision about a request, which it locks. */
async function decide(
  db: Database,
  id: number,
  version: number,
  apply: (trx: DatabaseOrTransaction, row: RequestRow, now: Date) => Promise<void>,
  states: readonly RequestRow["state"][] = ["open"],
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockedRequest(trx, id);
    if (row.version !== version || !states.includes(row.state))
      throw new ApiError("conflict", "This request has changed meanwhile. Please reload it.");
    await apply(trx, row, new Date());
  });
}

async function lockedRequest(trx: DatabaseOrTransaction, id: number): Promise<RequestRow> {
  const [row] = await trx.select().from(privacyRequest).where(eq(privacyRequest.id, id)).for("update");
  if (!row) throw new ApiError("not_found", "There is no such request.");
  return row;
}
