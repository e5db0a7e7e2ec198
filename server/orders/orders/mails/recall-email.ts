import { facts, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { itemName } from "../item-name.ts";
import { help, type OrderEmailContext, seeOrder } from "./email-parts.ts";

/** The lot that a recall email is about. */
export interface RecalledLot {
  number: string;
  /** The owner's explanation for customers. */
  reason: string;
  /** The items of the order that have units of the lot. */
  positions: readonly number[];
}

/** Composes a recall email: which items are affected, and what to do. */
export function recallEmail(
  sender: MailSender,
  { order, items }: OrderEmailContext,
  { number, reason, positions }: RecalledLot,
): EmailTemplate {
  const names = items.filter(({ position }) => positions.includes(position)).map(itemName);
  return {
    subject: `Please stop using ${names.join(" and ")} from order ${order.number}`,
    preview: `We’re recalling lot ${number}. ${reason}`,
    heading: "We’re recalling something you bought",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’re recalling lot ${number}, which your order ${order.number} has units of. ${reason}`,
      ),
      facts({ label: "Please stop using", lines: names }, { label: "Lot, as on the pack", lines: [number] }),
      paragraph(
        `We’re sorry. Reply to this email${sender.phone ? ` or call us on ${sender.phone}` : ""}, and we’ll refund it.`,
      ),
      note("Please keep the pack until you hear from us. If it names another lot, you can go on using it."),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}
