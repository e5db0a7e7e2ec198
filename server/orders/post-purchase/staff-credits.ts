/** Refunds by staff without a return. Each function takes a locked order and does not change its state. */

import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { returnUnits } from "../../selling/stock/stock.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type LineUnits, prepareShippingCredit } from "../orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import {
  queueGoodwillEmail,
  queueShippingRefundedEmail,
  queueUnitsRefundedEmail,
} from "../orders/mails/queue-payment-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { prepareRemoval } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { quantitiesOf } from "../orders/store-inspected.ts";
import { type RequestedRefund, refundOrder } from "../payments/refunds.ts";
import { reverseUnits } from "./reverse-sale.ts";
import { withUnsentSamples } from "./unsent-samples.ts";

/**
 * Refunds and credits some units of an order that has been sent, for example a bottle that arrived broken.
 * @param options.restock the units that return to the stock
 * @param options.keepsOffers whether they are credited by their shares in what was paid: the shop is at fault
 * @throws ApiError (409) in another state, (422) unless these units are left
 */
export async function refundUnits(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  units: readonly LineUnits[],
  {
    restock,
    keepsOffers = false,
    sender,
    now,
  }: { restock: readonly LineUnits[]; keepsOffers?: boolean; sender: MailSender; now: Date },
): Promise<void> {
  await requireAction(trx, order, "refund");
  quantitiesOf(
    "restock",
    restock,
    units.map(({ position, quantity }) => ({ position, max: quantity })),
  );
  const prepared = await withUnsentSamples(trx, order, await prepareRemoval(trx, order, units, { keepsOffers }));
  const returned = [...restock, ...prepared.samples];
  if (returned.length > 0) await returnUnits(trx, order.id, returned);
  await endSamples(trx, order.id, prepared.samples);
  await reverseUnits(trx, order, prepared, {
    reason: "deficient",
    at: now,
    notify: (credit) => queueUnitsRefundedEmail(trx, sender, order, credit, now),
  });
}

/**
 * Refunds and credits only shipping and fees, or a part of them, for example of a parcel that arrived too late.
 * @param reason for the customer
 * @throws ApiError (409) unless the order is invoiced and sold, (422) without a reason, or above what remains of shipping or payment
 */
export async function refundShipping(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { amountPaise, reason, sender, now }: { amountPaise: Paise; reason: string; sender: MailSender; now: Date },
): Promise<void> {
  await requireAction(trx, order, "refund-shipping");
  const note = readReason(reason);
  const credit = await prepareShippingCredit(trx, order.id, amountPaise);
  const refunds = await refundWhole(trx, order, { reason: "shipping", amountPaise, note }, now);
  await queueShippingRefundedEmail(trx, sender, order, { credit, note }, now);
  await issueCreditNote(trx, credit, { reason: "shipping", refundId: refunds[0]?.id ?? null, at: now });
}

/**
 * Refunds a part of the payment as goodwill: the price of the goods stays as invoiced, so there is no credit note.
 * @param reason for the customer
 * @throws ApiError (409) unless the order is paid and sold, (422) without a reason or above what remains of the payment
 */
export async function refundGoodwill(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { amountPaise, reason, sender, now }: { amountPaise: Paise; reason: string; sender: MailSender; now: Date },
): Promise<void> {
  await requireAction(trx, order, "goodwill");
  const note = readReason(reason);
  await refundWhole(trx, order, { reason: "goodwill", amountPaise, note }, now);
  // For an online payment, the email follows once the provider has refunded it.
  if (termsOf(order).courierCollects) await queueGoodwillEmail(trx, sender, order, { amountPaise, note }, now);
}

/** @throws ApiError (422) */
function readReason(reason: string): string {
  const note = reason.trim();
  if (note === "" || note.length > 300)
    throw ApiError.ofField("reason", "Please say why in 1 to 300 characters: it is emailed to the customer.");
  return note;
}

/** @throws ApiError (422) if less remains of the payment */
async function refundWhole(
  trx: DatabaseOrTransaction,
  { id }: OrderRow,
  { reason, amountPaise, note }: { reason: "goodwill" | "shipping"; amountPaise: Paise; note: string },
  now: Date,
): Promise<RequestedRefund[]> {
  const refunds = await refundOrder(trx, id, { reason, upToPaise: amountPaise, note }, now);
  const refunded = sumPaise(refunds.map((one) => one.amountPaise));
  if (refunded < amountPaise)
    throw ApiError.ofField("amount", `Only ${formatRupees(refunded)} of the payment remain to be refunded.`);
  return refunds;
}
