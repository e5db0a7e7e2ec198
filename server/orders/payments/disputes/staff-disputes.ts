/** Disputes as staff reads and answers them. */

import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { DisputeTab, ListedDispute, StaffDispute } from "../../../../contract/admin/disputes.ts";
import { ApiError } from "../../../base/errors.ts";
import { sumInRupees, toRupees } from "../../../base/money.ts";
import { readAuditOf } from "../../../platform/audit/list-audit.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { customerOrder, dispute, disputeText, payment, settledItem } from "../../../platform/database/schema.ts";
import { disputeSubject } from "./dispute-subject.ts";

const PAGE_SIZE = 50;
type DisputeRow = typeof dispute.$inferSelect;

/** Lists open disputes by deadline, others newest first, by keyset. @param after the id of the last dispute of the previous page */
export async function listDisputes(
  db: Database,
  { tab, after }: { tab: DisputeTab; after: number | undefined },
): Promise<{ disputes: ListedDispute[]; hasMore: boolean }> {
  const isOpen = tab === "open";
  const rows = await db
    .select({ dispute, number: customerOrder.number, customer: customerOrder.customerName })
    .from(dispute)
    .innerJoin(customerOrder, eq(customerOrder.id, dispute.orderId))
    .where(and(eq(dispute.state, tab), await behind(db, after, isOpen)))
    .orderBy(...(isOpen ? [asc(dispute.respondBy), asc(dispute.id)] : [desc(dispute.id)]))
    .limit(PAGE_SIZE + 1);
  return {
    disputes: rows.slice(0, PAGE_SIZE).map((row) => toListed(row.dispute, row)),
    hasMore: rows.length > PAGE_SIZE,
  };
}

async function behind(db: Database, after: number | undefined, isOpen: boolean): Promise<SQL | undefined> {
  if (after === undefined) return undefined;
  if (!isOpen) return lt(dispute.id, after);
  const [last] = await db.select({ respondBy: dispute.respondBy }).from(dispute).where(eq(dispute.id, after));
  // Disputes without a deadline come last.
  if (!last?.respondBy) return and(isNull(dispute.respondBy), gt(dispute.id, after));
  return or(
    isNull(dispute.respondBy),
    gt(dispute.respondBy, last.respondBy),
    and(eq(dispute.respondBy, last.respondBy), gt(dispute.id, after)),
  );
}

function toListed(row: DisputeRow, { number, customer }: { number: string; customer: string }): ListedDispute {
  return {
    _id: String(row.id),
    order: number,
    customer,
    state: row.state,
    phase: row.phase,
    reason: row.reason || row.reasonCode,
    amount: toRupees(row.amountPaise),
    createdAt: row.createdAt.toISOString(),
    respondBy: row.respondBy?.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
  };
}

const HISTORY: Readonly<Record<string, string>> = {
  "dispute.opened": "Opened",
  "dispute.asked_again": "Asked for more evidence",
  "dispute.under_review": "Under review",
  "dispute.won": "Won",
  "dispute.lost": "Lost",
  "dispute.closed": "Closed",
  "dispute.explained": "Explanation changed",
  "dispute.submitted": "Evidence submitted",
  "dispute.reopened": "Evidence not submitted yet",
  "dispute.exported": "Evidence downloaded",
};

/** @throws ApiError (404) */
export async function readDispute(db: Database, id: number): Promise<StaffDispute> {
  const [row] = await db
    .select({
      dispute,
      number: customerOrder.number,
      customer: customerOrder.customerName,
      providerPaymentId: payment.providerPaymentId,
      fee: sql<string | null>`(select sum(${settledItem.feePaise}) from ${settledItem}
        where ${settledItem.providerDisputeId} = ${dispute.providerDisputeId}
          and ${settledItem.provider} = ${dispute.provider})`,
    })
    .from(dispute)
    .innerJoin(customerOrder, eq(customerOrder.id, dispute.orderId))
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .where(eq(dispute.id, id));
  if (!row) throw noDispute();
  const texts = await db
    .select()
    .from(disputeText)
    .where(eq(disputeText.disputeId, id))
    .orderBy(desc(disputeText.version));
  const history = await readAuditOf(db, disputeSubject(id));
  return {
    ...toListed(row.dispute, row),
    providerDisputeId: row.dispute.providerDisputeId,
    providerPaymentId: row.providerPaymentId ?? "",
    deducted: toRupees(row.dispute.deductedPaise),
    fee: row.fee === null ? null : sumInRupees(row.fee),
    closedAt: row.dispute.closedAt?.toISOString() ?? null,
    explanation: row.dispute.explanation,
    texts: texts.map(({ version, text, author, at }) => ({ version, text, by: author, at: at.toISOString() })),
    history: history.map(({ at, action, actor }) => ({
      at: at.toISOString(),
      what: HISTORY[action] ?? action,
      by: actor,
    })),
    version: row.dispute.version,
  };
}

interface Change {
  version: number;
  explanation?: string | undefined;
  submitted?: boolean | undefined;
}

/** @throws ApiError (404), (409) if a colleague has changed it meanwhile, or it is decided */
export async function changeDispute(
  db: Database,
  id: number,
  { version, explanation, submitted }: Change,
  actor: Actor,
): Promise<StaffDispute> {
  await db.transaction(async (trx) => {
    const now = new Date();
    const [row] = await trx.select().from(dispute).where(eq(dispute.id, id)).for("update");
    if (!row) throw noDispute();
    if (row.version !== version)
      throw new ApiError("conflict", "A colleague has changed this dispute meanwhile. Please reload it.");
    if (row.closedAt) throw new ApiError("conflict", "The provider has decided this dispute, so it takes no evidence.");
    await trx
      .update(dispute)
      .set({
        version: version + 1,
        ...(explanation !== undefined && { explanation }),
        ...(submitted !== undefined && { submittedAt: submitted ? (row.submittedAt ?? now) : null }),
      })
      .where(eq(dispute.id, id));
    const subject = disputeSubject(id);
    if (explanation !== undefined && explanation !== row.explanation) {
      await trx
        .insert(disputeText)
        .values({ disputeId: id, version: version + 1, text: explanation, author: actor.name, at: now });
      const after = { version: version + 1 };
      await recordAudit(trx, actor, { action: "dispute.explained", subject, after }, now);
    }
    if (submitted !== undefined && submitted !== (row.submittedAt !== null))
      await recordAudit(trx, actor, { action: submitted ? "dispute.submitted" : "dispute.reopened", subject }, now);
  });
  return readDispute(db, id);
}

/** Records that somebody has downloaded the evidence, because it contains the customer's data. */
export const recordDownload = (trx: DatabaseOrTransaction, id: number, actor: Actor): Promise<void> =>
  recordAudit(trx, actor, { action: "dispute.exported", subject: disputeSubject(id) }, new Date());

const noDispute = () => new ApiError("not_found", "There is no such dispute.");
