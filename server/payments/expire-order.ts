import { eq } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { changeState } from "../orders/change-state.ts";
import { lockOrder } from "../orders/order-row.ts";
import { lockProducts, piecesOf, returnStock } from "../orders/stock.ts";
import { nextCheckAfterExpiry } from "./schedule.ts";

/** Ends the wait for a payment whose time is over, and puts the pieces back. Nothing happens when it was paid meanwhile, or got more time. */
export async function expireOrder(db: Database, orderId: number, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, eq(customerOrder.id, orderId));
    if (order?.state !== "pending" || order.payUntil > now) return;
    await lockProducts(trx, { orderId });
    await returnStock(trx, await piecesOf(trx, orderId));
    const note = "Nobody paid in time.";
    // Nobody was ever shown a payment that the provider had not opened.
    const checkAt = order.providerOrderId ? nextCheckAfterExpiry(order.payUntil, now) : null;
    await changeState(trx, order, "expired", { cause: "clock", note, at: now }, { holdsStock: false, checkAt });
  });
}
