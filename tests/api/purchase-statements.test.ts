/**
 * Each statement is a round trip to the database, most of them while other purchases wait for locked rows. A change that needs one more
 * raises the number here.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { type FaultyProvider, openFaultyProvider } from "./faulty-provider.ts";

/** The statements of one request only: the provider responds by HTTP, and jobs run outside of requests. */
const statements = new AsyncLocalStorage<string[]>();
let provider: FaultyProvider;
let shoppers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  provider = await openFaultyProvider({ onStatement: (statement) => void statements.getStore()?.push(statement) });
  shoppers = buyersOf(provider.shop);
});
afterAll(() => provider?.close());

/** The response of a request, and its statements, BEGIN and COMMIT included. */
async function watch<Response extends { status: number }>(request: () => Promise<Response>) {
  const sent: string[] = [];
  const response = await statements.run(sent, request);
  expect(response.status).toBe(200);
  return { response, sent };
}

it("a purchase sends as few statements as it needs", async () => {
  const [a, b] = [await shoppers.sell(), await shoppers.sell()];
  // Fills the caches.
  await (await shoppers.buyer({ [a]: 1 })).buy();

  const { add, init, pay, verify } = await shoppers.buyer({ [a]: 1 });
  const added = await watch(() => add(b));
  const opened = await watch(() => init());
  const proof = await pay(opened.response.body.data);
  const verified = await watch(() => verify(proof));
  const count = { add: added.sent.length, init: opened.sent.length, verify: verified.sent.length };
  const all = [...added.sent, ...opened.sent, ...verified.sent].join("\n");
  // The demo has couriers and messages to phones connected: one of the ten asks whether a courier serves the pincode, and one of the twelve
  // whether a message goes to the phone.
  expect(count, all).toEqual({ add: 3, init: 10, verify: 12 });
});
