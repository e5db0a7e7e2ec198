/**
 * Changes the items of an invoiced order: what goes is credited, what comes is on a further invoice, and the difference is refunded, or paid
 * by a link before anything changes (docs/decisions/2026-11-30-editing-orders.md).
 */

import { eq, sql } from "drizzle-orm";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type AgreedAcceptance, orderItem } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { MIN_PAYMENT_PAISE, totalProblem } from "../../selling/pricing/order-total.ts";
import { lockVariants, sellFurtherUnits } from "../../selling/stock/stock.ts";
import { addItems } from "../orders/add-items.ts";
import type { AddedField, RequestedUnits } from "../orders/added-units.ts";
import { balanceOf } from "../orders/balance.ts";
import { mayCollectFor } from "../orders/cash-to-collect.ts";
import { addNote } from "../orders/change-state.ts";
import { readCreditable } from "../orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import { issueFurtherInvoice } from "../orders/invoice/issue-invoice.ts";
import { readIssuedInvoice } from "../orders/invoice/read-invoice.ts";
import { taxItems } from "../orders/invoice/tax-items.ts";
import { itemName } from "../orders/item-name.ts";
import { queueEditToPayEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { payPath, payToken } from "../orders/pay-link.ts";
import { insertPendingEdit, type OrderEdit } from "../orders/pending-edit.ts";
import { type PreparedRemoval, recordRemoval, totalAfter } from "../orders/removal.ts";
import { refundOrder } from "../payments/refunds.ts";

/** What a change of an order's items needs besides the change. */
export interface EditContext {
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
  /** Signs the link to pay for a change. */
  codeSecret: string;
  sender: MailSender;
  now: Date;
}

/** The units of a pending change that come, as they were agreed. */
export const agreedUnits = ({ add }: Pick<OrderEdit, "add">): RequestedUnits[] =>
  add.map(({ sku, quantity, ...agreed }) => ({ sku, quantity, agreed }));

/** What an invoiced order costs more by a change, which is paid before; 0 if that is nothing. */
export const dueBefore = ({ invoiceNumber }: OrderRow, { totalPaise, removal }: PreparedRemoval): Paise =>
  paise(invoiceNumber === null ? 0 : Math.max(0, removal.added.totalPaise - totalPaise));

/** @throws ApiError (409) if a pending change of an order now costs another amount */
export function requireAgreed(order: OrderRow, prepared: PreparedRemoval, { amountPaise }: OrderEdit): void {
  if (dueBefore(order, prepared) !== amountPaise)
    throw new ApiError("wrong_order_state", `The change of order ${order.number} now costs another amount.`);
}

interface WaitingChange extends Pick<EditContext, "codeSecret" | "sender" | "now"> {
  /** The field of the request that names what comes. */
  field: AddedField;
  /** Staff's sentence for the customer; may be empty. */
  reason: string;
  /** What goes and what comes, and why, as sentences for the customer. */
  summary: string;
  /** Of an exchange, how the return is accepted. */
  acceptance?: AgreedAcceptance;
}

/**
 * Changes the items of a locked order, at once or, if it becomes dearer after its invoice, once that is paid: until then what comes is
 * reserved, and the customer has a link.
 * @param change makes the change @param waiting how it is stored if it waits
 * @returns the order, and what the change comes to
 * @throws ApiError (409) if what comes is sold out, (422) if too little would be to be paid
 */
export async function changeNowOrOncePaid(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  change: (trx: DatabaseOrTransaction) => Promise<OrderRow>,
  waiting: WaitingChange,
): Promise<{ order: OrderRow; effect: EditEffect }> {
  const beforePaise = sumPaise((await readCreditable(trx, order.id)).map(({ totalPaise }) => totalPaise));
  const duePaise = dueBefore(order, prepared);
  const changeAll = async (nested: DatabaseOrTransaction) => {
    const changed = await change(nested);
    return { order: changed, effect: await effectOf(nested, changed, prepared, { beforePaise, duePaise }) };
  };
  if (duePaise === 0) return changeAll(trx);
  const { effect } = await tried(trx, changeAll);
  await waitForPayment(trx, order, prepared, { ...waiting, amountPaise: duePaise });
  return { order, effect };
}

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

/** @throws ApiError (422) for an amount that is too little for a payment, but not nothing */
export function requirePayable(amountPaise: Paise, field: AddedField): void {
  if (amountPaise === 0 || amountPaise >= MIN_PAYMENT_PAISE) return;
  throw ApiError.ofField(
    field,
    `The order would cost ${formatRupees(amountPaise)} more, which is too little to be paid online. Please choose other items.`,
    "order_amount",
  );
}

/** Lets a change wait for its payment, and emails the customer the link. */
async function waitForPayment(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { field, reason, summary, acceptance, amountPaise, codeSecret, sender, now }: WaitingChange & { amountPaise: Paise },
): Promise<void> {
  requirePayable(amountPaise, field);
  const add = prepared.added.map(({ item: { sku }, variantId, quantity, pricePaise, originalPricePaise }) => ({
    ...{ variantId, sku, quantity, pricePaise, originalPricePaise },
  }));
  const edit = { remove: [...prepared.units], add, reason, summary, amountPaise, acceptance: acceptance ?? null };
  const stored = await insertPendingEdit(trx, order, edit, now);
  if (!stored) throw outOfStock(prepared, field);
  const note = `${summary} This waits for your payment of ${formatRupees(amountPaise)}.`;
  await addNote(trx, order, { cause: "staff", note, at: now });
  const url = sender.origin + payPath(payToken(codeSecret, order.number));
  await queueEditToPayEmail(trx, sender, order, { edit: stored, url }, now);
}

/** What a change of an invoiced order comes to: its further invoice with its amount, that of the credit note, and what was paid and is refunded. */
export interface InvoicedChange {
  position: number;
  more: Paise;
  less: Paise;
  paidPaise: Paise;
  refundPaise: Paise;
}

/**
 * Credits what goes of a locked, invoiced order, refunds the difference, and sells and invoices what comes; what the order costs more is paid
 * already. What becomes of the units that go is the caller's. The last statement numbers documents.
 * @param options.record stores that the order has changed, and queues the email about it
 * @returns the order as `record` has left it
 * @throws ApiError (409) if what comes is sold out
 */
export async function changeInvoiced(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  {
    reason,
    field,
    at,
    record,
  }: {
    reason: "cancelled" | "returned";
    field: AddedField;
    at: Date;
    record: (changed: OrderRow, change: InvoicedChange) => Promise<OrderRow>;
  },
): Promise<OrderRow> {
  const lessPaise = paise(Math.max(0, prepared.totalPaise - prepared.removal.added.totalPaise));
  // What it states is composed from the items while there are only those.
  if (order.invoicedAt) await readIssuedInvoice(trx, { ...order, invoicedAt: order.invoicedAt });
  const note = prepared.reasons.join(" ");
  const refunds = lessPaise > 0 ? await refundOrder(trx, order.id, { reason, upToPaise: lessPaise, note }, at) : [];
  await recordRemoval(trx, prepared);
  const added = await addItems(trx, order, prepared);
  await sellAdded(trx, order.id, prepared, field);
  const taxed = await taxItems(trx, order, added.items, at);
  const changed = await record(added.order, {
    position: added.position,
    more: prepared.removal.added.totalPaise,
    less: prepared.totalPaise,
    paidPaise: dueBefore(order, prepared),
    refundPaise: sumPaise(refunds.map(({ amountPaise }) => amountPaise)),
  });
  if (prepared.lines.length > 0) await issueCreditNote(trx, prepared, { reason, refundId: refunds[0]?.id ?? null, at });
  await issueFurtherInvoice(trx, changed, taxed, added);
  return changed;
}

/** @throws ApiError (422) for a total that no order can have, (409) for more cash than the law allows to collect */
export async function requirePossibleTotal(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { field, maxPaise, now }: { field: AddedField; maxPaise: Paise; now: Date },
): Promise<void> {
  const totalPaise = totalAfter(order, prepared);
  if (totalPaise <= order.totalPaise) return;
  const problem = totalProblem(totalPaise, maxPaise);
  if (problem !== null) throw ApiError.ofField(field, problem, "order_amount");
  if (balanceOf(order) > 0 && !(await mayCollectFor(trx, { ...order, totalPaise }, now)))
    throw ApiError.ofField(
      field,
      "With these items more cash would be due from one person than the law allows to collect.",
      "cash_not_available",
    );
}

/** Locks the stock of an order's items and of what is added to it. */
export async function lockStockOf(
  trx: DatabaseOrTransaction,
  { id }: OrderRow,
  { added }: PreparedRemoval,
): Promise<void> {
  const items = await trx.select({ variantId: orderItem.variantId }).from(orderItem).where(eq(orderItem.orderId, id));
  const ids = [...items, ...added].map(({ variantId }) => variantId);
  await lockVariants(trx, sql`select unnest(${`{${ids.join(",")}}`}::bigint[])`);
}

/** @throws ApiError (409) if not enough is in stock */
export async function sellAdded(
  trx: DatabaseOrTransaction,
  orderId: number,
  prepared: PreparedRemoval,
  field: AddedField,
): Promise<void> {
  if (!(await sellFurtherUnits(trx, orderId, prepared.added))) throw outOfStock(prepared, field);
}

function outOfStock({ added }: PreparedRemoval, field: AddedField): ApiError {
  const names = new Intl.ListFormat("en-IN").format(
    added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`),
  );
  return ApiError.ofField(field, `Not enough is in stock of ${names}. Nothing has been changed.`, "out_of_stock");
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
