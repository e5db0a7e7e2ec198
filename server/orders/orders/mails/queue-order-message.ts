/** Messages about orders by WhatsApp or SMS, besides their emails. */

import { eq } from "drizzle-orm";
import { orderTrackingPage } from "../../../../contract/orders/forms.ts";
import type { PhoneEventName, PhoneValues } from "../../../../contract/phone-messages/events.ts";
import { unreachable } from "../../../base/errors.ts";
import { formatRupees, type Paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { customerOrder } from "../../../platform/database/schema.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { queuePhoneMessage } from "../../../platform/phone-messages/outbox.ts";
import { isSale } from "../lifecycle.ts";
import type { OrderRow } from "../order-row.ts";
import type { SentParcel } from "./email-parts.ts";

export interface OrderMessage {
  event: PhoneEventName;
  /** Which of several events of its kind it is about, for example an AWB: with the same one it is sent once. */
  occurrence?: string;
  /** The values besides `order`, `link` and `url`. */
  values?: PhoneValues;
  /** The path that it links to, such as `/tracking?…`; by default the page on which the order is tracked. It must not log anybody in. */
  path?: string;
}

/** An amount as messages have it: the sign of the rupee would make an SMS cost twice as much. */
export const amountOf = (amount: Paise): string => formatRupees(amount).replace(/[^\d.,-]/g, "");

/** What messages say of the cash that a courier collects. */
export const cashValues = (due: Paise): PhoneValues => ({
  amount: amountOf(due),
  payment: due > 0 ? `Rs ${amountOf(due)}` : "nothing, it is prepaid",
});

/** What messages say of a parcel. */
export const parcelValues = (parcel: SentParcel | null | undefined): PhoneValues => ({
  courier: parcel?.courier ?? "the courier",
  awb: parcel?.awb ?? "",
});

/**
 * Queues a message about an order, if a channel is connected, its event is switched on there, and the customer has agreed. The receiver of a
 * gift gets none: that would spoil it, and nobody has asked them.
 * @returns whether something is sent
 */
export async function queueOrderMessage(
  trx: DatabaseOrTransaction,
  { phoneChannels = [], origin }: Pick<MailSender, "phoneChannels" | "origin">,
  { number, customerId, mobile, gift }: Pick<OrderRow, "number" | "customerId" | "mobile" | "gift">,
  { event, occurrence = "", values = {}, path = orderTrackingPage(number) }: OrderMessage,
  now: Date,
): Promise<boolean> {
  if (phoneChannels.length === 0 || gift?.receiver?.mobile === mobile) return false;
  const channel = await queuePhoneMessage(
    trx,
    phoneChannels,
    {
      event,
      orderNumber: number,
      customerId,
      mobile,
      occurrence,
      values: { order: number, link: path.replace(/^\//, ""), ...values },
      origin,
    },
    now,
  );
  return channel !== null;
}

/** Whether what a message says of its order is still true. */
export async function isMessageStillTrue(
  db: DatabaseOrTransaction,
  { event, orderNumber }: { event: PhoneEventName; orderNumber: string | null },
): Promise<boolean> {
  if (orderNumber === null) return false;
  const [order] = await db.select().from(customerOrder).where(eq(customerOrder.number, orderNumber));
  if (!order) return false;
  const { state } = order;
  switch (event) {
    case "cash_code":
      return state === "pending";
    case "confirmed":
      return isSale(state);
    case "shipped":
    case "out_for_delivery":
    case "delivery_failed":
      return state === "shipped" || state === "out_for_delivery";
    case "delivered":
      return isSale(state) && order.deliveredAt !== null;
    case "cancelled":
      return state === "cancelled";
    case "refunded":
      return true;
    default:
      return unreachable(event);
  }
}
