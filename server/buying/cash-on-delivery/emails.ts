import { orderPage } from "../../../contract/orders/forms.ts";
import { formatRupees } from "../../base/money.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { CODE_MINUTES } from "../../people/accounts/codes.ts";
import { button, code, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

export function cashCodeEmail(sender: MailSender, order: OrderRow, digits: string): RenderedEmail {
  const { number, customerName, totalPaise } = order;
  return renderEmail(sender, {
    subject: `Confirm your order ${number}`,
    preview: `Enter ${digits} to confirm it.`,
    heading: "Please confirm your order",
    blocks: [
      paragraph(
        `Hello ${customerName}, you’ve chosen cash on delivery for order ${number}. Enter this code and we’ll get it ready. You’ll pay ${formatRupees(totalPaise)} to the courier.`,
      ),
      code(digits),
      button("Confirm your order", `${sender.origin}${orderPage(number)}`),
      note(
        `The code is valid for ${CODE_MINUTES} minutes; your order’s page sends you another one. We never ask for it by phone or message.`,
      ),
      note("Didn’t order? Ignore this email, and nothing is sent."),
    ],
  });
}
