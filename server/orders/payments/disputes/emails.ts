import { formatDateTime } from "../../../../contract/dates.ts";
import { formatRupees, type Paise } from "../../../base/money.ts";
import { facts, link, paragraph } from "../../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";

interface Opened {
  disputeId: number;
  orderNumber: string;
  amountPaise: Paise;
  reason: string;
  respondBy: Date | null;
}

/** Tells the shop that a payment is disputed. */
export function disputeEmail(
  sender: MailSender,
  { disputeId, orderNumber, amountPaise, reason, respondBy }: Opened,
): RenderedEmail {
  const amount = formatRupees(amountPaise);
  const limit = respondBy ? `Answer by ${formatDateTime(respondBy)}, or the money is lost.` : "";
  return renderEmail(sender, {
    subject: `Disputed payment of ${amount}, order ${orderNumber}`,
    preview: limit || "The customer or their bank contests a payment.",
    heading: "A payment is disputed",
    blocks: [
      paragraph(
        `The customer or their bank contests the payment of order ${orderNumber}. ${limit} The dispute’s page has the evidence to give to the payment provider.`,
      ),
      facts(
        { label: "Order", lines: [orderNumber] },
        { label: "Amount", lines: [amount] },
        ...(reason ? [{ label: "Reason", lines: [reason] }] : []),
      ),
      link("Open the dispute", `${sender.origin}/admin/disputes/${disputeId}`),
    ],
  });
}
