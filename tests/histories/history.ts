/** What a history consists of, and how its customer and staff send requests: some responses get lost, and their requests are repeated. */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Buyer, buyersOf } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import type { TestResponse, TestShop } from "../api/shop.ts";
import { openBrowser, type signInAs } from "../api/staff-people.ts";
import type { Account } from "./model.ts";
import type { Random } from "./random.ts";
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
  method: "POST" | "PATCH" = "POST",
): Promise<TestResponse> {
  const { shop, owner, id, log } = history;
  const [order] = await rowsOf<{ version: number }>(
    shop,
    sql`select version from customer_order where number = ${number}`,
  );
  log.push(action);
  const browser = openBrowser(shop, { headers: { "idempotency-key": `${id}-${log.length}` } });
  for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value);
  return perhapsTwice(history, action, () =>
    browser.send(method, `/orders/${number}/${action}`, { ...order, ...body }),
  );
}

async function perhapsTwice(
  { random, log }: History,
  what: string,
  once: () => Promise<TestResponse>,
): Promise<TestResponse> {
  // A busy shop asks for another try, and so does a request whose repeat is still being done: with the same key nothing happens twice.
  const answered = async (): Promise<TestResponse> => {
    const response = await once();
    return ["request_repeated", "unavailable"].includes(response.body.code) ? answered() : response;
  };
  if (!random.chance(0.2)) return succeeded(await answered(), what);
  log.push("twice");
  const [first, second] = random.chance(0.5)
    ? [await answered(), await answered()]
    : await Promise.all([answered(), answered()]);
  succeeded(second, `${what}, repeated`);
  return succeeded(first, what);
}

function succeeded(response: TestResponse, what: string): TestResponse {
  expect(response.status, `${what}: ${JSON.stringify(response.body)}`).toBe(200);
  return response;
}
