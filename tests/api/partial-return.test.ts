/** Units of a delivered order are returned, refunded or replaced, one by one. */

import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { paise } from "../../server/base/money.ts";
import { deliverOrder, shipOrder } from "../../server/orders/fulfilment/fulfil-order.ts";
import { deliverReplacement, shipReplacement } from "../../server/orders/fulfilment/replacements.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import type { OrderRow } from "../../server/orders/orders/order-row.ts";
import {
  acceptReturn,
  approveReturn,
  declineReturn,
  receiveReturn,
} from "../../server/orders/post-purchase/return-actions.ts";
import { refundGoodwill, refundUnits } from "../../server/orders/post-purchase/staff-credits.ts";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let parcels = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

type At = { sender: Awaited<ReturnType<typeof readMailSender>>; returnDays: number; now: Date };

async function staff<Result>(
  number: string,
  work: (trx: DatabaseOrTransaction, order: OrderRow, at: At) => Promise<Result>,
): Promise<Result> {
  const at = { sender: await readMailSender(shop.db, {}, "https://shop.example"), returnDays: 7, now: new Date() };
  return shop.db.transaction(async (trx) => work(trx, await lockOrderByNumber(trx, number), at));
}
const parcel = () => {
  parcels += 1;
  return { awb: `PR-${parcels}`, courier: "Blue Dart" };
};
const read = async (asha: Buyer, number: string) => (await asha.get(`order/${number}`)).body.data;
const requestReturn = (asha: Buyer, number: string, body: object = {}) =>
  asha.post(`order/${number}/return`, { reason: "One arrived broken.", ...body });
const isRefunded = (asha: Buyer, number: string, amount: number) =>
  vi.waitFor(async () => expect((await read(asha, number)).refunded?.amount).toBe(amount), {
    timeout: LONGEST_WAIT_MS,
    interval: 50,
  });

/** Uploads a photo for the return of an order. */
async function sendPhoto({ token }: Buyer, orderNumber: string, content?: Buffer) {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#804020" } })
    .jpeg()
    .toBuffer();
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="lid.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  return shoppers.people.send(
    "POST",
    `order/${orderNumber}/return/photo`,
    Buffer.concat([Buffer.from(head), content ?? picture, Buffer.from("\r\n--b--\r\n")]),
    { token, headers: { "content-type": "multipart/form-data; boundary=b" } },
  );
}

/** 3 attars of 118.00 and 2 soaps of 105.00, delivered: 564.00. */
async function delivered() {
  const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 10 });
  const soap = await shoppers.sell({ title: "Neem Soap", pricePaise: 10_500, gstPercent: 5, stock: 10 });
  const asha = await shoppers.buyer({ [attar]: 3, [soap]: 2 });
  const { orderNumber } = await asha.buy();
  await staff(orderNumber, (trx, order, at) => shipOrder(trx, order, parcel(), at));
  await staff(orderNumber, deliverOrder);
  return { asha, orderNumber, attar, soap };
}

describe("returning some units of an order", () => {
  it("goes from the request to the refund, with what it is about in each email", async () => {
    const { asha, orderNumber, attar, soap } = await delivered();
    const lines = [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ];
    const { status, body } = await requestReturn(asha, orderNumber, { lines });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: "return_requested",
      returns: [
        {
          state: "requested",
          reason: "One arrived broken.",
          lines: [
            { position: 0, quantity: 2, receivedQuantity: null },
            { position: 1, quantity: 1, receivedQuantity: null },
          ],
        },
      ],
      creditNotes: [],
    });
    await staff(orderNumber, (trx, order, at) =>
      approveReturn(trx, order, { courier: "Delhivery", date: "2026-11-25", between: "10 AM and 1 PM" }, at),
    );
    const approved = await shoppers.people.mailAbout(
      asha.email,
      `Your return for order ${orderNumber}: pick-up details`,
    );
    // 2 × 118.00 + 105.00
    expect(approved.text).toContain("then refund ₹341 to");
    // One of the attars was not in the parcel.
    await staff(orderNumber, (trx, order, at) =>
      receiveReturn(trx, order, {
        ...at,
        units: [
          { position: 0, quantity: 1 },
          { position: 1, quantity: 1 },
        ],
      }),
    );
    expect(await read(asha, orderNumber)).toMatchObject({ state: "return_received", refunds: [] });
    await staff(orderNumber, (trx, order, at) =>
      acceptReturn(trx, order, { ...at, restock: [{ position: 1, quantity: 1 }] }),
    );
    const done = await read(asha, orderNumber);
    expect(done).toMatchObject({
      state: "delivered",
      canReturn: true,
      returns: [{ state: "accepted", lines: [{ receivedQuantity: 1 }, { receivedQuantity: 1 }] }],
      remaining: [
        { position: 0, quantity: 2, amount: 236 },
        { position: 1, quantity: 1, amount: 105 },
      ],
      creditNotes: [{ amount: 223 }],
    });
    expect(done.timeline.at(-1)).toMatchObject({
      state: "delivered",
      note: "Return accepted: 1 × Rose Attar, 50 ml and 1 × Neem Soap, 50 ml.",
    });
    // The soap is sold again, the attar written off.
    expect([await shoppers.stockOf(attar), await shoppers.stockOf(soap)]).toEqual([7, 9]);
    await isRefunded(asha, orderNumber, 223);
    const accepted = await shoppers.people.mailAbout(
      asha.email,
      `Your return of order ${orderNumber} has been accepted`,
    );
    expect(accepted.text).toContain("We’re refunding ₹223 to");
    expect(accepted.attachments).toHaveLength(1);

    // The rest later, as a whole.
    await requestReturn(asha, orderNumber);
    await staff(orderNumber, acceptReturn);
    expect(await read(asha, orderNumber)).toMatchObject({
      state: "returned",
      canReturn: false,
      creditNotes: [{ amount: 223 }, { amount: 341 }],
    });
    await isRefunded(asha, orderNumber, 564);
  });

  it("sends a replacement of the same units without a payment", async () => {
    const { asha, orderNumber, attar } = await delivered();
    await requestReturn(asha, orderNumber, { lines: [{ position: 0, quantity: 1 }] });
    await expect(staff(orderNumber, (trx, order, at) => shipReplacement(trx, order, parcel(), at))).rejects.toThrow(
      "waits for no replacement",
    );
    await staff(orderNumber, (trx, order, at) =>
      acceptReturn(trx, order, { ...at, replace: [{ position: 0, quantity: 1 }] }),
    );
    expect(await shoppers.stockOf(attar)).toBe(6);
    expect(await read(asha, orderNumber)).toMatchObject({
      state: "delivered",
      refunds: [],
      creditNotes: [],
      returns: [{ state: "accepted", lines: [{ replacedQuantity: 1 }] }],
    });
    await staff(orderNumber, (trx, order, at) => shipReplacement(trx, order, { ...parcel(), awb: "REPLACED-1" }, at));
    const shipped = await shoppers.people.mailAbout(
      asha.email,
      `Your replacement for order ${orderNumber} has shipped`,
    );
    expect(shipped.text).toContain("REPLACED-1");
    await staff(orderNumber, (trx, order, { now }) => deliverReplacement(trx, order, now));
    expect((await read(asha, orderNumber)).shipments).toMatchObject([
      { isReplacement: false },
      { isReplacement: true, awb: "REPLACED-1", deliveredAt: expect.any(String) },
    ]);
    await expect(staff(orderNumber, (trx, order, at) => shipReplacement(trx, order, parcel(), at))).rejects.toThrow(
      "waits for no replacement",
    );
  });

  it("promises no replacement that is not in stock", async () => {
    const { asha, orderNumber, attar } = await delivered();
    await shop.db.execute(
      sql`update stock set on_hand = reserved where variant_id in (select id from variant where product_id = ${Number(attar)})`,
    );
    await requestReturn(asha, orderNumber, { lines: [{ position: 0, quantity: 1 }] });
    await expect(
      staff(orderNumber, (trx, order, at) =>
        acceptReturn(trx, order, { ...at, replace: [{ position: 0, quantity: 1 }] }),
      ),
    ).rejects.toThrow("1 × Rose Attar, 50 ml: not enough is in stock");
    expect(await read(asha, orderNumber)).toMatchObject({
      state: "return_requested",
      returns: [{ state: "requested" }],
    });
  });

  it("shows the customer's photos, and takes nobody else's", async () => {
    const { asha, orderNumber } = await delivered();
    const { asha: other, orderNumber: othersOrder } = await delivered();
    const photo = (await sendPhoto(asha, orderNumber)).body.data.path;
    const foreign = (await sendPhoto(other, othersOrder)).body.data.path;
    expect((await sendPhoto(asha, othersOrder)).status).toBe(404);
    expect(await sendPhoto(asha, orderNumber, Buffer.from("no picture"))).toMatchObject({
      status: 422,
      body: { errors: [{ field: "file", message: expect.stringMatching(/a JPEG, PNG, WebP or AVIF photo/) }] },
    });
    expect(await requestReturn(asha, orderNumber, { photos: [foreign] })).toMatchObject({
      status: 422,
      body: { message: "One of the photos is no longer available. Please add it again." },
    });
    expect((await requestReturn(asha, orderNumber, { photos: [photo] })).status).toBe(200);
    expect(await requestReturn(asha, orderNumber)).toMatchObject({
      status: 409,
      body: { message: "You’ve already requested a return of this order." },
    });
    expect((await sendPhoto(asha, orderNumber)).status).toBe(409);
    expect((await read(asha, orderNumber)).returns).toMatchObject([{ photos: [{ path: photo }] }]);
  });

  it("is declined with a sentence for the customer, who can ask again", async () => {
    const { asha, orderNumber } = await delivered();
    await requestReturn(asha, orderNumber, { lines: [{ position: 1, quantity: 1 }] });
    await staff(orderNumber, (trx, order, at) => declineReturn(trx, order, { ...at, reason: "The seal was broken." }));
    expect(await read(asha, orderNumber)).toMatchObject({
      state: "delivered",
      returns: [{ state: "declined", answer: "The seal was broken." }],
    });
    expect((await requestReturn(asha, orderNumber)).status).toBe(200);
  });

  it("rejects units that are not left, and what has not arrived", async () => {
    const { asha, orderNumber } = await delivered();
    const none = await requestReturn(asha, orderNumber, { lines: [{ position: 1, quantity: 3 }] });
    expect(none).toMatchObject({ status: 422, body: { message: "Please choose 1 to 2 of Neem Soap, 50 ml." } });
    await requestReturn(asha, orderNumber, { lines: [{ position: 1, quantity: 1 }] });
    for (const acceptance of [{ restock: [{ position: 0, quantity: 1 }] }, { replace: [{ position: 1, quantity: 2 }] }])
      await expect(
        staff(orderNumber, (trx, order, at) => acceptReturn(trx, order, { ...at, ...acceptance })),
      ).rejects.toThrow(/is not among them|there are only 1/);
  });
});

describe("staff refunds without a return", () => {
  it("units that arrived broken, with a credit note", async () => {
    const { asha, orderNumber, attar } = await delivered();
    await staff(orderNumber, (trx, order, at) =>
      refundUnits(trx, order, [{ position: 0, quantity: 1 }], { ...at, restock: [] }),
    );
    expect(await read(asha, orderNumber)).toMatchObject({ state: "delivered", creditNotes: [{ amount: 118 }] });
    expect(await shoppers.stockOf(attar)).toBe(7);
    await isRefunded(asha, orderNumber, 118);
    await shoppers.people.mailAbout(asha.email, `We’re refunding items of your order ${orderNumber}`);
  });

  it("goodwill, without one, and never more than the payment", async () => {
    const { asha, orderNumber } = await delivered();
    const give = (amountPaise: number) =>
      staff(orderNumber, (trx, order, change) =>
        refundGoodwill(trx, order, { amountPaise: paise(amountPaise), reason: "Sorry for the delay.", ...change }),
      );
    await give(10_000);
    await isRefunded(asha, orderNumber, 100);
    expect(await read(asha, orderNumber)).toMatchObject({
      creditNotes: [],
      refunds: [{ amount: 100, note: "Sorry for the delay." }],
    });
    await expect(give(46_401)).rejects.toThrow("Only ₹464 of the payment remain");
    // What is returned afterwards is credited whole, and refunded as far as money remains.
    await requestReturn(asha, orderNumber);
    await staff(orderNumber, acceptReturn);
    await isRefunded(asha, orderNumber, 564);
    expect(await read(asha, orderNumber)).toMatchObject({ creditNotes: [{ amount: 564 }] });
  });

  it("is previewed with its credit note, and goodwill without one, and nothing is stored", async () => {
    const { asha, orderNumber } = await delivered();
    const before = await read(asha, orderNumber);
    const preview = async (words: string) => (await actOnOrder(shop, `${words} --preview --json`)).out;
    // 2 × 118.00 = 200.00 + 18.00 + 18.00.
    expect(JSON.parse(await preview(`refund ${orderNumber} --items 0:2`)).effect).toMatchObject({
      creditLines: [{ quantity: 2, taxable: 200, cgst: 18, sgst: 18, igst: 0, total: 236 }],
      credited: 236,
      refunded: 236,
    });
    expect(JSON.parse(await preview(`goodwill ${orderNumber} --amount 99.50 --reason Sorry.`)).effect).toMatchObject({
      creditLines: [],
      refunded: 99.5,
    });
    expect(await read(asha, orderNumber)).toEqual(before);
  });

  it("one of many at once only as far as money remains", async () => {
    const { asha, orderNumber } = await delivered();
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() =>
        staff(orderNumber, (trx, order, change) =>
          refundGoodwill(trx, order, { amountPaise: paise(20_000), reason: "Sorry.", ...change }),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await isRefunded(asha, orderNumber, 400);
    const [sum] = await rowsOf<{ paise: number }>(
      shop,
      sql`select sum(amount_paise)::int as paise from refund join customer_order o on o.id = order_id where number = ${orderNumber}`,
    );
    expect(sum?.paise).toBe(40_000);
  });
});
