import type { RequestedExchange } from "../../../contract/orders/forms.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturn, orderReturnLine, orderReturnPhoto } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { takePhotos } from "../../platform/media/uploads.ts";
import { changeState } from "../orders/change-state.ts";
import { canReportDefect, canReturn } from "../orders/eligibility.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import { itemName } from "../orders/item-name.ts";
import { queueReturnRequestedEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { owesExchange } from "../orders/read-returns.ts";
import { type PreparedRemoval, prepareRemoval } from "../orders/removal.ts";
import { samplesText } from "../orders/removal-texts.ts";
import { requireShownAmount } from "./cancel-order.ts";
import type { ExchangeLimits } from "./prepare-exchange.ts";
import { insertRequestedSizes, prepareRequestedExchange } from "./requested-exchange.ts";

interface ReturnRequest {
  reason: string;
  /** Whether a defect is reported, which is possible after the return period, too. */
  isDefect?: boolean;
  /** By default everything that is left of the order. */
  lines?: readonly LineUnits[] | undefined;
  /** Other sizes that the customer wants for some of them; by default everything is refunded. */
  exchange?: RequestedExchange;
  /** Paths of uploaded photos. */
  photos?: readonly string[];
  /** By how much less the order would cost, as the customer was shown; by default any. */
  shownPaise?: Paise | undefined;
  returnDays: number;
  /** Whether shipping and fees are refunded although the shop may not be at fault. */
  refundsFees: boolean;
  maxUnits: number;
  maxPaise: Paise;
  sender: MailSender;
  now: Date;
}

/**
 * Records a customer's request to return a locked order or some units of it; staff answers it. Free samples that the rest does not earn
 * are part of it, and so is what the customer wants in exchange: nothing is reserved for it.
 * @throws ApiError (409) after the return period, before delivery, or for another refund than the customer was shown; (422) unless these units are left, what is to come is in stock and the photos are the customer's
 */
export async function requestReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  {
    reason,
    isDefect = false,
    lines,
    exchange = [],
    photos = [],
    shownPaise,
    returnDays,
    refundsFees,
    sender,
    ...limits
  }: ReturnRequest,
): Promise<OrderRow> {
  const { now } = limits;
  await requireReturnable(trx, order, returnDays, now, { isDefect });
  const returned = await prepareReturn(trx, order, lines, { keepsFees: !refundsFees, exchange, ...limits });
  if (exchange.length > 0) requireShownDifference(returned, shownPaise);
  else requireShownAmount(returned, shownPaise);
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
  await insertRequestedSizes(trx, returnId, exchange, returned);
  const own = await takePhotos(trx, { customerId: order.customerId, paths: [...new Set(photos)] });
  if (own.length > 0) await trx.insert(orderReturnPhoto).values(own.map((photo) => ({ ...photo, returnId })));
  const units = returned.added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`);
  const note = [
    `Your reason: ${reason}`,
    ...(units.length > 0 ? [`You asked for ${new Intl.ListFormat("en-IN").format(units)} in exchange.`] : []),
  ].join("\n");
  const requested = await changeState(trx, order, "return_requested", { cause: "customer", note, at: now });
  const wanted = { units, less: lessBy(returned) };
  await queueReturnRequestedEmail(trx, sender, requested, { reason, wanted, returned }, now);
  return requested;
}

/** How much less an order costs by a return: negative if what comes in exchange costs more. */
export const lessBy = ({ totalPaise, removal }: PreparedRemoval): number => totalPaise - removal.added.totalPaise;

/** @throws ApiError (409) if an exchange costs another amount than the customer was shown */
function requireShownDifference(prepared: PreparedRemoval, shownPaise: Paise | undefined): void {
  const less = lessBy(prepared);
  if (shownPaise === undefined || shownPaise === less) return;
  const now =
    less === 0
      ? "there’s nothing to pay or to refund"
      : `${formatRupees(paise(Math.abs(less)))} ${less > 0 ? "would be refunded" : "would be to pay"}`;
  throw ApiError.ofField(
    "amount",
    `Prices have changed: now ${now}. Nothing has been requested. Please check it and try again.`,
    "price_changed",
  );
}

/**
 * Prepares what would be credited for a return, and what comes in exchange, with the samples that must come back too; nothing is stored.
 * @throws ApiError (409) if nothing is left of the order, (422) unless these units are left, and what comes is in stock
 */
export async function prepareReturn(
  db: DatabaseOrTransaction,
  order: OrderRow,
  lines: readonly LineUnits[] | undefined,
  { keepsFees, exchange, ...limits }: ExchangeLimits & { keepsFees: boolean; exchange: RequestedExchange },
): Promise<PreparedRemoval> {
  if (exchange.length === 0) return prepareRefund(db, order, lines, { keepsFees });
  const options = { requested: exchange, keepsFees, ...limits };
  return withSamples(await prepareRequestedExchange(db, order, lines, options));
}

/** The same for a return without an exchange. */
export async function prepareRefund(
  db: DatabaseOrTransaction,
  order: OrderRow,
  lines: readonly LineUnits[] | undefined,
  { keepsFees }: { keepsFees: boolean },
): Promise<PreparedRemoval> {
  return withSamples(await prepareRemoval(db, order, lines, { keepsFees }));
}

function withSamples(returned: PreparedRemoval): PreparedRemoval {
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
