import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { ReturnReason } from "../../../contract/admin/orders.ts";
import { type ChangeNoun, nounOf } from "../../../contract/orders/change-nouns.ts";
import type { OrderReturn } from "../../../contract/orders/returns.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  orderExchange,
  orderItem,
  orderReturn,
  orderReturnLine,
  orderReturnMissedParcel,
  orderReturnParcel,
  orderReturnPhoto,
  orderReturnRequestedSize,
  shipment,
} from "../../platform/database/schema.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";

/** Reads the returns of an order, oldest first. */
export async function readReturns(db: DatabaseOrTransaction, orderId: number): Promise<OrderReturn[]> {
  const returns = await db
    .select()
    .from(orderReturn)
    .where(eq(orderReturn.orderId, orderId))
    .orderBy(asc(orderReturn.id));
  if (returns.length === 0) return [];
  const ids = returns.map(({ id }) => id);
  const lines = await db
    .select()
    .from(orderReturnLine)
    .where(inArray(orderReturnLine.returnId, ids))
    .orderBy(asc(orderReturnLine.position));
  const exchanged = await readExchanged(db, orderId);
  const requested = await readRequestedSizes(db, ids);
  const photos = await db.select().from(orderReturnPhoto).where(inArray(orderReturnPhoto.returnId, ids));
  return returns.map(({ id, state, reason, isDefect, answer, requestedAt, decidedAt }) => ({
    state,
    reason,
    isDefect,
    answer,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    lines: lines
      .filter(({ returnId }) => returnId === id)
      .map(({ position, quantity, receivedQuantity, replacedQuantity }) => ({
        position,
        quantity,
        receivedQuantity,
        replacedQuantity,
      })),
    exchange: unitsOf(exchanged, id),
    requestedExchange: requested
      .filter(({ returnId }) => returnId === id)
      .map(({ position, sku, title, label, quantity }) => ({ position, sku, title, size: label, quantity })),
    photos: photos.filter(({ returnId }) => returnId === id).map(({ picture }) => picture),
  }));
}

/** Reads what customers asked for in exchange for the units of returns. */
export async function readRequestedSizes(
  db: DatabaseOrTransaction,
  returnIds: readonly number[],
): Promise<(typeof orderReturnRequestedSize.$inferSelect)[]> {
  return db
    .select()
    .from(orderReturnRequestedSize)
    .where(inArray(orderReturnRequestedSize.returnId, [...returnIds]))
    .orderBy(asc(orderReturnRequestedSize.position), asc(orderReturnRequestedSize.sku));
}

/** Reads staff's reasons for its decisions about the returns of an order, oldest first. */
export async function readDecisionReasons(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<(ReturnReason | null)[]> {
  const returns = await db
    .select({ decisionReason: orderReturn.decisionReason })
    .from(orderReturn)
    .where(eq(orderReturn.orderId, orderId))
    .orderBy(asc(orderReturn.id));
  return returns.map(({ decisionReason }) => decisionReason);
}

/** Items that an order has by an exchange for units of a return. */
interface ExchangedItem extends LineUnits {
  returnId: number;
  /** How many are not credited. */
  left: number;
}

/** Reads the items that orders' customers got in exchange, by return and position. */
async function readExchanged(db: DatabaseOrTransaction, orderId: number): Promise<ExchangedItem[]> {
  return db
    .select({
      returnId: orderExchange.returnId,
      position: orderExchange.position,
      quantity: orderItem.quantity,
      left: sql<number>`${orderItem.quantity} - ${orderItem.creditedQuantity}`.mapWith(Number),
    })
    .from(orderExchange)
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, orderExchange.orderId), eq(orderItem.position, orderExchange.position)),
    )
    .where(eq(orderExchange.orderId, orderId))
    .orderBy(asc(orderExchange.returnId), asc(orderExchange.position));
}

/** Whether something of an order was exchanged. */
export async function hasExchange(db: DatabaseOrTransaction, orderId: number): Promise<boolean> {
  const [found] = await db
    .select({ position: orderExchange.position })
    .from(orderExchange)
    .where(eq(orderExchange.orderId, orderId))
    .limit(1);
  return found !== undefined;
}

/** By what units of an item reached its customer otherwise than as ordered, and for what they came back. */
export interface ItemChanges {
  cameBy: ReadonlySet<ChangeNoun>;
  wentIn: ReadonlySet<ChangeNoun>;
}

const UNCHANGED: ItemChanges = { cameBy: new Set(), wentIn: new Set() };

/** Reads which items of orders came by, or went in, an exchange or a replacement. @returns them by order and position */
export async function readItemChanges(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<(orderId: number, position: number) => ItemChanges> {
  const came = await db
    .select({ orderId: orderExchange.orderId, position: orderExchange.position, returnId: orderExchange.returnId })
    .from(orderExchange)
    .where(inArray(orderExchange.orderId, [...orderIds]));
  const returned = await db
    .select({ line: orderReturnLine })
    .from(orderReturnLine)
    .innerJoin(orderReturn, eq(orderReturn.id, orderReturnLine.returnId))
    .where(and(inArray(orderReturnLine.orderId, [...orderIds]), eq(orderReturn.state, "accepted")));
  const exchanges = new Set(came.map(({ returnId }) => returnId));
  const changes = new Map<string, { cameBy: Set<ChangeNoun>; wentIn: Set<ChangeNoun> }>();
  const changesAt = (orderId: number, position: number) => {
    const key = `${orderId} ${position}`;
    const found = changes.get(key) ?? { cameBy: new Set(), wentIn: new Set() };
    changes.set(key, found);
    return found;
  };
  for (const { orderId, position } of came) changesAt(orderId, position).cameBy.add(nounOf({ exchanges: true }));
  for (const { line } of returned) {
    const { cameBy, wentIn } = changesAt(line.orderId, line.position);
    if (line.replacedQuantity > 0) {
      const replacement = nounOf({ replaces: true });
      cameBy.add(replacement);
      wentIn.add(replacement);
    }
    if (exchanges.has(line.returnId) && (line.receivedQuantity ?? 0) > line.replacedQuantity)
      wentIn.add(nounOf({ exchanges: true }));
  }
  return (orderId, position) => changes.get(`${orderId} ${position}`) ?? UNCHANGED;
}

/** In a query of order items: it is none that its customer got in exchange, and that is sent in a parcel of its own. */
export const isNotExchanged = sql`not exists (select from ${orderExchange}
  where ${orderExchange.orderId} = ${orderItem.orderId} and ${orderExchange.position} = ${orderItem.position})`;

/** What is still to be sent for an accepted return, in a parcel of its own. */
export interface DueParcel {
  returnId: number;
  /** Units of the order's items that are sent again. */
  replaced: readonly LineUnits[];
  /** Units that the customer gets in exchange. */
  exchanged: readonly LineUnits[];
}

/** Reads what is still to be sent for the accepted returns of an order, oldest first: nothing that is credited meanwhile. */
export async function readDueParcels(db: DatabaseOrTransaction, orderId: number): Promise<DueParcel[]> {
  return (await readReturnParcels(db, orderId))
    .filter(({ isDue }) => isDue)
    .map(({ shipmentIds: _, isDue: __, ...due }) => due);
}

/** What is sent for an accepted return, and in which parcels: the last of them, or those before it that were lost or came back. */
interface ReturnParcels extends DueParcel {
  shipmentIds: readonly number[];
  /** Whether it is still to be sent, or again. */
  isDue: boolean;
}

async function readReturnParcels(db: DatabaseOrTransaction, orderId: number): Promise<ReturnParcels[]> {
  const returns = await db
    .select({ id: orderReturn.id })
    .from(orderReturn)
    .where(and(eq(orderReturn.orderId, orderId), eq(orderReturn.state, "accepted")))
    .orderBy(asc(orderReturn.id));
  if (returns.length === 0) return [];
  const replaced = await db
    .select({
      returnId: orderReturnLine.returnId,
      position: orderReturnLine.position,
      quantity: orderReturnLine.replacedQuantity,
    })
    .from(orderReturnLine)
    .where(and(eq(orderReturnLine.orderId, orderId), gt(orderReturnLine.replacedQuantity, 0)))
    .orderBy(asc(orderReturnLine.position));
  const exchanged = (await readExchanged(db, orderId)).map(({ left, ...item }) => ({ ...item, quantity: left }));
  const takeLeft = await leftToReplace(db, orderId);
  const sent = await db
    .select({
      id: shipment.id,
      returnId: sql<
        number | null
      >`coalesce(${orderReturnParcel.returnId}, ${orderReturnMissedParcel.returnId})`.mapWith((id) =>
        id === null ? null : Number(id),
      ),
      isSentAgain: sql<boolean>`${orderReturnMissedParcel.returnId} is not null`,
    })
    .from(shipment)
    .leftJoin(orderReturnParcel, eq(orderReturnParcel.shipmentId, shipment.id))
    .leftJoin(orderReturnMissedParcel, eq(orderReturnMissedParcel.shipmentId, shipment.id))
    .where(and(eq(shipment.orderId, orderId), eq(shipment.isReplacement, true)))
    .orderBy(asc(shipment.id));
  // Parcels of earlier versions, which did not store whose they are, were sent in the order of the returns.
  const unknown = sent.filter(({ returnId }) => returnId === null);
  return returns
    .map(({ id }) => ({ returnId: id, replaced: unitsOf(replaced, id), exchanged: unitsOf(exchanged, id) }))
    .map((one) => {
      const known = sent.filter(({ returnId }) => returnId === one.returnId);
      const holdsSomething = one.replaced.length > 0 || one.exchanged.length > 0;
      const guessed = known.length === 0 && holdsSomething ? unknown.shift() : undefined;
      const shipmentIds = guessed ? [guessed.id] : known.map(({ id }) => id);
      if (guessed || !known.every(({ isSentAgain }) => isSentAgain)) return { ...one, shipmentIds, isDue: false };
      const replaced = takeLeft(one.replaced);
      return { ...one, replaced, shipmentIds, isDue: replaced.length > 0 || one.exchanged.length > 0 };
    });
}

/** Reads what is not credited of an order's items. @returns takes as much of units as is left of them */
async function leftToReplace(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<(units: readonly LineUnits[]) => LineUnits[]> {
  const items = await db
    .select({
      position: orderItem.position,
      left: sql<number>`${orderItem.quantity} - ${orderItem.creditedQuantity}`.mapWith(Number),
    })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId));
  const left = new Map(items.map((item) => [item.position, item.left]));
  return (units) =>
    units
      .map(({ position, quantity }) => {
        const taken = Math.min(quantity, left.get(position) ?? 0);
        left.set(position, (left.get(position) ?? 0) - taken);
        return { position, quantity: taken };
      })
      .filter(({ quantity }) => quantity > 0);
}

/** Reads what a parcel holds that was sent for an accepted return; null for another parcel. */
export async function readReturnParcel(
  db: DatabaseOrTransaction,
  orderId: number,
  shipmentId: number,
): Promise<DueParcel | null> {
  return (await readReturnParcels(db, orderId)).find(({ shipmentIds }) => shipmentIds.includes(shipmentId)) ?? null;
}

const unitsOf = (units: readonly (LineUnits & { returnId: number })[], id: number): LineUnits[] =>
  units
    .filter(({ returnId, quantity }) => returnId === id && quantity > 0)
    .map(({ position, quantity }) => ({ position, quantity }));

/** Whether what was exchanged for units of an order is still to be sent. */
export const owesExchange = async (db: DatabaseOrTransaction, orderId: number): Promise<boolean> =>
  (await readDueParcels(db, orderId)).some(({ exchanged }) => exchanged.length > 0);

/** Reads which parcels hold, or held, what was exchanged for units of an order. */
export async function readExchangeParcels(db: DatabaseOrTransaction, orderId: number): Promise<number[]> {
  const returnIds = new Set((await readExchanged(db, orderId)).map(({ returnId }) => returnId));
  if (returnIds.size === 0) return [];
  const parcels = (await readReturnParcels(db, orderId)).filter(({ returnId }) => returnIds.has(returnId));
  return parcels.flatMap(({ shipmentIds }) => shipmentIds);
}
