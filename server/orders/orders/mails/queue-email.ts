import { asc, eq } from "drizzle-orm";
import { sumPaise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { orderItem } from "../../../platform/database/schema.ts";
import { paragraph } from "../../../platform/mail/email-blocks.ts";
import { type EmailTemplate, renderEmail } from "../../../platform/mail/email-template.ts";
import { queueMail } from "../../../platform/mail/outbox.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { readReturnedByBank } from "../../payment-records/disputes.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import { readRefundsAt } from "../../payment-records/refunds.ts";
import { documentReference } from "../invoice/attachment.ts";
import { listRemaining, type PreparedCreditNote } from "../invoice/credit-notes.ts";
import type { OrderRow } from "../order-row.ts";
import { nextRefundVoucher } from "../vouchers/issue-vouchers.ts";
import type { VoucherKind } from "../vouchers/voucher.ts";
import type { OrderEmailContext } from "./email-parts.ts";
import { type OrderMessage, queueOrderMessage } from "./queue-order-message.ts";

export interface EmailOptions {
  /** Which of the order's invoices is drawn and attached when the email is sent. */
  invoice?: number;
  /** The credit note that the email is about, attached in the same way. */
  credit?: PreparedCreditNote | null;
  /** The voucher that the email is about, attached in the same way; by default the refund voucher that is about to be issued. */
  voucher?: { kind: VoucherKind; position: number } | null;
  /** The units that the email is about, while they have no credit note. */
  returned?: Pick<PreparedCreditNote, "lines" | "totalPaise" | "reasons">;
  /** The payment that the email is about; by default the one that has paid the order. */
  paymentId?: number;
  /** Whether to send the email again if its delivery is uncertain. */
  mustArrive?: boolean;
  /** The message by WhatsApp or SMS that goes with the email, to customers who have agreed. */
  message?: OrderMessage;
}

/** Reads what emails about an order show, and queues the one that `compose` returns. */
export async function queueOrderEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  compose: (context: OrderEmailContext) => EmailTemplate,
  { returned, paymentId, ...options }: EmailOptions = {},
): Promise<void> {
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const payment = await readPaidPayment(trx, order.id, paymentId);
  const byBankPaise = sumPaise((await readReturnedByBank(trx, order.id)).map(({ amountPaise }) => amountPaise));
  // A change of a paid order may have been paid by itself.
  const isPaidInParts = order.advancePaise > 0 || items.some(({ invoicePosition }) => invoicePosition > 1);
  const refunds = isPaidInParts || byBankPaise > 0 ? await readRefundsAt(trx, order.id, now) : undefined;
  const refundVoucher = await nextRefundVoucher(trx, order);
  const voucher =
    options.voucher ?? (refundVoucher === null ? null : { kind: "refund" as const, position: refundVoucher });
  const isCreditedInPart = items.some(({ creditedQuantity }) => creditedQuantity > 0);
  // By default the email is about the units that are not credited.
  const credited = options.credit ?? returned ?? (isCreditedInPart ? await listRemaining(trx, order.id) : undefined);
  await queueComposedEmail(
    trx,
    sender,
    order,
    now,
    compose({ order, items, payment, refunds, byBankPaise, credited, voucher: voucher?.kind }),
    { ...options, voucher },
  );
}

/** Marks the email of a test order, for those who rehearse with the owner. */
const asTest = ({ subject, blocks, ...email }: EmailTemplate): EmailTemplate => ({
  ...email,
  subject: `Test: ${subject}`,
  blocks: [paragraph("This is a test order. Nothing has been charged, and nothing will be delivered."), ...blocks],
});

/** Queues a composed email, and the message to the customer's phone that goes with it. */
export async function queueComposedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  email: EmailTemplate,
  {
    invoice,
    credit,
    voucher,
    mustArrive = false,
    message: told,
  }: Pick<EmailOptions, "invoice" | "credit" | "voucher" | "mustArrive" | "message">,
): Promise<void> {
  const { number: orderNumber, email: to, isTest } = order;
  const attachment = credit
    ? documentReference("credit-note", orderNumber, credit.position)
    : voucher
      ? documentReference(`${voucher.kind}-voucher`, orderNumber, voucher.position)
      : invoice && documentReference("invoice", orderNumber, invoice > 1 ? invoice : undefined);
  const message = {
    to,
    ...renderEmail(sender, isTest ? asTest(email) : email),
    ...(attachment && { attachment }),
    orderNumber,
    mustArrive,
  };
  await queueMail(trx, message, now);
  if (told) await queueOrderMessage(trx, sender, order, told, now);
}
