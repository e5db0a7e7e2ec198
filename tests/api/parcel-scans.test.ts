/** Scans of parcels, pushed and polled, against the demo's couriers over HTTP. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CourierProviderName } from "../../contract/couriers.ts";
import { happen, type StepName, WORDS } from "../../sandbox/couriers/journey.ts";
import { changeParcel, findParcel } from "../../sandbox/couriers/parcels.ts";
import { sendDuePushes, setHook } from "../../sandbox/couriers/pushes.ts";
import {
  DELHIVERY_PATH,
  SANDBOX_DELHIVERY,
  SANDBOX_SHIPROCKET,
  SHIPROCKET_PATH,
} from "../../sandbox/couriers/register.ts";
import { readSwitch, setSwitch } from "../../sandbox/couriers/switches.ts";
import { createDelhivery } from "../../server/operations/couriers/delhivery/delhivery.ts";
import { pollParcels } from "../../server/operations/couriers/poll-parcels-task.ts";
import type { CourierProvider } from "../../server/operations/couriers/provider.ts";
import { pushAddressProblem } from "../../server/operations/couriers/pushes.ts";
import { createShiprocket } from "../../server/operations/couriers/shiprocket/shiprocket.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let packer: Awaited<ReturnType<typeof signInAs>>;
const accounts = new Map<CourierProviderName, string>();
let providers: Map<CourierProviderName, CourierProvider>;
const PACKED = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true" } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  packer = await signInAs(shop, "Packer");
  for (const provider of ["shiprocket", "delhivery"] as const) {
    const { body } = await owner.send("POST", "/courier-accounts", {
      ...{ provider, label: provider, pickupPlace: "Primary", pickupPincode: "560001" },
      ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
    });
    accounts.set(provider, body.data._id);
  }
  const at = shop.app.listeningOrigin;
  providers = new Map<CourierProviderName, CourierProvider>([
    ["shiprocket", createShiprocket({ ...SANDBOX_SHIPROCKET, api: `${at}${SHIPROCKET_PATH}`, timeoutMs: 5000 })],
    ["delhivery", createDelhivery({ ...SANDBOX_DELHIVERY, api: `${at}${DELHIVERY_PATH}`, timeoutMs: 5000 })],
  ]);
}, 90_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.execute(sql`delete from sandbox.courier_switch where name <> 'waybills'`);
  await shop.db.execute(sql`delete from sandbox.courier_hook`);
  await shop.db.execute(sql`update parcel_scan set resolved_at = now() where contradiction <> ''`);
  await shop.db.execute(sql`update shipment set reported_end = null`);
});

/** Asks about every parcel now, whenever it was asked about before. */
async function poll(now = new Date()): Promise<number> {
  await shop.db.execute(sql`update parcel_booking set polled_at = null`);
  return pollParcels(
    {
      ...{ db: shop.db, providers, log: shop.app.log },
      readSender: () => readMailSender(shop.db, {}, "https://shop.example"),
      readReturnDays: async () => 7,
      codeSecret: "a-secret-of-the-test",
    },
    now,
  );
}

async function booked(courier: CourierProviderName = "delhivery", { isCash = false, units = 1 } = {}) {
  const product = await shoppers.sell({ pricePaise: 74_950 });
  const buyer = await shoppers.buyer({ [product]: units });
  const number = isCash
    ? await buyer.buyInCash({ address: BENGALURU })
    : (await buyer.buy({ address: BENGALURU })).orderNumber;
  await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${number}`);
  const account = accounts.get(courier);
  const answer = await packer.send("POST", `/orders/${number}/booking`, { account, ...PACKED });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const awb = await vi.waitFor(async () => {
    const [row] = await rowsOf<{ awb: string | null }>(
      shop,
      sql`select awb from parcel_booking where key = ${`${number}-1`}`,
    );
    if (!row?.awb) throw new Error("not booked yet");
    return row.awb;
  }, LONGEST_WAIT_MS);
  const parcel = await findParcel(shop.db, { awb });
  const id = parcel?.id ?? 0;
  return {
    number,
    awb,
    id,
    buyer,
    /** The ledger of its size: what happened to sold units. */
    moved: async () =>
      rowsOf(
        shop,
        sql`select kind, quantity, stock_movement.reason from stock_movement join customer_order on customer_order.id = order_id
          where number = ${number} and kind in ('returned', 'written_off') order by stock_movement.id`,
      ),
    happens: (step: StepName, at = new Date()) => happen(shop.db, id, step, at),
    state: () => shoppers.stateOf(number),
    order: async () => (await buyer.get(`order/${number}`)).body.data,
    /** Who has caused which state, the latest first. */
    causes: async () => {
      const { history } = (await packer.send("GET", `/orders/${number}`)).body.data;
      return history
        .filter(({ kind }: { kind: string }) => kind === "state")
        .map(({ state, by }: { state: string; by: string }) => [state, by]);
    },
    /** Staff confirms how it has ended. */
    confirm: async (end: "lost" | "came_back", more: object = {}) => {
      const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
      return owner.send("POST", `/orders/${number}/parcels/${awb}/credit`, { version, state: end, ...more });
    },
    scans: async () => (await packer.send("GET", `/orders/${number}/scans`)).body.data as Scan[],
    mails: async () =>
      (
        await rowsOf<{ subject: string }>(
          shop,
          sql`select subject from mail where recipient = ${buyer.email} and subject like ${`%${number}%`} order by id`,
        )
      ).map(({ subject }) => subject.replace(`Your order ${number} `, "")),
  };
}
interface Scan {
  _id: string;
  code: string;
  progress: string | null;
  problem: string;
  text: string;
  source: string;
}
const problems = async () =>
  (await packer.send("GET", "/parcel-problems")).body.data as { number: string; scan: Scan }[];
const reported = async () =>
  (await packer.send("GET", "/reported-parcels")).body.data as { number: string; awb: string; end: string }[];
const waiting = async () =>
  (await owner.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "reported_parcels")
    .count;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Lets the couriers push to the shop, and waits until all is read. */
async function openHook(courier: CourierProviderName) {
  const { body } = await owner.send("POST", `/courier-accounts/${accounts.get(courier)}/push-address`, {});
  await setHook(shop.db, courier, body.data.url || "");
  return body.data as { url: string; problem: string };
}
const pathOf = ({ url }: { url: string }) => url.slice(url.indexOf("/hooks/"));
const post = async (path: string, body: string) =>
  fetch(`${shop.app.listeningOrigin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  }).then(({ status }) => status);
const allRead = () =>
  vi.waitFor(async () => {
    const [row] = await rowsOf<{ open: number }>(
      shop,
      sql`select (select count(*)::int from courier_push where handled_at is null) + (select count(*)::int from sandbox.courier_push where attempts = 0) as open`,
    );
    expect(row?.open).toBe(0);
  }, LONGEST_WAIT_MS);

describe.each(["delhivery", "shiprocket"] as const)("a parcel with %s", (courier) => {
  it("is shipped, out for delivery and delivered by its scans, each emailed once", async () => {
    const parcel = await booked(courier);
    await poll();
    expect(await parcel.state()).toBe("paid");
    await parcel.happens("picked_up", minutes(0));
    await poll();
    expect(await parcel.state()).toBe("shipped");
    await parcel.happens("out", minutes(1));
    await poll();
    await poll();
    expect(await parcel.state()).toBe("out_for_delivery");
    await parcel.happens("failed", minutes(2));
    await parcel.happens("out", minutes(3));
    await poll();
    expect(await parcel.state()).toBe("out_for_delivery");
    await parcel.happens("delivered", minutes(4));
    await poll();
    await poll();
    expect(await parcel.state()).toBe("delivered");
    expect((await parcel.mails()).slice(1)).toEqual(["is on its way", "arrives today", "has arrived"]);
    const shown = (await parcel.order()).shipments[0].scans.map(({ text }: { text: string }) => text);
    expect(shown).toEqual([
      "Delivered",
      "Out for delivery",
      "The courier couldn’t deliver it",
      "Out for delivery",
      "On its way",
      ...(courier === "delhivery" ? ["Being handed to the courier"] : []),
    ]);
    expect(JSON.stringify(await parcel.order())).not.toMatch(/Ravi|98000|Consignee/);
    const name = (await parcel.order()).shipments[0].courier;
    expect((await parcel.order()).timeline.slice(-3).map(({ note }: { note: string }) => note)).toEqual([
      `${name}, AWB ${parcel.awb}.`,
      `Out for delivery with ${name}.`,
      `Delivered by ${name}.`,
    ]);
    expect((await parcel.causes()).slice(0, 3)).toEqual([
      ["delivered", name],
      ["out_for_delivery", name],
      ["shipped", name],
    ]);
    expect((await parcel.scans())[1]?.text).toContain(WORDS[courier].out.text);
    expect(await problems()).toEqual([]);
  });

  it("asks the customer once what happens next after a failed delivery", async () => {
    const parcel = await booked(courier);
    await parcel.happens("picked_up", minutes(0));
    await parcel.happens("out", minutes(1));
    await poll();
    await parcel.happens("failed", minutes(2));
    await poll();
    await poll();
    expect(await parcel.state()).toBe("shipped");
    const name = (await parcel.order()).shipments[0].courier;
    expect((await parcel.causes())[0]).toEqual(["shipped", name]);
    expect((await parcel.order()).timeline.at(-1).note).toBe(`${name} couldn’t deliver it.`);
    expect(
      await rowsOf(
        shop,
        sql`select reason, attempt from failed_delivery join shipment on shipment.id = shipment_id where awb = ${parcel.awb}`,
      ),
    ).toEqual([{ reason: "not_at_home", attempt: 1 }]);
    expect((await parcel.mails()).slice(1)).toHaveLength(3);
  });

  it("that was polled late is shipped and delivered at once, without an email about what is over", async () => {
    const parcel = await booked(courier);
    for (const step of ["picked_up", "in_transit", "out", "delivered"] as const) await parcel.happens(step);
    await poll();
    expect(await parcel.state()).toBe("delivered");
    expect((await parcel.mails()).slice(1)).toEqual(["is on its way", "has arrived"]);
  });

  it("that comes back or is lost waits for staff, who confirms it", async () => {
    const [back, lost] = [await booked(courier), await booked(courier)];
    for (const step of ["picked_up", "out", "failed", "returning"] as const) await back.happens(step);
    await lost.happens("picked_up");
    await poll();
    expect([await back.state(), await lost.state()]).toEqual(["shipped", "shipped"]);
    await back.happens("returned");
    await lost.happens("lost");
    await poll();
    expect([await back.state(), await lost.state()]).toEqual(["shipped", "shipped"]);
    expect([(await back.order()).refunds, (await lost.order()).refunds]).toEqual([[], []]);
    expect((await reported()).sort((one, other) => one.end.localeCompare(other.end))).toMatchObject([
      { number: back.number, awb: back.awb, end: "came_back" },
      { number: lost.number, awb: lost.awb, end: "lost" },
    ]);
    expect(await waiting()).toBe(2);
    expect((await back.confirm("came_back", { restock: [{ position: 0, quantity: 1 }] })).status).toBe(200);
    expect((await lost.confirm("lost")).status).toBe(200);
    expect((await back.order()).shipments[0].state).toBe("came_back");
    expect((await lost.order()).shipments[0].state).toBe("lost");
    expect(await waiting()).toBe(0);
    expect([await back.state(), await lost.state()]).toEqual(["cancelled", "cancelled"]);
    expect([(await back.order()).refunds, (await lost.order()).refunds]).toEqual([
      [expect.objectContaining({ amount: 749.5 })],
      [expect.objectContaining({ amount: 749.5 })],
    ]);
  });

  it("is pushed: in any order, a hundred times, and what a push says of lost goods only once the courier confirms it", async () => {
    const hook = await openHook(courier);
    expect(hook.problem).toContain("https");
    const parcel = await booked(courier);
    await setSwitch(shop.db, "push_twice", 1);
    await parcel.happens("picked_up");
    await parcel.happens("out");
    const send = async (_: string, body: string) => {
      for (let times = 0; times < 25; times++) await post(pathOf(hook), body);
      return 200;
    };
    await setHook(shop.db, courier, `https://shop.example${pathOf(hook)}`);
    await sendDuePushes(shop.db, send, minutes(2));
    await allRead();
    expect(await parcel.state()).toBe("out_for_delivery");
    const codes = (await parcel.scans()).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect((await parcel.mails()).filter((mail) => mail === "is on its way")).toHaveLength(1);

    // The courier itself knows nothing of this.
    const stored = await findParcel(shop.db, { id: parcel.id });
    const body =
      courier === "delhivery"
        ? {
            Shipment: {
              AWB: parcel.awb,
              NSLCode: "LT-100",
              Status: {
                Status: "Lost",
                StatusType: "LT",
                StatusDateTime: localNow(),
                StatusLocation: "",
                Instructions: "",
              },
            },
          }
        : {
            awb: parcel.awb,
            shipment_status_id: 12,
            shipment_status: "LOST",
            current_timestamp: localNow().replace("T", " "),
            scans: [],
          };
    expect(await post(pathOf(hook), JSON.stringify(body))).toBe(200);
    await allRead();
    expect(await parcel.state()).toBe("out_for_delivery");
    await changeParcel(shop.db, parcel.id, { scans: stored?.scans ?? [] });
    await parcel.happens("lost");
    await allRead();
    await poll();
    expect(await reported()).toMatchObject([{ awb: parcel.awb, end: "lost" }]);
  });
});

const localNow = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 19);

describe("an end that refunds", () => {
  it("is decided per unit once staff has opened the parcel: back to stock, or written off as damaged", async () => {
    const parcel = await booked("delhivery", { units: 3 });
    for (const step of ["picked_up", "returning", "returned"] as const) await parcel.happens(step);
    await poll();
    expect(await parcel.moved()).toEqual([]);
    const shown = (await owner.send("GET", `/orders/${parcel.number}`)).body.data;
    expect(shown.reported).toMatchObject([
      { awb: parcel.awb, end: "came_back", units: [{ position: 0, quantity: 3 }] },
    ]);
    const wrong = [
      [{ position: 0, quantity: 4 }],
      [{ position: 1, quantity: 1 }],
      [
        { position: 0, quantity: 2 },
        { position: 0, quantity: 2 },
      ],
    ];
    for (const restock of wrong)
      expect(await parcel.confirm("came_back", { restock }), JSON.stringify(restock)).toMatchObject({
        status: 422,
        body: { errors: [{ field: "restock" }] },
      });
    expect(await parcel.confirm("lost", { restock: [] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "restock" }] },
    });
    const restock = [{ position: 0, quantity: 2 }];
    const preview = await parcel.confirm("came_back", { restock, preview: true });
    expect(preview.body.data.effect).toMatchObject({ refunded: 2248.5, credited: 2248.5 });
    expect(await parcel.moved()).toEqual([]);
    expect((await packer.send("POST", `/orders/${parcel.number}/parcels/${parcel.awb}/credit`, {})).status).toBe(403);
    expect((await parcel.confirm("came_back", { restock })).status).toBe(200);
    expect(await parcel.moved()).toEqual([
      { kind: "returned", quantity: 2, reason: "" },
      { kind: "written_off", quantity: 1, reason: "Came back" },
    ]);
    expect((await parcel.order()).refunds).toMatchObject([{ amount: 2248.5 }]);
    expect((await parcel.confirm("came_back", { restock })).status).toBe(409);
  });

  it("refunds nothing of a parcel whose cash was never collected, and leaves nothing to inspect", async () => {
    const parcel = await booked("delhivery", { isCash: true, units: 2 });
    for (const step of ["picked_up", "returned"] as const) await parcel.happens(step);
    await poll();
    const answer = await parcel.confirm("came_back", { restock: [{ position: 0, quantity: 1 }] });
    expect(answer.body.data.effect).toMatchObject({ refunded: 0 });
    expect(await parcel.state()).toBe("cancelled");
    expect((await parcel.order()).refunds).toEqual([]);
    expect(await parcel.moved()).toMatchObject([
      { kind: "returned", quantity: 1 },
      { kind: "written_off", quantity: 1 },
    ]);
    const { orders } = (await owner.send("GET", "/cash/orders?tab=came_back")).body.data;
    expect(orders).toEqual([]);
  });

  it("is none for a lost parcel that its courier finds again", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up", minutes(-9));
    await parcel.happens("lost", minutes(-8));
    await poll();
    expect(await reported()).toMatchObject([{ awb: parcel.awb, end: "lost" }]);
    await parcel.happens("in_transit", minutes(-7));
    await poll();
    expect(await reported()).toEqual([]);
    expect(await waiting()).toBe(0);
    await parcel.happens("lost", minutes(-6));
    await poll();
    expect(await reported()).toMatchObject([{ awb: parcel.awb, end: "lost" }]);
    for (const [at, step] of (["out", "delivered"] as const).entries()) await parcel.happens(step, minutes(at - 5));
    await poll();
    expect(await parcel.state()).toBe("delivered");
    expect(await reported()).toEqual([]);
    expect(await problems()).toEqual([]);
    expect((await parcel.order()).refunds).toEqual([]);
  });

  it("is not known from a report that is older than what the courier said later", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up", minutes(-9));
    await parcel.happens("out", minutes(-5));
    await poll();
    await parcel.happens("lost", minutes(-7));
    await poll();
    expect(await reported()).toEqual([]);
    expect(await parcel.state()).toBe("out_for_delivery");
  });

  it("that contradicts a parcel which came back is for staff to look into", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up", minutes(-9));
    await parcel.happens("returned", minutes(-8));
    await poll();
    await shop.db.execute(sql`update parcel_booking set tracking_ended_at = null where awb = ${parcel.awb}`);
    await parcel.happens("delivered", minutes(-7));
    await poll();
    expect(await problems()).toMatchObject([
      { scan: { problem: "The courier says “delivered”, but the parcel is marked as come back." } },
    ]);
    expect(await reported()).toMatchObject([{ awb: parcel.awb, end: "came_back" }]);
  });

  it("is staff’s to decide otherwise: a parcel that turns up is delivered by hand", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up");
    await parcel.happens("lost");
    await poll();
    expect((await actOnOrder(shop, `deliver ${parcel.number}`)).code).toBe(0);
    expect(await parcel.state()).toBe("delivered");
    expect(await reported()).toEqual([]);
  });
});

describe("a push", () => {
  it("to the address of one courier moves no parcel of another, and one that PostgreSQL can’t hold is read", async () => {
    const parcel = await booked("delhivery");
    const hook = await openHook("shiprocket");
    const push = {
      ...{ awb: parcel.awb, shipment_status_id: 7, shipment_status: "DELIVERED", scans: [] },
      current_timestamp: localNow().replace("T", " "),
    };
    for (const awb of [parcel.awb, `${parcel.awb}\u0000`])
      expect(await post(pathOf(hook), JSON.stringify({ ...push, awb }))).toBe(200);
    await allRead();
    expect(await parcel.state()).toBe("paid");
    const mine = await booked("shiprocket");
    await post(pathOf(hook), JSON.stringify({ ...push, awb: mine.awb, shipment_status: "DELIVERED\u0000\ud83d" }));
    await allRead();
    expect(await mine.state()).toBe("delivered");
  });
});

describe("a contradiction", () => {
  it("changes nothing and is listed, until staff has looked into it", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up");
    await parcel.happens("delivered");
    await poll();
    await parcel.happens("returned", minutes(1));
    const tracked = await providers.get("delhivery")?.track([parcel.awb]);
    expect(tracked?.get(parcel.awb)?.scans.at(-1)?.progress).toBe("came_back");
    // Polling has ended with the delivery, so that it is learned of by a push.
    const hook = await openHook("delhivery");
    expect(
      await post(
        pathOf(hook),
        JSON.stringify({
          Shipment: {
            AWB: parcel.awb,
            NSLCode: "RT-110",
            Status: { Status: "RTO", StatusType: "DL", StatusDateTime: localNow() },
          },
        }),
      ),
    ).toBe(200);
    await allRead();
    expect(await parcel.state()).toBe("delivered");
    const [problem] = await problems();
    expect(problem).toMatchObject({
      number: parcel.number,
      scan: { progress: "came_back", problem: "The courier says “came back”, but the parcel is marked as delivered." },
    });
    const path = `/parcel-problems/${problem?.scan._id}/resolve`;
    const support = await signInAs(shop, "Support");
    expect((await support.send("POST", path, {})).status).toBe(403);
    expect((await packer.send("POST", path, {})).status).toBe(200);
    expect((await packer.send("POST", path, {})).status).toBe(409);
    expect(await problems()).toEqual([]);
    expect((await packer.send("POST", "/parcel-problems/999999/resolve", {})).status).toBe(404);
  });

  it("is no late scan of what came before, in any order", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up", minutes(-3));
    await parcel.happens("delivered", minutes(-1));
    await poll();
    await parcel.happens("out", minutes(-2));
    const hook = await openHook("delhivery");
    expect(
      await post(
        pathOf(hook),
        JSON.stringify({
          Shipment: {
            AWB: parcel.awb,
            NSLCode: "X-DDD3FD",
            Status: {
              Status: "Dispatched",
              StatusType: "UD",
              StatusDateTime: new Date(Date.now() + 5.5 * 3_600_000 - 120_000).toISOString().slice(0, 19),
            },
          },
        }),
      ),
    ).toBe(200);
    await allRead();
    expect(await parcel.state()).toBe("delivered");
    expect((await parcel.scans()).map(({ progress }) => progress)).toContain("out_for_delivery");
    expect(await problems()).toEqual([]);
  });

  it("is a parcel whose order has changed since it was booked, or whose booking the courier has cancelled", async () => {
    const parcel = await booked();
    await shop.db.execute(sql`update customer_order set mobile = '9845012399' where number = ${parcel.number}`);
    await parcel.happens("picked_up");
    const other = await booked();
    await shop.db.execute(
      sql`update sandbox.parcel set scans = scans || ${JSON.stringify([{ at: new Date().toISOString(), code: "CN/Canceled/CN-1", text: "", place: "" }])}::jsonb where id = ${other.id}`,
    );
    await poll();
    expect([await parcel.state(), await other.state()]).toEqual(["paid", "paid"]);
    const listed = await problems();
    expect(Object.fromEntries(listed.map(({ number, scan }) => [number, scan.problem]))).toEqual({
      [parcel.number]: expect.stringContaining("out of date"),
      [other.number]: "The courier has cancelled the booking. Cancel it here too, then book again.",
    });
  });
});

describe("a scan", () => {
  it("of the future or from before the booking means nothing, nor does an unknown code", async () => {
    const parcel = await booked();
    await parcel.happens("delivered", minutes(120));
    await parcel.happens("delivered", minutes(-24 * 60));
    await shop.db.execute(
      sql`update sandbox.parcel set scans = scans || ${JSON.stringify([{ at: new Date().toISOString(), code: "UD/Reticulated/X-9", text: "Being reticulated", place: "" }])}::jsonb where id = ${parcel.id}`,
    );
    await poll();
    await poll();
    expect(await parcel.state()).toBe("paid");
    const scans = await parcel.scans();
    expect(scans.filter(({ progress }) => progress === null)).toHaveLength(3);
    expect(scans.map(({ text }) => text)).toContain("Reticulated: Being reticulated");
    // The courier's clock is ahead: once its time has come, it counts.
    await poll(minutes(61));
    expect(await parcel.state()).toBe("delivered");
  });

  it("of Shiprocket that says delivered in part, or damaged, is also for staff to look into", async () => {
    const [partly, damaged] = [await booked("shiprocket"), await booked("shiprocket")];
    const at = new Date().toISOString();
    for (const [{ id }, code] of [
      [partly, "23"],
      [damaged, "25"],
    ] as const)
      await changeParcel(shop.db, id, { scans: [{ at, code, text: "Told", place: "" }] });
    await poll();
    expect([await partly.state(), await damaged.state()]).toEqual(["delivered", "paid"]);
    expect(Object.fromEntries((await problems()).map(({ number, scan }) => [number, scan.problem]))).toEqual({
      [partly.number]: expect.stringContaining("in part only"),
      [damaged.number]: expect.stringContaining("damaged"),
    });
  });

  it("is not about a booking that staff has undone, and a parcel that staff has delivered stays so", async () => {
    const parcel = await booked();
    await parcel.happens("picked_up");
    await poll();
    await actOnOrder(shop, `deliver ${parcel.number}`);
    await parcel.happens("out", minutes(-1));
    await parcel.happens("delivered");
    await poll();
    expect(await parcel.state()).toBe("delivered");
    expect((await parcel.mails()).filter((mail) => mail === "has arrived")).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe("the address of pushes", () => {
  it("is a secret of each account, takes anything up to 64 KB, and answers at once", async () => {
    const former = pathOf(await openHook("delhivery"));
    const { url } = await openHook("delhivery");
    expect(url).toMatch(/^https?:\/\/[^/]+\/hooks\/parcels\/[0-9a-f]{64}$/);
    const path = pathOf({ url });
    expect(await post(former, "{}")).toBe(404);
    expect(await post(path.slice(0, -1), "{}")).toBe(404);
    for (const body of [
      "",
      "{",
      "null",
      "\0",
      JSON.stringify({ Shipment: { AWB: "UNKNOWN1", Status: { Status: "Lost", StatusType: "LT" } } }),
    ])
      expect(await post(path, body)).toBe(200);
    expect(await post(path, `"${"x".repeat(64 * 1024 - 2)}"`)).toBe(200);
    expect(await post(path, `"${"x".repeat(64 * 1024)}"`)).toBe(413);
    await allRead();
    const stored = await rowsOf<{ error: string; body: string }>(
      shop,
      sql`select error, body from courier_push order by id desc limit 6`,
    );
    expect(stored.map(({ error }) => error !== "")).toEqual([true, false, true, true, true, true]);
    // What was understood is stored as scans, and no more of it is kept.
    expect(stored.map(({ body }) => body.slice(0, 4))).toEqual(['"xxx', "", "", "null", "{", ""]);
    const support = await signInAs(shop, "Support");
    expect((await support.send("POST", `/courier-accounts/${accounts.get("delhivery")}/push-address`, {})).status).toBe(
      403,
    );
    expect((await owner.send("POST", "/courier-accounts/999999/push-address", {})).status).toBe(404);
  });

  it("has none of the letters that Shiprocket forbids, and the owner learns of a host that has", () => {
    expect(pushAddressProblem("https://kewra.example")).toBe("");
    expect(pushAddressProblem("https://www.SRinagar.example")).toContain("“sr”");
    expect(pushAddressProblem("https://chakra.example")).toContain("“kr”");
    expect(pushAddressProblem("http://kewra.example")).toContain("https");
    expect("/hooks/parcels/").not.toMatch(/sr|kr|shiprocket|kartrocket/);
  });
});

describe("polling", () => {
  it("finds what dropped pushes have lost, and leaves every parcel as its courier has it, whatever went wrong", async () => {
    const hooks = { delhivery: await openHook("delhivery"), shiprocket: await openHook("shiprocket") };
    const parcels = [];
    for (const courier of ["delhivery", "shiprocket", "delhivery", "shiprocket"] as const)
      parcels.push(await booked(courier));
    const journeys: StepName[][] = [
      ["picked_up", "out", "delivered"],
      ["picked_up", "out", "failed", "returning", "returned"],
      ["picked_up", "in_transit", "out", "failed", "out"],
      ["picked_up", "lost"],
    ];
    await setSwitch(shop.db, "push_twice", 1);
    await setSwitch(shop.db, "push_backwards", 1);
    await setSwitch(shop.db, "lose_every", 10);
    for (const [at, parcel] of parcels.entries())
      for (const [step, name] of (journeys[at] ?? []).entries()) {
        if (step % 2 === 1) await setSwitch(shop.db, "drop_pushes", 1);
        await parcel.happens(name, new Date(Date.now() - 60_000 + step * 1000));
      }
    const send = async (url: string, body: string) => post(pathOf({ url }), body);
    for (const [courier, { url }] of Object.entries(hooks))
      await setHook(shop.db, courier as CourierProviderName, url || `https://shop.example${pathOf({ url })}`);
    await sendDuePushes(shop.db, send, minutes(2));
    await allRead();
    await setSwitch(shop.db, "blocked_until", Date.now() + 60_000);
    expect(await poll()).toBe(0);
    await setSwitch(shop.db, "blocked_until", 0);
    const at = shop.app.listeningOrigin;
    providers.set(
      "delhivery",
      createDelhivery({ ...SANDBOX_DELHIVERY, api: `${at}${DELHIVERY_PATH}`, timeoutMs: 5000 }),
    );
    await poll();
    const shown = await Promise.all(parcels.map(async (parcel) => (await parcel.order()).shipments[0].state));
    // Two ends wait for staff.
    expect(shown).toEqual(["delivered", "in_transit", "out_for_delivery", "in_transit"]);
    expect((await reported()).map(({ awb, end }) => [awb, end]).sort()).toEqual(
      [
        [parcels[1]?.awb, "came_back"],
        [parcels[3]?.awb, "lost"],
      ].sort(),
    );
    expect(await problems()).toEqual([]);
  });

  it("ends with the parcel’s way, after staff has ended it, and after 45 days with a line for staff", async () => {
    const [delivered, old] = [await booked(), await booked()];
    await delivered.happens("delivered");
    await poll();
    await shop.db.execute(sql`update parcel_booking set booked_at = now() - interval '46 days' where awb = ${old.awb}`);
    await poll();
    const [row] = await rowsOf<{ live: number }>(
      shop,
      sql`select count(*)::int as live from parcel_booking where tracking_ended_at is null and awb in (${delivered.awb}, ${old.awb})`,
    );
    expect(row?.live).toBe(0);
    const unheard = (await problems()).filter(({ number }) => number === old.number);
    expect(unheard).toMatchObject([{ scan: { problem: expect.stringContaining("45 days") } }]);
  });

  it("asks about fifty at once, each every half hour, old ones every six hours", async () => {
    const count = 400;
    const parcel = await booked();
    await shop.db.execute(sql`update parcel_booking set tracking_ended_at = now() where tracking_ended_at is null`);
    await shop.db.execute(sql`
      with parcels as (
        insert into shipment (order_id, awb, courier, shipped_at)
        select (select id from customer_order where number = ${parcel.number}), 'MANY' || n, 'Delhivery', now() from generate_series(1, ${count}::int) n
        returning id, awb
      )
      insert into parcel_booking (order_id, account_id, shipment_id, attempt, key, state, units, content_hash, service, grams, length_mm,
        width_mm, height_mm, cod_paise, receiver_hash, awb, courier, created_at, booked_at)
      select b.order_id, b.account_id, parcels.id, 1, parcels.awb, 'booked', b.units, b.content_hash, b.service, b.grams, b.length_mm,
        b.width_mm, b.height_mm, b.cod_paise, b.receiver_hash, parcels.awb, b.courier, now() - interval '1 day', now() - interval '1 day'
      from parcels, parcel_booking b where b.awb = ${parcel.awb}`);
    await shop.db.execute(sql`
      insert into sandbox.parcel (courier, reference, awb, status, cod_paise, body, scans, created_at)
      select 'delhivery', 'MANY' || n, 'MANY' || n, 'Manifested', 0, '{}',
        jsonb_build_array(jsonb_build_object('at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'code', 'UD/Manifested/X-UCI', 'text', '', 'place', '')), now()
      from generate_series(1, ${count}::int) n`);
    const deps = {
      ...{ db: shop.db, providers, log: shop.app.log },
      readSender: () => readMailSender(shop.db, {}, "https://shop.example"),
      readReturnDays: async () => 7,
      codeSecret: "a-secret-of-the-test",
    };
    const round = async (now: Date) => {
      await setSwitch(shop.db, "track_calls", 0);
      let asked = 0;
      for (let run = 0; run <= count / 500; run++) asked += await pollParcels(deps, now);
      return { asked, calls: await readSwitch(shop.db, "track_calls") };
    };
    const first = await round(minutes(0));
    expect(first).toMatchObject({ asked: count, calls: count / 50 });
    expect(await round(minutes(29))).toMatchObject({ asked: 0, calls: 0 });
    expect(await round(minutes(31))).toMatchObject({ asked: count, calls: count / 50 });
    await shop.db.execute(sql`update parcel_booking set booked_at = now() - interval '11 days' where awb like 'MANY%'`);
    expect(await round(minutes(31 + 60))).toMatchObject({ asked: 0 });
    expect(await round(minutes(31 + 361))).toMatchObject({ asked: count });
    await shop.db.execute(sql`update parcel_booking set tracking_ended_at = now() where awb like 'MANY%'`);
  });
});
