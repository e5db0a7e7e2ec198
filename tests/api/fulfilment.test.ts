import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DatabaseOrTransaction } from "../../server/database/database.ts";
import { acceptReturn, declineReturn } from "../../server/orders/answer-return.ts";
import { holdAnyOrder } from "../../server/orders/find-order.ts";
import {
  deliverOrder,
  packOrder,
  processOrder,
  sendOutForDelivery,
  shipOrder,
} from "../../server/orders/fulfil-order.ts";
import { loseParcel } from "../../server/orders/lose-parcel.ts";
import type { OrderRow } from "../../server/orders/order-row.ts";
import { readMailSender } from "../../server/settings/mail-sender.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";

/** What staff does with an order, from the payment to the door and back. */

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let step: Awaited<ReturnType<typeof stepper>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  step = await stepper();
});
afterAll(() => shop?.close());

/** Does one thing with an order, as the command does it. */
async function stepper() {
  const sender = await readMailSender(shop.db, {}, "https://shop.example");
  const at = () => ({ sender, returnDays: 7, now: new Date() });
  const held = (number: string, change: (trx: DatabaseOrTransaction, order: OrderRow) => Promise<OrderRow>) =>
    shop.db.transaction(async (trx) => change(trx, await holdAnyOrder(trx, number)));
  return {
    process: (number: string) => held(number, (trx, order) => processOrder(trx, order, new Date())),
    pack: (number: string) => held(number, (trx, order) => packOrder(trx, order, new Date())),
    ship: (number: string, parcel: { awb: string; courier: string }) =>
      held(number, (trx, order) => shipOrder(trx, order, parcel, at())),
    sendOut: (number: string) => held(number, (trx, order) => sendOutForDelivery(trx, order, at())),
    deliver: (number: string) => held(number, (trx, order) => deliverOrder(trx, order, at())),
    lose: (number: string) => held(number, (trx, order) => loseParcel(trx, order, at())),
    accept: (number: string) => held(number, (trx, order) => acceptReturn(trx, order, at())),
    decline: (number: string, reason: string) =>
      held(number, (trx, order) => declineReturn(trx, order, { reason, ...at() })),
  };
}

async function bought(): Promise<{ asha: Buyer; orderNumber: string; read: () => Promise<Answered> }> {
  const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 11_800 })]: 1 });
  const { orderNumber } = await asha.buy();
  return { asha, orderNumber, read: async () => (await asha.get(`order/${orderNumber}`)).body.data };
}
// biome-ignore lint/suspicious/noExplicitAny: what a call answers, as in shop.ts
type Answered = any;

const mailAbout = ({ email }: Buyer, subject: string) => shoppers.people.mailAbout(email, subject);
let parcels = 0;
const parcel = () => {
  parcels += 1;
  return { awb: `DLV${1000 + parcels}`, courier: "Delhivery" };
};

describe("an order on its way", () => {
  it("goes to the door step by step; its badge, timeline, parcel and mails follow (S3.58 to S3.60, S4.71)", async () => {
    const { asha, orderNumber, read } = await bought();
    await step.process(orderNumber);
    expect((await read()).badge).toBe("Processing");
    await step.pack(orderNumber);
    expect(await read()).toMatchObject({ badge: "Packed", canCancel: true });
    await step.ship(orderNumber.toLowerCase(), { awb: " dlv 100-a ", courier: " Blue Dart " });
    expect(await read()).toMatchObject({
      badge: "Shipped",
      canCancel: false,
      shipments: [{ awb: "DLV100-A", courier: "Blue Dart", deliveredAt: null }],
    });
    await step.sendOut(orderNumber.replaceAll("-", ""));
    expect((await read()).badge).toBe("Out For Delivery");
    await step.deliver(orderNumber);
    const order = await read();
    expect(order).toMatchObject({
      badge: "Delivered",
      canReturn: true,
      shipments: [{ deliveredAt: expect.any(String) }],
    });
    expect(order.timeline.map(({ state }: { state: string }) => state)).toEqual([
      "pending",
      "paid",
      "processing",
      "packed",
      "shipped",
      "out_for_delivery",
      "delivered",
    ]);
    expect(order.timeline[4].note).toBe("Blue Dart, AWB DLV100-A.");
    expect((await asha.get("order/track?search=dlv100-a&by=awb")).body.data.number).toBe(orderNumber);
    for (const news of ["at Kewra", "is on its way", "arrives today", "has arrived"])
      await mailAbout(asha, `Your order ${orderNumber} ${news}`);
  });

  it("is told with courier, AWB and a link that tracks it", async () => {
    const { asha, orderNumber } = await bought();
    await step.ship(orderNumber, { awb: "TRACK-1", courier: "Delhivery" });
    const { text } = await mailAbout(asha, `Your order ${orderNumber} is on its way`);
    expect(text).toContain("AWB TRACK-1");
    expect(text).toMatch(/\/tracking\?find=TRACK-1&by=awb/);
  });

  it("is not shipped with an AWB that another parcel has, and stays as it was", async () => {
    const [first, second] = [await bought(), await bought()];
    await step.ship(first.orderNumber, { awb: "TWICE-1", courier: "Delhivery" });
    await expect(step.ship(second.orderNumber, { awb: "twice-1", courier: "Delhivery" })).rejects.toThrow(
      "Another parcel has the AWB TWICE-1 already.",
    );
    expect(await second.read()).toMatchObject({ badge: "Processing", shipments: [] });
  });

  it.each([
    [{ awb: "A1", courier: "Delhivery" }, "An AWB has 4 to 40 letters, digits and hyphens."],
    [{ awb: "<b>1234", courier: "Delhivery" }, "An AWB has 4 to 40 letters, digits and hyphens."],
    [{ awb: "GOOD-1", courier: " " }, "The courier's name has 2 to 60 characters."],
  ])("is not shipped with %j", async (wrong, sentence) => {
    const { orderNumber } = await bought();
    await expect(step.ship(orderNumber, wrong)).rejects.toThrow(sentence);
  });

  it("takes no step out of turn, and says what is possible", async () => {
    const { orderNumber } = await bought();
    await expect(step.deliver(orderNumber)).rejects.toThrow(
      `Order ${orderNumber} is Processing: only process, pack, ship, cancel can be done with it now, not deliver.`,
    );
    await step.ship(orderNumber, parcel());
    await expect(step.pack(orderNumber)).rejects.toThrow("only out-for-delivery, deliver, lost");
    await expect(step.process("KW-0000-0000")).rejects.toThrow("There is no order with the number KW-0000-0000.");
  });
});

describe("a parcel that is lost", () => {
  it("has its payment sent back, once, while the stock stays as it is (S4.71)", async () => {
    const { asha, orderNumber, read } = await bought();
    const [item] = (await read()).items;
    await step.ship(orderNumber, parcel());
    await step.sendOut(orderNumber);
    const stock = await shoppers.stockOf(item.product._id);
    await step.lose(orderNumber);
    await expect(step.lose(orderNumber)).rejects.toThrow("nothing can be done with it now, not lost");
    await vi.waitFor(async () => expect(await shoppers.stateOf(orderNumber)).toBe("refunded"), { timeout: 20_000 });
    const order = await read();
    expect(order).toMatchObject({ badge: "Refunded", refund: { amount: 118, state: "processed" } });
    expect(order.timeline.map(({ note }: { note: string }) => note)).toContain("The parcel was lost on its way.");
    expect(await shoppers.stockOf(item.product._id)).toBe(stock);
    const { text } = await mailAbout(asha, `The parcel of your order ${orderNumber} was lost`);
    expect(text).toContain("₹118");
    await mailAbout(asha, `Your refund for order ${orderNumber}`);
  });

  it("was on its way before: what is still in the shop is cancelled, what has arrived is returned", async () => {
    const { orderNumber } = await bought();
    await expect(step.lose(orderNumber)).rejects.toThrow("only process, pack, ship, cancel can be done with it now");
    await step.ship(orderNumber, parcel());
    await step.deliver(orderNumber);
    await expect(step.lose(orderNumber)).rejects.toThrow("nothing can be done with it now, not lost");
  });
});

describe("a return", () => {
  async function askedFor() {
    const order = await bought();
    await step.ship(order.orderNumber, parcel());
    await step.deliver(order.orderNumber);
    await order.asha.post(`order/${order.orderNumber}/return`, { reason: "The pump does not work" });
    return order;
  }

  it("that is accepted sends the money back, and leaves the stock as it is", async () => {
    const { asha, orderNumber, read } = await askedFor();
    const [item] = (await read()).items;
    const stock = await shoppers.stockOf(item.product._id);
    await step.accept(orderNumber);
    await vi.waitFor(async () => expect(await shoppers.stateOf(orderNumber)).toBe("refunded"), { timeout: 20_000 });
    expect(await read()).toMatchObject({ badge: "Refunded", refund: { amount: 118, state: "processed" } });
    expect(await shoppers.stockOf(item.product._id)).toBe(stock);
    await mailAbout(asha, `We have your wish to return order ${orderNumber}`);
    await mailAbout(asha, `Your return of order ${orderNumber} is accepted`);
    await mailAbout(asha, `Your refund for order ${orderNumber}`);
  });

  it("that is declined leaves the order delivered, with the reason for the customer", async () => {
    const { asha, orderNumber, read } = await askedFor();
    await expect(step.decline(orderNumber, " ")).rejects.toThrow("Please say why");
    await step.decline(orderNumber, "The seal was broken.");
    const order = await read();
    expect(order).toMatchObject({ badge: "Delivered", refund: null });
    expect(order.timeline.at(-1).note).toBe("Return declined: The seal was broken.");
    const { text } = await mailAbout(asha, `About your return of order ${orderNumber}`);
    expect(text).toContain("Why:\nThe seal was broken.");
  });

  it("is not answered where nobody has asked, and a parcel does not arrive twice", async () => {
    const { orderNumber } = await bought();
    await step.ship(orderNumber, parcel());
    await step.deliver(orderNumber);
    await expect(step.accept(orderNumber)).rejects.toThrow("nothing can be done with it now, not return-accept");
    const asked = await askedFor();
    await expect(step.deliver(asked.orderNumber)).rejects.toThrow("only return-accept, return-decline");
  });
});
