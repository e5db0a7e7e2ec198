/** Replaces units of an order by others until its parcel leaves (docs/decisions/2026-11-30-editing-orders.md). */

import { eq, sql } from "drizzle-orm";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { lockVariants, returnCancelledUnits, sellFurtherUnits } from "../../selling/stock/stock.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import { amendOrder, changedText } from "../orders/amend-order.ts";
import { balanceOf } from "../orders/balance.ts";
import { mayCollectFor } from "../orders/cash-to-collect.ts";
import { changeState } from "../orders/change-state.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
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
 * Takes units out of a locked order that is not invoiced and adds others: what is due on delivery changes, and what was paid in advance beyond it is refunded. A
 * packed order is prepared again. The customer gets an email.
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
  const change = { cause: "staff", note: [reason, ...prepared.reasons].filter(Boolean).join(" "), at: now } as const;
  const open =
    order.state === "packed" ? await changeState(trx, order, "processing", { cause: "staff", at: now }) : order;
  const items = await trx.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  await lockStockOf(trx, [...items, ...prepared.added.map(({ item }) => item)]);
  await returnCancelledUnits(trx, order.id, [...prepared.units, ...prepared.samples]);
  const excessPaise = excessOf(open, prepared);
  if (excessPaise > 0) await refundOrder(trx, order.id, { reason: "cancelled", upToPaise: excessPaise }, now);
  await recordRemoval(trx, prepared);
  const amended = await amendOrder(trx, open, prepared, change);
  await sellAdded(trx, order.id, prepared);
  const changed = [changedText(prepared, items), reason, ...prepared.reasons].filter(Boolean).join(" ");
  await queueOrderChangedEmail(trx, sender, amended, { changed, refundPaise: excessPaise }, now);
  await issueRefundVouchers(trx, amended, now);
  return { order: amended, effect: await effectOf(trx, order, amended, prepared) };
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
  before: OrderRow,
  after: OrderRow,
  { totalPaise, removal, added }: PreparedRemoval,
): Promise<EditEffect> {
  const [tax] = await trx
    .select({
      paise:
        sql<number>`coalesce(sum(${orderItem.cgstPaise} + ${orderItem.sgstPaise} + ${orderItem.igstPaise}), 0)`.mapWith(
          Number,
        ),
    })
    .from(orderItem)
    .where(eq(orderItem.orderId, after.id));
  return {
    added: added.map(({ item, quantity, pricePaise, todayPaise }) => ({
      name: itemName(item),
      quantity,
      price: toRupees(pricePaise),
      today: toRupees(todayPaise),
    })),
    less: toRupees(totalPaise),
    more: toRupees(removal.added.totalPaise),
    before: toRupees(before.totalPaise),
    total: toRupees(after.totalPaise),
    gst: toRupees(paise(tax?.paise ?? 0)),
    offers: after.offers.map(({ discountPaise, ...one }) => ({ ...one, discount: toRupees(paise(discountPaise)) })),
    balance: toRupees(balanceOf(after)),
  };
}
