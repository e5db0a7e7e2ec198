import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customerOrder } from "../../platform/database/schema.ts";

/**
 * The SQL condition that a customer has an order that is paid, or confirmed for cash on delivery, and not cancelled.
 * @param exceptId an order to ignore
 */
export const hasOrdered = (customerId: AnyColumn, exceptId?: AnyColumn): SQL<boolean> => sql`exists (
  select from ${customerOrder} as ordered
  where ordered.customer_id = ${customerId} and ordered.state not in ('pending', 'expired', 'cancelled')
    ${exceptId ? sql`and ordered.id <> ${exceptId}` : sql``})`;
