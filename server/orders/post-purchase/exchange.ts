/** Accepts a return whose units are exchanged for others (docs/decisions/2026-11-30-exchanges.md). */

import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import type { ReturnReason } from "../../../contract/admin/orders.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderExchange } from "../../platform/database/schema.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import { changeState } from "../orders/change-state.ts";
import { itemName, listUnits } from "../orders/item-name.ts";
import { queueExchangeAcceptedEmail } from "../orders/mails/queue-return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { endPendingEdit, type OrderEdit } from "../orders/pending-edit.ts";
import { type PreparedRemoval, prepareEdit, readTerms } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import {
  agreedUnits,
  changeInvoiced,
  changeNowOrOncePaid,
  type EditContext,
  lockStockOf,
  requireAgreed,
} from "./change-invoiced.ts";
import { prepareExchange } from "./prepare-exchange.ts";
import { acceptUnits, type InspectedReturn, inspectReturn, keepsFeesOf, type Treatment } from "./return-actions.ts";

/** What staff asks for. */
export interface RequestedExchange extends Treatment {
  /** What goes out instead of what comes back and is not replaced. */
  exchange: readonly RequestedUnits[];
  decisionReason: ReturnReason;
  /** Not possible together: what goes out is priced by the terms of the order. */
  keepsOffers?: boolean;
}

/**
 * Accepts the open return of a locked order in exchange for other items: what comes back is credited, what goes out is on a further invoice,
 * and the difference is refunded. If the customer has to pay a difference first, the acceptance waits for that, and only what goes out is
 * reserved. What goes out is sent in a parcel of its own.
 * @returns the order, and what the exchange comes to
 * @throws ApiError (409) if no return is open or something is sold out; (422) at the field for what cannot go out, or units that have not
 * arrived
 */
export async function exchangeReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { exchange, restock = [], replace = [], decisionReason, keepsOffers = false }: RequestedExchange,
  { maxUnits, maxPaise, refundsFees, codeSecret, sender, now }: EditContext & { refundsFees: boolean },
): Promise<{ order: OrderRow; effect: EditEffect }> {
  await requireAction(trx, order, "return-accept");
  if (keepsOffers)
    throw ApiError.ofField(
      "keepOffers",
      "What goes out in exchange is priced by the order’s offers, so the rest can’t keep its own. Please accept without keeping the offers.",
    );
  const inspected = await inspectReturn(trx, order, { restock, replace });
  if (inspected.credited.length === 0)
    throw ApiError.ofField("exchange", "Everything that comes back is replaced, so nothing is left to exchange.");
  await requireTerms(trx, order);
  const keepsFees = keepsFeesOf({ refundsFees, decisionReason });
  const change = { remove: inspected.credited, add: exchange, keepsFees };
  const prepared = await prepareExchange(trx, order, change, { maxUnits, maxPaise, now });
  const accepted = { decisionReason, cause: "staff", sender, now } as const;
  return changeNowOrOncePaid(
    trx,
    order,
    prepared,
    (nested) => applyExchange(nested, order, prepared, inspected, accepted),
    {
      field: "exchange",
      reason: "",
      summary: [exchangedText(prepared, inspected), ...prepared.reasons].join(" "),
      acceptance: { decisionReason, restock: [...restock], replace: [...replace], keepsFees },
      ...{ codeSecret, sender, now },
    },
  );
}

/**
 * Accepts the open return of a locked order as it was agreed with its customer, who has just paid for the exchange. Its last statement numbers
 * documents.
 * @throws ApiError if the order no longer allows it, or not for this amount
 */
export async function applyPaidExchange(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  edit: OrderEdit & { acceptance: NonNullable<OrderEdit["acceptance"]> },
  { sender, now }: Pick<EditContext, "sender" | "now">,
): Promise<void> {
  const { decisionReason, keepsFees, ...treatment } = edit.acceptance;
  const inspected = await inspectReturn(trx, order, treatment);
  const prepared = await prepareEdit(trx, order, {
    ...{ remove: inspected.credited, add: agreedUnits(edit), field: "exchange", keepsFees },
    maxUnits: Number.POSITIVE_INFINITY,
  });
  requireAgreed(order, prepared, edit);
  await lockStockOf(trx, order, prepared);
  await endPendingEdit(trx, order.id, "applied", now);
  await requireAction(trx, order, "return-accept");
  await applyExchange(trx, order, prepared, inspected, { decisionReason, cause: "payment", sender, now });
}

interface Accepted extends Pick<EditContext, "sender" | "now"> {
  decisionReason: ReturnReason;
  cause: "staff" | "payment";
}

/** @returns the order, which is delivered again */
async function applyExchange(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  inspected: InspectedReturn,
  { decisionReason, cause, sender, now }: Accepted,
): Promise<OrderRow> {
  await lockStockOf(trx, order, prepared);
  await acceptUnits(trx, order, inspected, { decisionReason, sender, now });
  const exchanged = exchangedText(prepared, inspected);
  const { id: returnId } = inspected.open;
  return changeInvoiced(trx, order, prepared, {
    reason: "returned",
    field: "exchange",
    at: now,
    async record(changed, change) {
      await trx
        .insert(orderExchange)
        .values(prepared.added.map(({ position }) => ({ returnId, orderId: order.id, position })));
      const paid = change.paidPaise > 0 && `You paid ${formatRupees(change.paidPaise)}.`;
      const refund = change.refundPaise > 0 && `We’re refunding ${formatRupees(change.refundPaise)}.`;
      const note = [paid, "Return accepted.", exchanged, refund, ...prepared.reasons].filter(Boolean).join(" ");
      const delivered = await changeState(
        trx,
        changed,
        "delivered",
        { cause, note, at: now },
        { exchangedPaise: paise(order.exchangedPaise + change.more) },
      );
      await queueExchangeAcceptedEmail(
        trx,
        sender,
        delivered,
        { exchanged, reasons: prepared.reasons, ...change },
        now,
      );
      return delivered;
    },
  });
}

/** Says what comes back and what goes out: "Returned: 1 × Rose Attar, 6 ml. In exchange: 1 × Rose Attar, 12 ml." */
function exchangedText({ added }: PreparedRemoval, { credited, items }: InspectedReturn): string {
  const sent = added.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`);
  return `Returned: ${listUnits(credited, items)}. In exchange: ${new Intl.ListFormat("en-IN").format(sent)}.`;
}

/** @throws ApiError (409) */
async function requireTerms(trx: DatabaseOrTransaction, { id, number }: OrderRow): Promise<void> {
  if ((await readTerms(trx, id)) === null)
    throw new ApiError(
      "wrong_order_state",
      `Order ${number} was placed by an earlier version, which stored no terms to price an exchange by. Please refund the return, and create a draft order for the other items.`,
    );
}
