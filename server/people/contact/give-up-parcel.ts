import { lockOrderOf } from "../../orders/orders/find-order.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { giveUpLate } from "../../orders/post-purchase/give-up-late.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Officer } from "./emails.ts";
import { storeMessage } from "./send-message.ts";

/**
 * Gives up the parcel of a customer's order, which has not come by the promised day. It becomes a complaint in the register of grievances,
 * whose reference the customer can follow; staff refunds the order as lost, or answers why not.
 * @throws ApiError as `giveUpLate`, (404), (429) for too many messages of the customer
 */
export function giveUpParcel(
  db: Database,
  { customerId, number }: { customerId: number; number: string },
  { now, ...context }: Pick<RequestContext, "now" | "sender"> & { officer: Officer },
): Promise<OrderRow> {
  return db.transaction(async (trx) => {
    const known = await lockOrderOf(trx, customerId, number);
    if (known.givenUpAt !== null) return known;
    const { order, promised } = await giveUpLate(trx, known, now);
    const { city, pincode } = order.shippingAddress;
    const message = {
      name: order.customerName,
      email: order.email,
      phone: order.mobile,
      address: `${city} ${pincode}`,
      message: `I give up the parcel of order ${order.number} and ask for a refund. ${promised}`,
      complaint: true,
    };
    await storeMessage(trx, message, { now, ...context });
    return order;
  });
}
