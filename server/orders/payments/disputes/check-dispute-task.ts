import { and, eq, inArray, sql } from "drizzle-orm";
import { PROVIDER_ACTOR, recordAudit } from "../../../platform/audit/record-audit.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { customerOrder, dispute, payment, refund } from "../../../platform/database/schema.ts";
import { RetryJob, type Task } from "../../../platform/jobs/tasks.ts";
import { queueMail } from "../../../platform/mail/outbox.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { lockOrderById } from "../../orders/order-row.ts";
import { enqueueRefund } from "../payment-jobs.ts";
import { type PaymentProvider, type ProviderDispute, ProviderError } from "../provider.ts";
import { byProviderPayment } from "../record-payment.ts";
import { disputeSubject } from "./dispute-subject.ts";
import { disputeEmail } from "./emails.ts";

interface DisputeDeps {
  db: Database;
  provider: Pick<PaymentProvider, "name" | "fetchDispute">;
  readSender: (origin: string) => Promise<MailSender>;
  /** The origin of the link by which staff opens the dispute. */
  shopOrigin: string;
  log: { warn(details: object, message: string): void };
}

/** Fetches a dispute and stores its state. Webhooks arrive twice and in any order, so their content is not trusted. */
export function checkDisputeTask(deps: DisputeDeps): Task<{ providerDisputeId: string }> {
  return {
    concurrency: 1,
    maxAttempts: 30,
    async run({ providerDisputeId }) {
      try {
        await storeDispute(deps, await deps.provider.fetchDispute(providerDisputeId), new Date());
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        deps.log.warn({ dispute: providerDisputeId, err: error }, "a dispute could not be fetched");
        throw new RetryJob(error.message);
      }
      return null;
    },
  };
}

/** Stores a dispute as the provider reports it. Idempotent. */
async function storeDispute(
  { db, provider, readSender, shopOrigin, log }: DisputeDeps,
  reported: ProviderDispute,
  now: Date,
): Promise<void> {
  // Before the transaction, because it uses another connection.
  const sender = await readSender(shopOrigin);
  await db.transaction(async (trx) => {
    const paid = await findPayment(trx, { provider: provider.name, id: reported.providerPaymentId });
    if (!paid)
      return log.warn(
        { dispute: reported.id, payment: reported.providerPaymentId },
        "a dispute is about an unknown payment",
      );
    // A refund reads the disputes of its locked order.
    await lockOrderById(trx, paid.orderId);
    const isClosed = ["won", "lost", "closed"].includes(reported.state);
    if (isClosed) await releaseHeldRefunds(trx, paid.paymentId);
    const current = {
      phase: reported.phase,
      state: reported.state,
      amountPaise: reported.amountPaise,
      deductedPaise: reported.deductedPaise,
      reasonCode: reported.reasonCode,
      reason: reported.reason,
      respondBy: reported.respondBy,
    };
    const [opened] = await trx
      .insert(dispute)
      .values({
        ...current,
        orderId: paid.orderId,
        paymentId: paid.paymentId,
        provider: provider.name,
        providerDisputeId: reported.id,
        createdAt: reported.createdAt,
        closedAt: isClosed ? now : null,
      })
      .onConflictDoNothing()
      .returning({ id: dispute.id });
    if (opened) {
      const after = { state: reported.state, order: paid.number, amountPaise: reported.amountPaise };
      await recordAudit(
        trx,
        PROVIDER_ACTOR,
        { action: "dispute.opened", subject: disputeSubject(opened.id), after },
        now,
      );
      const mail = disputeEmail(sender, { ...reported, disputeId: opened.id, orderNumber: paid.number });
      await queueMail(trx, { to: sender.email, mustArrive: true, ...mail }, now);
      publishChange(trx, "orders");
      return;
    }
    await updateDispute(trx, { provider: provider.name, id: reported.id }, { current, isClosed, now });
  });
}

/** Lets the refunds of a payment go on that were held while its dispute was open. */
async function releaseHeldRefunds(trx: DatabaseOrTransaction, paymentId: number): Promise<void> {
  const held = await trx
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.paymentId, paymentId), inArray(refund.state, ["requested", "awaiting_balance"])));
  for (const { id } of held) await enqueueRefund(trx, id);
}

async function updateDispute(
  trx: DatabaseOrTransaction,
  { provider, id }: { provider: PaymentProvider["name"]; id: string },
  {
    current,
    isClosed,
    now,
  }: { current: Partial<typeof dispute.$inferInsert> & { state: string }; isClosed: boolean; now: Date },
): Promise<void> {
  const [row] = await trx
    .select()
    .from(dispute)
    .where(and(eq(dispute.provider, provider), eq(dispute.providerDisputeId, id)))
    .for("update");
  if (!row) throw new Error("the dispute is not stored");
  // The provider asks for more evidence: it sets a later deadline, or opens the dispute again.
  const isAskedAgain =
    current.state === "open" &&
    (row.state !== "open" || (current.respondBy?.getTime() ?? 0) > (row.respondBy?.getTime() ?? 0));
  await trx
    .update(dispute)
    .set({
      ...current,
      closedAt: isClosed ? sql`coalesce(${dispute.closedAt}, ${now.toISOString()}::timestamptz)` : null,
      ...(isAskedAgain && { submittedAt: null }),
    })
    .where(eq(dispute.id, row.id));
  if (row.state === current.state && !isAskedAgain) return;
  const action = isAskedAgain ? "dispute.asked_again" : (`dispute.${current.state}` as const);
  const change = { before: { state: row.state }, after: { state: current.state } };
  await recordAudit(trx, PROVIDER_ACTOR, { action, subject: disputeSubject(row.id), ...change }, now);
  publishChange(trx, "orders");
}

async function findPayment(trx: DatabaseOrTransaction, of: { provider: PaymentProvider["name"]; id: string }) {
  const [paid] = await trx
    .select({ paymentId: payment.id, orderId: payment.orderId, number: customerOrder.number })
    .from(payment)
    .innerJoin(customerOrder, eq(customerOrder.id, payment.orderId))
    .where(byProviderPayment(of));
  return paid;
}
