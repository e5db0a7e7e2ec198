/** Orders as records of a CSV file for accountants. Amounts are rupees with two decimals; days are India's. */

import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { OrderFileFilter, OrderFileRows } from "../../../../contract/admin/order-files.ts";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { type ChangeNoun, NOUN_WORDS } from "../../../../contract/orders/change-nouns.ts";
import { type Paise, paise, plainRupees, sumPaise, toPaise } from "../../../base/money.ts";
import type { Database } from "../../../platform/database/database.ts";
import { creditNoteLine, orderItem, shipment, variant } from "../../../platform/database/schema.ts";
import { mrpOf } from "../../../selling/pricing/price.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { readPaidTotals } from "../../payment-records/payments.ts";
import { readRefunds } from "../../payment-records/refunds.ts";
import { cashOf } from "../balance.ts";
import { itemName } from "../item-name.ts";
import { isSale } from "../lifecycle.ts";
import { hasNumber } from "../order-number.ts";
import type { OrderRow } from "../order-row.ts";
import { type ItemChanges, readItemChanges } from "../read-returns.ts";
import { isReal } from "../test-orders.ts";
import { toOrderFilter } from "./admin-orders.ts";
import { listAllOrders, type OrderFilter } from "./list-all-orders.ts";

/** Orders per query. */
const BATCH = 500;

/** @throws ApiError (400) for a search that is too short or not the role's */
export async function fileFilterOf(
  db: Database,
  { numbers, sort, ...query }: OrderFileFilter,
  permissions: ReadonlySet<Permission>,
): Promise<OrderFilter> {
  const filter = await toOrderFilter(db, query, permissions);
  const named = numbers === undefined ? undefined : or(...numbers.split(",").map(hasNumber));
  return { ...filter, matching: and(filter.matching, named), oldestFirst: sort === "oldest" };
}

/** What the audit log keeps of a filter: that there was a search, without its text, since entries are never erased. */
export const auditedFilter = ({ q, numbers, ...query }: OrderFileFilter): Record<string, unknown> => ({
  ...query,
  isSearch: q !== undefined,
  ...(numbers !== undefined && { chosen: numbers.split(",").length }),
});

/** Reads every real order that matches, in batches. */
export async function* matchingOrders(db: Database, filter: OrderFilter): AsyncGenerator<OrderRow[]> {
  let after: OrderRow | undefined;
  do {
    const { orders, hasMore } = await listAllOrders(
      db,
      { ...filter, matching: and(filter.matching, isReal), after },
      BATCH,
    );
    yield orders;
    after = hasMore ? orders.at(-1) : undefined;
  } while (after);
}

type Item = typeof orderItem.$inferSelect & {
  /** The weight of one unit when packed; null if it is unknown. */
  grams: number | null;
  creditedPaise: Paise;
  changes: ItemChanges;
};

/** An order with everything that its rows name. */
interface FiledOrder {
  order: OrderRow;
  items: readonly Item[];
  parcels: readonly { courier: string; awb: string }[];
  paidPaise: Paise;
  /** Of what was paid, what has reached the customer again. */
  refundedPaise: Paise;
}

async function readFiled(db: Database, orders: readonly OrderRow[]): Promise<FiledOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = creditNoteLine;
  const credited = db
    .select({
      orderId: creditNoteLine.orderId,
      position: creditNoteLine.position,
      paise: sql<string>`sum(${taxablePaise} + ${cgstPaise} + ${sgstPaise} + ${igstPaise})`.as("paise"),
    })
    .from(creditNoteLine)
    .where(inArray(creditNoteLine.orderId, ids))
    .groupBy(creditNoteLine.orderId, creditNoteLine.position)
    .as("credited");
  const [items, parcels, paid, refunds, changesOf] = await Promise.all([
    db
      .select({ item: orderItem, grams: variant.weightGrams, creditedPaise: credited.paise })
      .from(orderItem)
      .leftJoin(variant, eq(variant.id, orderItem.variantId))
      .leftJoin(credited, and(eq(credited.orderId, orderItem.orderId), eq(credited.position, orderItem.position)))
      .where(inArray(orderItem.orderId, ids))
      .orderBy(asc(orderItem.orderId), asc(orderItem.position)),
    db.select().from(shipment).where(inArray(shipment.orderId, ids)).orderBy(asc(shipment.id)),
    readPaidTotals(db, ids),
    readRefunds(db, ids),
    readItemChanges(db, ids),
  ]);
  const itemsOf = Map.groupBy(items, ({ item }) => item.orderId);
  const parcelsOf = Map.groupBy(parcels, ({ orderId }) => orderId);
  return orders.map((order) => ({
    order,
    items: (itemsOf.get(order.id) ?? []).map(({ item, grams, creditedPaise }) => ({
      ...item,
      grams,
      creditedPaise: paise(Number(creditedPaise ?? 0)),
      changes: changesOf(order.id, item.position),
    })),
    parcels: parcelsOf.get(order.id) ?? [],
    paidPaise: paid.get(order.id) ?? paise(0),
    refundedPaise: toPaise(refunds(order.id).refunded?.amount ?? 0),
  }));
}

/** Values of a cell that has several. */
const several = (values: readonly string[]) => values.join(" | ");

const nounsOf = (nouns: ReadonlySet<ChangeNoun>) => several([...nouns].map((noun) => NOUN_WORDS[noun]));

/** Names an item with what changed it: "1 × ROSE-6 Rose Attar, 6 ml (went in: exchange)". */
function namedItem({ quantity, sku, changes: { cameBy, wentIn }, ...item }: Item): string {
  const marks = [
    cameBy.size > 0 && `came by: ${nounsOf(cameBy)}`,
    wentIn.size > 0 && `went in: ${nounsOf(wentIn)}`,
  ].filter(Boolean);
  const name = `${quantity} × ${sku} ${itemName(item)}`;
  return marks.length > 0 ? `${name} (${marks.join(", ")})` : name;
}

/** Sums the weight of units; empty if that of one of them is unknown. */
export function gramsOf(units: readonly { quantity: number; grams: number | null }[]): string {
  if (units.some(({ grams }) => grams === null)) return "";
  return String(units.reduce((sum, { quantity, grams }) => sum + quantity * (grams ?? 0), 0));
}

/** What its courier collects or has collected; nothing of an order that is not sold, or whose parcel was refused, came back or was lost. */
const collectedPaise = (order: OrderRow): Paise =>
  isSale(order.state) || order.deliveredAt ? cashOf(order) : paise(0);

const sumOf = (items: readonly Item[], part: (item: Item) => Paise) => plainRupees(sumPaise(items.map(part)));

/** An amount of the invoice; empty before there is one. */
const invoiced = ({ order, items }: FiledOrder, part: (item: Item) => Paise) =>
  order.invoiceNumber === null ? "" : sumOf(items, part);

type Cells<Row> = Readonly<Record<string, (row: Row) => string>>;

const ORDER_CELLS: Cells<FiledOrder> = {
  order: ({ order }) => order.number,
  placed_on: ({ order }) => isoDayInIndia(order.createdAt),
  order_state: ({ order }) => order.state,
};
const INVOICE_CELLS: Cells<FiledOrder> = {
  invoice_number: ({ order }) => order.invoiceNumber ?? "",
  invoice_date: ({ order }) => (order.invoicedAt ? isoDayInIndia(order.invoicedAt) : ""),
};

/** The columns of a file with a row for each order: goods at MRP − discount + shipping + fees = total. */
const CELLS_OF_ORDERS: Cells<FiledOrder> = {
  ...ORDER_CELLS,
  customer: ({ order }) => order.customerName,
  phone: ({ order }) => order.mobile,
  email: ({ order }) => order.email,
  address: ({ order }) => order.shippingAddress.street,
  city: ({ order }) => order.shippingAddress.city,
  state: ({ order }) => order.shippingAddress.state,
  pincode: ({ order }) => order.shippingAddress.pincode,
  items: ({ items }) => several(items.map(namedItem)),
  units: ({ items }) => String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
  weight_grams: ({ items }) => gramsOf(items),
  goods: ({ order }) => plainRupees(order.subtotalPaise),
  discount: ({ order }) => plainRupees(order.discountPaise),
  shipping: ({ order }) => plainRupees(order.shippingPaise),
  fees: ({ order }) => plainRupees(order.feesPaise),
  total: ({ order }) => plainRupees(order.totalPaise),
  taxable_value: (row) => invoiced(row, ({ taxablePaise }) => taxablePaise),
  cgst: (row) => invoiced(row, ({ cgstPaise }) => cgstPaise),
  sgst_or_utgst: (row) => invoiced(row, ({ sgstPaise }) => sgstPaise),
  igst: (row) => invoiced(row, ({ igstPaise }) => igstPaise),
  payment: ({ order }) => order.paymentMethod,
  paid: ({ paidPaise }) => plainRupees(paidPaise),
  refunded: ({ refundedPaise }) => plainRupees(refundedPaise),
  credited: ({ items }) => sumOf(items, ({ creditedPaise }) => creditedPaise),
  ...INVOICE_CELLS,
  courier: ({ parcels }) => several(parcels.map(({ courier }) => courier)),
  awb: ({ parcels }) => several(parcels.map(({ awb }) => awb)),
  cash_on_delivery: ({ order }) => plainRupees(collectedPaise(order)),
};

interface FiledLine {
  filed: FiledOrder;
  item: Item;
}

/** The columns of a file with a row for each item: goods at MRP − discount + shipping and fees = total; they add up to the order's. */
const CELLS_OF_LINES: Cells<FiledLine> = {
  ...ofOrder(ORDER_CELLS),
  ...ofOrder(INVOICE_CELLS),
  state: ({ filed }) => filed.order.shippingAddress.state,
  sku: ({ item }) => item.sku,
  item: ({ item }) => itemName(item),
  hsn: ({ item }) => item.hsn,
  gst_percent: ({ item }) => String(item.gstPercent),
  quantity: ({ item }) => String(item.quantity),
  goods: ({ item }) => plainRupees(paise(mrpOf(item) * item.quantity)),
  discount: ({ item }) => plainRupees(paise((mrpOf(item) - item.pricePaise) * item.quantity + item.discountPaise)),
  shipping_and_fees: ({ item }) => plainRupees(item.shippingPaise),
  total: ({ item }) => plainRupees(totalOf(item)),
  taxable_value: ({ filed, item }) => invoiced({ ...filed, items: [item] }, ({ taxablePaise }) => taxablePaise),
  cgst: ({ filed, item }) => invoiced({ ...filed, items: [item] }, ({ cgstPaise }) => cgstPaise),
  sgst_or_utgst: ({ filed, item }) => invoiced({ ...filed, items: [item] }, ({ sgstPaise }) => sgstPaise),
  igst: ({ filed, item }) => invoiced({ ...filed, items: [item] }, ({ igstPaise }) => igstPaise),
  credited_quantity: ({ item }) => String(item.creditedQuantity),
  credited: ({ item }) => plainRupees(item.creditedPaise),
  came_by: ({ item }) => nounsOf(item.changes.cameBy),
  went_in: ({ item }) => nounsOf(item.changes.wentIn),
};

function ofOrder(cells: Cells<FiledOrder>): Cells<FiledLine> {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, ({ filed }: FiledLine) => cell(filed)]));
}

const recordOf = <Row>(cells: Cells<Row>, row: Row): string[] => Object.values(cells).map((cell) => cell(row));

/** Yields the header, and the records of every order that matches, or of its items. */
export async function* orderRecords(db: Database, filter: OrderFilter, rows: OrderFileRows): AsyncGenerator<string[]> {
  yield Object.keys(rows === "orders" ? CELLS_OF_ORDERS : CELLS_OF_LINES);
  for await (const orders of matchingOrders(db, filter))
    for (const filed of await readFiled(db, orders))
      if (rows === "orders") yield recordOf(CELLS_OF_ORDERS, filed);
      else yield* filed.items.map((item) => recordOf(CELLS_OF_LINES, { filed, item }));
}
