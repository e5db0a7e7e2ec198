/** Queues the emails about a return, each in the transaction of its cause. */

import type { ChangeNoun } from "../../../../contract/orders/change-nouns.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import type { PreparedCreditNote } from "../invoice/credit-notes.ts";
import type { OrderRow } from "../order-row.ts";
import type { OrderEmailContext, SentParcel } from "./email-parts.ts";
import { queueOrderEmail } from "./queue-email.ts";
import {
  type AcceptedExchange,
  exchangeAcceptedEmail,
  type PickUp,
  replacementPromisedEmail,
  replacementShippedEmail,
  returnAcceptedEmail,
  returnApprovedEmail,
  returnDeclinedEmail,
  returnReceivedEmail,
  returnRequestedEmail,
  type SentAgain,
  sentAgainEmail,
  type WantedExchange,
} from "./return-emails.ts";

/** What would be credited for a return; nothing is issued yet. */
type ReturnedUnits = Pick<PreparedCreditNote, "lines" | "totalPaise" | "reasons">;

export function queueReturnRequestedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { returned, ...request }: { reason: string; wanted: WantedExchange; returned: ReturnedUnits },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnRequestedEmail(sender, context, request), {
    returned,
  });
}

/** @param accepted.wanted what the customer had asked for in exchange */
export function queueReturnAcceptedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { credit, wanted }: { credit: PreparedCreditNote | null; wanted: readonly string[] },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnAcceptedEmail(sender, context, wanted), {
    credit,
  });
}

export function queueReturnApprovedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { returned, ...approval }: { pickUp: PickUp; wanted: readonly string[]; returned: ReturnedUnits },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnApprovedEmail(sender, context, approval), {
    returned,
  });
}

/** @param exchange.position of the invoice of what goes out */
export function queueExchangeAcceptedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { position, ...exchange }: AcceptedExchange & { position: number },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => exchangeAcceptedEmail(sender, context, exchange);
  return queueOrderEmail(trx, sender, order, now, compose, { invoice: position });
}

/** @param what the units that are sent again, in words */
export function queueReplacementPromisedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  what: string,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => replacementPromisedEmail(sender, context, what));
}

export function queueReplacementShippedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  parcel: SentParcel & { noun: ChangeNoun },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => replacementShippedEmail(sender, context, parcel));
}

export function queueSentAgainEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  parcel: SentAgain,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => sentAgainEmail(sender, context, parcel));
}

export function queueReturnReceivedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnReceivedEmail(sender, context));
}

export function queueReturnDeclinedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnDeclinedEmail(sender, context, reason));
}
