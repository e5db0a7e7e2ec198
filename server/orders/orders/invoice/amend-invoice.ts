import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { amendedInvoiceEmail } from "../mails/amended-invoice-email.ts";
import type { OrderEmailContext } from "../mails/email-parts.ts";
import { queueOrderEmail } from "../mails/queue-email.ts";
import type { OrderRow } from "../order-row.ts";
import { shipToOf } from "./invoice.ts";
import { storeIssued } from "./issued-documents.ts";
import { listInvoices, readIssuedInvoice } from "./read-invoice.ts";

/**
 * Amends the invoices of a locked order whose shipping address changes within its state: what was issued stays stored, and a copy that is
 * marked as amended and names both addresses is mailed. Without an invoice nothing happens.
 * (docs/decisions/2026-11-28-issued-documents-stay.md)
 * @param order before and after the change; its row is stored already
 */
export async function amendInvoice(
  trx: DatabaseOrTransaction,
  { before, after }: { before: OrderRow; after: OrderRow },
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  for (const { position, issuedAt } of await listInvoices(trx, before)) {
    const { revision, content } = await readIssuedInvoice(trx, { ...before, invoicedAt: issuedAt }, position);
    const issuedShipTo = content.amendment?.issuedShipTo ?? content.shipTo;
    const amended = { ...content, shipTo: shipToOf(after), amendment: { at: now, issuedShipTo } };
    const key = { orderId: after.id, kind: "invoice", position } as const;
    await storeIssued(trx, key, amended, { at: now, revision: revision + 1 });
    const lines = [issuedShipTo.name, ...issuedShipTo.address, issuedShipTo.state];
    const compose = (context: OrderEmailContext) => amendedInvoiceEmail(sender, context, { issuedShipTo: lines });
    await queueOrderEmail(trx, sender, after, now, compose, { invoice: position });
  }
}
