/** Replaces units of an order by others until its parcel leaves (docs/decisions/2026-11-30-editing-orders.md). */

import { eq, sql } from "drizzle-orm";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { lockVariants, returnCancelledUnits, sellFurtherUnits } from "../../selling/stock/stock.ts";
import { addItems } from "../orders/add-items.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import { amendOrder, changedText } from "../orders/amend-order.ts";
import { balanceOf } from "../orders/balance.ts";
import { mayCollectFor } from "../orders/cash-to-collect.ts";
import { addNote, changeState } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import { issueFurtherInvoice } from "../orders/invoice/issue-invoice.ts";
import { readIssuedInvoice } from "../orders/invoice/read-invoice.ts";
import { taxItems } from "../orders/invoice/tax-items.ts";
import { itemName } from "../orders/item-name.ts";
import { queueOrderChangedEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { type PreparedRemoval, prepareEdit, recordRemoval, totalAfter } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { refundOrder } from "../payments/refunds.ts";
import { excessOf, withSamples } from "./cancel-order.ts";

/** What staff asks for. */
export interface RequestedEdit {
  remove: readonly LineUnits[];
  add: readonly RequestedUnits[];
  /** A sentence for the customer; may be empty. */
  reason: string;
}

interface EditContext {
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
  sender: MailSender;
  now: Date;
}

/**
 * Takes units out of a locked order and adds others. Before its invoice, what is due on delivery changes, and what was paid in advance beyond it
 * is refunded; after it, what goes is credited, what comes is on a further invoice, and the difference is refunded. A packed order is prepared again.
 * The customer gets an email.
 * @returns the order, and what the change comes to
 * @throws ApiError (409) once its parcel has left, or if something is sold out; (422) at the field for units that the order does not have or
 * cannot have
 */
export async function editItems(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { remove, add, reason }: RequestedEdit,
  { maxUnits, maxPaise, sender, now }: EditContext,
): Promise<{ order: OrderRow; effect: EditEffect }> {
  await requireAction(trx, order, "edit");
  const prepared = withSamples(await prepareEdit(trx, order, { remove, add, maxUnits }));
  await requirePossibleTotal(trx, order, prepared, { maxPaise, now });
  const at = { cause: "staff", at: now } as const;
  const open = order.state === "packed" ? await changeState(trx, order, "processing", at) : order;
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  const before = sumPaise((await readCreditable(trx, order.id)).map(({ totalPaise }) => totalPaise));
  await lockStockOf(trx, [...items, ...prepared.added.map(({ item }) => item)]);
  await returnCancelledUnits(trx, order.id, [...prepared.units, ...prepared.samples]);
  const note = [reason, ...prepared.reasons].filter(Boolean).join(" ");
  const changed = [changedText(prepared, items), note].filter(Boolean).join(" ");
  const replaceItems = order.invoiceNumber === null ? amendUninvoiced : editInvoiced;
  const edited = await replaceItems(trx, open, prepared, { note, changed, sender, now });
  return { order: edited, effect: await effectOf(trx, edited, prepared, before) };
}

interface Replacement extends Pick<EditContext, "sender" | "now"> {
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
  { note, changed, sender, now }: Replacement,
): Promise<OrderRow> {
  const excessPaise = excessOf(order, prepared);
  if (excessPaise > 0) await refundOrder(trx, order.id, { reason: "cancelled", upToPaise: excessPaise }, now);
  await recordRemoval(trx, prepared);
  const amended = await amendOrder(trx, order, prepared, { cause: "staff", note, at: now });
  await sellAdded(trx, order.id, prepared);
  await queueOrderChangedEmail(trx, sender, amended, { changed, refundPaise: excessPaise, invoice: null }, now);
  await issueRefundVouchers(trx, amended, now);
  return amended;
}

/** The same for an invoiced order. @throws ApiError (409) if it would become dearer: it is paid */
async function editInvoiced(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { changed, sender, now }: Replacement,
): Promise<OrderRow> {
  const lessPaise = paise(prepared.totalPaise - prepared.removal.added.totalPaise);
  if (lessPaise < 0)
    throw ApiError.ofField(
      "add",
      `The order would cost ${formatRupees(paise(-lessPaise))} more, and it is paid already. Please choose items that cost no more, or create a draft order for what comes.`,
      "wrong_order_state",
    );
  // What it states is composed from the items while there are only those.
  if (order.invoicedAt) await readIssuedInvoice(trx, { ...order, invoicedAt: order.invoicedAt });
  const refunds =
    lessPaise > 0
      ? await refundOrder(
          trx,
          order.id,
          { reason: "cancelled", upToPaise: lessPaise, note: prepared.reasons.join(" ") },
          now,
        )
      : [];
  await endSamples(trx, order.id, prepared.samples);
  await recordRemoval(trx, prepared);
  const added = await addItems(trx, order, prepared);
  await sellAdded(trx, order.id, prepared);
  await addNote(trx, order, { cause: "staff", note: changed, at: now });
  const taxed = await taxItems(trx, order, added.items, now);
  const refundPaise = sumPaise(refunds.map(({ amountPaise }) => amountPaise));
  const change = {
    changed,
    refundPaise,
    invoice: { position: added.position, more: prepared.removal.added.totalPaise, less: prepared.totalPaise },
  };
  await queueOrderChangedEmail(trx, sender, added.order, change, now);
  if (prepared.lines.length > 0)
    await issueCreditNote(trx, prepared, { reason: "cancelled", refundId: refunds[0]?.id ?? null, at: now });
  await issueFurtherInvoice(trx, added.order, taxed, added);
  return added.order;
}

/** @throws ApiError (422) for a total that no order can have, (409) for more cash than the law allows to collect */
async function requirePossibleTotal(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { maxPaise, now }: { maxPaise: Paise; now: Date },
): Promise<void> {
  const totalPaise = totalAfter(order, prepared);
  if (totalPaise <= order.totalPaise) return;
  const problem = totalProblem(totalPaise, maxPaise);
  if (problem !== null) throw ApiError.ofField("add", problem, "order_amount");
  if (balanceOf(order) > 0 && !(await mayCollectFor(trx, { ...order, totalPaise }, now)))
    throw ApiError.ofField(
      "add",
      "With these items more cash would be due from one person than the law allows to collect.",
      "cash_not_available",
    );
}

const lockStockOf = (trx: DatabaseOrTransaction, sizes: readonly { variantId: number }[]) =>
  lockVariants(trx, sql`select unnest(${`{${sizes.map(({ variantId }) => variantId).join(",")}}`}::bigint[])`);

/** @throws ApiError (409) if not enough is in stock */
async function sellAdded(trx: DatabaseOrTransaction, orderId: number, { added }: PreparedRemoval): Promise<void> {
  if (await sellFurtherUnits(trx, orderId, added)) return;
  const names = new Intl.ListFormat("en-IN").format(
    added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`),
  );
  throw ApiError.ofField("add", `Not enough is in stock of ${names}. Nothing has been changed.`, "out_of_stock");
}

async function effectOf(
  trx: DatabaseOrTransaction,
  after: OrderRow,
  { totalPaise, removal, added }: PreparedRemoval,
  beforePaise: Paise,
): Promise<EditEffect> {
  const left = await readCreditable(trx, after.id);
  const gst = left.flatMap(({ cgstPaise, sgstPaise, igstPaise }) => [cgstPaise, sgstPaise, igstPaise]);
  return {
    added: added.map(({ item, quantity, pricePaise, todayPaise }) => ({
      name: itemName(item),
      quantity,
      price: toRupees(pricePaise),
      today: toRupees(todayPaise),
    })),
    less: toRupees(totalPaise),
    more: toRupees(removal.added.totalPaise),
    before: toRupees(beforePaise),
    total: toRupees(sumPaise(left.map((item) => item.totalPaise))),
    gst: toRupees(sumPaise(gst)),
    offers: after.offers.map(({ discountPaise, ...one }) => ({ ...one, discount: toRupees(paise(discountPaise)) })),
    balance: toRupees(balanceOf(after)),
  };
}
