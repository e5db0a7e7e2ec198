/**
 * Runs a random history: a customer orders, and customer and staff do to the orders what an order allows. After each act the shop must agree
 * with the model to the paisa.
 */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { LUCKNOW } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import { ACTS } from "./acts.ts";
import { type History, sendAsStaff } from "./history.ts";
import { type Account, keptUnits, type ModelOrder } from "./model.ts";
import { placeOrder } from "./place.ts";
import { gstWithin, sum } from "./rules.ts";

/** Runs a history and returns its orders. @param favoured the acts that are chosen more often than the others */
export async function runHistory(
  history: Omit<History, "account">,
  favoured: readonly string[] = [],
): Promise<Account> {
  const { random, world, buyers } = history;
  const account: Account = { buyer: await buyers.buyer(), orders: [], setProduct: world.set.id };
  // Cash that is due from one mobile number counts together.
  const mobile = `9${String(account.buyer.id).padStart(9, "0")}`;
  await history.shop.db.execute(sql`update customer set mobile = ${mobile} where id = ${account.buyer.id}`);
  const running = { ...history, account };
  for (let left = random.int(3, 9); left > 0; left -= 1) {
    const going = account.orders.filter(({ state }) => state !== "ended");
    const isPlaced = going.length === 0 || (account.orders.length < 3 && random.chance(0.25));
    const order = isPlaced ? await placeOrder(running) : random.pick(going);
    if (isPlaced) account.orders.push(order);
    else await act(running, order, favoured);
    // What an act does to another order shows at the end, and what the customer is shown.
    await compareStored(running, order);
  }
  for (const { number, pendingEdit } of account.orders)
    if (pendingEdit) await sendAsStaff(running, number, "withdraw-edit");
  await compareAll(running, account.orders);
  return account;
}

async function compareAll(history: History, orders: readonly ModelOrder[]): Promise<void> {
  for (const order of orders) {
    await compareShown(order);
    await compareTaxes(history, order);
  }
}

async function act(history: History, order: ModelOrder, favoured: readonly string[]): Promise<void> {
  const possible = Object.entries(ACTS).filter(([, { isPossible }]) => isPossible(order));
  const likely = possible.filter(([name]) => favoured.includes(name));
  const [name, { perform }] = history.random.pick(likely.length > 0 && history.random.chance(0.7) ? likely : possible);
  history.log.push(`${order.number}: ${name}`);
  await perform(history, order);
}

/** Whether an order was cancelled before its invoice, so that it keeps its total. */
const isWithoutInvoice = ({ state, isInvoiced }: ModelOrder) => state === "ended" && !isInvoiced;

/** Compares an order's stored amounts with the model: much cheaper than reading the order as the customer does. */
async function compareStored({ shop }: History, order: ModelOrder): Promise<void> {
  const stored = await rowsOf(
    shop,
    sql`select total_paise as total,
      total_paise - (select coalesce(sum(taxable_paise + cgst_paise + sgst_paise + igst_paise), 0)::int
        from credit_note_line where order_id = o.id) as net,
      (select coalesce(sum(amount_paise), 0)::int from refund where order_id = o.id) as refunded
      from customer_order o where number = ${order.number}`,
  );
  const { totalPaise: total, netPaise: net, refundedPaise: refunded } = order;
  expect(stored, order.number).toEqual([
    isWithoutInvoice(order) ? expect.objectContaining({ refunded }) : { total, net, refunded },
  ]);
}

/** Compares an order's amounts, as its customer is shown them, with the model. */
async function compareShown(order: ModelOrder): Promise<void> {
  const { data } = (await order.buyer.get(`order/${order.number}`)).body;
  const amounts = (of: readonly { amount: number }[]) => sum(of.map(({ amount }) => paiseOf(amount)));
  const refunds = data.refunds.filter(({ extra }: { extra: boolean }) => !extra);
  expect({ refunded: amounts(refunds) }, order.number).toEqual({ refunded: order.refundedPaise });
  if (isWithoutInvoice(order)) return expect(data.state).toBe("cancelled");
  const totalPaise = paiseOf(data.totalPrice);
  expect(
    {
      total: totalPaise,
      net: totalPaise - amounts(data.creditNotes),
      kept: data.remaining.filter(({ quantity }: { quantity: number }) => quantity > 0).length,
    },
    order.number,
  ).toEqual({ total: order.totalPaise, net: order.netPaise, kept: keptUnits(order).length });
}

/** Compares the taxes of each item with those within its amount, by its rate and by the state that it goes to. */
async function compareTaxes({ shop, world }: History, order: ModelOrder): Promise<void> {
  const rates = new Map(
    [...world.wares, ...world.large.values(), world.set].map(({ variantId, gstPercent }) => [variantId, gstPercent]),
  );
  const items = await rowsOf<{ variant: number; taxable: number; central: number; state: number; integrated: number }>(
    shop,
    sql`select variant_id::int as variant, taxable_paise as taxable, cgst_paise as central, sgst_paise as state, igst_paise as integrated
      from order_item where price_paise > 0 and order_id = (select id from customer_order where number = ${order.number})`,
  );
  for (const { variant, taxable, central, state, integrated } of items) {
    const isWithinState = order.address === LUCKNOW;
    const total = taxable + central + state + integrated;
    const tax = gstWithin(total, rates.get(variant) ?? Number.NaN, isWithinState);
    const expected = isWithinState
      ? { central: tax / 2, state: tax / 2, integrated: 0 }
      : { central: 0, state: 0, integrated: tax };
    expect({ central, state, integrated }, `taxes of ${total} paise in ${order.number}`).toEqual(expected);
  }
}

const paiseOf = (rupees: number) => Math.round(rupees * 100);
