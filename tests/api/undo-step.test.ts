/** Staff corrects what it has marked by mistake: a step of an order, its courier or its AWB. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let attar = "";
let awbs = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  owner = await signInAs(shop, "Owner");
  attar = await shoppers.sell({ title: "Attar", stock: 100 });
});
afterAll(() => shop?.close());

async function bought() {
  const buyer = await shoppers.buyer({ [attar]: 2 });
  return { buyer, number: (await buyer.buy()).orderNumber };
}
/** An order of ₹1,049 for cash on delivery. */
async function byCash() {
  const buyer = await shoppers.buyer({ [attar]: 2 });
  const number = (await buyer.post("cash-order", { address: LUCKNOW })).body.data.orderNumber as string;
  const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
  await buyer.post(`cash-order/${number}/confirm`, { code: /^ {4}(\d{6})$/m.exec(text)?.[1] });
  return { buyer, number };
}
const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
async function act(number: string, action: string, body: object = {}, member = packer) {
  const { version } = await read(number);
  return member.send("POST", `/orders/${number}/${action}`, { version, ...body });
}
const newParcel = () => {
  awbs += 1;
  return { courier: "Delhivery", awb: `UNDO-${awbs}` };
};
async function through(number: string, ...actions: string[]): Promise<string> {
  const parcel = newParcel();
  for (const action of actions)
    expect((await act(number, action, action === "ship" ? parcel : {})).body).toMatchObject({ statusCode: 200 });
  return parcel.awb;
}
const undo = (number: string) => act(number, "undo-step");
const stateAfterUndo = async (number: string) => (await undo(number)).body.data?.state;
const mailOf = async ({ email }: Buyer, subject: string) => (await shoppers.people.mailAbout(email, subject)).text;
const trackedState = async ({ get }: Buyer, awb: string) =>
  (await get(`order/track?search=${awb}&by=awb`)).body.data?.state;

describe("the last step of an order", () => {
  it("is undone back to where it was, which frees the AWB, and the customer reads what was wrong", async () => {
    const { buyer, number } = await bought();
    await through(number, "pack");
    expect(await stateAfterUndo(number)).toBe("processing");
    const awb = await through(number, "pack", "ship");
    expect((await undo(number)).body.data).toMatchObject({ state: "packed", shipments: [] });
    expect(await mailOf(buyer, `Correction: your order ${number} is still with us`)).toContain("it’s still with us");
    expect((await read(number)).history[0]).toMatchObject({ state: "packed", by: "Packer Rao" });

    const parcel = { courier: "Blue Dart", awb };
    expect((await act(number, "ship", parcel)).body.data.shipments).toMatchObject([parcel]);
    await through(number, "out-for-delivery");
    expect(await stateAfterUndo(number)).toBe("shipped");
    expect(await mailOf(buyer, `Correction: your order ${number} is still on its way`)).toContain("on its way to you");
    await through(number, "out-for-delivery", "deliver");
    expect((await undo(number)).body.data).toMatchObject({
      state: "out_for_delivery",
      shipments: [{ state: "out_for_delivery", deliveredAt: null }],
    });
    expect((await buyer.post(`order/${number}/return`, { reason: "Too sweet." })).status).toBe(409);
    await through(number, "deliver");
    expect((await buyer.post(`order/${number}/return`, { reason: "Too sweet." })).status).toBe(200);
    expect((await undo(number)).body.message).toContain("it has no step that could be undone");
  });

  it("is undone once, by one of two who press at the same time", async () => {
    const { number } = await bought();
    await through(number, "ship", "deliver");
    const { version } = await read(number);
    const both = await Promise.all(
      [packer, owner].map((member) => member.send("POST", `/orders/${number}/undo-step`, { version })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(number)).state).toBe("shipped");
  });

  it("stays if the order has none, is sent in parts, or its parcel travels with a challan", async () => {
    const { number } = await bought();
    expect((await undo(number)).body.code).toBe("wrong_order_state");
    await act(number, "ship", { ...newParcel(), units: [{ position: 0, quantity: 1 }] });
    expect((await undo(number)).body.message).toContain("in several parcels");
  });
});

describe("an order for cash on delivery that was shipped by mistake", () => {
  it("keeps its invoice, with which it leaves later, and is neither changed nor prepaid meanwhile", async () => {
    const { buyer, number } = await byCash();
    await through(number, "ship");
    const { invoiceNumber } = await read(number);
    expect(invoiceNumber).toMatch(/^KW\//);
    expect(await stateAfterUndo(number)).toBe("packed");
    expect((await undo(number)).body.message).toContain(`has its invoice ${invoiceNumber} already`);
    expect((await buyer.get(`order/${number}`)).body.data.prepay).toBeNull();
    await through(number, "ship");
    expect((await read(number)).invoiceNumber).toBe(invoiceNumber);
    const invoices = sql`select 1 from issued_document where kind = 'invoice'
      and order_id = (select id from customer_order where number = ${number})`;
    expect(await rowsOf(shop, invoices)).toHaveLength(1);
  });

  it("is cancelled with a credit note for its whole invoice", async () => {
    const { buyer, number } = await byCash();
    await through(number, "ship");
    await undo(number);
    expect((await buyer.post(`order/${number}/cancel`)).status).toBe(200);
    expect((await read(number)).creditNotes).toMatchObject([{ amount: 1049 }]);
  });
});

describe("an order for cash on delivery that was marked as delivered by mistake", () => {
  const cashDue = async (number: string) =>
    (await owner.send("GET", "/cash/orders?tab=cash_due")).body.data.orders.filter(
      (one: { number: string }) => one.number === number,
    ).length;

  it("owes its cash no longer, and once more when it is delivered", async () => {
    const { number } = await byCash();
    await through(number, "ship", "deliver");
    expect(await cashDue(number)).toBe(1);
    expect((await undo(number)).body.data).toMatchObject({ state: "shipped", payments: [] });
    expect(await cashDue(number)).toBe(0);
    await through(number, "deliver");
    expect(await cashDue(number)).toBe(1);
    expect((await read(number)).payments).toMatchObject([{ amount: 1049, state: "captured" }]);
  });

  it("stays delivered once a part of its cash was remitted or refunded", async () => {
    const { number } = await byCash();
    await through(number, "ship", "deliver");
    await act(number, "goodwill", { preview: false, amount: 10, reason: "Sorry." }, owner);
    expect((await undo(number)).body.message).toContain("was remitted or refunded");
    expect((await read(number)).state).toBe("delivered");
  });
});

describe("several orders", () => {
  it("are sent out, delivered and undone at once, and those that went on meanwhile stay", async () => {
    const numbers = [(await bought()).number, (await bought()).number, (await bought()).number];
    const [first = "", second = "", third = ""] = numbers;
    for (const number of [first, second]) await through(number, "ship");
    const send = async (path: string, body: object) =>
      (await packer.send("POST", `/orders/${path}`, body)).body.data.results.map(
        ({ problem }: { problem: string }) => problem,
      );
    const notShipped = expect.stringContaining("not out-for-delivery");
    expect(await send("out-for-delivery", { numbers })).toEqual(["", "", notShipped]);
    expect(await send("deliver", { numbers: [first, second] })).toEqual(["", ""]);
    await undo(second);
    const gone = `Order ${second} is Out for delivery, no longer Delivered.`;
    expect(await send("undo-step", { state: "delivered", numbers: [first, second] })).toEqual(["", gone]);
    const states = await Promise.all(numbers.map(async (number) => (await read(number)).state));
    expect(states).toEqual(["out_for_delivery", "out_for_delivery", "paid"]);
    const faulty = await packer.send("POST", "/orders/undo-step", { state: "paid", numbers: [third] });
    expect(faulty.body.errors).toMatchObject([{ field: "state" }]);
  });
});

describe("a parcel", () => {
  it("gets another courier and AWB, by which it is found, and the customer reads it", async () => {
    const { buyer, number } = await bought();
    const awb = await through(number, "ship");
    const other = await through((await bought()).number, "ship");
    const correct = (to: object, from = awb) => act(number, `parcels/${from}/correction`, to);
    const taken = await correct({ courier: "Delhivery", awb: other });
    expect(taken.body.errors).toEqual([{ field: "awb", message: expect.stringContaining("Correct that one first.") }]);
    expect((await correct({ courier: "B", awb: "<>" })).body.errors).toMatchObject([
      { field: "courier" },
      { field: "awb" },
    ]);
    expect((await correct({ courier: "Blue Dart", awb: "RIGHT-1" }, "NONE-1")).status).toBe(404);
    const corrected = await correct({ courier: "Blue Dart", awb: "right 1" });
    expect(corrected.body.data.shipments).toMatchObject([{ courier: "Blue Dart", awb: "RIGHT1" }]);
    expect(await trackedState(buyer, "RIGHT1")).toBe("shipped");
    expect(await trackedState(buyer, awb)).toBeUndefined();
    expect(await mailOf(buyer, `Correction: the tracking number of your order ${number}`)).toContain("RIGHT1");
    expect((await read(number)).history[0]).toMatchObject({
      by: "Packer Rao",
      note: expect.stringContaining("RIGHT1"),
    });
  });
});
