import { and, asc, eq, sql } from "drizzle-orm";
import type { StockReservation } from "../../../contract/admin/stock.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderEdit, orderItem } from "../../platform/database/schema.ts";
import { findSize } from "./read-stock.ts";

const MAX_LISTED = 100;

/**
 * Lists the unpaid orders that reserve units of a size, and then the paid ones with a change that does, the oldest first.
 * @param namesCustomers whether the reader may see who they are
 * @throws ApiError (404) for an unknown SKU
 */
export async function listReservations(
  db: DatabaseOrTransaction,
  sku: string,
  { namesCustomers }: { namesCustomers: boolean },
): Promise<StockReservation[]> {
  const { variantId } = await findSize(db, sku);
  const rows = await db
    .select({
      order: customerOrder.number,
      customer: customerOrder.customerName,
      paymentMethod: customerOrder.paymentMethod,
      units: orderItem.quantity,
      pricePaise: orderItem.pricePaise,
      since: customerOrder.createdAt,
      until: customerOrder.payUntil,
    })
    .from(customerOrder)
    .innerJoin(orderItem, eq(orderItem.orderId, customerOrder.id))
    .where(and(eq(customerOrder.state, "pending"), eq(orderItem.variantId, variantId)))
    .orderBy(asc(customerOrder.createdAt), asc(orderItem.position))
    .limit(MAX_LISTED);
  const edits = await db
    .select({
      order: customerOrder.number,
      customer: customerOrder.customerName,
      paymentMethod: customerOrder.paymentMethod,
      add: orderEdit.add,
      since: orderEdit.createdAt,
      until: orderEdit.payUntil,
    })
    .from(orderEdit)
    .innerJoin(customerOrder, eq(customerOrder.id, orderEdit.orderId))
    .where(and(eq(orderEdit.state, "pending"), sql`${orderEdit.add} @> ${JSON.stringify([{ variantId }])}::jsonb`))
    .orderBy(asc(orderEdit.id))
    .limit(MAX_LISTED);
  const ofEdits = edits.flatMap(({ add, ...edit }) =>
    add
      .filter((one) => one.variantId === variantId)
      .map(({ quantity: units, pricePaise }) => ({ ...edit, units, pricePaise })),
  );
  return [...rows, ...ofEdits].map(({ order, customer, paymentMethod, units, pricePaise, since, until }) => ({
    order,
    customer: namesCustomers ? customer : null,
    paymentMethod,
    units,
    isSample: pricePaise === 0,
    since: since.toISOString(),
    until: until.toISOString(),
  }));
}
