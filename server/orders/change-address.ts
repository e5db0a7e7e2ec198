import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { stateAt } from "../shipping/destination.ts";
import { amendInvoice } from "./amend-invoice.ts";
import { canChangeAddress } from "./eligibility.ts";
import type { OrderRow } from "./order-row.ts";

/** The changed fields; missing ones are kept. */
export interface AddressChange {
  street?: string | undefined;
  city?: string | undefined;
  pincode?: string | undefined;
  mobile?: string | undefined;
}

/**
 * Changes the shipping address of a locked order, except its state, on which the taxes of the invoice depend. An issued invoice is amended.
 * @throws ApiError (409) once it is packed, (422) for a pincode of another state
 */
export async function changeAddress(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { mobile, ...change }: AddressChange,
  context: { sender: MailSender; now: Date },
): Promise<OrderRow> {
  if (!canChangeAddress(order))
    throw new ApiError(
      "wrong_order_state",
      `Order ${order.number} is packed or has ended, so its address can’t be changed.`,
    );
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const shippingAddress = { ...order.shippingAddress, ...given };
  const { state, pincode } = shippingAddress;
  const place = change.pincode === undefined ? state : await stateAt(pincode, state);
  if (place !== state)
    throw ApiError.ofField(
      "pincode",
      `${typeof place === "string" ? `${pincode} is in ${place}.` : place.message} The invoice’s taxes are those of ${state}: cancel the order, and let the customer place it again.`,
    );
  const changed = { shippingAddress, ...(mobile !== undefined && phoneOf(order, mobile)) };
  await trx.update(customerOrder).set(changed).where(eq(customerOrder.id, order.id));
  const after = { ...order, ...changed };
  if (!isDeepStrictEqual(shippingAddress, order.shippingAddress))
    await amendInvoice(trx, { before: order, after }, context);
  return after;
}

/** Returns the number that the courier calls: the receiver's for a gift, else the customer's. */
const phoneOf = ({ gift }: OrderRow, mobile: string): Pick<OrderRow, "mobile"> | Pick<OrderRow, "gift"> =>
  gift?.receiver ? { gift: { ...gift, receiver: { ...gift.receiver, mobile } } } : { mobile };
