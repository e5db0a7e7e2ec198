/** Staff's actions on requests: record, export, erase, reject. The audit log contains references and no personal data. */

import { eq } from "drizzle-orm";
import type { StaffRequest } from "../../../contract/admin/privacy.ts";
import type { PersonalData, RequestKind } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { listOpenOrders } from "../accounts/erase-account.ts";
import { requestRejectedEmail } from "./emails.ts";
import { readPersonalData } from "./personal-data.ts";
import { addRequest, type RequestRow, readRequest, subjectOf } from "./requests.ts";

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
    const request = { customerId: account.id, kind, message, deleteReviews: false, recordedBy: actor.name };
    const { row, isNew } = await addRequest(trx, request, { sender, now });
    if (isNew)
      await recordAudit(trx, actor, { action: "privacy.recorded", subject: subjectOf(row), after: { kind } }, now);
    return row.id;
  });
  return readRequest(db, id);
}

/** Reads everything about the customer, and closes their open request for it. @throws ApiError (404), (409) for a deleted account */
export async function exportData(db: Database, id: number, actor: Actor): Promise<PersonalData> {
  const now = new Date();
  const request = await lockedRequest(db, id);
  const [account] = await db.select().from(customer).where(eq(customer.id, request.customerId));
  if (!account || account.closedAt)
    throw new ApiError("conflict", "This account is deleted: there is nothing to export.");
  const data = await readPersonalData(db, request.customerId, now);
  await db.transaction(async (trx) => {
    const row = await lockedRequest(trx, id);
    if (row.kind === "export" && row.state === "open")
      await trx
        .update(privacyRequest)
        .set({ state: "done", closedAt: now, version: row.version + 1 })
        .where(eq(privacyRequest.id, id));
    await recordAudit(trx, actor, { action: "privacy.exported", subject: subjectOf(row) }, now);
  });
  return data;
}

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
    if (row.kind !== "erasure")
      throw new ApiError("conflict", "The customer has asked for a copy, not for an erasure.");
    const [first] = await listOpenOrders(trx, row.customerId);
    if (first)
      throw new ApiError(
        "open_orders",
        `Order ${first} is still open. Erase once it is delivered, cancelled or refunded.`,
      );
    await trx
      .update(privacyRequest)
      .set({ state: "erasing", reason: "", version: row.version + 1 })
      .where(eq(privacyRequest.id, id));
    await addJob(trx, "erase_customer", { requestId: id }, { key: `erase customer of request ${id}` });
    await recordAudit(trx, actor, { action: "privacy.erasure_confirmed", subject: subjectOf(row) }, now);
  });
  return readRequest(db, id);
}

/** Rejects a request, and emails the customer the reason. @throws ApiError (404), (409) */
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
    const [account] = await trx.select().from(customer).where(eq(customer.id, row.customerId));
    if (account && !account.closedAt) {
      const mail = requestRejectedEmail(sender, { ...row, name: account.name, reason });
      await queueMail(trx, { to: account.email, ...mail, mustArrive: true }, now);
    }
    await recordAudit(trx, actor, { action: "privacy.rejected", subject: subjectOf(row) }, now);
  });
  return readRequest(db, id);
}

/** Runs a decision about an open request, which it locks. */
async function decide(
  db: Database,
  id: number,
  version: number,
  apply: (trx: DatabaseOrTransaction, row: RequestRow, now: Date) => Promise<void>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockedRequest(trx, id);
    if (row.version !== version || row.state !== "open")
      throw new ApiError("conflict", "This request has changed meanwhile. Please reload it.");
    await apply(trx, row, new Date());
  });
}

async function lockedRequest(trx: DatabaseOrTransaction, id: number): Promise<RequestRow> {
  const [row] = await trx.select().from(privacyRequest).where(eq(privacyRequest.id, id)).for("update");
  if (!row) throw new ApiError("not_found", "There is no such request.");
  return row;
}
