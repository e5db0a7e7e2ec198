import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder, refund } from "../database/schema.ts";
import { changeState } from "../orders/change-state.ts";
import { canBecome } from "../orders/lifecycle.ts";
import { mailRefunded } from "../orders/mails.ts";
import { lockOrder } from "../orders/order-row.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { ProviderProblem, type ProviderRefund } from "./provider.ts";
import { nextRefundPoll, nextRefundTry } from "./schedule.ts";

type RefundRow = typeof refund.$inferSelect;

const AT_ONCE = 4;
/** See check-orders.ts. */
const CLAIM_MS = 60_000;
/** A refund that the provider has refused so often needs a person. */
const MOST_REFUSALS = 5;

/**
 * Sends back what has to go back, and asks about what is on its way.
 * @returns whether there may be more
 */
export async function sendDueRefunds(parts: PaymentParts): Promise<boolean> {
  const due = await claimRefunds(parts.db, new Date());
  await Promise.all(due.map((row) => sendRefund(parts, row)));
  return due.length === AT_ONCE;
}

async function sendRefund(parts: PaymentParts, row: RefundRow): Promise<void> {
  const { db, provider, log } = parts;
  try {
    const told = row.providerRefundId
      ? await provider.fetchRefund(row.providerRefundId)
      : await provider.createRefund(row.paymentId, {
          amount: row.amountPaise,
          // The same at each try, so that the money goes back once.
          key: `kewra-refund-${row.id}`,
          receipt: `refund-${row.id}`,
        });
    await recordRefund(parts, row, told, new Date());
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const now = new Date();
    const givenUp = error.kind === "refused" && row.attempts >= MOST_REFUSALS;
    log.error({ refund: row.id, payment: row.paymentId, err: error, givenUp }, "a refund could not be sent");
    await db
      .update(refund)
      .set({
        lastError: error.message.slice(0, 500),
        ...(givenUp ? { state: "failed" as const, dueAt: null } : { dueAt: nextRefundTry(row.attempts, now) }),
      })
      .where(eq(refund.id, row.id));
  }
}

/** Keeps what the provider tells of a refund; when the money is back, the order is refunded and its customer is told. */
async function recordRefund(
  { db, readSender, log }: PaymentParts,
  { id, orderId, amountPaise }: RefundRow,
  told: ProviderRefund,
  now: Date,
): Promise<void> {
  const [known] = await db
    .select({ shopOrigin: customerOrder.shopOrigin })
    .from(customerOrder)
    .where(eq(customerOrder.id, orderId));
  const sender = await readSender(known?.shopOrigin ?? "");
  if (told.status === "failed")
    log.error({ refund: id }, "a refund has failed at the provider; a person has to look at it");
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, eq(customerOrder.id, orderId));
    const [changed] = await trx
      .update(refund)
      .set({
        state: told.status,
        providerRefundId: told.id,
        lastError: null,
        processedAt: told.status === "processed" ? now : null,
        dueAt: told.status === "pending" ? nextRefundPoll(now) : null,
      })
      .where(and(eq(refund.id, id), inArray(refund.state, ["wanted", "pending"])))
      .returning({ id: refund.id });
    if (!changed || !order || told.status !== "processed") return;
    // A second payment of an order that stays paid goes back without changing it.
    if (canBecome(order.state, "refunded")) {
      const note = "The money is on its way back to you.";
      await changeState(trx, order, "refunded", { cause: "payment", note, at: now }, { checkAt: null });
    }
    await mailRefunded(trx, sender, order, amountPaise, now);
  });
}

async function claimRefunds(db: Database, now: Date): Promise<RefundRow[]> {
  const due = db
    .select({ id: refund.id })
    .from(refund)
    .where(lte(refund.dueAt, now))
    .orderBy(refund.dueAt)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(refund)
    .set({ dueAt: new Date(now.getTime() + CLAIM_MS), attempts: sql`${refund.attempts} + 1` })
    .where(inArray(refund.id, due))
    .returning();
}

/** When the next refund is due. */
export async function nextRefundDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ at: refund.dueAt })
    .from(refund)
    .where(sql`${refund.dueAt} is not null`)
    .orderBy(refund.dueAt)
    .limit(1);
  return first?.at ?? null;
}
