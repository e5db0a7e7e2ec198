import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, type PostalAddress } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { isWithinState, stateOf } from "../../selling/pricing/place-of-supply.ts";
import { resolveAddress, stateAt } from "../../selling/shipping/destination.ts";
import { canChangeReceiver } from "./eligibility.ts";
import { amendInvoice } from "./invoice/amend-invoice.ts";
import { taxOrder } from "./invoice/tax-items.ts";
import type { OrderRow } from "./order-row.ts";

/** The changed fields; missing ones are kept. */
export interface AddressChange extends Partial<Record<keyof PostalAddress, string | undefined>> {
  mobile?: string | undefined;
}

/**
 * Changes the shipping address of a locked order. Before its invoice another state changes the taxes, at the same total.
 * An issued invoice is amended.
 * @throws ApiError (409) once its parcel has left, (422) if the state is not certain, or is another one than the invoice's
 */
export async function changeAddress(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { mobile, ...change }: AddressChange,
  context: { sender: MailSender; now: Date },
): Promise<OrderRow> {
  if (!canChangeReceiver(order))
    throw new ApiError(
      "wrong_order_state",
      `The parcel of order ${order.number} has left or the order has ended, so its address can’t be changed.`,
    );
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const typed = { ...order.shippingAddress, ...given };
  const isMoved = change.state !== undefined || change.pincode !== undefined;
  const shippingAddress = isMoved ? await resolveAddress(await withStateOfPincode(typed, change)) : typed;
  const changed = { shippingAddress, ...(mobile !== undefined && phoneOf(order, mobile)) };
  const isElsewhere = isMoved && stateOf(order.shippingAddress.state)?.name !== shippingAddress.state;
  if (isElsewhere) requireTaxesOf(order, shippingAddress.state, change.state === undefined ? "pincode" : "state");
  await trx.update(customerOrder).set(changed).where(eq(customerOrder.id, order.id));
  const after = { ...order, ...changed };
  if (isElsewhere && order.invoiceNumber === null) await taxOrder(trx, after, context.now);
  if (!isDeepStrictEqual(shippingAddress, order.shippingAddress))
    await amendInvoice(trx, { before: order, after }, context);
  return after;
}

/**
 * Changes the number that the courier calls for a locked order.
 * @throws ApiError (409) once its parcel has left
 */
export async function changePhone(trx: DatabaseOrTransaction, order: OrderRow, mobile: string): Promise<OrderRow> {
  if (!canChangeReceiver(order))
    throw new ApiError(
      "wrong_order_state",
      `The parcel of order ${order.number} has left or the order has ended, so its phone number can’t be changed. Please tell the courier.`,
    );
  const changed = phoneOf(order, mobile);
  await trx.update(customerOrder).set(changed).where(eq(customerOrder.id, order.id));
  return { ...order, ...changed };
}

/** Returns the number that the courier calls: the receiver's for a gift, else the customer's. */
const phoneOf = ({ gift }: OrderRow, mobile: string): Pick<OrderRow, "mobile"> | Pick<OrderRow, "gift"> =>
  gift?.receiver ? { gift: { ...gift, receiver: { ...gift.receiver, mobile } } } : { mobile };

/** Takes the state of a new pincode, unless the state is given, or several share the pincode. */
async function withStateOfPincode(typed: PostalAddress, { state }: AddressChange): Promise<PostalAddress> {
  if (state !== undefined) return typed;
  const ofPincode = await stateAt(typed.pincode, "");
  return typeof ofPincode === "string" ? { ...typed, state: ofPincode } : typed;
}

/**
 * An invoiced order keeps its taxes, so that it may only go to a state that has them all the same, where the state on its invoice is none.
 * @throws ApiError (422) at the field for another state than the invoice's
 */
function requireTaxesOf(
  { seller, shippingAddress, invoiceNumber }: OrderRow,
  state: string,
  field: "pincode" | "state",
): void {
  if (invoiceNumber === null) return;
  const isUnknown = stateOf(shippingAddress.state) === null;
  if (isUnknown && !isWithinState(seller.state, state)) return;
  throw ApiError.ofField(
    field,
    `Invoice ${invoiceNumber} has the taxes of ${shippingAddress.state}, not of ${state}, and can’t be changed. Cancel the order, which credits the invoice, and let the customer place it again with the right address.`,
    "state_differs",
  );
}
