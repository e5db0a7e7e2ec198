import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { mailboxOf } from "../../platform/database/mailbox.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";

/**
 * The SQL condition that a customer has an order that is paid, or confirmed for cash on delivery, and not cancelled.
 * @param exceptId an order to ignore
 */
export const hasOrdered = (customerId: AnyColumn | SQL, exceptId?: AnyColumn): SQL<boolean> => sql`exists (
  select from ${customerOrder} as ordered
  where ${isOrderOf(customerId)} and ordered.state not in ('expired', 'cancelled') and ${isUseOf(customerId)}
    ${exceptId ? sql`and ordered.id <> ${exceptId}` : sql``})`;

/** The SQL condition that an order, as `ordered`, is a customer's or that of another account with the same mailbox. */
export const isOrderOf = (customerId: AnyColumn | SQL): SQL<boolean> =>
  sql`(ordered.customer_id = ${customerId} or ${mailboxOf(sql`ordered.email`)} = (
    select ${mailboxOf(sql`buyer.email`)} from ${customer} as buyer where buyer.id = ${customerId}))`;

/**
 * The SQL condition that an order, as `ordered`, counts as a use of a customer's offers. Not the customer's own while it waits for its payment,
 * since the next order replaces it; one of another account may be paid as well.
 */
export const isUseOf = (customerId: AnyColumn | SQL): SQL<boolean> =>
  sql`(ordered.state <> 'pending' or ordered.customer_id <> ${customerId})`;
