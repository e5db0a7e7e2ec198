import { eq } from "drizzle-orm";
import { isIndianMobile, mobileNumberOf } from "../../../contract/written-numbers.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { ProviderPayment } from "./provider.ts";

/**
 * Stores the number that the buyer gave the provider with an order that has none, because the courier calls it. A number of another country
 * is of no use to a courier, and is not stored.
 * @returns the order with its number
 */
export async function takeContact(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { contact }: Pick<ProviderPayment, "contact">,
): Promise<OrderRow> {
  if (order.mobile !== "" || !isIndianMobile(contact)) return order;
  const mobile = mobileNumberOf(contact);
  await trx.update(customerOrder).set({ mobile }).where(eq(customerOrder.id, order.id));
  return { ...order, mobile };
}
