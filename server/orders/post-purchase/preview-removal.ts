/** Previews of cancellations and returns for customers, with the functions that do them; nothing is stored. */

import type { RequestedExchange } from "../../../contract/orders/forms.ts";
import type { RemovalPreview } from "../../../contract/orders/removal.ts";
import { type Paise, paise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { balanceOf } from "../orders/balance.ts";
import { chosen, isEverything, type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { type PreparedRemoval, prepareRemoval } from "../orders/removal.ts";
import { refundableOf } from "../payment-records/refundable.ts";
import { excessOf, requireCancellable, requireCancellableUnits, withSamples } from "./cancel-order.ts";
import { dueBefore } from "./change-invoiced.ts";
import type { ExchangeLimits } from "./prepare-exchange.ts";
import { lessBy, prepareReturn, requireReturnable } from "./return-order.ts";

/** @throws ApiError (409) once it is shipped, (422) unless these units are left */
export async function previewCancellation(
  db: DatabaseOrTransaction,
  order: OrderRow,
  units?: readonly LineUnits[],
): Promise<RemovalPreview> {
  const items = await readCreditable(db, order.id);
  if (units) requireCancellableUnits(order);
  if (units && !isEverything(items, chosen(items, units))) {
    const prepared = withSamples(await prepareRemoval(db, order, units));
    if (order.invoiceNumber !== null) return toPreview(prepared, await refundIn(db, order, prepared), paise(0));
    const excessPaise = excessOf(order, prepared);
    const refundable = await refundableOf(db, order.id, { endsOrder: false });
    const balance = paise(Math.max(0, balanceOf(order) - prepared.totalPaise + excessPaise));
    return toPreview(prepared, paise(Math.min(excessPaise, refundable)), balance);
  }
  requireCancellable(order);
  const prepared = await prepareRemoval(db, order);
  return toPreview(prepared, await refundInFull(db, order, prepared), paise(0));
}

/** @throws ApiError (409) before delivery or if nothing is left, (422) unless these units are left, and what is to come is in stock */
export async function previewReturn(
  db: DatabaseOrTransaction,
  order: OrderRow,
  {
    lines,
    exchange,
    returnDays,
    refundsFees,
    ...limits
  }: ExchangeLimits & {
    lines?: readonly LineUnits[] | undefined;
    exchange: RequestedExchange;
    returnDays: number;
    refundsFees: boolean;
  },
): Promise<RemovalPreview> {
  await requireReturnable(db, order, returnDays, limits.now, { isDefect: true });
  const prepared = await prepareReturn(db, order, lines, { keepsFees: !refundsFees, exchange, ...limits });
  if (prepared.added.length > 0) return toExchangePreview(order, prepared, await refundIn(db, order, prepared));
  const items = await readCreditable(db, order.id);
  const refund = isEverything(items, prepared.units) ? refundInFull : refundIn;
  return toPreview(prepared, await refund(db, order, prepared), paise(0));
}

/** Returns what of the amount is refunded: no more than what remains of the payments, and nothing if the order costs more. */
async function refundIn(db: DatabaseOrTransaction, { id }: OrderRow, prepared: PreparedRemoval): Promise<Paise> {
  return paise(Math.max(0, Math.min(lessBy(prepared), await refundableOf(db, id, { endsOrder: false }))));
}

/** Returns what is refunded of an order of which nothing stays: what remains of its payments, less what is retained. */
async function refundInFull(
  db: DatabaseOrTransaction,
  { id }: OrderRow,
  { removal: { paidPaise, totalPaise } }: PreparedRemoval,
): Promise<Paise> {
  const refundable = await refundableOf(db, id, { endsOrder: true });
  return paise(Math.max(0, refundable - (paidPaise - totalPaise)));
}

function toPreview({ totalPaise, removal, reasons }: PreparedRemoval, refund: Paise, balance: Paise): RemovalPreview {
  return {
    amount: toRupees(totalPaise),
    refund: toRupees(refund),
    balance: toRupees(balance),
    kept: removal.kept && toRupees(removal.kept.totalPaise),
    reasons: [...reasons],
    exchange: null,
  };
}

function toExchangePreview(order: OrderRow, prepared: PreparedRemoval, refund: Paise): RemovalPreview {
  return {
    ...toPreview(prepared, refund, paise(0)),
    amount: toRupees(paise(lessBy(prepared))),
    exchange: {
      units: prepared.added.map(({ item, quantity, pricePaise }) => ({
        ...{ title: item.title, size: item.label, quantity, price: toRupees(pricePaise) },
      })),
      due: toRupees(dueBefore(order, prepared)),
    },
  };
}
