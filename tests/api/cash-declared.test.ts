/** Couriers' remittances compared with what the shop's bookings declared, against the demo's Shiprocket. */

import { sql } from "drizzle-orm";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let account = "";

beforeAll(async () => {
  shop = await openShop({
    environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49", CASH_ADVANCE_FROM_RUPEES: "1000" },
  });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  expect((await performCommand(shop, "settings CASH_ADVANCE 20%")).code).toBe(0);
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const added = await owner.send("POST", "/courier-accounts", {
    ...{ provider: "shiprocket", label: "Shiprocket", pickupPlace: "Primary", pickupPincode: "560001" },
    ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
  });
  account = added.body.data._id;
}, 90_000);
afterAll(() => shop?.close());

const act = async (words: string) => expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });

/** Books a courier for an order. @returns the AWB */
async function book(number: string): Promise<string> {
  await shop.db.execute(sql`update customer_order set mobile = '9845012345' where number = ${number}`);
  const packing = { grams: 320, lengthMm: 150, widthMm: 100, heightMm: 60 };
  await owner.send("POST", `/orders/${number}/booking`, { account, ...packing });
  return vi.waitFor(async () => {
    const [row] = await rowsOf<{ awb: string | null }>(
      shop,
      sql`select awb from parcel_booking where key = ${`${number}-1`}`,
    );
    if (!row?.awb) throw new Error("not booked yet");
    return row.awb;
  }, LONGEST_WAIT_MS);
}
const handOver = async (number: string) =>
  expect((await owner.send("POST", `/orders/${number}/booking/hand-over`)).status).toBe(200);

async function confirmedBy(buyer: Buyer): Promise<string> {
  const { orderNumber } = (await buyer.post("cash-order", { address: BENGALURU })).body.data;
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);
  return orderNumber;
}
/** An order of ₹500 and the fee of ₹49, which its courier was booked to collect. */
async function handedOver() {
  const number = await confirmedBy(await buyers.buyer({ [await buyers.sell({ pricePaise: 50_000 })]: 1 }));
  const awb = await book(number);
  await handOver(number);
  return { number, awb };
}

let files = 0;
/** Compares a courier's file of one parcel, and stores it. */
async function remit(awb: string, amount: string) {
  files += 1;
  const send = async (query: Record<string, string>) => {
    const response = await shop.app.inject({
      method: "POST",
      url: `/admin/api/cash/remittances?${new URLSearchParams({ reference: `D${files}`, receivedOn: "2026-11-25", ...query })}`,
      headers: {
        cookie: `staff_session=${owner.browser.cookies.get("staff_session")}`,
        origin: SHOP,
        "content-type": "text/csv",
      },
      payload: `awb,amount\n${awb},${amount}\n`,
    } as InjectOptions);
    expect(response.statusCode).toBe(200);
    return response.json().data;
  };
  const { digest } = await send({});
  return (await send({ digest })).differences;
}
const paiseOf = async (awb: string) =>
  (await rowsOf(shop, sql`select amount_paise from cash_remittance where awb = ${awb}`)).map(
    ({ amount_paise }) => amount_paise,
  );

it("a delivered parcel whose courier remits what is declared and due is in order", async () => {
  const { number, awb } = await handedOver();
  await act(`deliver ${number}`);
  expect(await remit(awb, "549")).toEqual([]);
  expect((await owner.send("GET", `/cash/remittance?reference=D${files}`)).body.data.parcels).toEqual([
    { awb, amount: 549, order: number, due: 549, declared: 549 },
  ]);
});

it("less than declared is short", async () => {
  const { number, awb } = await handedOver();
  await act(`deliver ${number}`);
  expect(await remit(awb, "500.50")).toEqual([
    { awb, amount: 500.5, result: "short", order: number, due: 549, declared: 549, remitted: 500.5, corrected: null },
  ]);
  expect(await paiseOf(awb)).toEqual([50_050]);
});

it("of a refused or a lost parcel nothing is due, whatever was declared", async () => {
  for (const [step, result] of [
    ["came-back", "came_back"],
    ["lost", "lost"],
  ]) {
    const { number, awb } = await handedOver();
    await act(`${step} ${number}`);
    expect(await remit(awb, "0")).toEqual([]);
    expect(await remit(awb, "549")).toMatchObject([{ result, order: number, due: 0, declared: 549, remitted: 549 }]);
  }
});

it("of a partly prepaid order the rest is declared and due", async () => {
  // ₹1,000 and the fee of ₹49; 20 % are ₹209.80, so ₹210 are paid in advance, and ₹839 are left.
  const buyer = await buyers.buyer({ [await buyers.sell({ pricePaise: 50_000 })]: 2 });
  const opened = await buyer.order({ address: BENGALURU, advance: 210 });
  await buyer.verify(await buyer.pay(opened));
  const number = opened.orderNumber;
  const awb = await book(number);
  await handOver(number);
  await act(`deliver ${number}`);
  expect(await remit(awb, "800")).toMatchObject([{ result: "short", due: 839, declared: 839 }]);
  expect(await remit(awb, "39")).toEqual([]);
  expect(await remit(awb, "210")).toMatchObject([{ result: "over", due: 839, declared: 839, remitted: 1049 }]);
});

it("what was declared otherwise than is due is named, also where the courier pays what is due", async () => {
  const sent = async () => {
    const buyer = await buyers.buyer({ [await buyers.sell({ pricePaise: 40_000 })]: 2 });
    const number = await confirmedBy(buyer);
    const awb = await book(number);
    expect((await owner.send("DELETE", `/orders/${number}/booking`)).status).toBe(200);
    await buyer.post(`order/${number}/cancel`, { lines: [{ position: 0, quantity: 1 }] });
    await act(`ship ${number} --awb ${awb} --courier Delhivery`);
    await act(`deliver ${number}`);
    return { number, awb };
  };
  // Declared as 2 × ₹400 + ₹49; of one unit ₹449 are due.
  const one = await sent();
  expect(await remit(one.awb, "449")).toMatchObject([
    { result: "misdeclared", order: one.number, due: 449, declared: 849, remitted: 449 },
  ]);
  const other = await sent();
  expect(await remit(other.awb, "849")).toMatchObject([{ result: "over", due: 449, declared: 849, remitted: 849 }]);
});

it("cash for a booking that was not handed over belongs to its order, and is named", async () => {
  const number = await confirmedBy(await buyers.buyer({ [await buyers.sell({ pricePaise: 50_000 })]: 1 }));
  const awb = await book(number);
  expect(await remit(awb, "549")).toMatchObject([
    { result: "not_sent", order: number, due: 0, declared: 549, remitted: 549 },
  ]);
  expect(await paiseOf(awb)).toEqual([54_900]);
  // It had left after all: the same money is what was due.
  await handOver(number);
  await act(`deliver ${number}`);
  expect((await owner.send("GET", "/cash/counts")).body.data).toMatchObject({ overdue: 0 });
  expect(await remit(awb, "0")).toEqual([]);
});
