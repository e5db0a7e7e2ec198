/**
 * Servers are killed while they book couriers and read what these report. Every tenth answer of each courier is lost after acting, it pushes
 * everything twice and backwards, answers 403 for some time, and is down for some. Shiprocket carries half of the parcels, Delhivery the
 * others; half of the orders are paid in cash. Afterwards each parcel is booked once, declares what is due, and is where its courier has it.
 * The couriers run in this process and are not killed.
 */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { COURIER_PROVIDERS, type CourierProviderName } from "../../contract/couriers.ts";
import { happen, type StepName } from "../../sandbox/couriers/journey.ts";
import { findByReference } from "../../sandbox/couriers/parcels.ts";
import { setHook } from "../../sandbox/couriers/pushes.ts";
import {
  DELHIVERY_PATH,
  SANDBOX_DELHIVERY,
  SANDBOX_SHIPROCKET,
  SHIPROCKET_PATH,
} from "../../sandbox/couriers/register.ts";
import { readSwitch, setSwitch } from "../../sandbox/couriers/switches.ts";
import { BENGALURU, buyersOf } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { signInAs } from "../api/staff-people.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { startPostgres } from "../postgres.ts";
import { type Instances, startInstances } from "./instances.ts";

/** `npm run faults` asks for more. */
const KILLS = Number(process.env.FAULT_KILLS ?? 5);
/** Of which Delhivery books each by one request that acts: at least one of its answers is lost. */
const ORDERS = 24;
const LOSE_EVERY = 10;
/** Until the switch is set again. */
const ENDLESS = Number.MAX_SAFE_INTEGER;
const PACKED = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let shop: TestShop;
let instances: Instances;
let packer: Awaited<ReturnType<typeof signInAs>>;
/** Ids of the accounts, and the paths that they push to. */
const accounts = new Map<CourierProviderName, { id: string; hookPath: string }>();
const numbers: string[] = [];
/** Each carries prepaid and cash parcels, and each journey. */
const courierOf = (at: number): CourierProviderName => (Math.floor(at / 2) % 2 === 0 ? "shiprocket" : "delhivery");
const accountOf = (courier: CourierProviderName) => {
  const found = accounts.get(courier);
  if (!found) throw new Error(`no account with ${courier}`);
  return found;
};

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

/** Lets the next thing happen to each parcel that a courier has. @returns whether anything is still to happen */
async function travel(): Promise<boolean> {
  let isLeft = false;
  for (const [at, number] of numbers.entries()) {
    const done = gone.get(number) ?? 0;
    const step = journeyOf(at).steps[done];
    if (!step) continue;
    isLeft = true;
    const parcel = await findByReference(shop.db, courierOf(at), `${number}-1`);
    if (!parcel?.awb) continue;
    await happen(shop.db, parcel.id, step, new Date(Date.now() + done * 1000));
    gone.set(number, done + 1);
  }
  return isLeft;
}

/** Lets the couriers push to a server that runs now. */
async function hook(): Promise<void> {
  for (const [courier, { hookPath }] of accounts)
    await setHook(shop.db, courier, `${instances.anyUrl() ?? shop.app.listeningOrigin}${hookPath}`);
}

beforeAll(async () => {
  postgres = await startPostgres({ own: true });
  // Its jobs are done by the servers that are killed, and by this process, whose couriers need no network.
  shop = await openShop({ databaseUrl: postgres.url, environment: { CASH_ON_DELIVERY: "true" } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const shoppers = buyersOf(shop);
  const owner = await signInAs(shop, "Owner");
  packer = await signInAs(shop, "Packer");
  for (const provider of COURIER_PROVIDERS) {
    const added = await owner.send("POST", "/courier-accounts", {
      ...{ provider, label: provider, pickupPlace: "Primary", pickupPincode: "560001" },
      ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
    });
    const id = added.body.data._id;
    const { url } = (await owner.send("POST", `/courier-accounts/${id}/push-address`, {})).body.data;
    accounts.set(provider, { id, hookPath: url.slice(url.indexOf("/hooks/")) });
  }
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
    DELHIVERY_TOKEN: SANDBOX_DELHIVERY.token,
    DELHIVERY_API: `${shop.app.listeningOrigin}${DELHIVERY_PATH}`,
  });
});
afterAll(async () => {
  await instances?.stop();
  await shop?.close();
  await postgres?.stop();
});

it("books each parcel once, with what is due, and leaves it where its courier has it", async () => {
  await setSwitch(shop.db, "lose_every", LOSE_EVERY);
  await setSwitch(shop.db, "push_twice", 1);
  await setSwitch(shop.db, "push_backwards", 1);
  await hook();
  let areKilled = false;
  const bookAndKill = async () => {
    for (let at = 0; at < KILLS; at++) {
      // Nothing but lost answers in the first third, 403 in the second, down in the last.
      const phase = Math.floor((at * 3) / KILLS);
      await setSwitch(shop.db, "blocked_until", phase === 1 ? ENDLESS : 0);
      await setSwitch(shop.db, "down_until", phase === 2 ? ENDLESS : 0);
      for (const [which, number] of numbers.entries())
        if (Math.floor((which * KILLS) / ORDERS) === at)
          await packer.send("POST", `/orders/${number}/booking`, {
            account: accountOf(courierOf(which)).id,
            ...PACKED,
          });
      await pause(300 + Math.random() * 600);
      await instances.running();
      await instances.killOne();
      await hook();
    }
    areKilled = true;
  };
  const move = async () => {
    while (!areKilled) {
      await travel();
      await pause(KILLS * 50);
    }
  };
  await Promise.all([bookAndKill(), move()]);
  await setSwitch(shop.db, "down_until", 0);
  const left = () =>
    rowsOf<{ key: string; state: string }>(
      shop,
      sql`select key, state from parcel_booking where state <> 'booked' or not exists (select from courier_label where booking_id = parcel_booking.id)`,
    );
  await vi.waitFor(
    async () => {
      // Half an hour in which a request is tried six times is shortened, but not the half minute after a 403.
      await shop.db.execute(
        sql`update job set run_at = now(), attempts = 0 where task_identifier = 'book_parcel' and run_at > now()`,
      );
      expect(await left()).toEqual([]);
    },
    { timeout: LONGEST_WAIT_MS, interval: 1000 },
  );
  for (const courier of COURIER_PROVIDERS)
    expect(await readSwitch(shop.db, `asked ${courier}`)).toBeGreaterThanOrEqual(LOSE_EVERY);
  while (await travel()) await pause(100);
  await pollOnce();
  expect(await readWhere()).toEqual(
    numbers.map((number, at) => ({ number, state: journeyOf(at).state, reported_end: journeyOf(at).reportedEnd })),
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

/** Waits until each parcel that is on its way was asked about once, as after half an hour. */
async function pollOnce(): Promise<void> {
  const [{ since } = { since: "" }] = await rowsOf<{ since: string }>(shop, sql`select now()::text as since`);
  await shop.db.execute(sql`update parcel_booking set polled_at = null`);
  await vi.waitFor(
    async () => {
      await shop.db.execute(
        sql`update job set run_at = now() where task_identifier = 'poll_parcels' and run_at > now()`,
      );
      expect(
        await rowsOf(
          shop,
          sql`select key from parcel_booking where tracking_ended_at is null and (polled_at is null or polled_at < ${since}::timestamptz)`,
        ),
      ).toEqual([]);
    },
    { timeout: LONGEST_WAIT_MS, interval: 1000 },
  );
}

/** Where the shop has the orders and their parcels. */
async function readWhere() {
  const rows = await rowsOf<{ number: string; state: string; reported_end: string | null }>(
    shop,
    sql`select number, state, reported_end from customer_order left join shipment on order_id = customer_order.id`,
  );
  // A parcel that would have left twice has two rows.
  return rows.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number));
}
