/** Replaces units of an order by others until its parcel leaves (docs/decisions/2026-11-30-editing-orders.md). */

import { eq } from "drizzle-orm";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { formatRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import { returnCancelledUnits } from "../../selling/stock/stock.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import { amendOrder, changedText } from "../orders/amend-order.ts";
import { addNote, prepareAgain } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import { queueOrderChangedEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { endPendingEdit, type OrderEdit } from "../orders/pending-edit.ts";
import { type PreparedRemoval, prepareEdit, recordRemoval } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { refundOrder } from "../payments/refunds.ts";
import { excessOf, withSamples } from "./cancel-order.ts";
import {
  agreedUnits,
  changeInvoiced,
  changeNowOrOncePaid,
  type EditContext,
  lockStockOf,
  requireAgreed,
  requirePossibleTotal,
  sellAdded,
} from "./change-invoiced.ts";

/** What staff asks for. */
export interface RequestedEdit {
  remove: readonly LineUnits[];
  add: readonly RequestedUnits[];
  /** A sentence for the customer; may be empty. */
  reason: string;
}

/**
 * Takes units out of a locked order and adds others. Before its invoice, what is due on delivery changes, and what was paid in advance beyond it
 * is refunded; after it, what goes is credited, what comes is on a further invoice, and the difference is refunded. If the customer has to pay a
 * difference first, the change waits for that, and only what comes is reserved. A packed order is prepared again. The customer gets an email.
 * @returns the order, and what the change comes to
 * @throws ApiError (409) once its parcel has left, or if something is sold out; (422) at the field for units that the order does not have or
 * cannot have
 */
export async function editItems(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { remove, add, reason }: RequestedEdit,
  { maxUnits, maxPaise, codeSecret, sender, now }: EditContext,
): Promise<{ order: OrderRow; effect: EditEffect }> {
  await requireAction(trx, order, "edit");
  const prepared = withSamples(await prepareEdit(trx, order, { remove, add, maxUnits }));
  await requirePossibleTotal(trx, order, prepared, { field: "add", maxPaise, now });
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  const summary = [changedText(prepared, items), reason, ...prepared.reasons].filter(Boolean).join(" ");
  const replacement = { reason, cause: "staff", sender, now } as const;
  const change = (nested: DatabaseOrTransaction) => replaceItems(nested, order, prepared, replacement);
  const waiting = { field: "add", reason, summary, codeSecret, sender, now } as const;
  return changeNowOrOncePaid(trx, order, prepared, change, waiting);
}

/**
 * Applies the pending change of a locked order, which its customer has just paid for. Its last statement numbers documents.
 * @throws ApiError if the order no longer allows it, or not for this amount
 */
export async function applyPaidItems(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  edit: OrderEdit,
  { sender, now }: Pick<EditContext, "sender" | "now">,
): Promise<void> {
  const { remove, reason } = edit;
  const maxUnits = Number.POSITIVE_INFINITY;
  const prepared = withSamples(await prepareEdit(trx, order, { remove, add: agreedUnits(edit), maxUnits }));
  requireAgreed(order, prepared, edit);
  await lockStockOf(trx, order, prepared);
  await endPendingEdit(trx, order.id, "applied", now);
  await requireAction(trx, order, "edit");
  await replaceItems(trx, order, prepared, { reason, cause: "payment", sender, now });
}

interface Replacement extends Pick<EditContext, "sender" | "now"> {
  /** Staff's sentence for the customer; may be empty. */
  reason: string;
  cause: "staff" | "payment";
}

/** Takes units out of an order and adds others. @returns the order */
async function replaceItems(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { reason, cause, sender, now }: Replacement,
): Promise<OrderRow> {
  const open = await prepareAgain(trx, order, { cause, at: now });
  await lockStockOf(trx, order, prepared);
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  await returnCancelledUnits(trx, order.id, [...prepared.units, ...prepared.samples]);
  const note = [reason, ...prepared.reasons].filter(Boolean).join(" ");
  const changed = [changedText(prepared, items), note].filter(Boolean).join(" ");
  const replace = order.invoiceNumber === null ? amendUninvoiced : editInvoiced;
  return replace(trx, open, prepared, { note, changed, cause, sender, now });
}

interface Changed extends Pick<Replacement, "cause" | "sender" | "now"> {
  /** Why, as sentences for the customer; may be empty. */
  note: string;
  /** The same with what was removed and added. */
  changed: string;
}

/** Changes the items of an order whose removed units have returned to the stock. */
async function amendUninvoiced(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { note, changed, cause, sender, now }: Changed,
): Promise<OrderRow> {
  const excessPaise = excessOf(order, prepared);
  if (excessPaise > 0) await refundOrder(trx, order.id, { reason: "cancelled", upToPaise: excessPaise }, now);
  await recordRemoval(trx, prepared);
  const amended = await amendOrder(trx, order, prepared, { cause, note, at: now });
  await sellAdded(trx, order.id, prepared, "add");
  await queueOrderChangedEmail(trx, sender, amended, { changed, refundPaise: excessPaise, invoice: null }, now);
  await issueRefundVouchers(trx, amended, now);
  return amended;
}

/** The same for an invoiced order. */
async function editInvoiced(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { changed, cause, sender, now }: Changed,
): Promise<OrderRow> {
  await endSamples(trx, order.id, prepared.samples);
  return changeInvoiced(trx, order, prepared, {
    reason: "cancelled",
    field: "add",
    at: now,
    async record(edited, { refundPaise, ...invoice }) {
      const paid = invoice.paidPaise > 0 ? `You paid ${formatRupees(invoice.paidPaise)}. ` : "";
      await addNote(trx, edited, { cause, note: paid + changed, at: now });
      await queueOrderChangedEmail(trx, sender, edited, { changed, refundPaise, invoice }, now);
      return edited;
    },
  });
}
