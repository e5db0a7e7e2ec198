/** What customers answer after a failed delivery, as the courier that was booked gets it: against the demo's Shiprocket. */

import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { changeParcel, findByReference } from "../../sandbox/couriers/parcels.ts";
import { paise } from "../../server/base/money.ts";
import { failDelivery } from "../../server/operations/couriers/failed-deliveries/open-failed-delivery.ts";
import { noteChargedWeight } from "../../server/operations/couriers/weight-differences/read-charged-weights-task.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const SECRET = "a-secret-for-tests-that-nobody-guesses";
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let account = "";

beforeAll(async () => {
  shop = await openShop({ environment: { CODE_SECRET: SECRET } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const added = await owner.send("POST", "/courier-accounts", {
    ...{ provider: "shiprocket", label: "Shiprocket", pickupPlace: "Primary", pickupPincode: "560001" },
    ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
  });
  account = added.body.data._id;
}, 90_000);
afterAll(() => shop?.close());

/** A booked parcel whose delivery failed. */
async function failed() {
  const buyer = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 11_800 })]: 1 });
  const { orderNumber: number } = await buyer.buy({ address: LUCKNOW });
  await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${number}`);
  const packing = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };
  await owner.send("POST", `/orders/${number}/booking`, { account, ...packing });
  await vi.waitFor(
    async () => {
      const { bookings } = (await owner.send("GET", `/orders/${number}/booking`)).body.data;
      expect(bookings[0].awb).not.toBeNull();
    },
    { timeout: LONGEST_WAIT_MS },
  );
  const { bookings } = (await owner.send("POST", `/orders/${number}/booking/hand-over`)).body.data;
  const [{ awb, key }] = bookings;
  const sender = await readMailSender(shop.db, {}, "https://shop.example");
  await shop.db.transaction(async (trx) => {
    const order = await lockOrderByNumber(trx, number);
    const failure = { reason: "not_at_home", detail: "Consignee unavailable", at: new Date(), again: null } as const;
    await failDelivery(trx, order, awb, failure, { sender, codeSecret: SECRET, cause: "staff", now: new Date() });
  });
  const parcel = await findByReference(shop.db, "shiprocket", key);
  if (!parcel) throw new Error("the courier has no such parcel");
  const one = await row(number);
  return { number, parcel, key, ...one };
}
async function row(number: string) {
  for (const tab of ["open", "told"]) {
    const { deliveries } = (await owner.send("GET", `/failed-deliveries?tab=${tab}`)).body.data;
    const found = deliveries.find((one: { number: string }) => one.number === number);
    if (found) return found;
  }
}
/** Lets the time pass in which an answer can be changed. */
const passGrace = (id: string) =>
  rowsOf(shop, sql`update job set run_at = now() where key = ${`tell_courier ${id}`} returning id`);

it("an answer that is changed in time reaches the courier once, as it was changed", async () => {
  const { number, parcel, key, _id, days } = await failed();
  await changeParcel(shop.db, parcel.id, { status: "UNDELIVERED" });
  expect((await row(number)).isBooked).toBe(true);
  await owner.send("POST", `/failed-deliveries/${_id}/answer`, { answer: "return" });
  await owner.send("POST", `/failed-deliveries/${_id}/answer`, { answer: "again", againOn: days[0], note: "Gate 2" });
  expect((await findByReference(shop.db, "shiprocket", key))?.status).toBe("UNDELIVERED");
  await passGrace(_id);
  await vi.waitFor(async () => expect((await row(number)).isTold).toBe(true), { timeout: LONGEST_WAIT_MS });
  expect((await findByReference(shop.db, "shiprocket", key))?.status).toBe("NDR RAISED");
  const late = await owner.send("POST", `/failed-deliveries/${_id}/answer`, { answer: "return" });
  expect(late.status).toBe(409);
});

it("an answer that the courier refuses waits for staff, who may change it", async () => {
  const { number, parcel, key, _id } = await failed();
  await changeParcel(shop.db, parcel.id, { status: "OUT FOR DELIVERY" });
  await owner.send("POST", `/failed-deliveries/${_id}/answer`, { answer: "return" });
  await passGrace(_id);
  await vi.waitFor(async () => expect((await row(number)).providerAnswer).toContain("The courier has not taken it: "), {
    timeout: LONGEST_WAIT_MS,
  });
  expect(await row(number)).toMatchObject({ isTold: false, canAnswer: true });
  await changeParcel(shop.db, parcel.id, { status: "UNDELIVERED" });
  await owner.send("POST", `/failed-deliveries/${_id}/answer`, { answer: "return" });
  await passGrace(_id);
  await vi.waitFor(async () => expect((await row(number)).isTold).toBe(true), { timeout: LONGEST_WAIT_MS });
  expect((await findByReference(shop.db, "shiprocket", key))?.status).toBe("RTO INITIATED");
});

it("a larger weight that a courier charges is noted once, and answered step by step", async () => {
  const { number, parcel } = await failed();
  const awb = parcel.awb ?? "";
  const note = (chargedGrams: number, at = awb) =>
    noteChargedWeight(shop.db, { awb: at, chargedGrams, extraPaise: paise(4_200), noticedOn: "2026-11-30" });
  // 15 × 10 × 6 cm are 180 g by volume; 320 g were declared.
  await note(320);
  await note(500, "SOMEBODY-ELSES");
  const listed = async (tab = "open") =>
    (await owner.send("GET", `/weight-differences?tab=${tab}`)).body.data.differences;
  expect(await listed()).toEqual([]);
  await note(500);
  await note(750);
  const [difference] = await listed();
  expect(await listed()).toMatchObject([
    { number, awb, declaredGrams: 320, chargedGrams: 750, extra: 42, answerBy: "2026-12-07", state: "new" },
  ]);
  const packed = (hash: SQL, photo: string) =>
    shop.db.execute(sql`
      insert into packed_parcel (order_id, content_hash, grams, length_mm, width_mm, height_mm, photo, packed_by, packed_at)
      select order_id, ${hash}, grams, length_mm, width_mm, height_mm, ${Buffer.from(photo)}, 'Packer', now()
      from parcel_booking where awb = ${awb}`);
  const photo = async (of: string) => owner.send("GET", `/orders/${number}/packing-photo?awb=${of}`);
  await packed(sql`'another parcel'`, "another");
  expect(await listed()).toMatchObject([{ hasPhoto: false }]);
  await packed(sql`content_hash`, "this one");
  await packed(sql`'another parcel'`, "another");
  expect(await listed()).toMatchObject([{ hasPhoto: true }]);
  expect(String((await photo(awb)).body)).toBe("this one");
  expect((await photo("SOMEBODY-ELSES")).status).toBe(404);
  const answer = (state: string, more = {}) =>
    owner.send("POST", `/weight-differences/${difference._id}`, { state, ...more });
  expect((await answer("won")).status).toBe(409);
  expect((await answer("new")).status).toBe(422);
  expect((await answer("disputed", { note: "Ticket 4711" })).body.data).toMatchObject({ state: "disputed" });
  await note(900);
  expect((await listed("disputed"))[0]).toMatchObject({ chargedGrams: 750, note: "Ticket 4711" });
  expect((await answer("won")).body.data.state).toBe("won");
  expect((await answer("lost")).status).toBe(409);
  expect((await owner.send("POST", "/weight-differences/999999", { state: "accepted" })).status).toBe(404);
});
