/** What a customer asks for in exchange for returned units: other sizes of the same product, in stock. Staff decides. */

import { and, asc, gt, inArray } from "drizzle-orm";
import type { RequestedExchange } from "../../../contract/orders/forms.ts";
import type { ExchangeSizes } from "../../../contract/orders/returns.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturnRequestedSize, variant } from "../../platform/database/schema.ts";
import { availableUnits, readAvailableUnits } from "../../selling/stock/available-units.ts";
import { isPurchasable } from "../../selling/variants/published.ts";
import { type CreditableItem, chosen, type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { itemName } from "../orders/item-name.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { type PreparedRemoval, readTerms } from "../orders/removal.ts";
import { type ExchangeLimits, prepareExchange } from "./prepare-exchange.ts";

/** Lists the other sizes in stock of each item that is left of an order; none for an order without stored terms, which nothing can be priced by. */
export async function listExchangeSizes(db: DatabaseOrTransaction, { id }: OrderRow): Promise<ExchangeSizes> {
  if ((await readTerms(db, id)) === null) return [];
  const items = (await readCreditable(db, id)).filter(({ quantity }) => quantity > 0);
  if (items.length === 0) return [];
  const sizes = await db
    .select({ variantId: variant.id, productId: variant.productId, sku: variant.sku, size: variant.label })
    .from(variant)
    .where(
      and(
        inArray(
          variant.productId,
          items.map(({ productId }) => productId),
        ),
        isPurchasable,
        gt(availableUnits, 0),
      ),
    )
    .orderBy(asc(variant.position), asc(variant.id));
  return items
    .map(({ position, productId, variantId }) => ({
      position,
      sizes: sizes
        .filter((one) => one.productId === productId && one.variantId !== variantId)
        .map(({ sku, size }) => ({ sku, size })),
    }))
    .filter((item) => item.sizes.length > 0);
}

/**
 * Prices a return with the exchange that its customer asks for; nothing is stored.
 * @param lines by default everything that is left
 * @throws ApiError (409) for an order without stored terms; (422) for units that are not returned, another product, and what is sold out
 */
export async function prepareRequestedExchange(
  db: DatabaseOrTransaction,
  order: OrderRow,
  lines: readonly LineUnits[] | undefined,
  { requested, keepsFees, ...limits }: ExchangeLimits & { requested: RequestedExchange; keepsFees: boolean },
): Promise<PreparedRemoval> {
  if ((await readTerms(db, order.id)) === null)
    throw new ApiError(
      "wrong_order_state",
      "Items of this order can’t be exchanged. Please request a refund instead, and order the other size.",
    );
  const items = await readCreditable(db, order.id);
  const remove = lines ? chosen(items, lines) : items.filter(({ quantity }) => quantity > 0);
  requireReturned(remove, requested);
  const add = requested.map(({ sku, quantity }) => ({ sku, quantity }));
  await requireOtherSizes(db, items, remove, requested);
  const prepared = await prepareExchange(db, order, { remove, add, keepsFees }, limits);
  const available = await readAvailableUnits(
    db,
    prepared.added.map(({ item: { sku } }) => sku),
  );
  for (const { item, quantity } of prepared.added) {
    const left = available.get(item.sku) ?? 0;
    if (quantity > left)
      throw ApiError.ofField(
        "exchange",
        left > 0
          ? `Only ${left} of ${itemName(item)} ${left === 1 ? "is" : "are"} left. Please exchange fewer items, or choose another size or a refund.`
          : `${itemName(item)} is sold out. Please choose another size or a refund.`,
        "out_of_stock",
      );
  }
  return prepared;
}

/** @throws ApiError (422) if more units of an item are to be exchanged than are returned */
function requireReturned(remove: readonly LineUnits[], requested: RequestedExchange): void {
  for (const [at, { position }] of requested.entries()) {
    const returned = remove.find((one) => one.position === position)?.quantity ?? 0;
    const exchanged = requested
      .filter((one) => one.position === position)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (exchanged > returned)
      throw ApiError.ofField(
        `exchange.${at}.quantity`,
        "You can exchange only items that you return. Please check how many.",
      );
  }
}

/** @throws ApiError (422) for what is no other size of the returned product, or comes back too */
async function requireOtherSizes(
  db: DatabaseOrTransaction,
  items: readonly CreditableItem[],
  remove: readonly LineUnits[],
  requested: RequestedExchange,
): Promise<void> {
  if (requested.length === 0) return;
  const sizes = await db
    .select({ id: variant.id, productId: variant.productId, sku: variant.sku })
    .from(variant)
    .where(
      inArray(
        variant.sku,
        requested.map(({ sku }) => sku),
      ),
    );
  const itemAt = (at: number) => items.find(({ position }) => position === at);
  for (const [at, { position, sku }] of requested.entries()) {
    const size = sizes.find((one) => one.sku === sku);
    const field = `exchange.${at}.sku`;
    if (!size || size.productId !== itemAt(position)?.productId)
      throw ApiError.ofField(field, "Please choose another size of the item that you return.");
    if (remove.some((one) => itemAt(one.position)?.variantId === size.id))
      throw ApiError.ofField(field, "You’re returning this size, too. Please choose another one.");
  }
}

/** Stores what a customer asks for in exchange for the units of a new return. */
export async function insertRequestedSizes(
  trx: DatabaseOrTransaction,
  returnId: number,
  requested: RequestedExchange,
  { added }: Pick<PreparedRemoval, "added">,
): Promise<void> {
  const rows = new Map<string, typeof orderReturnRequestedSize.$inferInsert>();
  for (const { position, sku, quantity } of requested) {
    const size = added.find(({ item }) => item.sku === sku);
    if (!size) throw new Error(`the size ${sku} was not priced`);
    const key = `${position} ${sku}`;
    rows.set(key, {
      ...{ returnId, position, sku, variantId: size.variantId, title: size.item.title, label: size.item.label },
      quantity: (rows.get(key)?.quantity ?? 0) + quantity,
    });
  }
  if (rows.size > 0) await trx.insert(orderReturnRequestedSize).values([...rows.values()]);
}
