import { asc, eq } from "drizzle-orm";
import type { ChangeNoun } from "../../../contract/orders/change-nouns.ts";
import { ApiError } from "../../base/errors.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import { readOrderLots } from "../../selling/stock/order-lots.ts";
import { needsEwayBill } from "../orders/eway-bill.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import { itemName } from "../orders/item-name.ts";
import { isSale } from "../orders/lifecycle.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { nounOfEdit, readPendingEdit } from "../orders/pending-edit.ts";
import { isSplit, type Parcel } from "../orders/read-parcels.ts";
import { type DueParcel, readDueParcels } from "../orders/read-returns.ts";
import { NO_PHONE, receiverOf } from "../orders/receiver.ts";
import { nounOfDue } from "../orders/staff/action-nouns.ts";
import { readSending } from "../orders/staff/order-facts.ts";

/** What a slip takes from the shop's settings. */
export type SlipRules = Pick<ShopSettings, "EWAY_BILL_RUPEES">;

/** The content of an order's packing slip. It has no prices, so that it can lie in a gift. */
export interface PackingSlip {
  brand: string;
  orderNumber: string;
  orderedAt: Date;
  isTest: boolean;
  /** Name and postal address, line by line. */
  shipTo: readonly string[];
  shippingMethod: string;
  /** The number of its e-way bill, empty if it needs one that is not recorded; null if it needs none. */
  ewayBill: string | null;
  /** What the parcel is, if not the order itself; null otherwise. */
  noun: ChangeNoun | null;
  /** What waits for its payment; null if nothing does. */
  pending: ChangeNoun | null;
  /** Null unless the order is a gift. */
  gift: { isWrapped: boolean; message: string } | null;
  items: readonly {
    title: string;
    sku: string;
    quantity: number;
    /** Units of each lot: "2 of lot A12, use before 03/2028". */
    lots: readonly string[];
  }[];
}

/**
 * Draws the packing slip of an order as PDF.
 * @throws ApiError (409) for an order that is not paid or confirmed, or is cancelled
 */
export async function drawPackingSlip(db: Database, order: OrderRow, rules: SlipRules): Promise<Buffer> {
  // Loaded on first use: it would slow every start.
  const { drawSlips } = await import("./packing-slip-pdf.ts");
  return drawSlips([await readPackingSlip(db, order, rules)]);
}

/**
 * Reads the remaining units of an order, or the unsent ones if a part is sent, or what is due for an accepted return.
 * @throws ApiError as `drawPackingSlip`
 */
export async function readPackingSlip(
  db: DatabaseOrTransaction,
  order: OrderRow,
  rules: SlipRules,
): Promise<PackingSlip> {
  if (!isSale(order.state))
    throw new ApiError("wrong_order_state", `Order ${order.number} is not sold, so there is nothing to pack.`);
  const items = await db
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const { parcels, unsent } = await readSending(db, order);
  const due = isSplit(parcels) && unsent.length > 0 ? undefined : (await readDueParcels(db, order.id))[0];
  const toSend = unitsToSend({ parcels, unsent, due });
  const pending = await readPendingEdit(db, order.id);
  const quantityOf = ({ position, quantity, creditedQuantity }: (typeof items)[number]) =>
    toSend
      ? toSend.filter((one) => one.position === position).reduce((sum, one) => sum + one.quantity, 0)
      : quantity - creditedQuantity;
  const lots = await readOrderLots(db, order.id);
  const { street, city, state, pincode } = order.shippingAddress;
  const { name, mobile } = receiverOf(order);
  return {
    brand: order.seller.brand,
    orderNumber: order.number,
    orderedAt: order.createdAt,
    isTest: order.isTest,
    shipTo: [name, street, `${city} ${pincode}`, state, mobile || NO_PHONE].filter(Boolean),
    shippingMethod: order.shippingMethodName,
    ewayBill: parcels.at(-1)?.ewayBill || (needsEwayBill(order, rules) ? "" : null),
    noun: due ? nounOfDue(due) : null,
    pending: pending && nounOfEdit(pending),
    gift: order.gift && { isWrapped: order.gift.wrapPaise !== null, message: order.gift.message },
    items: items
      .filter((item) => quantityOf(item) > 0)
      .map((item) => ({
        title: itemName(item),
        sku: item.sku,
        quantity: quantityOf(item),
        lots: lots
          .filter((lot) => lot.position === item.position && lot.remaining > 0)
          .map((lot) => `${lot.remaining} of lot ${lot.text}`),
      })),
  };
}

/** The units of the parcel that leaves next; null for all that remain. */
function unitsToSend({
  parcels,
  unsent,
  due,
}: {
  parcels: readonly Parcel[];
  unsent: readonly LineUnits[];
  due: DueParcel | undefined;
}): readonly LineUnits[] | null {
  if (isSplit(parcels) && unsent.length > 0) return unsent;
  return due ? [...due.replaced, ...due.exchanged] : null;
}
