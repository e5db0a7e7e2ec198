import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";
import { customer } from "./schema.ts";

/** Serialises the changes of what belongs to one customer, such as the cart: locks the customer's row until the transaction ends. */
export async function lockCustomer(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  await trx.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).for("no key update");
}
