/** Notes of staff about an order. */

import { desc, eq } from "drizzle-orm";
import type { AdminOrder } from "../../../../contract/admin/orders.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { orderNote } from "../../../platform/database/schema.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { queueNoteEmail } from "../mails/queue-order-emails.ts";
import type { OrderRow } from "../order-row.ts";

export async function addNote(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { text, toCustomer, author }: { text: string; toCustomer: boolean; author: string },
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  await trx.insert(orderNote).values({ orderId: order.id, text, toCustomer, author, at: now });
  if (toCustomer) await queueNoteEmail(trx, sender, order, text, now);
}

/** Reads the notes of an order, newest first. */
export async function readNotes(db: DatabaseOrTransaction, orderId: number): Promise<AdminOrder["notes"]> {
  const rows = await db.select().from(orderNote).where(eq(orderNote.orderId, orderId)).orderBy(desc(orderNote.id));
  return rows.map(({ id, text, toCustomer, author, at }) => ({
    _id: String(id),
    text,
    toCustomer,
    by: author,
    at: at.toISOString(),
  }));
}
