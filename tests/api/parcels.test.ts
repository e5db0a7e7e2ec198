/** An order in several parcels: what each holds, and what becomes of it. Two units at ₹118 and one at ₹236, of it 18 % GST. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let [cheap, dear] = ["", ""];
let awbs = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  [cheap, dear] = [
    await shoppers.sell({ title: "Attar", pricePaise: 11_800, stock: 500 }),
    await shoppers.sell({ title: "Perfume", pricePaise: 23_600, stock: 500 }),
  ];
});
afterAll(() => shop?.close());

async function bought() {
  const buyer = await shoppers.buyer({ [cheap]: 2, [dear]: 1 });
  const { orderNumber } = await buyer.buy();
  return { buyer, orderNumber };
}
const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
const positionOf = (order: { items: { position: number; product: { title: string } }[] }, title: string) =>
  order.items.find(({ product }) => product.title === title)?.position;

/** Ships units of an order, by their titles; everything that is left without any. */
async function ship(number: string, units?: Readonly<Record<string, number>>) {
  const order = await read(number);
  awbs += 1;
  const awb = `PART-${awbs}`;
  const lines = Object.entries(units ?? {}).map(([title, quantity]) => ({
    position: positionOf(order, title),
    quantity,
  }));
  const response = await owner.send("POST", `/orders/${number}/ship`, {
    version: order.version,
    courier: "Delhivery",
    awb,
    ...(units && { units: lines }),
  });
  return { awb, response };
}
async function change(number: string, awb: string, state: string) {
  const { version } = await read(number);
  return owner.send("PATCH", `/orders/${number}/parcels/${awb}`, { version, state });
}
async function credit(number: string, awb: string, state: string, preview = false) {
  const { version } = await read(number);
  return owner.send("POST", `/orders/${number}/parcels/${awb}/credit`, { version, state, preview });
}

describe("an order in several parcels", () => {
  it("is delivered once each of them has arrived", async () => {
    const { buyer, orderNumber } = await bought();
    const first = await ship(orderNumber, { Attar: 1 });
    expect(first.response.body.data).toMatchObject({ state: "shipped", steps: ["ship"] });
    expect(first.response.body.data.shipments).toMatchObject([{ awb: first.awb, items: [{ quantity: 1 }] }]);
    expect(first.response.body.data.unsent.map(({ quantity }: { quantity: number }) => quantity).sort()).toEqual([
      1, 1,
    ]);
    const { text } = await shoppers.people.mailAbout(buyer.email, `Your order ${orderNumber} is on its way`);
    expect(text).toMatch(/In this parcel:\s+1 × Attar/);

    const early = await owner.send("POST", `/orders/${orderNumber}/deliver`, {
      version: first.response.body.data.version,
    });
    expect(early).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
    expect(early.body.message).toContain("2 of the units");

    const second = await ship(orderNumber);
    expect(second.response.body.data).toMatchObject({ state: "shipped", unsent: [], steps: ["deliver"] });
    expect((await change(orderNumber, first.awb.toLowerCase(), "out_for_delivery")).body.data).toMatchObject({
      state: "shipped",
      shipments: [{ state: "out_for_delivery" }, { state: "in_transit" }],
    });
    expect((await change(orderNumber, first.awb, "delivered")).body.data.state).toBe("shipped");
    expect((await change(orderNumber, first.awb, "delivered")).status).toBe(409);
    const last = await change(orderNumber, second.awb, "delivered");
    expect(last.body.data).toMatchObject({
      state: "delivered",
      shipments: [{ state: "delivered" }, { state: "delivered" }],
    });
    const seen = (await buyer.get(`order/${orderNumber}`)).body.data;
    expect(seen).toMatchObject({ badge: "Delivered", canReturn: true, unsent: [] });
  });

  it("refunds what a lost parcel held, and is delivered with the rest", async () => {
    const { orderNumber } = await bought();
    const first = await ship(orderNumber, { Attar: 2 });
    const second = await ship(orderNumber);
    await change(orderNumber, second.awb, "delivered");
    const preview = await credit(orderNumber, first.awb, "lost", true);
    expect(preview.body.data.effect).toMatchObject({ credited: 236, refunded: 236 });
    expect((await read(orderNumber)).state).toBe("shipped");
    const { order } = (await credit(orderNumber, first.awb, "lost")).body.data;
    expect(order).toMatchObject({ state: "delivered", shipments: [{ state: "lost" }, { state: "delivered" }] });
    expect(order.creditNotes).toMatchObject([{ amount: 236 }]);
    expect(order.remaining.filter(({ quantity }: { quantity: number }) => quantity > 0)).toMatchObject([
      { quantity: 1, amount: 236 },
    ]);
    const movements = await rowsOf(
      shop,
      sql`select kind, quantity from stock_movement join customer_order on customer_order.id = order_id
        where number = ${orderNumber} and kind = 'written_off'`,
    );
    expect(movements).toHaveLength(1);
  });

  it("is cancelled when none of its parcels arrives, with every unit credited once", async () => {
    const { orderNumber } = await bought();
    const first = await ship(orderNumber, { Perfume: 1 });
    const second = await ship(orderNumber);
    await credit(orderNumber, first.awb, "came_back");
    const { order } = (await credit(orderNumber, second.awb, "lost")).body.data;
    expect(order).toMatchObject({ state: "cancelled", shipments: [{ state: "came_back" }, { state: "lost" }] });
    expect(order.creditNotes.map(({ amount }: { amount: number }) => amount)).toEqual([236, 236]);
  });

  it("sends no more than was bought, nothing twice, and no part of an order for cash", async () => {
    const { orderNumber } = await bought();
    const tooMany = await ship(orderNumber, { Attar: 3 });
    expect(tooMany.response).toMatchObject({ status: 422, body: { errors: [{ field: "units" }] } });
    const foreign = await owner.send("POST", `/orders/${orderNumber}/ship`, {
      version: (await read(orderNumber)).version,
      courier: "Delhivery",
      awb: "PART-X",
      units: [{ position: 99, quantity: 1 }],
    });
    expect(foreign).toMatchObject({ status: 422, body: { errors: [{ field: "units" }] } });
    expect((await read(orderNumber)).shipments).toEqual([]);
    await shop.db.execute(
      sql`update customer_order set payment_method = 'cash_on_delivery' where number = ${orderNumber}`,
    );
    const cash = await ship(orderNumber, { Attar: 1 });
    expect(cash.response.body.errors).toMatchObject([
      { field: "units", message: expect.stringContaining("one parcel") },
    ]);
    await shop.db.execute(sql`update customer_order set payment_method = 'online' where number = ${orderNumber}`);
    await ship(orderNumber, { Attar: 2, Perfume: 1 });
    expect((await ship(orderNumber)).response.status).toBe(409);
    const whole = await read(orderNumber);
    expect(whole).toMatchObject({ shipments: [{ items: null }], steps: ["out-for-delivery", "deliver"] });
  });

  it("has a slip of what is left to send", async () => {
    const { orderNumber } = await bought();
    await ship(orderNumber, { Attar: 1 });
    const slip = await readPackingSlip(shop.db, await findAnyOrder(shop.db, orderNumber), { EWAY_BILL_RUPEES: 50_000 });
    expect(slip.items.map(({ title, quantity }) => `${quantity} ${title.split(",")[0]}`)).toEqual([
      "1 Attar",
      "1 Perfume",
    ]);
  });
});
