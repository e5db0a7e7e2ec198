import { eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";
import { prepareForTransactions } from "./prepared.ts";
import { customer } from "./schema.ts";

export type LockedCustomer = Pick<typeof customer.$inferSelect, "id" | "name" | "email" | "mobile">;

const lock = prepareForTransactions("lock customer", (db) =>
  db
    .select({ id: customer.id, name: customer.name, email: customer.email, mobile: customer.mobile })
    .from(customer)
    .where(eq(customer.id, sql.placeholder("customerId")))
    .for("no key update"),
);

/**
 * Locks the customer's row until the transaction ends, which serialises the changes of everything that belongs to one customer, such as the
 * cart.
 * @returns null if the customer does not exist
 */
export async function lockCustomer(trx: DatabaseOrTransaction, customerId: number): Promise<LockedCustomer | null> {
  const [locked] = await lock(trx).execute({ customerId });
  return locked ?? null;
}
