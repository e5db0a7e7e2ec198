/** The packing screen's requests: what belongs into a parcel, what it weighs, and its photo. */

import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "../../contract/dates.ts";
import { deleteOldPackingPhotos } from "../../server/operations/couriers/packing/pack-parcel.ts";
import { eraseTraces } from "../../server/people/accounts/erase-account.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let attar = "";
const MEASURES = { grams: 320, lengthMm: 180, widthMm: 120, heightMm: 60 };

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  attar = await shoppers.sell({ title: "Attar", sku: "ATTAR-12", pricePaise: 11_800, stock: 500 });
  await rowsOf(shop, sql`update variant set barcode = '8901234567894' where sku = 'ATTAR-12'`);
});
afterAll(() => shop?.close());

const bought = async (units: number) => (await (await shoppers.buyer({ [attar]: units })).buy()).orderNumber;
const read = (code: string) => packer.send("GET", `/packing?${new URLSearchParams({ code })}`);
const pack = async (number: string, measures: object) => {
  const { version } = (await read(number)).body.data;
  return packer.send("POST", `/orders/${number}/packing`, { version, ...measures });
};

it("a slip opens its parcel, and the same content is proposed as it was packed last", async () => {
  const [first, second, third] = [await bought(2), await bought(2), await bought(1)];
  const parcel = await read(first.toLowerCase().replaceAll("-", ""));
  expect(parcel.body.data).toMatchObject({
    number: first,
    step: "pack",
    problem: "",
    items: [{ sku: "ATTAR-12", barcode: "8901234567894", quantity: 2 }],
    last: { grams: null, wasPacked: false },
  });
  expect((await pack(first, MEASURES)).body.data).toMatchObject({ state: "packed" });
  expect((await read(second)).body.data.last).toEqual({ ...MEASURES, wasPacked: true });
  expect((await read(third)).body.data.last.wasPacked).toBe(false);
  // It can be weighed again until it leaves.
  expect((await read(first)).body.data.step).toBe("ship");
  expect((await pack(first, { ...MEASURES, grams: 330 })).status).toBe(200);
  expect((await read(second)).body.data.last.grams).toBe(330);
});

it("an AWB opens the order that it belongs to, which says that it has left", async () => {
  const number = await bought(1);
  await pack(number, {});
  const { version } = (await read(number)).body.data;
  await packer.send("POST", `/orders/${number}/ship`, { version, courier: "Delhivery", awb: "PACK-1" });
  expect((await read("pack-1")).body.data).toMatchObject({ number, step: "none", items: [] });
  expect((await read("pack-1")).body.data.problem).toContain("Shipped");
  expect((await pack(number, MEASURES)).status).toBe(409);
});

it("what is wrong is named, and nothing is stored", async () => {
  const number = await bought(1);
  const wrong: [object, string][] = [
    [{ grams: 320 }, "lengthMm"],
    [{ ...MEASURES, grams: undefined }, "grams"],
    [{ ...MEASURES, grams: 0 }, "grams"],
    [{ ...MEASURES, grams: 50_001 }, "grams"],
    [{ ...MEASURES, heightMm: 2 }, "heightMm"],
    [{ ...MEASURES, widthMm: 2_001 }, "widthMm"],
    [{ ...MEASURES, widthMm: "wide" }, "widthMm"],
  ];
  for (const [measures, field] of wrong)
    expect(await pack(number, measures), JSON.stringify(measures)).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  expect((await read("x".repeat(61))).status).toBe(400);
  expect(await read("KW-0000-0000")).toMatchObject({ status: 404, body: { errors: [{ field: "code" }] } });
  expect((await read(number)).body.data).toMatchObject({ step: "pack", last: { wasPacked: false } });
});

/** Packs an order with a photo. */
async function photographed() {
  const buyer = await shoppers.buyer({ [attar]: 1 });
  const { orderNumber: number } = await buyer.buy();
  await pack(number, MEASURES);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "parcel.jpg");
  const path = `/orders/${number}/packing-photo`;
  expect((await packer.send("POST", path, form)).status).toBe(200);
  return { buyer, number, hasPhoto: async () => (await packer.send("GET", path)).status === 200 };
}

it("the photo is deleted after 90 days", async () => {
  const [old, recent] = [await photographed(), await photographed()];
  await deleteOldPackingPhotos(shop.db, new Date(Date.now() + 90 * DAY_MS - 60_000));
  expect(await old.hasPhoto()).toBe(true);
  await rowsOf(
    shop,
    sql`update packed_parcel set packed_at = packed_at - interval '1 day'
      from customer_order where customer_order.id = order_id and number = ${old.number}`,
  );
  await deleteOldPackingPhotos(shop.db, new Date(Date.now() + 90 * DAY_MS - 60_000));
  expect([await old.hasPhoto(), await recent.hasPhoto()]).toEqual([false, true]);
});

it("the photo is deleted with the data of its customer, and the measures stay", async () => {
  const [erased, other] = [await photographed(), await photographed()];
  const traces = { email: erased.buyer.email, mobile: "", customerIds: [erased.buyer.id] };
  await shop.db.transaction((trx) =>
    eraseTraces(trx, traces, { deleteReviews: false, codeSecret: "a-secret-of-the-test", now: new Date() }),
  );
  expect([await erased.hasPhoto(), await other.hasPhoto()]).toEqual([false, true]);
  const left = await rowsOf(
    shop,
    sql`select grams from packed_parcel join customer_order on customer_order.id = order_id where number = ${erased.number}`,
  );
  expect(left).toEqual([{ grams: 320 }]);
});

it("the parcel’s photo is kept for staff alone", async () => {
  const number = await bought(1);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
  const path = `/orders/${number}/packing-photo`;
  const send = async (content: Buffer) => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(content)]), "parcel.jpg");
    return (await packer.send("POST", path, form)).status;
  };
  expect(await send(photo)).toBe(404);
  await pack(number, MEASURES);
  expect(await send(Buffer.from("no photo"))).toBe(422);
  expect(await send(photo)).toBe(200);
  const stored = await packer.send("GET", path);
  expect(stored).toMatchObject({ status: 200, headers: { "content-type": "image/webp" } });
  expect(String(stored.body).slice(8, 12)).toBe("WEBP");
  expect((await shop.get(`/admin/api/orders/${number}/packing-photo`)).status).toBe(401);
});
