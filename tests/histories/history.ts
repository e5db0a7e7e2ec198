/**
 * One random history: a customer orders, and customer and staff do to the orders what an order allows; some responses get lost, and their
 * requests are repeated. After each act the shop must agree with the model to the paisa.
 */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Buyer, buyersOf } from "../api/buyers.ts";
import type { TestResponse, TestShop } from "../api/shop.ts";
import { openBrowser, type signInAs } from "../api/staff-people.ts";
import { ACTS } from "./acts.ts";
import { type Account, keptUnits, type ModelOrder } from "./model.ts";
import { placeOrder } from "./place.ts";
import type { Random } from "./random.ts";
import { sum } from "./rules.ts";
import type { World } from "./world.ts";

export interface History {
  shop: TestShop;
  random: Random;
  world: World;
  buyers: ReturnType<typeof buyersOf>;
  owner: Awaited<ReturnType<typeof signInAs>>;
  account: Account;
  /** A number that no other history has. */
  id: string;
  /** Its customer's IP address; limits by network are none of its subject. */
  ip: string;
  /** What happened, for the message of a failure. */
  log: string[];
}

/** Runs a history and returns its orders. */
export async function runHistory(history: Omit<History, "account">): Promise<Account> {
  const { random, world, buyers } = history;
  const account: Account = { buyer: await buyers.buyer(), orders: [], setProduct: world.set.id };
  // Cash that is due from one mobile number counts together.
  const mobile = `9${String(account.buyer.id).padStart(9, "0")}`;
  await history.shop.db.execute(sql`update customer set mobile = ${mobile} where id = ${account.buyer.id}`);
  const running = { ...history, account };
  for (let left = random.int(3, 9); left > 0; left -= 1) {
    const going = account.orders.filter(({ state }) => state !== "ended");
    if (going.length === 0 || (account.orders.length < 3 && random.chance(0.25)))
      account.orders.push(await placeOrder(running));
    else await act(running, random.pick(going));
    for (const order of account.orders) await compare(order);
  }
  return account;
}

async function act(history: History, order: ModelOrder): Promise<void> {
  const possible = Object.entries(ACTS).filter(([, { isPossible }]) => isPossible(order));
  const [name, { perform }] = history.random.pick(possible);
  history.log.push(`${order.number}: ${name}`);
  await perform(history, order);
}

/** Compares an order's amounts with the model. An order that is cancelled before its invoice keeps its total. */
async function compare(order: ModelOrder): Promise<void> {
  const { data } = (await order.buyer.get(`order/${order.number}`)).body;
  const amounts = (of: readonly { amount: number }[]) => sum(of.map(({ amount }) => paiseOf(amount)));
  const refunds = data.refunds.filter(({ extra }: { extra: boolean }) => !extra);
  expect({ refunded: amounts(refunds) }, order.number).toEqual({ refunded: order.refundedPaise });
  if (order.state === "ended" && !order.isInvoiced) return expect(data.state).toBe("cancelled");
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

const paiseOf = (rupees: number) => Math.round(rupees * 100);

/** Sends a customer's request, sometimes twice with the same key: in turn, as after a lost response, or at once. Both must succeed. */
export async function send(history: History, buyer: Buyer, path: string, body?: unknown): Promise<TestResponse> {
  const { buyers, id, ip, log } = history;
  log.push(path);
  const headers = { "idempotency-key": `${id}-${log.length}` };
  return perhapsTwice(history, path, () => buyers.people.post(path, body, { token: buyer.token, ip, headers }));
}

/** Sends a request of staff with the order's version, sometimes twice. */
export async function sendAsStaff(
  history: History,
  number: string,
  action: string,
  body: object = {},
): Promise<TestResponse> {
  const { shop, owner, id, log } = history;
  const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
  log.push(action);
  const browser = openBrowser(shop, { headers: { "idempotency-key": `${id}-${log.length}` } });
  for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value);
  return perhapsTwice(history, action, () => browser.send("POST", `/orders/${number}/${action}`, { version, ...body }));
}

async function perhapsTwice(
  { random, log }: History,
  what: string,
  once: () => Promise<TestResponse>,
): Promise<TestResponse> {
  if (!random.chance(0.2)) return succeeded(await once(), what);
  log.push("twice");
  const [first, second] = random.chance(0.5) ? [await once(), await once()] : await Promise.all([once(), once()]);
  succeeded(second, `${what}, repeated`);
  return succeeded(first, what);
}

function succeeded(response: TestResponse, what: string): TestResponse {
  expect(response.status, `${what}: ${JSON.stringify(response.body)}`).toBe(200);
  return response;
}
