import { asc, eq } from "drizzle-orm";
import { orderPage } from "../../contract/order-forms.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { orderItem } from "../database/schema.ts";
import { button, type Letter, note, paragraph, writeLetter } from "../mail/letter.ts";
import { queueMail } from "../mail/outbox.ts";
import type { MailSender } from "../mail/sender.ts";
import type { OrderRow } from "./order-row.ts";
import { rupees } from "./rupees.ts";

/** The mails about an order, each queued in the transaction of what it tells. */

export async function mailConfirmation(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const items = await trx
    .select({ title: orderItem.title, quantity: orderItem.quantity })
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const { street, city, state, pincode } = order.shippingAddress;
  await send(trx, sender, order, now, {
    subject: `Your order ${order.number} at ${sender.name}`,
    preview: `Thank you, ${order.customerName}. We have your payment and get your parcel ready.`,
    heading: "Thank you for your order",
    blocks: [
      paragraph(`Hello ${order.customerName}, your payment has arrived and we get your parcel ready.`),
      ...items.map(({ title, quantity }) => paragraph(`${quantity} × ${title}`)),
      paragraph(`Total: ${rupees(order.totalPaise)}, all taxes included. Invoice ${order.invoiceNumber ?? ""}.`),
      paragraph(`It goes to: ${street}, ${city}, ${state} ${pincode}`),
      see(sender, order),
      note("We write again as soon as it is on its way. Until then you can cancel it free of charge."),
    ],
  });
}

export async function mailTooLate(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  await send(trx, sender, order, now, {
    subject: `Your payment for order ${order.number} goes back to you`,
    preview: "It arrived after the order had expired, and what you ordered is sold out.",
    heading: "Your payment came too late",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your payment of ${rupees(order.totalPaise)} arrived after the time for it had run out, and meanwhile what you ordered was sold out. We are sorry.`,
      ),
      paragraph("We have sent all of it back. It is with you within 5 to 7 working days; there is nothing to do."),
      see(sender, order),
    ],
  });
}

export async function mailCancelled(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  await send(trx, sender, order, now, {
    subject: `Your order ${order.number} is cancelled`,
    preview: `${rupees(order.totalPaise)} goes back to you.`,
    heading: "Your order is cancelled",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, order ${order.number} is cancelled. We send ${rupees(order.totalPaise)} back to the card or account that you paid with, and write again when that is done.`,
      ),
      see(sender, order),
      note(`It was not you? Then please write to us at ${sender.email}.`),
    ],
  });
}

export async function mailRefunded(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  amountPaise: number,
  now: Date,
): Promise<void> {
  await send(trx, sender, order, now, {
    subject: `Your refund for order ${order.number}`,
    preview: `${rupees(amountPaise)} is on its way back to you.`,
    heading: "Your money is on its way back",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we have sent ${rupees(amountPaise)} back to the card or account that you paid with. Banks take 5 to 7 working days to show it.`,
      ),
      see(sender, order),
    ],
  });
}

const see = (sender: MailSender, { number }: OrderRow) =>
  button("View your order", `${sender.origin}${orderPage(number)}`);

async function send(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  { email }: OrderRow,
  now: Date,
  letter: Letter,
): Promise<void> {
  await queueMail(trx, { to: email, ...writeLetter(sender, letter) }, now);
}
