/** Delhivery's adapter, against the demo's Delhivery, which has the protocol and the surprises of the real one. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { happen, scan } from "../../sandbox/couriers/journey.ts";
import { findByReference, findParcel } from "../../sandbox/couriers/parcels.ts";
import { DELHIVERY_PATH, SANDBOX_DELHIVERY } from "../../sandbox/couriers/register.ts";
import { setSwitch } from "../../sandbox/couriers/switches.ts";
import { paise } from "../../server/base/money.ts";
import { createDelhivery, pickupTime } from "../../server/operations/couriers/delhivery/delhivery.ts";
import type { CourierProvider, ParcelToBook } from "../../server/operations/couriers/provider.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let provider: CourierProvider;
let keys = 0;
const today = isoDayInIndia(new Date());
const newKey = () => {
  keys += 1;
  return `KW-DLV-${keys}`;
};
const connect = (own: { token?: string; timeoutMs?: number } = {}) =>
  createDelhivery({
    ...SANDBOX_DELHIVERY,
    api: `${shop.app.listeningOrigin}${DELHIVERY_PATH}`,
    timeoutMs: 5000,
    ...own,
  });

beforeAll(async () => {
  shop = await openShop();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
}, 90_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.execute(sql`delete from sandbox.courier_switch where name <> 'waybills'`);
  provider = connect();
});

const parcel = (own: Partial<ParcelToBook> = {}, pincode = "226001"): ParcelToBook => ({
  orderNumber: "KW-7Q4M-2XKD",
  orderedAt: new Date("2026-11-30T18:45:00Z"),
  pickupPlace: "Primary",
  pickupPincode: "560001",
  receiver: {
    name: "Asha & Rao",
    mobile: "+91 98450 12345",
    email: "asha@example.com",
    address: "18 Ashok Marg; #4 \\ 100% & Co 🌹\n2nd floor",
    city: "Lucknow",
    state: "Uttar Pradesh",
    pincode,
  },
  items: [{ name: "Rose + Oud, 50 ml", sku: "ROSE", hsn: "33030010", quantity: 2, pricePaise: paise(74_950) }],
  goodsPaise: paise(149_900),
  codPaise: paise(0),
  service: "surface",
  ...{ grams: 320, lengthMm: 150, widthMm: 100, heightMm: 65 },
  invoiceNumber: "KW/26-27/1",
  ewayBill: "",
  ...own,
});

async function book(own: Partial<ParcelToBook> = {}, { key = newKey(), pincode = "226001" } = {}) {
  const reserved = await provider.reserve();
  return provider.book(parcel(own, pincode), { key, reserved });
}
const storedOf = (key: string) => findByReference(shop.db, "delhivery", key);

describe("a booking with Delhivery", () => {
  it("is a form in grams, centimetres and rupees, by surface, with every character of the texts", async () => {
    const key = newKey();
    const { awb } = await book({ codPaise: paise(129_900) }, { key });
    const stored = await storedOf(key);
    expect(stored).toMatchObject({ awb, codPaise: 129_900 });
    expect(stored?.body).toMatchObject({
      payment_mode: "COD",
      cod_amount: 1299,
      total_amount: 1499,
      weight: 320,
      shipment_length: 15,
      shipment_width: 10,
      shipment_height: 6.5,
      shipping_mode: "Surface",
      name: "Asha & Rao",
      add: "18 Ashok Marg; #4 \\ 100% & Co 2nd floor",
      phone: "9845012345",
      products_desc: "2 x Rose + Oud, 50 ml",
      order_date: "2026-12-01 00:15",
      pin: "226001",
      seller_inv: "KW/26-27/1",
    });
    const oil = newKey();
    await book({ service: "any" }, { key: oil });
    expect((await storedOf(oil))?.body).toMatchObject({
      payment_mode: "Prepaid",
      cod_amount: 0,
      shipping_mode: "Express",
    });
  });

  it.each([
    ["nobody goes there", {}, "226000", "not_served"],
    ["the pincode has an embargo", {}, "226096", "not_served"],
    ["nobody collects cash", { codPaise: paise(100) }, "226098", "cod_not_served"],
    ["the pick-up place is unknown", { pickupPlace: "primary" }, "226001", "unknown_place"],
    ["the number is a landline’s", { receiver: { ...parcel().receiver, mobile: "0522123456" } }, "226001", "bad_phone"],
  ] as const)("is refused where %s", async (_, own, pincode, reason) => {
    await expect(book(own, { pincode })).rejects.toMatchObject({ kind: "refused", reason });
  });

  it("is refused with status 200 for an empty wallet", async () => {
    await setSwitch(shop.db, "wallet", 0);
    await expect(book()).rejects.toMatchObject({ kind: "refused", reason: "balance" });
  });

  it("is one parcel by its waybill, whose refusal as a duplicate means that it exists", async () => {
    const key = newKey();
    const reserved = await provider.reserve();
    const attempt = { key, reserved };
    expect(await provider.findBooked(parcel(), attempt)).toBeNull();
    await setSwitch(shop.db, "lose_next", 1);
    await expect(provider.book(parcel(), attempt)).rejects.toMatchObject({ kind: "no_response" });
    expect(await provider.findBooked(parcel(), attempt)).toMatchObject({ awb: reserved });
    expect(await provider.book(parcel(), attempt)).toMatchObject({ awb: reserved, courier: "Delhivery" });
    // Another parcel has the waybill, or the booking was cancelled.
    await expect(provider.book(parcel(), { key: newKey(), reserved })).rejects.toMatchObject({ reason: "duplicate" });
    await provider.cancel({ awb: reserved ?? "", key, ids: {} });
    await expect(provider.book(parcel(), attempt)).rejects.toMatchObject({ reason: "duplicate" });
    expect(await provider.findBooked(parcel(), attempt)).toBeNull();
  });

  it("says whether a pincode is served, and in how many days", async () => {
    const route = { fromPincode: "560001", grams: 300, codPaise: paise(100), valuePaise: paise(100) };
    const read = (toPincode: string) => provider.readService({ ...route, toPincode });
    const both = (service: { prepaid: boolean; cod: boolean }) => ({ any: service, surface: service });
    expect(await read("226001")).toEqual({ ...both({ prepaid: true, cod: true }), days: 4 });
    expect(await read("226098")).toEqual({ ...both({ prepaid: true, cod: false }), days: 4 });
    expect(await read("226000")).toEqual({ ...both({ prepaid: false, cod: false }), days: null });
    expect(await read("226096")).toEqual({ ...both({ prepaid: false, cod: false }), days: null });
  });

  it("takes 401 alone for a wrong token; after a 403 it pauses", async () => {
    await expect(connect({ token: "no" }).checkLogin()).rejects.toMatchObject({
      kind: "refused",
      reason: "credentials",
    });
    await setSwitch(shop.db, "blocked_until", Date.now() + 60_000);
    await expect(provider.reserve()).rejects.toMatchObject({ kind: "not_sent", reason: "blocked" });
    await setSwitch(shop.db, "blocked_until", 0);
    await expect(provider.reserve()).rejects.toMatchObject({ kind: "not_sent", reason: "blocked" });
    await provider.checkLogin();
    expect(await provider.reserve()).toMatch(/^\d+$/);
  });

  it("waits for its label, which comes in the shop’s size, and requests one pick-up a day", async () => {
    const key = newKey();
    const { awb, ids } = await book({}, { key, pincode: "226005" });
    const ref = { awb, key, ids };
    await expect(provider.fetchLabel(ref, "thermal")).rejects.toMatchObject({
      kind: "not_sent",
      reason: "unavailable",
    });
    const [thermal, a4] = [await provider.fetchLabel(ref, "thermal"), await provider.fetchLabel(ref, "a4")];
    expect([thermal.toString("latin1"), a4.toString("latin1")]).toEqual([
      expect.stringContaining("/MediaBox[0 0 283 425]"),
      expect.stringContaining("/MediaBox[0 0 595 842]"),
    ]);
    const pickup = { place: "Primary", day: today, parcels: [ref] };
    expect(await provider.requestPickup(pickup)).toEqual({ day: today });
    expect(await provider.requestPickup(pickup)).toEqual({ day: today });
    await expect(provider.requestPickup({ ...pickup, place: "Second" })).rejects.toMatchObject({
      reason: "unknown_place",
    });
  });

  it("asks to collect at two, or an hour from now", () => {
    expect(pickupTime("2026-12-02", new Date("2026-12-01T12:00:00Z"))).toBe("14:00:00");
    expect(pickupTime("2026-12-01", new Date("2026-12-01T04:00:00Z"))).toBe("14:00:00");
    expect(pickupTime("2026-12-01", new Date("2026-12-01T10:20:00Z"))).toBe("16:50:00");
    expect(pickupTime("2026-12-01", new Date("2026-12-01T17:50:00Z"))).toBe("23:00:00");
  });

  it("is cancelled until the courier has the parcel, which would send it back", async () => {
    const key = newKey();
    const { awb } = await book({}, { key });
    const ref = { awb, key, ids: {} };
    await provider.cancel(ref);
    await provider.cancel(ref);
    const second = newKey();
    const left = await book({}, { key: second });
    await happen(shop.db, (await storedOf(second))?.id ?? 0, "picked_up");
    await expect(provider.cancel({ awb: left.awb, key: second, ids: {} })).rejects.toMatchObject({
      reason: "too_late",
    });
    expect((await findParcel(shop.db, { awb: left.awb }))?.status).toBe("In Transit");
  });
});

describe("scans of Delhivery", () => {
  it.each([
    ["UD/Manifested/X-UCI", "booked"],
    ["UD/Not Picked/X-PNP", "booked"],
    ["UD/In Transit/X-PPOM", "in_transit"],
    ["UD/Pending/X-IBD3F", "in_transit"],
    ["UD/Dispatched/X-DDD3FD", "out_for_delivery"],
    ["UD/Pending/EOD-11", "failed_attempt"],
    ["DL/Delivered/EOD-38", "delivered"],
    ["RT/In Transit/RT-101", "coming_back"],
    ["RT/Pending/EOD-6", "coming_back"],
    ["RT/Dispatched/RT-108", "coming_back"],
    ["DL/RTO/RT-110", "came_back"],
    ["PP/Dispatched/X-1", null],
    ["PU/In Transit/X-1", null],
    ["DL/DTO/X-1", null],
    ["CN/Canceled/CN-100", "cancelled"],
    ["CN/Closed/CN-101", "cancelled"],
    ["LT/Lost/LT-100", "lost"],
    ["UD/Reticulated/X-9", null],
  ])("read %s as %s, from poll and push alike, in India’s time", async (code, progress) => {
    const key = newKey();
    const { awb } = await book({}, { key });
    const stored = await storedOf(key);
    if (!stored) throw new Error("not booked");
    await scan(shop.db, stored, {
      code,
      status: "",
      text: "Consignee unavailable",
      place: "Lucknow",
      at: new Date("2026-12-01T04:30:05.250Z"),
    });
    const expected = { at: new Date("2026-12-01T04:30:05Z"), code, progress, place: "Lucknow" };
    const [type, word, nsl] = code.split("/");
    const tracked = (await provider.track(["28119999999999", awb])).get(awb);
    expect(tracked?.scans).toContainEqual(expect.objectContaining(expected));
    const pushed = provider.readPush(
      Buffer.from(
        JSON.stringify({
          Shipment: {
            AWB: awb,
            ReferenceNo: key,
            NSLCode: nsl,
            Status: {
              Status: word,
              StatusType: type,
              StatusDateTime: "2026-12-01T10:00:05.250",
              StatusLocation: "Lucknow",
              Instructions: "Consignee unavailable",
            },
          },
        }),
      ),
      {},
    );
    expect(pushed?.get(awb)?.scans).toEqual([expect.objectContaining(expected)]);
    if (progress === "failed_attempt") expect(pushed?.get(awb)?.scans[0]?.failure).toBe("not_at_home");
  });

  it("are none for waybills that it does not know, and pushes of documents are no scans", async () => {
    expect(await provider.track(["1234", "5678"])).toEqual(new Map());
    for (const body of ["", "[]", "{", '{"Document":{"AWB":"1"}}', '{"Shipment":null}', '"Shipment"'])
      expect(provider.readPush(Buffer.from(body), {})).toBeNull();
  });
});

describe("an answer to a failed delivery", () => {
  const today7 = { answer: "again", day: today, mobile: "9845012345", note: "" } as const;

  it("is read later, and refused where nothing failed", async () => {
    const key = newKey();
    const { awb } = await book({}, { key });
    const ref = { awb, key, ids: {} };
    const early = await provider.answerFailure(ref, today7);
    expect(await provider.readAnswer(early.pending ?? "")).toMatchObject({
      state: "refused",
      detail: expect.stringContaining("NSL"),
    });
    await happen(shop.db, (await storedOf(key))?.id ?? 0, "failed");
    const { pending } = await provider.answerFailure(ref, { ...today7, day: "2099-12-01" });
    expect(pending).toMatch(/^UPL\d+$/);
    expect(await provider.readAnswer(pending ?? "")).toMatchObject({ state: "accepted" });
    expect(await provider.readAnswer("UPL999")).toMatchObject({ state: "pending" });
  });

  it("sends the parcel back", async () => {
    const key = newKey();
    const { awb } = await book({}, { key });
    await happen(shop.db, (await storedOf(key))?.id ?? 0, "failed");
    expect(await provider.answerFailure({ awb, key, ids: {} }, { answer: "return", note: "" })).toEqual({
      pending: null,
    });
    expect((await provider.track([awb])).get(awb)?.scans.at(-1)?.progress).toBe("coming_back");
  });
});
