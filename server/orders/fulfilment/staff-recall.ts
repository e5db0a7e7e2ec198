/** Lots and their recall in the back office. */

import type { LotOrder, LotPage, RecalledOrders } from "../../../contract/admin/stock.ts";
import { badgeOf } from "../../../contract/orders/badges.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { Lot, LotRule } from "../../selling/stock/manage-lots.ts";
import { findLots, readLotOrders, readLotSizes, recallLots, reinstateLots } from "../../selling/stock/recall-lots.ts";
import { lotOf } from "../../selling/stock/staff-stock.ts";
import { itemName } from "../orders/item-name.ts";
import { readOrderRow } from "../orders/order-row.ts";
import { receiverOf } from "../orders/receiver.ts";
import { hasReceiver, notifyOfRecall, ordersOfLots, type RecalledOrder, replaceInOrder } from "./recall.ts";

/** How many orders a page shows, and one request treats. */
const PAGE_SIZE = 100;

/** Whether a member sees customers' names. Who recalls lots need not: a packer works with the numbers. */
const namesCustomers = ({ permissions }: Staff) => permissions.has("view_orders");

/** Reads a lot in all its sizes, with a page of its orders. @throws ApiError (404) */
export async function readLotPage(db: Database, number: string, member: Staff, after = 0): Promise<LotPage> {
  const lots = await findLots(db, number);
  const { orders, next } = await readOrders(db, lots, after);
  const recalled = lots.find(({ recalledAt }) => recalledAt);
  const names = await readLotSizes(db, lots);
  return {
    number,
    recalledAt: recalled?.recalledAt?.toISOString() ?? null,
    recallReason: recalled?.recallReason ?? "",
    sizes: lots.map((lot) => {
      const size = names.get(lot.variantId);
      return { ...lotOf(lot), sku: size?.sku ?? null, name: size ? itemName(size) : "A deleted size" };
    }),
    orders: orders.map((order) => toLotOrder(order, namesCustomers(member))),
    next,
  };
}

async function readOrders(
  db: Database,
  lots: readonly Lot[],
  after: number,
): Promise<{ orders: RecalledOrder[]; next: string | null }> {
  const found = await readLotOrders(db, lots, { after, max: PAGE_SIZE });
  const orders: RecalledOrder[] = [];
  for (const { orderId, units, isMailed } of found) {
    const order = await readOrderRow(db, orderId);
    if (order) orders.push({ order, units, isMailed });
  }
  return { orders, next: found.length === PAGE_SIZE ? String(found.at(-1)?.orderId) : null };
}

const toLotOrder = ({ order, units, isMailed }: RecalledOrder, isNamed: boolean): LotOrder => ({
  number: order.number,
  customer: isNamed ? order.customerName : null,
  state: order.state,
  badge: badgeOf(order),
  units,
  mailed: isMailed,
  hasReceiver: hasReceiver(order),
});

/**
 * Reads the receivers of gifts with units of a lot, as records of a CSV file: whom to call, since only the customer has an email.
 * @throws ApiError (404)
 */
export async function readLotReceivers(db: Database, number: string, actor: Staff): Promise<string[][]> {
  const lots = await findLots(db, number);
  const records = [["order", "name", "mobile", "address", "units"]];
  for await (const { order, units } of ordersOfLots(db, lots)) {
    if (!hasReceiver(order)) continue;
    const { name, mobile } = receiverOf(order);
    const { street, city, state, pincode } = order.shippingAddress;
    records.push([order.number, name, mobile, [street, city, state, pincode].join(", "), String(units)]);
  }
  const after = { receivers: records.length - 1 };
  const subject = { type: "lot" as const, id: number };
  await recordAudit(db, actor, { action: "lot.receivers_exported", subject, after }, new Date());
  return records;
}

/** Withholds a lot in all its sizes. @throws ApiError (404) */
export async function recallBy(
  db: Database,
  number: string,
  reason: string,
  { actor, rule }: { actor: Staff; rule: LotRule },
): Promise<LotPage> {
  const now = new Date();
  const lots = await findLots(db, number);
  await db.transaction(async (trx) => {
    await recallLots(trx, lots, { reason, now }, rule);
    const subject = { type: "lot" as const, id: number };
    await recordAudit(trx, actor, { action: "lot.recalled", subject, after: { reason } }, now);
  });
  return readLotPage(db, number, actor);
}

/** Ends a recall. @throws ApiError (404), (409) unless the lot is recalled */
export async function reinstateBy(
  db: Database,
  number: string,
  { actor, rule }: { actor: Staff; rule: LotRule },
): Promise<LotPage> {
  const lots = await findLots(db, number);
  if (!lots.some(({ recalledAt }) => recalledAt)) throw new ApiError("conflict", "This lot is not recalled.");
  await db.transaction(async (trx) => {
    await reinstateLots(trx, lots, rule);
    await recordAudit(
      trx,
      actor,
      { action: "lot.reinstated", subject: { type: "lot" as const, id: number } },
      new Date(),
    );
  });
  return readLotPage(db, number, actor);
}

/**
 * Treats the next orders of a recalled lot, each in its own transaction, so that it can be repeated.
 * @throws ApiError (404), (409) if the lot is not recalled
 */
export async function recallOrdersBy(
  db: Database,
  number: string,
  { mail, after = 0 }: { mail: boolean; after?: number | undefined },
  { actor, readSender }: { actor: Staff; readSender: (origin: string) => Promise<MailSender> },
): Promise<RecalledOrders> {
  const now = new Date();
  const lots = (await findLots(db, number)).filter(({ recalledAt }) => recalledAt !== null);
  const [first] = lots;
  if (!first) throw new ApiError("conflict", `Lot ${number} is not recalled. Please read the page again.`);
  const { orders, next } = await readOrders(db, lots, after);
  const treated: RecalledOrders["orders"] = [];
  for (const found of orders) {
    const replaced = await replaceInOrder(db, found.order);
    const sender = await readSender(found.order.shopOrigin);
    const recall = { lots, reason: first.recallReason, sender, now };
    const isMailed = mail && (await notifyOfRecall(db, found.order, recall));
    treated.push({
      ...toLotOrder({ ...found, isMailed: found.isMailed || isMailed }, namesCustomers(actor)),
      effect: replaced === "nothing to do" ? "nothing" : replaced,
      mailedNow: isMailed,
    });
  }
  const mailed = treated.filter((order) => order.mailedNow).map((order) => order.number);
  const replacedOrders = treated.filter(({ effect }) => effect !== "nothing").map((order) => order.number);
  if (mailed.length > 0 || replacedOrders.length > 0)
    await recordAudit(
      db,
      actor,
      {
        action: "lot.orders_treated",
        subject: { type: "lot" as const, id: number },
        after: { mailed, other_units: replacedOrders },
      },
      now,
    );
  return { orders: treated, next };
}
