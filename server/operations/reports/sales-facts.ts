/** SQL for what counts as sold and as returned, shared by all reports and the roll-up. */

import { type SQL, sql } from "drizzle-orm";
import { isOfRealOrder } from "../../orders/orders/test-orders.ts";

export const dayOf = (time: SQL) => sql`(${time} at time zone 'Asia/Kolkata')::date`;
export const isWithin = (time: SQL, from: Date, until: Date) =>
  sql`${time} >= ${from.toISOString()}::timestamptz and ${time} < ${until.toISOString()}::timestamptz`;

/** Whether an order counts as sold: a real one, by its state. */
export const isSold = sql.raw("not is_test and state not in ('pending', 'expired', 'cancelled')");

/**
 * Whether a credit note, `note`, is for goods that were sold and then returned, faulty or lost, or for their shipping and fees alone, whose
 * lines have no units. An order that is lost as a whole is cancelled, so it never counts as sold; of an order in several parcels the rest
 * stays sold.
 */
export const isReturn = sql`(note.reason in ('returned', 'deficient') and ${isOfRealOrder(sql`note.order_id`)}
  or note.reason in ('lost', 'came_back', 'shipping')
  and exists (select from customer_order where customer_order.id = note.order_id and ${isSold}))`;

/** The amount that a line of a credit note credits, in paise. @param line its alias in the query */
export const creditedPaise = (line: "line" | "note_line") =>
  sql.raw(["taxable_paise", "cgst_paise", "sgst_paise", "igst_paise"].map((part) => `${line}.${part}`).join(" + "));
