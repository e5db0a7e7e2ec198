import { ApiError } from "../../base/errors.ts";
import type { Paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturn, orderReturnLine, orderReturnPhoto } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { takePhotos } from "../../platform/media/uploads.ts";
import { changeState } from "../orders/change-state.ts";
import { canReportDefect, canReturn } from "../orders/eligibility.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import { queueReturnRequestedEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { owesExchange } from "../orders/read-returns.ts";
import { type PreparedRemoval, prepareRemoval } from "../orders/removal.ts";
import { samplesText } from "../orders/removal-texts.ts";
import { requireShownAmount } from "./cancel-order.ts";

interface ReturnRequest {
  reason: string;
  /** Whether a defect is reported, which is possible after the return period, too. */
  isDefect?: boolean;
  /** By default everything that is left of the order. */
  lines?: readonly LineUnits[] | undefined;
  /** Paths of uploaded photos. */
  photos?: readonly string[];
  /** The refund that the customer was shown; by default any. */
  shownPaise?: Paise | undefined;
  returnDays: number;
  /** Whether shipping and fees are refunded although the shop may not be at fault. */
  refundsFees: boolean;
  sender: MailSender;
  now: Date;
}

/**
 * Records a customer's request to return a locked order or some units of it; staff answers it. Free samples that the rest does not earn
 * are part of it.
 * @throws ApiError (409) after the return period, before delivery, or for another refund than the customer was shown; (422) unless these units are left and the photos are the customer's
 */
export async function requestReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, isDefect = false, lines, photos = [], shownPaise, returnDays, refundsFees, sender, now }: ReturnRequest,
): Promise<OrderRow> {
  await requireReturnable(trx, order, returnDays, now, { isDefect });
  const returned = await prepareReturn(trx, order, lines, { keepsFees: !refundsFees });
  requireShownAmount(returned, shownPaise);
  const [inserted] = await trx
    .insert(orderReturn)
    .values({ orderId: order.id, reason, isDefect, requestedAt: now })
    .returning({ id: orderReturn.id });
  if (!inserted) throw new Error(`a return of order ${order.number} was not stored`);
  const { id: returnId } = inserted;
  await trx.insert(orderReturnLine).values(
    [...returned.units, ...returned.samples].map(({ position, quantity }) => ({
      returnId,
      orderId: order.id,
      position,
      quantity,
    })),
  );
  const own = await takePhotos(trx, { customerId: order.customerId, paths: [...new Set(photos)] });
  if (own.length > 0) await trx.insert(orderReturnPhoto).values(own.map((photo) => ({ ...photo, returnId })));
  const note = `Your reason: ${reason}`;
  const requested = await changeState(trx, order, "return_requested", { cause: "customer", note, at: now });
  await queueReturnRequestedEmail(trx, sender, requested, { reason, returned }, now);
  return requested;
}

/**
 * Prepares what would be credited for a return, with the samples that must come back too; nothing is stored.
 * @throws ApiError (409) if nothing is left of the order, (422) unless these units are left
 */
export async function prepareReturn(
  db: DatabaseOrTransaction,
  order: OrderRow,
  lines: readonly LineUnits[] | undefined,
  { keepsFees }: { keepsFees: boolean },
): Promise<PreparedRemoval> {
  const returned = await prepareRemoval(db, order, lines, { keepsFees });
  if (returned.units.length === 0)
    throw new ApiError("wrong_order_state", "Everything in this order has already been returned or refunded.");
  return {
    ...returned,
    reasons: [...returned.reasons, samplesText(returned.samples, "returned")].filter(Boolean),
  };
}

/**
 * @param options.isDefect whether a defect is reported, or may be
 * @throws ApiError (409) after the return period, unless a defect is reported, before delivery, or before what was exchanged has left
 */
export async function requireReturnable(
  db: DatabaseOrTransaction,
  order: OrderRow,
  returnDays: number,
  now: Date,
  { isDefect = false } = {},
): Promise<void> {
  if (!canReturn(order, returnDays, now) && !(isDefect && canReportDefect(order, returnDays, now)))
    throw new ApiError("wrong_order_state", whyNot(order, returnDays));
  if (await owesExchange(db, order.id))
    throw new ApiError(
      "wrong_order_state",
      "Your exchange hasn’t shipped yet. You can request another return once it has.",
    );
}

function whyNot({ state, deliveredAt }: OrderRow, returnDays: number): string {
  if (state === "delivered")
    return `The ${returnDays}-day return period for this order has ended. You can still report a defect on the order’s page.`;
  return deliveredAt && state !== "cancelled"
    ? "You’ve already requested a return of this order."
    : "You can request a return once the order has been delivered.";
}
