/**
 * Servers are killed while they book couriers and read what these report, every tenth answer of the courier is lost after acting, and it
 * pushes everything twice and backwards. Half of the orders are paid in cash. Afterwards each parcel is booked once, declares what is due, and is where
 * its courier has it. The courier runs in this process and is not killed.
 */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { happen, type StepName } from "../../sandbox/couriers/journey.ts";
import { findByReference } from "../../sandbox/couriers/parcels.ts";
import { setHook } from "../../sandbox/couriers/pushes.ts";
import { SANDBOX_SHIPROCKET, SHIPROCKET_PATH } from "../../sandbox/couriers/register.ts";
import { setSwitch } from "../../sandbox/couriers/switches.ts";
import { BENGALURU, buyersOf } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { signInAs } from "../api/staff-people.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { startPostgres } from "../postgres.ts";
import { type Instances, startInstances } from "./instances.ts";

/** `npm run faults` asks for more. */
const KILLS = Number(process.env.FAULT_KILLS ?? 5);
const ORDERS = 16;
const PACKED = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let shop: TestShop;
let instances: Instances;
let packer: Awaited<ReturnType<typeof signInAs>>;
let account: string;
let hookPath: string;
const numbers: string[] = [];

/** What happens to the parcels, one journey after the other, and where each order is then. */
const JOURNEYS: readonly { steps: readonly StepName[]; state: string; reportedEnd: string | null }[] = [
  { steps: ["picked_up", "out", "delivered"], state: "delivered", reportedEnd: null },
  { steps: ["picked_up", "out", "delivered"], state: "delivered", reportedEnd: null },
  { steps: ["picked_up", "in_transit", "out", "failed", "out", "delivered"], state: "delivered", reportedEnd: null },
  { steps: ["picked_up", "lost", "in_transit", "out", "delivered"], state: "delivered", reportedEnd: null },
  { steps: ["picked_up", "returning", "returned"], state: "shipped", reportedEnd: "came_back" },
  { steps: ["picked_up", "lost"], state: "shipped", reportedEnd: "lost" },
];
const journeyOf = (at: number) => JOURNEYS[at % JOURNEYS.length] as (typeof JOURNEYS)[number];
/** How many steps of each journey have happened. */
const gone = new Map<string, number>();

/** Lets the next thing happen to each parcel that the courier has. @returns whether anything is still to happen */
async function travel(): Promise<boolean> {
  let isLeft = false;
  for (const [at, number] of numbers.entries()) {
    const done = gone.get(number) ?? 0;
    const step = journeyOf(at).steps[done];
    if (!step) continue;
    isLeft = true;
    const parcel = await findByReference(shop.db, "shiprocket", `${number}-1`);
    if (!parcel?.awb) continue;
    await happen(shop.db, parcel.id, step, new Date(Date.now() + done * 1000));
    gone.set(number, done + 1);
  }
  return isLeft;
}

/** Lets the courier push to a server that runs now. */
const hook = async () => setHook(shop.db, "shiprocket", `${instances.anyUrl() ?? shop.app.listeningOrigin}${hookPath}`);

beforeAll(async () => {
  postgres = await startPostgres({ own: true });
  // Its jobs are done by the servers that are killed, and by this process, whose courier needs no network.
  shop = await openShop({ databaseUrl: postgres.url, environment: { CASH_ON_DELIVERY: "true" } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const shoppers = buyersOf(shop);
  const owner = await signInAs(shop, "Owner");
  packer = await signInAs(shop, "Packer");
  const added = await owner.send("POST", "/courier-accounts", {
    ...{ provider: "shiprocket", label: "Shiprocket", pickupPlace: "Primary", pickupPincode: "560001" },
    ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
  });
  account = added.body.data._id;
  const product = await shoppers.sell({ stock: 1000 });
  for (let at = 0; at < ORDERS; at++) {
    const buyer = await shoppers.buyer({ [product]: (at % 3) + 1 });
    const isCash = at % 2 === 0;
    const mobile = `98450123${10 + at}`;
    numbers.push(
      isCash
        ? await buyer.buyInCash({ address: BENGALURU, mobile_no: mobile })
        : (await buyer.buy({ address: BENGALURU })).orderNumber,
    );
  }
  await shop.db.execute(sql`update customer_order set mobile = '9845012345'`);
  instances = await startInstances(2, {
    DATA_DIR: shop.dataDir,
    DATABASE_POOL: "4",
    DATABASE_URL: postgres.url,
    SHIPROCKET_EMAIL: SANDBOX_SHIPROCKET.email,
    SHIPROCKET_PASSWORD: SANDBOX_SHIPROCKET.password,
    SHIPROCKET_API: `${shop.app.listeningOrigin}${SHIPROCKET_PATH}`,
  });
  const address = await owner.send("POST", `/courier-accounts/${account}/push-address`, {});
  const { url } = address.body.data;
  hookPath = url.slice(url.indexOf("/hooks/"));
});
afterAll(async () => {
  await instances?.stop();
  await shop?.close();
  await postgres?.stop();
});

it("books each parcel once, with what is due, and leaves it where its courier has it", async () => {
  await setSwitch(shop.db, "lose_every", 10);
  await setSwitch(shop.db, "push_twice", 1);
  await setSwitch(shop.db, "push_backwards", 1);
  await hook();
  const book = async () => {
    for (const number of numbers) {
      await packer.send("POST", `/orders/${number}/booking`, { account, ...PACKED });
      await pause(20);
    }
  };
  const kill = async () => {
    for (let at = 0; at < KILLS; at++) {
      await pause(300 + Math.random() * 600);
      await instances.running();
      await instances.killOne();
      await hook();
    }
    areKilled = true;
  };
  let areKilled = false;
  const move = async () => {
    while (!areKilled) {
      await travel();
      await pause(KILLS * 50);
    }
  };
  await Promise.all([book(), kill(), move()]);
  await setSwitch(shop.db, "lose_every", 0);
  await shop.db.execute(
    sql`update parcel_booking set asked_at = asked_at - interval '2 hours' where asked_at is not null`,
  );
  const left = () =>
    rowsOf<{ key: string; state: string }>(
      shop,
      sql`select key, state from parcel_booking where state <> 'booked' or not exists (select from courier_label where booking_id = parcel_booking.id)`,
    );
  await vi.waitFor(
    async () => {
      await shop.db.execute(
        sql`update job set run_at = now() where task_identifier = 'book_parcel' and run_at > now()`,
      );
      expect(await left()).toEqual([]);
    },
    { timeout: LONGEST_WAIT_MS, interval: 1000 },
  );
  while (await travel()) await pause(100);
  await vi.waitFor(
    async () => {
      await shop.db.execute(sql`update parcel_booking set polled_at = null`);
      await shop.db.execute(
        sql`update job set run_at = now() where task_identifier in ('poll_parcels', 'read_push') and run_at > now()`,
      );
      expect(await readWhere()).toEqual(
        numbers.map((number, at) => ({ number, state: journeyOf(at).state, reported_end: journeyOf(at).reportedEnd })),
      );
    },
    { timeout: LONGEST_WAIT_MS, interval: 1000 },
  );
  const carried = await rowsOf(
    shop,
    sql`select customer_order.number, count(parcel.id)::int as parcels from customer_order
      join parcel_booking on order_id = customer_order.id
      left join sandbox.parcel on reference like customer_order.number || '-%' and parcel.awb is not null and status <> 'CANCELED'
      group by 1`,
  );
  expect(carried).toHaveLength(ORDERS);
  expect(carried.filter(({ parcels }) => parcels !== 1)).toEqual([]);
  const different = await rowsOf(
    shop,
    sql`select key from parcel_booking join sandbox.parcel on reference = key
      where parcel_booking.awb <> parcel.awb or parcel_booking.cod_paise <> parcel.cod_paise`,
  );
  expect(different).toEqual([]);
  const declared = await rowsOf(
    shop,
    sql`select number from customer_order join parcel_booking on order_id = customer_order.id join sandbox.parcel on reference = key
      where parcel.cod_paise <> case payment_method when 'cash_on_delivery' then total_paise - advance_paise else 0 end`,
  );
  expect(declared).toEqual([]);
  const delivered = numbers.filter((_, at) => journeyOf(at).state === "delivered");
  const collected = await rowsOf(
    shop,
    sql`select number, count(*)::int as times, sum(amount_paise)::int - max(total_paise) as more from payment
      join customer_order on customer_order.id = order_id where provider = 'cash' group by number`,
  );
  expect(collected.map(({ number }) => number).sort()).toEqual(
    delivered.filter((number) => numbers.indexOf(number) % 2 === 0).sort(),
  );
  expect(collected.filter(({ times, more }) => times !== 1 || more !== 0)).toEqual([]);
  expect(await rowsOf(shop, sql`select id from refund`)).toEqual([]);
  const mailed = await rowsOf(
    shop,
    sql`select subject, count(*)::int as times from mail where subject like 'Your order % has arrived' group by subject`,
  );
  expect(mailed.map(({ subject }) => subject).sort()).toEqual(
    delivered.map((number) => `Your order ${number} has arrived`).sort(),
  );
  expect(mailed.filter(({ times }) => times !== 1)).toEqual([]);
});

/** Where the shop has the orders and their parcels. */
async function readWhere() {
  const rows = await rowsOf<{ number: string; state: string; reported_end: string | null }>(
    shop,
    sql`select number, state, reported_end from customer_order left join shipment on order_id = customer_order.id`,
  );
  // A parcel that would have left twice has two rows.
  return rows.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number));
}
