import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ListedReturn, ReturnQuery } from "../../../contract/admin/returns.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  customerOrder,
  orderItem,
  orderReturn,
  orderReturnLine,
  orderReturnPhoto,
} from "../../platform/database/schema.ts";
import { itemName } from "../orders/item-name.ts";
import { readRequestedSizes } from "../orders/read-returns.ts";

const PAGE_SIZE = 50;

/** Lists returns for staff, the oldest request first. */
export async function listReturns(
  db: Database,
  { tab, after }: ReturnQuery,
): Promise<{ returns: ListedReturn[]; hasMore: boolean }> {
  // Read by SQL, because a Date has no microseconds.
  const last = sql`(select requested_at, id from order_return where id = ${Number(after)})`;
  const found = await db
    .select({
      id: orderReturn.id,
      state: orderReturn.state,
      reason: orderReturn.reason,
      isDefect: orderReturn.isDefect,
      requestedAt: orderReturn.requestedAt,
      number: customerOrder.number,
      customer: customerOrder.customerName,
      orderState: customerOrder.state,
    })
    .from(orderReturn)
    .innerJoin(customerOrder, eq(customerOrder.id, orderReturn.orderId))
    .where(
      and(
        hasState(tab),
        after === undefined ? undefined : sql`(${orderReturn.requestedAt}, ${orderReturn.id}) > ${last}`,
      ),
    )
    .orderBy(asc(orderReturn.requestedAt), asc(orderReturn.id))
    .limit(PAGE_SIZE + 1);
  const page = found.slice(0, PAGE_SIZE);
  if (page.length === 0) return { returns: [], hasMore: false };
  const ids = page.map(({ id }) => id);
  const lines = await db
    .select({
      returnId: orderReturnLine.returnId,
      position: orderReturnLine.position,
      quantity: orderReturnLine.quantity,
      title: orderItem.title,
      label: orderItem.label,
    })
    .from(orderReturnLine)
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, orderReturnLine.orderId), eq(orderItem.position, orderReturnLine.position)),
    )
    .where(inArray(orderReturnLine.returnId, ids))
    .orderBy(asc(orderReturnLine.position));
  const requested = await readRequestedSizes(db, ids);
  const photos = await db.select().from(orderReturnPhoto).where(inArray(orderReturnPhoto.returnId, ids));
  return {
    returns: page.map(({ id, requestedAt, ...one }) => ({
      _id: String(id),
      ...one,
      requestedAt: requestedAt.toISOString(),
      lines: lines
        .filter(({ returnId }) => returnId === id)
        .map(({ position, quantity, title, label }) => ({ position, quantity, name: itemName({ title, label }) })),
      requestedExchange: requested
        .filter(({ returnId }) => returnId === id)
        .map(({ quantity, ...size }) => ({ name: itemName(size), quantity })),
      photos: photos.filter(({ returnId }) => returnId === id).map(({ picture }) => picture),
    })),
    hasMore: found.length > PAGE_SIZE,
  };
}

/** A condition without parameters, so that the partial index of open returns applies. */
const hasState = (tab: ReturnQuery["tab"]): SQL =>
  tab === "open" ? sql`${orderReturn.state} in ('requested', 'approved', 'received')` : eq(orderReturn.state, tab);
