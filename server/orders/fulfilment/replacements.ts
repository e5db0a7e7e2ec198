/** Parcels that replace returned goods. They do not change the state of their locked order. */

import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { issueChallan } from "../orders/challans/issue-challan.ts";
import { queueReplacementShippedEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { readReplacedUnits } from "../post-purchase/open-return.ts";
import { addParcel } from "./fulfil-order.ts";

/**
 * Records that a replacement was handed to a courier, and issues its delivery challan.
 * @throws ApiError (409) if none is due, or as `addParcel`
 */
export async function shipReplacement(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: { awb: string; courier: string; ewayBill?: string | undefined },
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  const { parcels } = await requireAction(trx, order, "ship-replacement");
  const sent = parcels.filter(({ isReplacement }) => isReplacement).length;
  const added = await addParcel(trx, order, { ...parcel, items: null }, { isReplacement: true, now });
  await queueReplacementShippedEmail(trx, sender, order, added, now);
  const units = await readReplacedUnits(trx, order.id, sent);
  await issueChallan(trx, order, { awb: added.awb, reason: "replacement", units }, now);
}

/** Records that the replacements of an order have arrived. @throws ApiError (409) if none is on its way */
export async function deliverReplacement(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<void> {
  await requireAction(trx, order, "deliver-replacement");
  await trx
    .update(shipment)
    .set({ deliveredAt: now })
    .where(and(eq(shipment.orderId, order.id), eq(shipment.isReplacement, true), isNull(shipment.deliveredAt)));
}
