/**
 * Random histories of orders, against a model that was written from the rules. More of them, and others:
 * `HISTORIES=100000 HISTORIES_SEED=7 npm run vitest -- --project api tests/histories`.
 */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf } from "../api/buyers.ts";
import { makeCategory } from "../api/make-product.ts";
import { rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { signInAs } from "../api/staff-people.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { findBookProblems } from "./books.ts";
import { randomFrom } from "./random.ts";
import { runHistory } from "./run-history.ts";
import { makeWorld } from "./world.ts";

const HALF = Math.ceil(Number(process.env.HISTORIES ?? 500) / 2);
const SEED = Number(process.env.HISTORIES_SEED ?? 1);
const PER_WORLD = 20;
/** Histories of different customers run side by side. */
const AT_ONCE = 4;
/** What the second half does more often: its orders are edited before they leave, and exchanged after they have arrived. */
const FAVOURED = [
  "staff edits items",
  "customer pays for the change",
  "ship",
  "deliver",
  "customer asks for other sizes",
  "send what was exchanged",
];

/**
 * Tests one half of the histories; each half is a file, so that both run at once.
 * @param half 0 or 1
 */
export function testHistories(half: number): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop({
      environment: {
        CASH_ON_DELIVERY: "true",
        CASH_FEE_RUPEES: "49",
        CASH_MAX_RUPEES: "199999",
        CASH_MAX_OPEN_ORDERS: "20",
        CASH_MAX_REFUSED: "20",
      },
    });
  });
  afterAll(() => shop?.close());

  it(`${HALF} random histories of orders leave money, stock, taxes and numbers exact`, {
    timeout: 2 * LONGEST_WAIT_MS + HALF * 10_000,
  }, async () => {
    const buyers = buyersOf(shop);
    const categoryId = await makeCategory(shop, { slug: "histories", name: "Histories" });
    for (let first = half * HALF; first < (half + 1) * HALF; first += PER_WORLD) {
      const worldSeed = SEED + first;
      // A second factor is good for some minutes.
      const owner = await signInAs(shop, "Owner");
      const world = await makeWorld(shop, randomFrom(worldSeed), { name: `w${first}`, categoryId, owner });
      const seeds = Array.from({ length: Math.min(PER_WORLD, (half + 1) * HALF - first) }, (_, at) => at);
      const next = async (): Promise<void> => {
        const at = seeds.shift();
        if (at === undefined) return;
        const log: string[] = [];
        try {
          const random = randomFrom(worldSeed * 1000 + at);
          const ip = `10.${(first >> 16) & 255}.${(first >> 8) & 255}.${(first + at) & 255}`;
          const history = { shop, random, world, buyers, owner, log, id: `${first}-${at}`, ip };
          await runHistory(history, half === 0 ? [] : FAVOURED);
        } catch (error) {
          throw new Error(
            `HISTORIES_SEED=${SEED}, history ${first + at}\n${JSON.stringify(world.offers)}\n${JSON.stringify(world.shipping)}\n${log.join("\n")}`,
            { cause: error },
          );
        }
        return next();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      expect(await findBookProblems(shop), `HISTORIES_SEED=${SEED}`).toEqual([]);
      for (const { variantId, onHand } of [...world.wares, ...world.large.values(), world.set])
        expect(
          await rowsOf(shop, sql`select on_hand, reserved from stock where variant_id = ${variantId}`),
          `HISTORIES_SEED=${SEED}`,
        ).toEqual([{ on_hand: onHand, reserved: 0 }]);
    }
  });
}
