/** Which pincodes the couriers of the shop's accounts serve, as shoppers see it, against the demo's couriers. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { setSwitch } from "../../sandbox/couriers/switches.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let asha: Buyer;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true" } });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  asha = await buyers.buyer({ [await buyers.sell({ pricePaise: 50_000, stock: 50 })]: 1 });
}, 90_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.execute(sql`delete from sandbox.courier_switch`);
  await shop.db.execute(sql`delete from courier_account`);
});

async function connect(provider: "shiprocket" | "delhivery", own: object = {}): Promise<string> {
  const { body } = await owner.send("POST", "/courier-accounts", {
    ...{ provider, label: provider, pickupPlace: "Primary", pickupPincode: "560001" },
    ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true, ...own },
  });
  return body.data._id;
}
const at = (pincode: string, state = "Karnataka") => ({ street: "12 Temple Road", city: "Rampur", state, pincode });
const sizeOf = async (product: string) =>
  (await rowsOf(shop, sql`select id from variant where product_id = ${Number(product)}`))[0]?.id;
const promisedAt = async (pincode: string, query = "") =>
  (await buyers.people.get(`delivery/${pincode}${query}`)).body.data.methods.length > 0;
async function checkoutAt(pincode: string, buyer = asha) {
  const { shippingMethod, cashOnDelivery } = (await buyer.get(`checkout?pincode=${pincode}`)).body.data;
  return { isServed: shippingMethod !== null, cash: cashOnDelivery.problem };
}
const SERVED = { isServed: true, cash: null };
const askedFor = async (pincode: string) =>
  (
    await rowsOf(shop, sql`select prepaid, cod from courier_service where pincode = ${pincode} order by account_id`)
  ).map(({ prepaid, cod }) => [prepaid, cod]);

it("without an account, every pincode is served as the owner’s zones say, and nobody is asked", async () => {
  expect(await promisedAt("581400")).toBe(true);
  expect(await checkoutAt("581400")).toEqual(SERVED);
  const off = await connect("shiprocket", { isEnabled: false });
  expect(await checkoutAt("581400")).toEqual(SERVED);
  expect(await askedFor("581400")).toEqual([]);
  await owner.send("PATCH", `/courier-accounts/${off}`, { isEnabled: true });
  expect(await checkoutAt("581400")).toMatchObject({ isServed: false });
});

it("a pincode that a courier serves is promised and sold, in cash too", async () => {
  await connect("shiprocket");
  expect(await promisedAt("560001")).toBe(true);
  expect(await checkoutAt("560001")).toEqual(SERVED);
  expect(await askedFor("560001")).toEqual([[true, true]]);
  expect((await asha.post("cash-order", { address: at("560001") })).status).toBe(200);
});

it("a pincode that no courier serves gets no promise and no order", async () => {
  await connect("shiprocket");
  expect(await promisedAt("560100")).toBe(false);
  expect(await checkoutAt("560100")).toMatchObject({ isServed: false });
  for (const refused of [
    await asha.init({ address: at("560100") }),
    await asha.post("cash-order", { address: at("560100") }),
  ])
    expect(refused.body).toMatchObject({
      code: "not_delivered",
      errors: [{ field: "address.pincode", message: expect.stringContaining("we don’t deliver to 560100 yet") }],
    });
});

it("by surface only, a pincode that is reached by air alone is not served", async () => {
  const id = await connect("shiprocket");
  expect(await checkoutAt("500097")).toMatchObject({ isServed: false });
  // What was said is forgotten with the change.
  await owner.send("PATCH", `/courier-accounts/${id}`, { surfaceOnly: false });
  expect(await checkoutAt("500097")).toEqual(SERVED);
});

it("what holds no alcohol goes by air too, unless something in its parcel holds some", async () => {
  await connect("shiprocket");
  const attar = await buyers.sell({ pricePaise: 60_000, stock: 50, isAlcoholFree: true });
  const perfume = await buyers.sell({ pricePaise: 60_000, stock: 50 });
  expect(await promisedAt("500097", `?variant_id=${await sizeOf(attar)}`)).toBe(true);
  expect(await promisedAt("500097", `?variant_id=${await sizeOf(perfume)}`)).toBe(false);
  expect(await promisedAt("500097")).toBe(false);
  const light = await buyers.buyer({ [attar]: 2 });
  const mixed = await buyers.buyer({ [attar]: 1, [perfume]: 1 });
  expect(await checkoutAt("500097", light)).toEqual(SERVED);
  expect(await checkoutAt("500097", mixed)).toMatchObject({ isServed: false });
  const address = at("500097", "Telangana");
  expect((await mixed.init({ address })).body).toMatchObject({ code: "not_delivered" });
  expect((await light.init({ address })).status).toBe(200);
  expect((await light.post("cash-order", { address })).status).toBe(200);
});

it("a free sample with alcohol keeps its parcel on the road", async () => {
  await connect("shiprocket");
  const attar = await buyers.sell({ pricePaise: 60_000, stock: 50, isAlcoholFree: true });
  await buyers.sell({ sku: "VIAL", stock: 50 });
  await askAdmin(shop, "createOffer --name Vial --kind free_samples --free 1 --samples VIAL --minimum 500");
  const ravi = await buyers.buyer({ [attar]: 1 });
  expect(await checkoutAt("500097", ravi)).toEqual(SERVED);
  const [{ id } = { id: 0 }] = await rowsOf<{ id: number }>(shop, sql`select id from variant where sku = 'VIAL'`);
  expect((await ravi.post("cart/samples", { variant_ids: [String(id)] })).status).toBe(200);
  expect(await checkoutAt("500097", ravi)).toMatchObject({ isServed: false });
});

it("where only couriers by air collect cash, they do so for what holds no alcohol", async () => {
  await connect("shiprocket");
  expect(await checkoutAt("400095")).toEqual({
    isServed: true,
    cash: "Cash on delivery isn’t available for 400095.",
  });
  const attar = await buyers.sell({ stock: 50, isAlcoholFree: true });
  const light = await buyers.buyer({ [attar]: 1 });
  const takesCash = async (query: string) =>
    (await buyers.people.get(`delivery/400095${query}`)).body.data.cash.isTaken;
  expect([await takesCash(""), await takesCash(`?variant_id=${await sizeOf(attar)}`)]).toEqual([false, true]);
  expect(await checkoutAt("400095", light)).toEqual(SERVED);
});

it("an answer of an earlier release, which says nothing of parcels by air, is asked for again", async () => {
  await connect("shiprocket");
  expect(await checkoutAt("560300")).toMatchObject({ isServed: false });
  await shop.db.execute(
    sql`update courier_service set prepaid = true, alcohol_free_prepaid = null, alcohol_free_cod = null, asked_at = now() - interval '1 hour'`,
  );
  expect(await checkoutAt("560300")).toMatchObject({ isServed: false });
});

it("where no courier collects cash, it is not offered, unless the owner allows it", async () => {
  await connect("shiprocket");
  const problem = "Cash on delivery isn’t available for 400098.";
  expect(await checkoutAt("400098")).toEqual({ isServed: true, cash: problem });
  expect((await buyers.people.get("delivery/400098")).body.data.cash).toMatchObject({ isTaken: false });
  expect((await asha.post("cash-order", { address: at("400098", "Maharashtra") })).body).toMatchObject({
    code: "cash_not_available",
    message: problem,
  });
  expect((await asha.init({ address: at("400098", "Maharashtra") })).status).toBe(200);
  await owner.send("POST", "/cash/lists", { subject: "400098", list: "allowed", reason: "Our own rider" });
  expect(await checkoutAt("400098")).toEqual(SERVED);
});

it("one of several accounts is enough", async () => {
  await connect("shiprocket");
  await connect("delhivery");
  // Delhivery has no couriers by air.
  expect(await checkoutAt("400097")).toEqual(SERVED);
  expect(await askedFor("400097")).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(await checkoutAt("560300")).toMatchObject({ isServed: false });
});

it("a shop that also ships with other couriers sells everywhere", async () => {
  await connect("shiprocket");
  expect((await performCommand(shop, "settings COURIERS_DECIDE false")).code).toBe(0);
  await vi.waitFor(async () => expect(await checkoutAt("148100")).toEqual(SERVED), LONGEST_WAIT_MS);
  expect((await performCommand(shop, "settings COURIERS_DECIDE --default")).code).toBe(0);
  await vi.waitFor(async () => expect(await checkoutAt("148100")).toMatchObject({ isServed: false }), LONGEST_WAIT_MS);
});

it("a courier that is down or slow stops no sale", async () => {
  await connect("shiprocket");
  await setSwitch(shop.db, "down_until", Date.now() + 600_000);
  expect(await promisedAt("502300")).toBe(true);
  expect(await checkoutAt("502300")).toEqual(SERVED);
  expect(await askedFor("502300")).toEqual([[null, null]]);
  await setSwitch(shop.db, "down_until", 0);
  await setSwitch(shop.db, "slow_until", Date.now() + 600_000);
  expect(await checkoutAt("176200")).toEqual(SERVED);
  await setSwitch(shop.db, "slow_until", 0);
  // Once it answers again, it is believed.
  await shop.db.execute(sql`update courier_service set asked_at = asked_at - interval '2 minutes'`);
  expect(await checkoutAt("502300")).toMatchObject({ isServed: false });
});

it("an answer is used for seven days", async () => {
  await connect("shiprocket");
  expect(await checkoutAt("233300")).toMatchObject({ isServed: false });
  await setSwitch(shop.db, "down_until", Date.now() + 600_000);
  const age = (days: number) =>
    shop.db.execute(sql`update courier_service set asked_at = now() - make_interval(days => ${days})`);
  await age(6);
  expect(await checkoutAt("233300")).toMatchObject({ isServed: false });
  await age(8);
  expect(await checkoutAt("233300")).toEqual(SERVED);
});
