/** Replaces units of an order by others until its parcel leaves (docs/decisions/2026-11-30-editing-orders.md). */

import { eq, sql } from "drizzle-orm";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { MIN_PAYMENT_PAISE, totalProblem } from "../../selling/pricing/order-total.ts";
import { lockVariants, returnCancelledUnits, sellFurtherUnits } from "../../selling/stock/stock.ts";
import { addItems } from "../orders/add-items.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import { amendOrder, changedText } from "../orders/amend-order.ts";
import { balanceOf } from "../orders/balance.ts";
import { mayCollectFor } from "../orders/cash-to-collect.ts";
import { addNote, prepareAgain } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import { issueFurtherInvoice } from "../orders/invoice/issue-invoice.ts";
import { readIssuedInvoice } from "../orders/invoice/read-invoice.ts";
import { taxItems } from "../orders/invoice/tax-items.ts";
import { itemName } from "../orders/item-name.ts";
import { queueEditToPayEmail, queueOrderChangedEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { endPendingEdit, insertPendingEdit, type OrderEdit } from "../orders/pending-edit.ts";
import { type PreparedRemoval, prepareEdit, recordRemoval, totalAfter } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { payPath, payToken } from "../payments/pay-link.ts";
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
  /** Signs the link to pay for a change. */
  codeSecret: string;
  sender: MailSender;
  now: Date;
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
  await requirePossibleTotal(trx, order, prepared, { maxPaise, now });
  const before = sumPaise((await readCreditable(trx, order.id)).map(({ totalPaise }) => totalPaise));
  const replacement = { reason, cause: "staff", sender, now } as const;
  const duePaise = dueBefore(order, prepared);
  if (duePaise > 0) {
    const effect = await tried(trx, async (nested) => {
      const edited = await replaceItems(nested, order, prepared, replacement);
      return effectOf(nested, edited, prepared, { beforePaise: before, duePaise });
    });
    await waitForPayment(trx, order, prepared, { reason, amountPaise: duePaise, codeSecret, sender, now });
    return { order, effect };
  }
  const edited = await replaceItems(trx, order, prepared, replacement);
  return { order: edited, effect: await effectOf(trx, edited, prepared, { beforePaise: before, duePaise }) };
}

/**
 * Applies the pending change of a locked order, which its customer has just paid for. Its last statement numbers documents.
 * @throws ApiError if the order no longer allows it, or not for this amount
 */
export async function applyPaidEdit(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { remove, add, reason, amountPaise }: OrderEdit,
  { sender, now }: Pick<EditContext, "sender" | "now">,
): Promise<void> {
  const requested = add.map(({ sku, quantity, ...agreed }) => ({ sku, quantity, agreed }));
  const maxUnits = Number.POSITIVE_INFINITY;
  const prepared = withSamples(await prepareEdit(trx, order, { remove, add: requested, maxUnits }));
  if (dueBefore(order, prepared) !== amountPaise)
    throw new ApiError("wrong_order_state", `The change of order ${order.number} now costs another amount.`);
  await lockStockOf(trx, await itemsAndAdded(trx, order, prepared));
  await endPendingEdit(trx, order.id, "applied", now);
  await requireAction(trx, order, "edit");
  await replaceItems(trx, order, prepared, { reason, cause: "payment", sender, now });
}

/** What an invoiced order costs more by a change, which is paid before; 0 if that is nothing. */
const dueBefore = ({ invoiceNumber }: OrderRow, { totalPaise, removal }: PreparedRemoval): Paise =>
  paise(invoiceNumber === null ? 0 : Math.max(0, removal.added.totalPaise - totalPaise));

/** Rolls back what was tried. */
class Tried<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("nothing is stored");
    this.result = result;
  }
}

/** Does some work of which nothing stays but its result. */
async function tried<Result>(
  trx: DatabaseOrTransaction,
  work: (nested: DatabaseOrTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await trx.transaction(async (nested) => {
      throw new Tried(await work(nested));
    });
  } catch (error) {
    if (error instanceof Tried) return error.result;
    throw error;
  }
}

/** Lets a change wait for its payment, and emails the customer the link. */
async function waitForPayment(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  {
    reason,
    amountPaise,
    codeSecret,
    sender,
    now,
  }: Omit<EditContext, "maxUnits" | "maxPaise"> & { reason: string; amountPaise: Paise },
): Promise<void> {
  if (amountPaise < MIN_PAYMENT_PAISE)
    throw ApiError.ofField(
      "add",
      `The order would cost ${formatRupees(amountPaise)} more, which is too little to be paid online. Please choose other items.`,
      "order_amount",
    );
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  const summary = [changedText(prepared, items), reason, ...prepared.reasons].filter(Boolean).join(" ");
  const add = prepared.added.map(({ item: { sku }, variantId, quantity, pricePaise, originalPricePaise }) => ({
    ...{ variantId, sku, quantity, pricePaise, originalPricePaise },
  }));
  const stored = await insertPendingEdit(
    trx,
    order,
    { remove: [...prepared.units], add, reason, summary, amountPaise },
    now,
  );
  if (!stored) throw outOfStock(prepared);
  const note = `${summary} This waits for your payment of ${formatRupees(amountPaise)}.`;
  await addNote(trx, order, { cause: "staff", note, at: now });
  const url = sender.origin + payPath(payToken(codeSecret, order.number));
  await queueEditToPayEmail(trx, sender, order, { edit: stored, url }, now);
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
  await lockStockOf(trx, await itemsAndAdded(trx, order, prepared));
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
  await sellAdded(trx, order.id, prepared);
  await queueOrderChangedEmail(trx, sender, amended, { changed, refundPaise: excessPaise, invoice: null }, now);
  await issueRefundVouchers(trx, amended, now);
  return amended;
}

/** The same for an invoiced order. What it costs more is paid already. */
async function editInvoiced(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { changed, cause, sender, now }: Changed,
): Promise<OrderRow> {
  const paidPaise = dueBefore(order, prepared);
  const lessPaise = paise(Math.max(0, prepared.totalPaise - prepared.removal.added.totalPaise));
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
  const paid = paidPaise > 0 ? `You paid ${formatRupees(paidPaise)}. ` : "";
  await addNote(trx, order, { cause, note: paid + changed, at: now });
  const taxed = await taxItems(trx, order, added.items, now);
  const refundPaise = sumPaise(refunds.map(({ amountPaise }) => amountPaise));
  const change = {
    changed,
    refundPaise,
    invoice: {
      position: added.position,
      more: prepared.removal.added.totalPaise,
      less: prepared.totalPaise,
      paidPaise,
    },
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

/** The items of an order, and what is added to it. */
const itemsAndAdded = async (trx: DatabaseOrTransaction, { id }: OrderRow, { added }: PreparedRemoval) => [
  ...(await trx.select({ variantId: orderItem.variantId }).from(orderItem).where(eq(orderItem.orderId, id))),
  ...added.map(({ item }) => item),
];

const lockStockOf = (trx: DatabaseOrTransaction, sizes: readonly { variantId: number }[]) =>
  lockVariants(trx, sql`select unnest(${`{${sizes.map(({ variantId }) => variantId).join(",")}}`}::bigint[])`);

/** @throws ApiError (409) if not enough is in stock */
async function sellAdded(trx: DatabaseOrTransaction, orderId: number, prepared: PreparedRemoval): Promise<void> {
  if (!(await sellFurtherUnits(trx, orderId, prepared.added))) throw outOfStock(prepared);
}

function outOfStock({ added }: PreparedRemoval): ApiError {
  const names = new Intl.ListFormat("en-IN").format(
    added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`),
  );
  return ApiError.ofField("add", `Not enough is in stock of ${names}. Nothing has been changed.`, "out_of_stock");
}

async function effectOf(
  trx: DatabaseOrTransaction,
  after: OrderRow,
  { totalPaise, removal, added }: PreparedRemoval,
  { beforePaise, duePaise }: { beforePaise: Paise; duePaise: Paise },
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
    due: toRupees(duePaise),
  };
}
