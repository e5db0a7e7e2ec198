/** What the address labels that staff has printed tell the courier to collect. */

import { eq, sql } from "drizzle-orm";
import type { AdminOrder } from "../../../contract/admin/orders.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, toRupees } from "../../base/money.ts";
import { hashToken } from "../../base/secrets.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { printedLabel } from "../../platform/database/schema.ts";
import { balanceOf } from "./balance.ts";
import { canCancel } from "./eligibility.ts";
import type { OrderRow } from "./order-row.ts";
import { receiverOf } from "./receiver.ts";

/** Notes that the labels of these orders were printed as the orders are. */
export async function notePrinted(db: DatabaseOrTransaction, orders: readonly OrderRow[], now: Date): Promise<void> {
  if (orders.length === 0) return;
  await db
    .insert(printedLabel)
    .values(
      orders.map((order) => ({
        orderId: order.id,
        collectsPaise: balanceOf(order),
        receiverHash: receiverHash(order),
        printedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: printedLabel.orderId,
      set: {
        collectsPaise: sql`excluded.collects_paise`,
        receiverHash: sql`excluded.receiver_hash`,
        printedAt: sql`excluded.printed_at`,
      },
    });
}

function receiverHash(order: OrderRow): string {
  const { name, mobile } = receiverOf(order);
  const { street, city, state, pincode } = order.shippingAddress;
  return hashToken(JSON.stringify([name, mobile, street, city, state, pincode]));
}

const namesOther = (printed: typeof printedLabel.$inferSelect, order: OrderRow) =>
  printed.receiverHash !== null && printed.receiverHash !== receiverHash(order);

async function findStale(db: DatabaseOrTransaction, order: OrderRow) {
  if (!canCancel(order)) return null;
  const [printed] = await db.select().from(printedLabel).where(eq(printedLabel.orderId, order.id));
  return printed && (printed.collectsPaise !== balanceOf(order) || namesOther(printed, order)) ? printed : null;
}

/** The printed label of an order that is not sent yet, if it names another amount than is due by now, or another receiver. */
export async function readStaleLabel(db: DatabaseOrTransaction, order: OrderRow): Promise<AdminOrder["staleLabel"]> {
  const printed = await findStale(db, order);
  return (
    printed && {
      collects: toRupees(printed.collectsPaise),
      due: toRupees(balanceOf(order)),
      hasOtherReceiver: namesOther(printed, order),
      printedAt: printed.printedAt.toISOString(),
    }
  );
}

/**
 * Holds back a parcel whose label names another amount than is due, or another receiver. A label that staff has checked counts as printed again.
 * @throws ApiError (409)
 */
export async function requireCurrentLabel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { isLabelChecked, now }: { isLabelChecked: boolean; now: Date },
): Promise<void> {
  const printed = await findStale(trx, order);
  if (!printed) return;
  if (isLabelChecked) return notePrinted(trx, [order], now);
  const duePaise = balanceOf(order);
  const amounts = `${printed.collectsPaise === 0 ? "that nothing is" : formatRupees(printed.collectsPaise)} to be collected, and ${duePaise === 0 ? "nothing" : formatRupees(duePaise)} is due now`;
  const difference = [
    ...(namesOther(printed, order) ? ["it has the address or the phone number of before"] : []),
    ...(printed.collectsPaise === duePaise ? [] : [`it says ${amounts}`]),
  ].join("; ");
  throw ApiError.ofField(
    "labelChecked",
    `The printed label of order ${order.number} is out of date: ${difference}. Print the label again and put it on the parcel, or confirm that you have corrected it.`,
    "label_stale",
  );
}
