import { formatDay } from "../../contract/dates.ts";
import { orderPage, trackingPage } from "../../contract/order-forms.ts";
import { paidWith } from "../../contract/payment-words.ts";
import type { OrderCause, orderItem, PostalAddress, shipment } from "../database/schema.ts";
import type { Letter } from "../mail/letter.ts";
import { type Block, button, facts, note, paragraph, table } from "../mail/letter-blocks.ts";
import type { MailSender } from "../mail/sender.ts";
import type { OrderRow } from "./order-row.ts";
import { rupees } from "./rupees.ts";

/** What the mails about an order say. Each begins with what has happened and says what comes next. */

export interface LetterOrder {
  order: OrderRow;
  items: readonly (typeof orderItem.$inferSelect)[];
  /** What it was paid with; null when that is not known. */
  payment: { method: string; detail: string } | null;
}

type Parcel = Pick<typeof shipment.$inferSelect, "courier" | "awb">;

export function confirmationLetter(sender: MailSender, bought: LetterOrder): Letter {
  const { order, payment } = bought;
  const { shippingAddress, billingAddress } = order;
  return {
    subject: `Your order ${order.number} at ${sender.name}`,
    preview: `Thank you, ${order.customerName}. We have your payment and get your parcel ready.`,
    heading: "Thank you for your order",
    blocks: [
      paragraph(`Hello ${order.customerName}, your payment has arrived and we get your parcel ready.`),
      facts(
        { label: "Order", lines: [order.number, formatDay(order.createdAt)] },
        { label: "Paid with", lines: [(payment && paidWith(payment)) || rupees(order.totalPaise)] },
      ),
      ...amounts(bought),
      facts(
        { label: "Ship to", lines: addressLines(order.customerName, shippingAddress) },
        { label: "Bill to", lines: addressLines(order.customerName, billingAddress) },
      ),
      seeOrder(sender, order),
      note(`Your invoice ${order.invoiceNumber ?? ""} is attached.`),
      note("We write again as soon as your parcel is on its way. Until then you can cancel your order free of charge."),
    ],
  };
}

export function tooLateLetter(sender: MailSender, { order }: LetterOrder): Letter {
  return {
    subject: `Your payment for order ${order.number} goes back to you`,
    preview: "It arrived after the order had expired, and what you ordered is sold out.",
    heading: "Your payment came too late",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your payment of ${rupees(order.totalPaise)} arrived after the time for it had run out, and meanwhile what you ordered was sold out. We are sorry.`,
      ),
      paragraph(`All of it goes back to you. ${BANKS} There is nothing to do.`),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function shippedLetter(sender: MailSender, bought: LetterOrder, { courier, awb }: Parcel): Letter {
  const { order } = bought;
  return {
    subject: `Your order ${order.number} is on its way`,
    preview: `${courier} brings it to you. AWB ${awb}.`,
    heading: "Your parcel is on its way",
    blocks: [
      paragraph(`Hello ${order.customerName}, we have handed your parcel to ${courier}.`),
      facts(
        { label: "Courier", lines: [courier, `AWB ${awb}`] },
        { label: "Goes to", lines: addressLines(order.customerName, order.shippingAddress) },
      ),
      button("Track your parcel", `${sender.origin}${trackingPage(awb)}`),
      ...contents(bought),
      help(sender),
    ],
  };
}

export function outForDeliveryLetter(sender: MailSender, { order }: LetterOrder, parcel: Parcel | null): Letter {
  return {
    subject: `Your order ${order.number} arrives today`,
    preview: "It is out for delivery.",
    heading: "Your parcel arrives today",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your parcel is out for delivery${parcel ? ` with ${parcel.courier}, AWB ${parcel.awb}` : ""}. Please keep your telephone near; the courier may call.`,
      ),
      facts({ label: "Goes to", lines: addressLines(order.customerName, order.shippingAddress) }),
      parcel ? button("Track your parcel", `${sender.origin}${trackingPage(parcel.awb)}`) : seeOrder(sender, order),
    ],
  };
}

/** @param returnUntil the last moment at which a return can be asked for */
export function deliveredLetter(sender: MailSender, bought: LetterOrder, returnUntil: Date | null): Letter {
  const { order } = bought;
  return {
    subject: `Your order ${order.number} has arrived`,
    preview: "We hope that you like it.",
    heading: "Your parcel has arrived",
    blocks: [
      paragraph(`Hello ${order.customerName}, the courier tells us that your parcel has been delivered. Enjoy it!`),
      ...contents(bought),
      seeOrder(sender, order),
      ...(returnUntil
        ? [
            note(
              `Something is not right? Until ${formatDay(returnUntil)} you can ask for a return on the page of your order.`,
            ),
          ]
        : []),
      note(`You have not received it? Please write to us at ${sender.email}.`),
    ],
  };
}

/** @param reason why, where the shop itself has cancelled it; may be empty */
export function cancelledLetter(
  sender: MailSender,
  bought: LetterOrder,
  { cause, reason }: { cause: OrderCause; reason: string },
): Letter {
  const { order, payment } = bought;
  const ours = cause === "staff";
  return {
    subject: `Your order ${order.number} is cancelled`,
    preview: `${rupees(order.totalPaise)} goes back to you.`,
    heading: ours ? "We had to cancel your order" : "Your order is cancelled",
    blocks: [
      paragraph(
        ours
          ? `Hello ${order.customerName}, we are sorry: we cannot send you order ${order.number}.${reason && ` ${reason}`}`
          : `Hello ${order.customerName}, order ${order.number} is cancelled, as you wished.`,
      ),
      paragraph(
        `We send ${rupees(order.totalPaise)} back to ${accountOf(payment)}, and write again when that is done.`,
      ),
      creditNote(order),
      ...contents(bought),
      seeOrder(sender, order),
      ours ? help(sender) : note(`It was not you? Then please write to us at ${sender.email}.`),
    ],
  };
}

export function lostLetter(sender: MailSender, bought: LetterOrder): Letter {
  const { order, payment } = bought;
  return {
    subject: `The parcel of your order ${order.number} was lost`,
    preview: `We are sorry. ${rupees(order.totalPaise)} goes back to you.`,
    heading: "Your parcel was lost",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we are sorry: the courier cannot find the parcel of order ${order.number} any more. It is not your loss.`,
      ),
      paragraph(
        `We send ${rupees(order.totalPaise)} back to ${accountOf(payment)}, and write again when that is done. If the parcel turns up at your door all the same, please tell us.`,
      ),
      creditNote(order),
      ...contents(bought),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function refundedLetter(sender: MailSender, { order, payment }: LetterOrder, amountPaise: number): Letter {
  return {
    subject: `Your refund for order ${order.number}`,
    preview: `${rupees(amountPaise)} is on its way back to you.`,
    heading: "Your money is on its way back",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we have sent ${rupees(amountPaise)} back to ${accountOf(payment)}. ${BANKS}`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function returnRequestedLetter(sender: MailSender, bought: LetterOrder, reason: string): Letter {
  const { order } = bought;
  return {
    subject: `We have your wish to return order ${order.number}`,
    preview: "We look at it and write to you within 2 working days.",
    heading: "You would like to return your order",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we have received your wish to return order ${order.number}. We look at it and write to you within 2 working days.`,
      ),
      facts({ label: "Your reason", lines: [reason] }),
      ...contents(bought),
      seeOrder(sender, order),
      note("Please keep everything in its original packaging, and send nothing back before you hear from us."),
    ],
  };
}

export function returnAcceptedLetter(sender: MailSender, { order, payment }: LetterOrder): Letter {
  return {
    subject: `Your return of order ${order.number} is accepted`,
    preview: `${rupees(order.totalPaise)} goes back to you.`,
    heading: "Your return is accepted",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your return of order ${order.number} is accepted. We send ${rupees(order.totalPaise)} back to ${accountOf(payment)}, and write again when that is done.`,
      ),
      creditNote(order),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function returnDeclinedLetter(sender: MailSender, { order }: LetterOrder, reason: string): Letter {
  return {
    subject: `About your return of order ${order.number}`,
    preview: "We cannot take it back, and say why.",
    heading: "We cannot accept your return",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we have looked at your return of order ${order.number} and cannot accept it.`,
      ),
      facts({ label: "Why", lines: [reason] }),
      seeOrder(sender, order),
      note(`You see it differently? Please answer this mail or write to us at ${sender.email}; a person reads it.`),
    ],
  };
}

const creditNote = ({ invoiceNumber, creditNoteNumber }: OrderRow) =>
  note(`The credit note ${creditNoteNumber ?? ""} for your invoice ${invoiceNumber ?? ""} is attached.`);

const BANKS = "Banks take 5 to 7 working days to show it.";

function accountOf(payment: LetterOrder["payment"]): string {
  return (payment && paidWith(payment)) || "the card or account that you paid with";
}

const seeOrder = (sender: MailSender, { number }: OrderRow) =>
  button("View your order", `${sender.origin}${orderPage(number)}`);

const help = (sender: MailSender) => note(`Any questions? Answer this mail or write to us at ${sender.email}.`);

const addressLines = (name: string, { street, city, state, pincode }: PostalAddress) => [
  name,
  street,
  `${city} ${pincode}`,
  state,
];

/** The items with what they cost. */
function amounts({ order, items }: LetterOrder): Block[] {
  const tax = items.reduce((sum, { cgstPaise, sgstPaise, igstPaise }) => sum + cgstPaise + sgstPaise + igstPaise, 0);
  return [
    table(
      items.map(({ title, quantity, pricePaise }) => ({
        title,
        detail: `${quantity} × ${rupees(pricePaise)}`,
        amount: rupees(pricePaise * quantity),
      })),
      [
        { label: "Price of the items", amount: rupees(order.subtotalPaise) },
        ...(order.discountPaise > 0 ? [{ label: "Discount", amount: `−${rupees(order.discountPaise)}` }] : []),
        { label: "Shipping", amount: order.shippingPaise === 0 ? "Free" : rupees(order.shippingPaise) },
        { label: "Total", amount: rupees(order.totalPaise) },
      ],
    ),
    note(`The total includes ${rupees(tax)} GST.`),
  ];
}

/** The items alone. */
function contents({ order, items }: LetterOrder): Block[] {
  return [
    table(
      items.map(({ title, quantity, pricePaise }) => ({
        title,
        detail: `${quantity} ${quantity === 1 ? "piece" : "pieces"}`,
        amount: rupees(pricePaise * quantity),
      })),
      [{ label: "Total", amount: rupees(order.totalPaise) }],
    ),
  ];
}
