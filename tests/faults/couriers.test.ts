/**
 * Servers are killed while they book couriers, and every tenth answer of the courier is lost after acting. Afterwards each parcel is booked
 * once. The courier runs in this process and is not killed.
 */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
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
const numbers: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ own: true });
  // Its jobs are done by the servers that are killed, and by this process, whose courier needs no network.
  shop = await openShop({ databaseUrl: postgres.url });
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
  for (let at = 0; at < ORDERS; at++)
    numbers.push((await (await shoppers.buyer({ [product]: 1 })).buy({ address: BENGALURU })).orderNumber);
  await shop.db.execute(sql`update customer_order set mobile = '9845012345'`);
  instances = await startInstances(2, {
    DATA_DIR: shop.dataDir,
    DATABASE_POOL: "4",
    DATABASE_URL: postgres.url,
    SHIPROCKET_EMAIL: SANDBOX_SHIPROCKET.email,
    SHIPROCKET_PASSWORD: SANDBOX_SHIPROCKET.password,
    SHIPROCKET_API: `${shop.app.listeningOrigin}${SHIPROCKET_PATH}`,
  });
});
afterAll(async () => {
  await instances?.stop();
  await shop?.close();
  await postgres?.stop();
});

it("books each parcel once", async () => {
  await setSwitch(shop.db, "lose_every", 10);
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
    }
  };
  await Promise.all([book(), kill()]);
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
});
