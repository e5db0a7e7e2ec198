import { desc, eq } from "drizzle-orm";
import type { DisputeState } from "../../contract/admin/disputes.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { dispute } from "../database/schema.ts";
import type { Paise } from "../money.ts";

export interface OrderDispute {
  id: number;
  paymentId: number;
  state: DisputeState;
  amountPaise: Paise;
  respondBy: Date | null;
  submittedAt: Date | null;
}

/** Reads the disputes of an order's payments, newest first. */
export function readDisputesOf(db: DatabaseOrTransaction, orderId: number): Promise<OrderDispute[]> {
  return db
    .select({
      id: dispute.id,
      paymentId: dispute.paymentId,
      state: dispute.state,
      amountPaise: dispute.amountPaise,
      respondBy: dispute.respondBy,
      submittedAt: dispute.submittedAt,
    })
    .from(dispute)
    .where(eq(dispute.orderId, orderId))
    .orderBy(desc(dispute.id));
}

/** Whether the bank may still take the payment, or has: a refund would pay the customer twice. */
export const barsRefund = ({ state }: Pick<OrderDispute, "state">): boolean =>
  state === "open" || state === "under_review" || state === "lost";
