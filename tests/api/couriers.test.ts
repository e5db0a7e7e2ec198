/** Parcels that couriers are booked for, against the demo's Shiprocket, which has the protocol and the surprises of the real one. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { changeParcel, findByReference, findParcel } from "../../sandbox/couriers/parcels.ts";
import {
  DELHIVERY_PATH,
  SANDBOX_DELHIVERY,
  SANDBOX_SHIPROCKET,
  SHIPROCKET_PATH,
} from "../../sandbox/couriers/register.ts";
import { setSwitch } from "../../sandbox/couriers/switches.ts";
import { paise } from "../../server/base/money.ts";
import { createDelhivery } from "../../server/operations/couriers/delhivery/delhivery.ts";
import type { CourierProvider, ParcelToBook } from "../../server/operations/couriers/provider.ts";
import { createShiprocket } from "../../server/operations/couriers/shiprocket/shiprocket.ts";
import { watchLogin } from "../../server/operations/couriers/watch-logins.ts";
import { eraseTraces } from "../../server/people/accounts/erase-account.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let account: string;
const today = isoDayInIndia(new Date());
const PACKED = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true" } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  packer = await signInAs(shop, "Packer");
  const added = await owner.send("POST", "/courier-accounts", {
    provider: "shiprocket",
    label: "Shiprocket",
    pickupPlace: "Primary",
    pickupPincode: "560001",
    surfaceOnly: true,
    labelSize: "thermal",
    isEnabled: true,
  });
  account = added.body.data._id;
}, 90_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.execute(sql`delete from sandbox.courier_switch`);
});

const waiting = async (staff: typeof owner, kind: string) =>
  (await staff.send("GET", "/home")).body.data.work.find((one: { kind: string }) => one.kind === kind)?.count;
const sandboxOf = (key: string) => findByReference(shop.db, "shiprocket", key);

describe("Shiprocket’s adapter", () => {
  let keys = 0;
  let provider: CourierProvider;
  const newKey = () => {
    keys += 1;
    return `KW-TEST-${keys}`;
  };
  const connect = (own: { password?: string; timeoutMs?: number } = {}) =>
    createShiprocket({
      ...SANDBOX_SHIPROCKET,
      api: `${shop.app.listeningOrigin}${SHIPROCKET_PATH}`,
      timeoutMs: 5000,
      ...own,
    });
  const parcel = (own: Partial<ParcelToBook> = {}, pincode = "226001"): ParcelToBook => ({
    orderNumber: "KW-7Q4M-2XKD",
    orderedAt: new Date("2026-11-30T18:45:00Z"),
    pickupPlace: "Primary",
    pickupPincode: "560001",
    receiver: {
      name: "Asha Rao",
      mobile: "+91 98450 12345",
      email: "asha@example.com",
      address: "18 Ashok Marg & Co; #4",
      city: "Lucknow",
      state: "Uttar Pradesh",
      pincode,
    },
    items: [{ name: "Rose 🌹, 50 ml", sku: "ROSE", hsn: "33030010", quantity: 2, pricePaise: paise(74_950) }],
    goodsPaise: paise(149_900),
    codPaise: paise(0),
    service: "surface",
    ...PACKED,
    invoiceNumber: "",
    ewayBill: "",
    ...own,
  });
  const book = (own: Partial<ParcelToBook> = {}, { key = newKey(), pincode = "226001" } = {}) =>
    provider.book(parcel(own, pincode), { key, reserved: null });

  beforeEach(() => {
    provider = connect();
  });

  it("says what is wrong with a login, and tries a wrong password once", async () => {
    expect(await provider.checkLogin()).toEqual({ places: [{ name: "Primary", pincode: "560001" }] });
    const wrong = connect({ password: "no" });
    await expect(wrong.checkLogin()).rejects.toMatchObject({ kind: "refused", reason: "credentials" });
    await setSwitch(shop.db, "down_until", Date.now() + 60_000);
    await expect(wrong.readBalance()).rejects.toMatchObject({ reason: "credentials" });
    await setSwitch(shop.db, "down_until", 0);
    await setSwitch(shop.db, "blocked_until", Date.now() + 60_000);
    await expect(connect().checkLogin()).rejects.toMatchObject({ kind: "not_sent", reason: "blocked" });
  });

  it("books cash as what is due, in rupees, kilograms and centimetres, from the pick-up place to the customer", async () => {
    const key = newKey();
    const booked = await book({ codPaise: paise(129_900) }, { key });
    expect(booked).toMatchObject({ courier: "Delhivery Surface", quotedPaise: 4850 });
    const stored = await sandboxOf(key);
    expect(stored).toMatchObject({ codPaise: 129_900, awb: booked.awb });
    expect(stored?.body).toMatchObject({
      payment_method: "COD",
      sub_total: 1299,
      weight: 0.32,
      length: 15,
      breadth: 10,
      height: 6,
      order_date: "2026-12-01 00:15",
      billing_phone: "9845012345",
      billing_pincode: "226001",
      billing_address: "18 Ashok Marg & Co; #4",
      order_items: [{ name: "Rose , 50 ml", sku: "ROSE", units: 2, selling_price: 749.5, hsn: 33_030_010 }],
    });
    const paid = newKey();
    await book({}, { key: paid });
    expect((await sandboxOf(paid))?.body).toMatchObject({ payment_method: "Prepaid", sub_total: 1499 });
    // Only the customer's pincode decides whether it is served.
    await expect(book({}, { pincode: "226000" })).rejects.toMatchObject({ kind: "refused", reason: "not_served" });
    await book({ pickupPincode: "560000" });
  });

  it.each([
    ["nobody collects cash", { codPaise: paise(100) }, "226098", "cod_not_served"],
    ["only air goes there", {}, "110097", "no_surface"],
    [
      "the number is a landline’s",
      { receiver: { ...LUCKNOW, name: "A", mobile: "0522123456", email: "a@b.example", address: "18 Ashok Marg" } },
      "226003",
      "bad_phone",
    ],
    ["the pick-up place is unknown", { pickupPlace: "primary" }, "226003", "unknown_place"],
  ] as const)("refuses where %s", async (_, own, pincode, reason) => {
    await expect(book(own, { pincode })).rejects.toMatchObject({
      kind: "refused",
      reason,
    });
  });

  it("lets goods without alcohol fly", async () => {
    expect(await book({ service: "any" }, { pincode: "110097" })).toMatchObject({ courier: "Xpressbees Air" });
  });

  it("books one parcel by a key, and none by that of a cancelled order", async () => {
    const key = newKey();
    const first = await book({}, { key });
    expect((await book({}, { key })).awb).toBe(first.awb);
    await provider.cancel({ awb: first.awb, key, ids: first.ids });
    await provider.cancel({ awb: first.awb, key, ids: first.ids });
    await expect(book({}, { key })).rejects.toMatchObject({ kind: "refused", reason: "duplicate" });
  });

  it("finds and completes what a lost answer has left", async () => {
    const key = newKey();
    await provider.readBalance();
    await setSwitch(shop.db, "lose_next", 1);
    await expect(book({}, { key })).rejects.toMatchObject({ kind: "no_response" });
    expect(await sandboxOf(key)).toMatchObject({ status: "NEW", awb: null });
    const found = await provider.findBooked(parcel(), { key, reserved: null });
    expect(found?.awb).toBe((await sandboxOf(key))?.awb);
    expect(await provider.findBooked(parcel(), { key: newKey(), reserved: null })).toBeNull();
  });

  it("leaves no dead order behind an empty wallet", async () => {
    await setSwitch(shop.db, "wallet", 100);
    const key = newKey();
    await expect(book({}, { key })).rejects.toMatchObject({ kind: "refused", reason: "balance" });
    expect(await sandboxOf(key)).toMatchObject({ status: "CANCELED", awb: null });
  });

  it("waits for a label, and requests a pick-up once", async () => {
    const key = newKey();
    const { awb, ids } = await book({}, { key, pincode: "226005" });
    await expect(provider.fetchLabel({ awb, key, ids }, "thermal")).rejects.toMatchObject({ kind: "not_sent" });
    expect((await provider.fetchLabel({ awb, key, ids }, "thermal")).toString("latin1")).toContain(awb);
    const pickup = { place: "Primary", day: today, parcels: [{ awb, key, ids }] };
    expect(await provider.requestPickup(pickup)).toEqual({ day: today });
    expect(await provider.requestPickup(pickup)).toEqual({ day: today });
  });

  it("reads scans in India’s time, and refuses to cancel what was picked up", async () => {
    const key = newKey();
    const { awb, ids } = await book({}, { key });
    expect((await provider.track([awb])).get(awb)).toEqual({ scans: [], expectedOn: null });
    const scan = {
      at: "2026-12-01T04:30:05.000Z",
      code: "42",
      text: "Picked Up by Ravi 9811111111",
      place: "Bengaluru",
    };
    await changeParcel(shop.db, (await sandboxOf(key))?.id ?? 0, { scans: [scan] });
    const tracked = (await provider.track([awb, "UNKNOWN"])).get(awb);
    expect(tracked?.scans).toMatchObject([
      { at: new Date("2026-12-01T04:30:05Z"), code: "42", progress: "in_transit", place: "Bengaluru" },
    ]);
    await expect(provider.cancel({ awb, key, ids })).rejects.toMatchObject({ reason: "too_late" });
  });
});

const orders: string[] = [];
async function paidOrder(address: typeof LUCKNOW = BENGALURU): Promise<string> {
  const product = await shoppers.sell({ pricePaise: 74_950 });
  const buyer = await shoppers.buyer({ [product]: 1 });
  const { orderNumber } = await buyer.buy({ address });
  await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${orderNumber}`);
  orders.push(orderNumber);
  return orderNumber;
}
const bookBy = (staff: typeof packer, number: string, packing: object = PACKED) =>
  staff.send("POST", `/orders/${number}/booking`, { account, ...packing });
const bookingOf = async (number: string) =>
  (await packer.send("GET", `/orders/${number}/booking`)).body.data.bookings[0];
const reaches = (number: string, step: string) =>
  vi.waitFor(async () => expect(await bookingOf(number)).toMatchObject({ step }), LONGEST_WAIT_MS);
const carriesOf = (number: string) =>
  rowsOf<{ count: number }>(
    shop,
    sql`select count(*)::int as count from sandbox.parcel where reference like ${`${number}-%`} and awb is not null and status <> 'CANCELED'`,
  ).then(([row]) => row?.count);

describe("a booking", () => {
  it("gets courier, AWB and label, and becomes the parcel when it is handed over", async () => {
    const number = await paidOrder();
    expect((await bookBy(packer, number)).body.data).toMatchObject({ canBook: false });
    await reaches(number, "labelled");
    const { awb, courier } = await bookingOf(number);
    expect(courier).toBe("Delhivery Surface");
    const pdf = await packer.send("GET", `/orders/courier-labels.pdf?numbers=${number}`);
    expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);

    // Neither a label nor a parcel of ours besides it.
    const offered = (await packer.send("GET", `/orders/${number}`)).body.data;
    expect(offered.steps).toEqual(["process", "pack"]);
    expect(offered.documents).toEqual(["slip", "invoice", "invoice_transporter", "invoice_supplier"]);
    expect((await packer.send("GET", `/orders/print.pdf?document=label&numbers=${number}`)).status).toBe(409);
    // By hand, neither the order nor another takes its place.
    expect(await actOnOrder(shop, `ship ${number} --courier Delhivery --awb HAND1`)).toMatchObject({ code: 1 });
    const other = await paidOrder();
    expect((await actOnOrder(shop, `ship ${other} --courier Delhivery --awb ${awb}`)).code).toBe(1);
    expect((await bookBy(packer, number)).status).toBe(409);

    const pickup = await packer.send("POST", `/courier-accounts/${account}/pickup`, { day: today });
    expect(pickup).toMatchObject({ status: 200, body: { data: { day: today, parcels: 1 } } });
    expect(await bookingOf(number)).toMatchObject({ step: "pickup_requested", pickupOn: today });
    expect((await packer.send("POST", `/orders/${number}/booking/hand-over`)).body.data).toMatchObject({
      canBook: false,
    });
    expect(await shoppers.stateOf(number)).toBe("shipped");
    expect(await rowsOf(shop, sql`select courier, awb from shipment where awb = ${awb}`)).toEqual([{ courier, awb }]);
    expect((await packer.send("DELETE", `/orders/${number}/booking`)).status).toBe(409);

    // A mistake is undone: the parcel is booked as before.
    expect(await actOnOrder(shop, `pack ${number}`)).toMatchObject({ code: 1 });
    expect(
      (await packer.send("POST", "/orders/undo-step", { state: "shipped", numbers: [number] })).body.data.results,
    ).toEqual([{ number, problem: "" }]);
    expect(await bookingOf(number)).toMatchObject({ step: "pickup_requested", awb });
  });

  it("gets its label again when it is lost or the courier has replaced it", async () => {
    const number = await paidOrder();
    await bookBy(packer, number);
    await reaches(number, "labelled");
    const labelAgain = () => packer.send("POST", `/orders/${number}/booking/label`);
    const stored = async () =>
      (await rowsOf<{ pdf: Buffer }>(shop, sql`select pdf from courier_label order by booking_id desc limit 1`))[0]
        ?.pdf;
    const label = await stored();
    await shop.db.execute(sql`update courier_label set pdf = ''`);
    expect((await labelAgain()).body.data.bookings[0]).toMatchObject({ step: "labelled", detail: "" });
    expect(await stored()).toEqual(label);
    await shop.db.execute(sql`delete from courier_label`);
    expect(await bookingOf(number)).toMatchObject({ step: "booked" });
    await setSwitch(shop.db, "down_until", Date.now() + 60_000);
    expect(await labelAgain()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await setSwitch(shop.db, "down_until", 0);
    expect((await labelAgain()).body.data.bookings[0]).toMatchObject({ step: "labelled" });
    expect((await packer.send("DELETE", `/orders/${number}/booking`)).status).toBe(200);
    expect(await labelAgain()).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
  });

  it("is refused with the reason and the way out, and can be tried again", async () => {
    const number = await paidOrder();
    await shop.db.execute(
      sql`update customer_order set shipping_address = jsonb_set(shipping_address, '{pincode}', '"560100"') where number = ${number}`,
    );
    await bookBy(packer, number);
    await reaches(number, "refused");
    expect(await bookingOf(number)).toMatchObject({
      refusal: "not_served",
      problem: expect.stringContaining("another account"),
    });
    await setSwitch(shop.db, "wallet", 0);
    const poor = await paidOrder();
    await bookBy(packer, poor);
    await reaches(poor, "refused");
    expect(await bookingOf(poor)).toMatchObject({ refusal: "balance" });
    await setSwitch(shop.db, "wallet", 500_000);
    await bookBy(packer, poor);
    await reaches(poor, "labelled");
    expect(await carriesOf(poor)).toBe(1);
  });

  it("goes by air only if nothing in the parcel holds alcohol", async () => {
    const attar = await shoppers.sell({ isAlcoholFree: true });
    const perfume = await shoppers.sell();
    const book = async (cart: Record<string, number>) => {
      const { orderNumber: number } = await (await shoppers.buyer(cart)).buy({ address: BENGALURU });
      await shop.db.execute(
        sql`update customer_order set mobile = '9845012345', shipping_address = jsonb_set(shipping_address, '{pincode}', '"110097"')
          where number = ${number}`,
      );
      await bookBy(packer, number);
      return number;
    };
    const [light, mixed] = [await book({ [attar]: 2 }), await book({ [attar]: 1, [perfume]: 1 })];
    await reaches(light, "labelled");
    expect(await bookingOf(light)).toMatchObject({ courier: "Xpressbees Air" });
    await reaches(mixed, "refused");
    expect(await bookingOf(mixed)).toMatchObject({ refusal: "no_surface" });
  });

  it("whose answer is lost is unclear until it is found, and nothing else is booked", async () => {
    const number = await paidOrder();
    await setSwitch(shop.db, "lose_next", 1);
    await bookBy(packer, number);
    await vi.waitFor(async () => expect(await bookingOf(number)).toMatchObject({ step: "unclear" }), LONGEST_WAIT_MS);
    expect((await bookBy(packer, number)).status).toBe(409);
    expect((await packer.send("DELETE", `/orders/${number}/booking`)).status).toBe(409);
    expect((await packer.send("GET", "/unclear-bookings")).body.data).toEqual([]);
    await shop.db.execute(
      sql`update parcel_booking set asked_at = now() - interval '36 minutes' where key = ${`${number}-1`}`,
    );
    expect((await packer.send("GET", "/unclear-bookings")).body.data).toMatchObject([
      { number, account: "Shiprocket", key: `${number}-1` },
    ]);
    expect(await waiting(packer, "parcel_problems")).toBe(1);
    await setSwitch(shop.db, "lose_next", 0);
    await shop.db.execute(sql`update job set run_at = now() where task_identifier = 'book_parcel'`);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'test jobs')`);
    await reaches(number, "labelled");
    expect(await carriesOf(number)).toBe(1);
  });

  it("whose answer stays lost is given up by staff after half an hour, so that the parcel goes another way", async () => {
    const number = await paidOrder();
    await setSwitch(shop.db, "lose_next", 1);
    await bookBy(packer, number);
    await reaches(number, "unclear");
    const cancel = () => packer.send("DELETE", `/orders/${number}/booking`);
    expect((await cancel()).body.message).toContain("in half an hour if its answer stays lost");
    await setSwitch(shop.db, "down_until", Date.now() + 600_000);
    await shop.db.execute(
      sql`update parcel_booking set asked_at = now() - interval '36 minutes' where key = ${`${number}-1`}`,
    );
    expect((await cancel()).body.data).toMatchObject({ canBook: true, bookings: [{ step: "cancelled" }] });
    expect((await packer.send("GET", "/unclear-bookings")).body.data).toEqual([]);
    expect(await actOnOrder(shop, `ship ${number} --courier Delhivery --awb BYHAND1`)).toMatchObject({ code: 0 });
  });

  it("of a process that died while it asked is looked up, and asked again by the same key if the courier has none", async () => {
    const number = await paidOrder();
    await setSwitch(shop.db, "down_until", Date.now() + 600_000);
    await bookBy(packer, number);
    await vi.waitFor(
      async () =>
        expect(await bookingOf(number)).toMatchObject({
          step: "wanted",
          detail: expect.stringContaining("Unavailable"),
        }),
      LONGEST_WAIT_MS,
    );
    await setSwitch(shop.db, "down_until", 0);
    await shop.db.execute(
      sql`update parcel_booking set state = 'asking', asked_at = now() - interval '2 hours' where key = ${`${number}-1`}`,
    );
    await shop.db.execute(sql`update job set run_at = now() where task_identifier = 'book_parcel'`);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'test jobs')`);
    await reaches(number, "labelled");
    expect(await bookingOf(number)).toMatchObject({ key: `${number}-1` });
  });

  it("made by two members at once is one", async () => {
    const number = await paidOrder();
    const both = await Promise.all([bookBy(packer, number), bookBy(owner, number)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await reaches(number, "labelled");
    expect(await carriesOf(number)).toBe(1);
  });

  it("is cancelled with the courier first; staff’s cancellation of the order waits for that, a customer’s does it", async () => {
    const product = await shoppers.sell();
    const asha = await shoppers.buyer({ [product]: 1 });
    const { orderNumber: number } = await asha.buy();
    await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${number}`);
    await bookBy(packer, number);
    await reaches(number, "labelled");
    const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
    const cancel = { version, preview: false, reason: "", lines: [] };
    expect((await owner.send("POST", `/orders/${number}/cancel`, cancel)).status).toBeGreaterThan(400);
    expect((await packer.send("DELETE", `/orders/${number}/booking`)).status).toBe(200);
    expect(await bookingOf(number)).toMatchObject({ step: "cancelled" });
    expect(await sandboxOf(`${number}-1`)).toMatchObject({ status: "CANCELED" });

    await bookBy(packer, number);
    await reaches(number, "labelled");
    expect((await asha.post(`order/${number}/cancel`, {})).status).toBeLessThan(500);
  });

  it("follows the packing of the same content before, and several are booked and handed over at once", async () => {
    const product = await shoppers.sell({ sku: "SAME-AGAIN" });
    const place = async () => {
      const { orderNumber } = await (await shoppers.buyer({ [product]: 1 })).buy({ address: BENGALURU });
      await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${orderNumber}`);
      return orderNumber;
    };
    const [first, second, third] = [await place(), await place(), await place()];
    const bulk = (numbers: string[]) => packer.send("POST", "/orders/book", { account, numbers });
    expect((await bulk([first])).body.data.results[0].problem).toContain("Weigh and measure it");
    await bookBy(packer, first, { ...PACKED, grams: 451 });
    await reaches(first, "labelled");
    expect((await packer.send("GET", `/orders/${second}/booking`)).body.data.proposal).toEqual({
      ...PACKED,
      grams: 451,
      wasPacked: true,
    });
    const results = (await bulk([first, second, third])).body.data.results;
    expect(results.map(({ problem }: { problem: string }) => problem === "")).toEqual([false, true, true]);
    await reaches(second, "labelled");
    await reaches(third, "labelled");
    const unknown = "KW-0000-0000";
    const handed = await packer.send("POST", "/orders/hand-over", { numbers: [first, unknown, second, third] });
    expect(handed.body.data.results.map(({ problem }: { problem: string }) => problem)).toEqual([
      "",
      `There is no order with the number ${unknown}.`,
      "",
      "",
    ]);
    expect((await packer.send("GET", `/orders/bookings?numbers=${first},${unknown}`)).status).toBe(404);
    expect(await shoppers.stateOf(third)).toBe("shipped");
  });

  it("is for those who may fulfil orders; accounts are for those who may change settings", async () => {
    const number = await paidOrder();
    const support = await signInAs(shop, "Support");
    expect((await bookBy(support, number)).status).toBe(403);
    expect((await packer.send("PATCH", `/courier-accounts/${account}`, { isEnabled: false })).status).toBe(403);
    expect((await packer.send("GET", "/courier-accounts")).body.data).toMatchObject([
      { label: "Shiprocket", isConnected: true },
    ]);
    const checked = await owner.send("POST", `/courier-accounts/${account}/check`);
    expect(checked.body.data).toMatchObject({ isKnown: true, places: [{ name: "Primary" }] });
    expect((await owner.send("PATCH", `/courier-accounts/${account}`, { isEnabled: false })).status).toBe(200);
    expect((await bookBy(packer, number)).status).toBe(409);
    await owner.send("PATCH", `/courier-accounts/${account}`, { isEnabled: true });
  });

  it.each([
    ["a parcel of 0 g", { ...PACKED, grams: 0 }, "grams"],
    ["one of 51 kg", { ...PACKED, grams: 51_000 }, "grams"],
    ["a side of 3 m", { ...PACKED, heightMm: 3000 }, "heightMm"],
    ["half a millimetre", { ...PACKED, widthMm: 10.5 }, "widthMm"],
  ])("rejects %s", async (_, packing, field) => {
    const answer = await bookBy(packer, orders[0] ?? "", packing);
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
  });
});

it("a courier that refuses the login waits on Home, and is emailed to the owners once until it works again", async () => {
  const { body } = await owner.send("POST", "/courier-accounts", {
    ...{ provider: "delhivery", label: "Delhivery", pickupPlace: "Primary", pickupPincode: "560001" },
    ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
  });
  const api = `${shop.app.listeningOrigin}${DELHIVERY_PATH}`;
  const connect = (own: { token?: string } = {}) =>
    watchLogin(createDelhivery({ ...SANDBOX_DELHIVERY, api, timeoutMs: 5000, ...own }), {
      ...{ db: shop.db, log: shop.app.log },
      readSender: () => readMailSender(shop.db, {}, "https://shop.example"),
    });
  const isRefused = async (reason: string, token?: string) => {
    await expect(connect(token === undefined ? {} : { token }).track(["AWB-1"])).rejects.toMatchObject({ reason });
    const accounts = (await owner.send("GET", "/courier-accounts")).body.data;
    const { refusedSince } = accounts.find(({ _id }: { _id: string }) => _id === body.data._id);
    const mails = await rowsOf(
      shop,
      sql`select distinct created_at from mail where subject like 'Delhivery refuses %'`,
    );
    expect(await waiting(owner, "refused_couriers")).toBe(refusedSince === null ? 0 : 1);
    return [refusedSince !== null, mails.length];
  };
  expect(await isRefused("credentials", "wrong")).toEqual([true, 1]);
  expect(await isRefused("credentials", "wrong")).toEqual([true, 1]);
  await connect().checkLogin();
  // Too many requests are answered alike, so a 403 counts once it stays.
  await setSwitch(shop.db, "blocked_until", Date.now() + 60_000);
  expect(await isRefused("blocked")).toEqual([false, 1]);
  await shop.db.execute(
    sql`update courier_account set failing_since = now() - interval '31 minutes' where provider = 'delhivery'`,
  );
  expect(await isRefused("blocked")).toEqual([true, 2]);
});

it("an erasure deletes the label and what the courier has said", async () => {
  const number = await paidOrder();
  await bookBy(packer, number);
  await reaches(number, "labelled");
  await shop.db.execute(
    sql`insert into parcel_scan (booking_id, awb, at, code, place, text, source, received_at)
      select id, awb, now(), '42', 'Lucknow', 'Ravi, 9811111111', 'poll', now() from parcel_booking where key = ${`${number}-1`}`,
  );
  await packer.send("POST", `/orders/${number}/booking/hand-over`);
  await shop.db.execute(sql`update parcel_booking set detail = 'bad phone 9845012345' where key = ${`${number}-1`}`);
  await shop.db.execute(
    sql`insert into failed_delivery (shipment_id, attempt, reason, detail, raised_at, mobile, note, provider_answer)
      select shipment_id, 1, 'other', 'Ravi', now(), '9811111111', 'Gate 2', 'Ravi has called 9811111111' from parcel_booking where key = ${`${number}-1`}`,
  );
  const [buyer] = await rowsOf<{ id: number; email: string }>(
    shop,
    sql`select customer_id::int as id, email from customer_order where number = ${number}`,
  );
  const traces = { email: buyer?.email ?? "", mobile: "", customerIds: [buyer?.id ?? 0] };
  await shop.db.transaction((trx) =>
    eraseTraces(trx, traces, { deleteReviews: false, codeSecret: "a secret of this test", now: new Date() }),
  );
  const left = await rowsOf(
    shop,
    sql`select parcel_booking.detail, text, pdf, failed_delivery.detail || mobile || note || provider_answer as failed
      from parcel_booking join parcel_scan on booking_id = parcel_booking.id
      join failed_delivery on failed_delivery.shipment_id = parcel_booking.shipment_id
      left join courier_label on courier_label.booking_id = parcel_booking.id where key = ${`${number}-1`}`,
  );
  expect(left).toEqual([{ detail: "", text: "", pdf: null, failed: "" }]);
});

it("the sandbox’s page shows parcels, and its buttons move them", async () => {
  const page = await shop.get("/sandbox/couriers");
  expect([page.status, page.body.includes("collects ₹1,299")]).toEqual([200, true]);
  const [row] = await rowsOf<{ id: number }>(
    shop,
    sql`select id::int as id from sandbox.parcel where awb is not null order by id limit 1`,
  );
  const sent = await shop.app.inject({ method: "POST", url: `/sandbox/couriers/parcels/${row?.id}/delivered` });
  expect(sent.statusCode).toBe(303);
  expect((await findParcel(shop.db, { id: row?.id ?? 0 }))?.scans.at(-1)).toMatchObject({ code: "7" });
});
