/**
 * The tax of an order's items. Until its invoice is numbered it is provisional, because the law looks at the day of the invoice and not of
 * the order: for goods the tax is due then, also where the rate changes in between and where an advance was paid before (section 12(2)(a)
 * of the CGST Act, notification 66/2017 of 15 November 2017, which includes "the situations attracting the provisions of section 14").
 */

import { asc, eq, sql } from "drizzle-orm";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { orderItem } from "../../../platform/database/schema.ts";
import { isWithinState } from "../../../selling/pricing/place-of-supply.ts";
import { taxWithin } from "../../../selling/pricing/tax.ts";
import { readGstPercents } from "../../../selling/variants/gst-rate.ts";
import type { OrderRow } from "../order-row.ts";

type Item = typeof orderItem.$inferSelect;

type Taxed = Pick<OrderRow, "id" | "seller" | "shippingAddress">;

/** The items of an order with their taxes of a day. */
export interface TaxedItems {
  items: readonly Item[];
  at: Date;
}

/**
 * Taxes the items of a locked order without an invoice by the rates of a day and its place of supply, and stores what changes. Prices
 * include the tax, so no total changes. An item whose variant no longer exists keeps its rate; so does a free sample, which is no supply.
 * @param items of the order
 * @param at whose day in India decides
 * @returns the items as they are taxed then, for `issueInvoice`
 */
export async function taxItems(
  trx: DatabaseOrTransaction,
  order: Taxed,
  items: readonly Item[],
  at: Date,
): Promise<TaxedItems> {
  const supplied = items.filter(({ pricePaise }) => pricePaise > 0);
  const percents = await readGstPercents(
    trx,
    supplied.map(({ variantId }) => variantId),
    isoDayInIndia(at),
  );
  return taxItemsBy(trx, order, { items, percents, at });
}

/** As `taxItems`, by rates that are read already: percent by variant. */
export async function taxItemsBy(
  trx: DatabaseOrTransaction,
  order: Taxed,
  { items, percents, at }: TaxedItems & { percents: ReadonlyMap<number, number> },
): Promise<TaxedItems> {
  const withinState = isWithinState(order.seller.state, order.shippingAddress.state);
  const taxed = items.map((item) => {
    if (item.pricePaise === 0) return item;
    const gstPercent = percents.get(item.variantId) ?? item.gstPercent;
    const totalPaise = paise(item.pricePaise * item.quantity - item.discountPaise + item.shippingPaise);
    return { ...item, gstPercent, ...taxWithin(totalPaise, { gstPercent, withinState }) };
  });
  const changed = taxed.filter((item, at) => isTaxedOtherwise(item, items[at]));
  if (changed.length > 0) await storeTaxes(trx, order.id, changed);
  return { items: taxed, at };
}

/** As `taxItems`, for all items of the order. */
export async function taxOrder(trx: DatabaseOrTransaction, order: Taxed, at: Date): Promise<TaxedItems> {
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  return taxItems(trx, order, items, at);
}

const isTaxedOtherwise = (item: Item, before: Item | undefined) =>
  item.gstPercent !== before?.gstPercent ||
  item.cgstPaise !== before.cgstPaise ||
  item.sgstPaise !== before.sgstPaise ||
  item.igstPaise !== before.igstPaise;

async function storeTaxes(trx: DatabaseOrTransaction, orderId: number, items: readonly Item[]): Promise<void> {
  const taxes = items.map(({ position, gstPercent, taxablePaise, cgstPaise, sgstPaise, igstPaise }) => ({
    ...{ position, percent: gstPercent, taxable: taxablePaise, cgst: cgstPaise, sgst: sgstPaise, igst: igstPaise },
  }));
  await trx.execute(sql`update ${orderItem} set gst_percent = percent, taxable_paise = taxable, cgst_paise = cgst,
      sgst_paise = sgst, igst_paise = igst
    from jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb)
      as taxed (position smallint, percent smallint, taxable int, cgst int, sgst int, igst int)
    where ${orderItem.orderId} = ${orderId} and ${orderItem.position} = taxed.position`);
}
