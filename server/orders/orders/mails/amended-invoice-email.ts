import { facts, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { help, type OrderEmailContext, seeOrder, shipTo } from "./email-parts.ts";

/** Staff has changed the shipping address of an order whose invoice was issued: an amended copy is attached. */
export function amendedInvoiceEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { issuedShipTo }: { issuedShipTo: readonly string[] },
): EmailTemplate {
  return {
    subject: `New shipping address for order ${order.number}`,
    preview: `We’ve changed the shipping address. Your amended invoice ${order.invoiceNumber ?? ""} is attached.`,
    heading: "We’ve changed the shipping address",
    blocks: [
      paragraph(`Hello ${order.customerName}, your order ${order.number} will now be shipped to this address.`),
      facts({ label: "Ship to", lines: shipTo(order) }, { label: "Before", lines: issuedShipTo }),
      note(
        `An amended copy of your invoice ${order.invoiceNumber ?? ""} is attached. It names both addresses; nothing else has changed. Please keep it with the first one.`,
      ),
      note("If you didn’t ask for this, please reply to this email at once."),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}
