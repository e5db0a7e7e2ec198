import type { DatabaseOrTransaction } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import type { PreparedCreditNote } from "./credit-notes.ts";
import type { SentParcel } from "./email-parts.ts";
import type { OrderRow } from "./order-row.ts";
import { queueEmail } from "./queue-email.ts";
import {
  type PickUp,
  replacementPromisedEmail,
  replacementShippedEmail,
  returnAcceptedEmail,
  returnApprovedEmail,
  returnDeclinedEmail,
  returnReceivedEmail,
  returnRequestedEmail,
} from "./return-emails.ts";

/** Queues the emails about a return, each in the transaction of its cause. */

export function mailReturnRequested(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { reason, returned }: { reason: string; returned: PreparedCreditNote },
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => returnRequestedEmail(sender, bought, reason), { returned });
}

export function mailReturnAccepted(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => returnAcceptedEmail(sender, bought), { credit });
}

export function mailReturnApproved(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { pickUp, returned }: { pickUp: PickUp; returned: PreparedCreditNote },
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => returnApprovedEmail(sender, bought, pickUp), { returned });
}

/** @param what the units that are sent again, in words */
export function mailReplacementPromised(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  what: string,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => replacementPromisedEmail(sender, bought, what));
}

export function mailReplacementShipped(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  parcel: SentParcel,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => replacementShippedEmail(sender, bought, parcel));
}

export function mailReturnReceived(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => returnReceivedEmail(sender, bought));
}

export function mailReturnDeclined(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => returnDeclinedEmail(sender, bought, reason));
}
