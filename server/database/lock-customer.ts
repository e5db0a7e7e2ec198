import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";
import { customer } from "./schema.ts";

export type LockedCustomer = Pick<typeof customer.$inferSelect, "id" | "name" | "email" | "mobile">;

/**
 * Serialises the changes of what belongs to one customer, such as the cart: locks the customer's row until the transaction ends.
 * @returns null if the customer does not exist
 */
export async function lockCustomer(trx: DatabaseOrTransaction, customerId: number): Promise<LockedCustomer | null> {
  const [locked] = await trx
    .select({ id: customer.id, name: customer.name, email: customer.email, mobile: customer.mobile })
    .from(customer)
    .where(eq(customer.id, customerId))
    .for("no key update");
  return locked ?? null;
}
