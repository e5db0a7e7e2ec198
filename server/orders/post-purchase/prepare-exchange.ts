import type { Paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { RequestedUnits } from "../orders/added-units.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { type PreparedRemoval, prepareEdit } from "../orders/removal.ts";
import { dueBefore, requirePayable, requirePossibleTotal } from "./change-invoiced.ts";

/** What limits an exchange. */
export interface ExchangeLimits {
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
  now: Date;
}

/**
 * Prices an exchange of units of an order, by its stored terms: for the customer who asks for one, and for staff who accepts it. Nothing is
 * stored. @param change.remove what comes back @param change.add what goes out
 * @throws ApiError (422) at the field `exchange` for what cannot go out
 */
export async function prepareExchange(
  db: DatabaseOrTransaction,
  order: OrderRow,
  change: { remove: readonly LineUnits[]; add: readonly RequestedUnits[]; keepsFees: boolean },
  { maxUnits, maxPaise, now }: ExchangeLimits,
): Promise<PreparedRemoval> {
  const field = "exchange";
  const prepared = await prepareEdit(db, order, { ...change, field, maxUnits });
  await requirePossibleTotal(db, order, prepared, { field, maxPaise, now });
  requirePayable(dueBefore(order, prepared), field);
  return prepared;
}
