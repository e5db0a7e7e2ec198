/** Staff's order actions, from packing to returns. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  deliverOrder,
  noteFailedDelivery,
  packOrder,
  processOrder,
  sendOutForDelivery,
  shipOrder,
} from "../../server/orders/fulfilment/fulfil-order.ts";
import { markOrderLost, receiveOrderBack } from "../../server/orders/fulfilment/mark-lost.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import type { PickUp } from "../../server/orders/orders/mails/return-emails.ts";
import type { OrderRow } from "../../server/orders/orders/order-row.ts";
import {
  acceptReturn,
  approveReturn,
  declineReturn,
  receiveReturn,
} from "../../server/orders/post-purchase/return-actions.ts";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let step: Awaited<ReturnType<typeof createActions>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  step = await createActions();
});
afterAll(() => shop?.close());

/** Applies an action to an order, as staff does. */
async function createActions() {
  const sender = await readMailSender(shop.db, {}, "https://shop.example");
  const at = () => ({ sender, returnDays: 7, now: new Date() });
  const withLockedOrder = (
    number: string,
    change: (trx: DatabaseOrTransaction, order: OrderRow) => Promise<OrderRow>,
  ) => shop.db.transaction(async (trx) => change(trx, await lockOrderByNumber(trx, number)));
  return {
    process: (number: string) => withLockedOrder(number, (trx, order) => processOrder(trx, order, new Date())),
    pack: (number: string) => withLockedOrder(number, (trx, order) => packOrder(trx, order, new Date())),
    ship: (number: string, parcel: { awb: string; courier: string }) =>
      withLockedOrder(number, (trx, order) => shipOrder(trx, order, parcel, at())),
    sendOut: (number: string) => withLockedOrder(number, (trx, order) => sendOutForDelivery(trx, order, at())),
    deliver: (number: string) => withLockedOrder(number, (trx, order) => deliverOrder(trx, order, at())),
    markLost: (number: string) => withLockedOrder(number, (trx, order) => markOrderLost(trx, order, at())),
    failDelivery: (number: string, again: string) =>
      withLockedOrder(number, (trx, order) => noteFailedDelivery(trx, order, again, new Date())),
    receiveBack: (number: string) => withLockedOrder(number, (trx, order) => receiveOrderBack(trx, order, at())),
    approve: (number: string, pickUp: PickUp) =>
      withLockedOrder(number, (trx, order) => approveReturn(trx, order, pickUp, at())),
    receive: (number: string) => withLockedOrder(number, (trx, order) => receiveReturn(trx, order, at())),
    accept: (number: string) => withLockedOrder(number, (trx, order) => acceptReturn(trx, order, at())),
    decline: (number: string, reason: string) =>
      withLockedOrder(number, (trx, order) => declineReturn(trx, order, { reason, ...at() })),
  };
}

async function bought(): Promise<{ asha: Buyer; orderNumber: string; read: () => Promise<OrderBody> }> {
  const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 11_800 })]: 1 });
  const { orderNumber } = await asha.buy();
  return { asha, orderNumber, read: async () => (await asha.get(`order/${orderNumber}`)).body.data };
}
// biome-ignore lint/suspicious/noExplicitAny: a response's body, as in shop.ts
type OrderBody = any;

const mailAbout = ({ email }: Buyer, subject: string) => shoppers.people.mailAbout(email, subject);
let parcels = 0;
const parcel = () => {
  parcels += 1;
  return { awb: `DLV${1000 + parcels}`, courier: "Delhivery" };
};

describe("an order on its way", () => {
  it("goes to the door step by step; its badge, timeline, parcel and mails follow", {
    meta: { requirements: "S3.58 to S3.60, S4.71" },
  }, async () => {
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
    expect((await read()).badge).toBe("Out for delivery");
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
    await mailAbout(asha, `Order confirmed: ${orderNumber}`);
    for (const news of ["is on its way", "arrives today", "has arrived"])
      await mailAbout(asha, `Your order ${orderNumber} ${news}`);
  });

  it("mails courier, AWB and a tracking link", async () => {
    const { asha, orderNumber } = await bought();
    await step.ship(orderNumber, { awb: "TRACK-1", courier: "Delhivery" });
    const { text } = await mailAbout(asha, `Your order ${orderNumber} is on its way`);
    expect(text).toContain("AWB TRACK-1");
    expect(text).toMatch(/\/tracking\?find=TRACK-1&by=awb/);
  });

  it("is not shipped with an AWB that another parcel has, and does not change", async () => {
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

  it("rejects an action that its state forbids, and names the possible ones", async () => {
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
  it("is refunded once, and the stock stays unchanged", {
    meta: { requirements: "S4.71" },
  }, async () => {
    const { asha, orderNumber, read } = await bought();
    const [item] = (await read()).items;
    await step.ship(orderNumber, parcel());
    await step.sendOut(orderNumber);
    const stock = await shoppers.stockOf(item.product._id);
    await step.markLost(orderNumber);
    await expect(step.markLost(orderNumber)).rejects.toThrow("nothing can be done with it now, not lost");
    await mailAbout(asha, `Your refund for order ${orderNumber}`);
    const order = await read();
    expect(order).toMatchObject({ badge: "Cancelled", refunded: { amount: 118 } });
    expect(order.timeline.map(({ note }: { note: string }) => note)).toContain("The parcel was lost in transit.");
    expect(await shoppers.stockOf(item.product._id)).toBe(stock);
    const { text } = await mailAbout(asha, `Your order ${orderNumber} was lost in transit`);
    expect(text).toContain("₹118");
  });

  it("was on its way before: what is still in the shop is cancelled, what has arrived is returned", async () => {
    const { orderNumber } = await bought();
    await expect(step.markLost(orderNumber)).rejects.toThrow(
      "only process, pack, ship, cancel can be done with it now",
    );
    await step.ship(orderNumber, parcel());
    await step.deliver(orderNumber);
    await expect(step.markLost(orderNumber)).rejects.toThrow("nothing can be done with it now, not lost");
  });
});

describe("a parcel that cannot be delivered", () => {
  it("is on its way again", async () => {
    const { orderNumber, read } = await bought();
    await step.ship(orderNumber, parcel());
    await step.sendOut(orderNumber);
    await expect(step.failDelivery(orderNumber, "tomorrow")).rejects.toThrow("again as a date such as 2026-11-25");
    await expect(step.failDelivery(orderNumber, "2026-02-30")).rejects.toThrow("again as a date");
    await step.failDelivery(orderNumber, "2026-11-25");
    expect(await read()).toMatchObject({ badge: "Shipped" });
    await step.sendOut(orderNumber);
    await step.deliver(orderNumber);
    expect(await read()).toMatchObject({ badge: "Delivered" });
  });

  it("and comes back is refunded with a credit note, and its units are in stock again", async () => {
    const { asha, orderNumber, read } = await bought();
    const [item] = (await read()).items;
    await step.ship(orderNumber, parcel());
    const stock = (await shoppers.stockOf(item.product._id)) ?? 0;
    await step.receiveBack(orderNumber);
    expect(await shoppers.stockOf(item.product._id)).toBe(stock + 1);
    await mailAbout(asha, `Your refund for order ${orderNumber}`);
    expect(await read()).toMatchObject({
      badge: "Cancelled",
      refunded: { amount: 118 },
      creditNoteNumber: expect.stringMatching(/^CN/),
    });
    const { text, attachments } = await mailAbout(asha, `We couldn’t deliver your order ${orderNumber}`);
    expect(text).toContain("your parcel has come back to us");
    expect(attachments).toHaveLength(1);
  });
});

describe("a return", () => {
  async function requestedReturn() {
    const order = await bought();
    await step.ship(order.orderNumber, parcel());
    await step.deliver(order.orderNumber);
    await order.asha.post(`order/${order.orderNumber}/return`, { reason: "The pump does not work" });
    return order;
  }

  it("that is accepted is refunded, and leaves the stock unchanged", async () => {
    const { asha, orderNumber, read } = await requestedReturn();
    const [item] = (await read()).items;
    const stock = await shoppers.stockOf(item.product._id);
    await step.accept(orderNumber);
    await mailAbout(asha, `Your refund for order ${orderNumber}`);
    expect(await read()).toMatchObject({ badge: "Returned", refunded: { amount: 118 } });
    expect(await shoppers.stockOf(item.product._id)).toBe(stock);
    await mailAbout(asha, `We’ve received your return request for order ${orderNumber}`);
    await mailAbout(asha, `Your return of order ${orderNumber} has been accepted`);
  });

  it("is approved with a pick-up and received before it is refunded, each with an email", async () => {
    const { asha, orderNumber, read } = await requestedReturn();
    const pickUp = { courier: "Delhivery", date: "2026-11-25", between: "10 AM and 1 PM" };
    await expect(step.approve(orderNumber, { ...pickUp, date: "25.11." })).rejects.toThrow("date as a date");
    await expect(step.approve(orderNumber, { ...pickUp, courier: " " })).rejects.toThrow("courier in 1 to 60");
    await step.approve(orderNumber, pickUp);
    const approved = await read();
    expect(approved).toMatchObject({ badge: "Return approved", refunds: [], canReturn: false });
    expect(approved.timeline.at(-1).note).toBe("Pick-up by Delhivery on 25 November 2026, between 10 AM and 1 PM.");
    const { text } = await mailAbout(asha, `Your return for order ${orderNumber}: pick-up details`);
    expect(text).toContain("Delhivery will pick up the parcel on 25 November 2026, between 10 AM and 1 PM.");
    await step.receive(orderNumber);
    expect(await read()).toMatchObject({ badge: "Return received", refunds: [] });
    await mailAbout(asha, `We’ve received your return for order ${orderNumber}`);
    await step.accept(orderNumber);
    expect(await read()).toMatchObject({ badge: "Returned" });
  });

  it("that is declined leaves the order delivered, with the reason for the customer", async () => {
    const { asha, orderNumber, read } = await requestedReturn();
    await expect(step.decline(orderNumber, " ")).rejects.toThrow("Please say why");
    await step.decline(orderNumber, "The seal was broken.");
    const order = await read();
    expect(order).toMatchObject({ badge: "Delivered", refunds: [] });
    expect(order.timeline.at(-1).note).toBe("Return declined: The seal was broken.");
    const { text } = await mailAbout(asha, `About your return of order ${orderNumber}`);
    expect(text).toContain("Why:\nThe seal was broken.");
  });

  it("cannot be decided without a request, and a parcel cannot be delivered twice", async () => {
    const { orderNumber } = await bought();
    await step.ship(orderNumber, parcel());
    await step.deliver(orderNumber);
    await expect(step.accept(orderNumber)).rejects.toThrow("nothing can be done with it now, not return-accept");
    const returnRequest = await requestedReturn();
    await expect(step.deliver(returnRequest.orderNumber)).rejects.toThrow(
      "only return-approve, return-accept, return-decline",
    );
  });
});
