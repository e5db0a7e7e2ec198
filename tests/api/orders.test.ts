/** Customers' orders and their actions. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { changeState } from "../../server/orders/orders/change-state.ts";
import { lockOrder } from "../../server/orders/orders/order-row.ts";
import { customerOrder, orderEvent, shipment } from "../../server/platform/database/schema.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Ships and delivers an order as staff, the given number of days ago. */
async function deliver(number: string, { awb, daysAgo = 0 }: { awb: string; daysAgo?: number }): Promise<void> {
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  await shop.db.transaction(async (trx) => {
    let order = await lockOrder(trx, eq(customerOrder.number, number));
    if (!order) throw new Error("no such order");
    await trx.insert(shipment).values({ orderId: order.id, courier: "Delhivery", awb, shippedAt: at, deliveredAt: at });
    order = await changeState(trx, order, "shipped", { cause: "staff", at });
    await changeState(trx, order, "delivered", { cause: "staff", at }, { deliveredAt: at });
  });
}

describe("My Orders", () => {
  it("lists a customer's own orders, newest first, with price, old price, quantity and rating", {
    meta: { requirements: "S2.219, S2.221, S2.223 to S2.226" },
  }, async () => {
    const a = await shoppers.sell({ title: "Rose Attar", pricePaise: 75_000, originalPricePaise: 100_000 });
    const asha = await shoppers.buyer({ [a]: 2 });
    expect((await asha.get("order")).body).toMatchObject({ data: [], totalData: 0, totalPages: 1 });
    const first = await asha.buy();
    await asha.add(a);
    const second = await asha.buy({ address: BENGALURU });
    const { body } = await asha.get("order?page=1&perPage=1");
    expect(body).toMatchObject({ totalData: 2, totalPages: 2, page: 1 });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].number).toBe(second.orderNumber);
    expect((await asha.get("order?page=2&perPage=1")).body.data).toEqual([
      {
        number: first.orderNumber,
        state: "paid",
        badge: "Processing",
        orderedAt: expect.any(String),
        stateSince: expect.any(String),
        deliverBy: null,
        shippingAddress: LUCKNOW,
        billingAddress: LUCKNOW,
        shippingMethod: { code: "standard", name: "Standard" },
        paymentMethod: "online",
        totalPrice: 1500,
        refunded: null,
        items: [
          {
            position: 0,
            product: {
              _id: a,
              slug: expect.any(String),
              title: "Rose Attar",
              variant_id: expect.any(String),
              size: "50 ml",
              price: 750,
              originalPrice: 1000,
              images: [],
              rating: 0,
              reviewCount: 0,
            },
            quantity: 2,
            creditedQuantity: 0,
            total: 1500,
          },
        ],
      },
    ]);
  });

  it("shows an order with everything about it, its history in order of time", {
    meta: { requirements: "S2.220, S2.228, S3.57 to S3.60, S4.71" },
  }, async () => {
    const a = await shoppers.sell({ pricePaise: 11_800, originalPricePaise: 15_000, gstPercent: 18 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const { orderNumber, proof } = await asha.buy();
    await deliver(orderNumber, { awb: "DLV100" });
    const { body } = await asha.get(`order/${orderNumber.toLowerCase()}`);
    // 2 × 150 = 300, less 64, is 236; of it 36 GST
    expect(body.data).toMatchObject({
      number: orderNumber,
      badge: "Delivered",
      subtotal: 300,
      totalDiscount: 64,
      shipping: 0,
      totalPrice: 236,
      tax: 36,
      payment: { _id: proof.razorpay_payment_id, amount: 236 },
      refunds: [],
      shipments: [{ awb: "DLV100", courier: "Delhivery", deliveredAt: expect.any(String) }],
      canCancel: false,
      canReturn: true,
      payUntil: null,
    });
    expect(body.data.timeline.map(({ state }: { state: string }) => state)).toEqual([
      "pending",
      "paid",
      "shipped",
      "delivered",
    ]);
  });

  it("shows the shop's own id of a payment that no provider knows", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    const [payment] = await rowsOf<{ id: number }>(
      shop,
      sql`update payment set provider_payment_id = null from customer_order o where o.id = order_id and number = ${orderNumber} returning payment.id`,
    );
    const { body } = await asha.get(`order/${orderNumber}`);
    expect(body.data.payment._id).toBe(String(payment?.id));
  });

  it("is private: 404 for another customer's order or none, 401 without a session", {
    meta: { requirements: "S6.13" },
  }, async () => {
    const a = await shoppers.sell();
    const [asha, meera] = [await shoppers.buyer({ [a]: 1 }), await shoppers.buyer()];
    const { orderNumber } = await asha.buy();
    for (const path of [`order/${orderNumber}`, "order/KW-0000-0000", `order/track?search=${orderNumber}`])
      expect((await meera.get(path)).status).toBe(404);
    for (const action of ["cancel", "again"])
      expect((await meera.post(`order/${orderNumber}/${action}`)).status).toBe(404);
    expect((await meera.post(`order/${orderNumber}/return`, { reason: "Mine now" })).status).toBe(404);
    expect((await meera.get("order/1%20or%201=1")).status).toBe(404);
    expect((await shop.get(`/api/order/${orderNumber}`)).status).toBe(401);
    expect(await shoppers.stateOf(orderNumber)).toBe("paid");
  });
});

describe("cancelling", () => {
  it("refunds the payment and returns the units to stock, once; it stays Cancelled, with the refund beside it", {
    meta: { requirements: "S2.222, R31" },
  }, async () => {
    const a = await shoppers.sell({ stock: 3 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const { orderNumber } = await asha.buy();
    const responses = await Promise.all([1, 2, 3].map(() => asha.post(`order/${orderNumber}/cancel`)));
    for (const { status, body } of responses) expect([status, body.data.badge]).toEqual([200, "Cancelled"]);
    expect(await shoppers.stockOf(a)).toBe(3);
    await shoppers.people.mailAbout(asha.email, `Your refund for order ${orderNumber}`);
    const { body } = await asha.get(`order/${orderNumber}`);
    expect(body.data).toMatchObject({
      badge: "Cancelled",
      refunded: { amount: 1000, at: expect.any(String) },
      refunds: [{ amount: 1000, state: "processed", extra: false, refundedAt: body.data.refunded.at }],
    });
    expect((await asha.get("order")).body.data[0]).toMatchObject({ badge: "Cancelled", refunded: { amount: 1000 } });
    expect(body.data.timeline.map(({ state }: { state: string }) => state)).toEqual(["pending", "paid", "cancelled"]);
    const subjects = (await shoppers.people.mailsTo(asha.email, 3)).map(({ subject }) => subject);
    expect(subjects.join("\n")).toMatch(/refund for order [\s\S]*has been cancelled[\s\S]*Order confirmed/);
  });

  it("cancels an unpaid order, and refunds a later payment, with an email", async () => {
    const a = await shoppers.sell({ stock: 2 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    expect(await shoppers.stockOf(a)).toBe(0);
    const { status, body } = await asha.post(`order/${opened.orderNumber}/cancel`);
    expect({ status, badge: body.data.badge, canCancel: body.data.canCancel }).toEqual({
      status: 200,
      badge: "Cancelled",
      canCancel: false,
    });
    expect(body.data).toMatchObject({ invoiceNumber: null, creditNoteNumber: null, refunds: [], payment: null });
    expect(await shoppers.stockOf(a)).toBe(2);
    expect((await asha.cart()).count).toBe(1);
    const again = await asha.post(`order/${opened.orderNumber}/cancel`);
    expect(again).toMatchObject({ status: 200, body: { data: { state: "cancelled" } } });

    const verified = await asha.verify(await asha.pay(opened));
    expect(verified.body.data).toEqual({ orderNumber: opened.orderNumber, outcome: "refunded" });
    const mail = await shoppers.people.mailAbout(
      asha.email,
      `We’re refunding your payment for order ${opened.orderNumber}`,
    );
    expect(mail.text).toContain("had been cancelled");
    expect(await shoppers.stateOf(opened.orderNumber)).toBe("cancelled");
    expect(await shoppers.stockOf(a)).toBe(2);
  });

  it("is rejected once it is shipped", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const paid = await asha.buy();
    await deliver(paid.orderNumber, { awb: "DLV200" });
    const response = await asha.post(`order/${paid.orderNumber}/cancel`);
    expect(response).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("no longer be cancelled") },
    });
    expect(await shoppers.stateOf(paid.orderNumber)).toBe("delivered");
  });
});

describe("a parcel that has not come", () => {
  async function shipped(daysLate: number) {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.buy();
    const promised = isoDayInIndia(new Date(Date.now() - daysLate * 86_400_000));
    await shop.db.execute(
      sql`update customer_order set state = 'shipped', deliver_by = ${promised} where number = ${orderNumber}`,
    );
    const path = `order/${orderNumber}`;
    return { asha, orderNumber, path, giveUp: () => asha.post(`${path}/give-up`) };
  }

  it("can be given up after the promised day, once, as a complaint that staff decides", async () => {
    const { asha, orderNumber, path, giveUp } = await shipped(1);
    expect((await asha.get(path)).body.data).toMatchObject({ canGiveUp: true, givenUpAt: null, canCancel: false });
    const { status, body } = await giveUp();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ state: "shipped", canGiveUp: false, givenUpAt: expect.any(String), refunds: [] });
    expect(body.data.timeline.at(-1).note).toMatch(/^You gave up this parcel\. It was promised by /);
    expect((await giveUp()).body.data.givenUpAt).toBe(body.data.givenUpAt);
    const [message, ...more] = await rowsOf<{ reference: string; text: string; counts: boolean }>(
      shop,
      sql`select reference, message as text, grievance_at is not null as counts from contact_message where email = ${asha.email}`,
    );
    expect(more).toEqual([]);
    expect(message).toMatchObject({ counts: true, text: expect.stringContaining(orderNumber) });
    const mail = await shoppers.people.mailAbout(asha.email, `We’ve received your complaint ${message?.reference}`);
    expect(mail.text).toContain("Follow your message");
    const owner = await signInAs(shop, "Owner");
    const order = (await owner.send("GET", `/orders/${orderNumber}`)).body.data;
    expect(order.givenUpAt).toBe(body.data.givenUpAt);
    expect(order.actions).toContain("lost");
  });

  it("cannot be given up on the promised day, nor by somebody else", async () => {
    const { path, giveUp, asha } = await shipped(0);
    expect((await asha.get(path)).body.data).toMatchObject({ canGiveUp: false });
    expect(await giveUp()).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
    const late = await shipped(3);
    const stranger = await shoppers.buyer();
    expect((await stranger.post(`${late.path}/give-up`)).status).toBe(404);
    await shop.db.execute(sql`update customer_order set state = 'delivered' where number = ${late.orderNumber}`);
    expect((await late.giveUp()).status).toBe(409);
  });
});

describe("requesting a return", () => {
  async function delivered(daysAgo: number) {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.buy();
    await deliver(orderNumber, { awb: `DLV-${orderNumber}`, daysAgo });
    return { asha, orderNumber, ask: (reason: string) => asha.post(`order/${orderNumber}/return`, { reason }) };
  }

  it("is possible within RETURN_DAYS, and stores its reason", async () => {
    const { ask } = await delivered(6);
    const { status, body } = await ask("The pump does not work");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ badge: "Return requested", canReturn: false });
    expect(body.data.timeline.at(-1)).toMatchObject({ note: "Your reason: The pump does not work" });
    expect((await ask("Once more")).status).toBe(409);
  });

  it("stores the reason without terminal control characters", async () => {
    const { ask } = await delivered(1);
    const { status, body } = await ask("The pump\u001b[2J \u202eleaks\u0000\nfrom below");
    expect(status).toBe(200);
    expect(body.data.timeline.at(-1)).toMatchObject({ note: "Your reason: The pump [2J leaks \nfrom below" });
  });

  it("is possible later for a defect, about which staff decides", async () => {
    const late = await delivered(60);
    const path = `order/${late.orderNumber}`;
    expect((await late.asha.get(path)).body.data).toMatchObject({ canReturn: false, canReportDefect: true });
    expect((await late.asha.post(`${path}/return/preview`, {})).status).toBe(200);
    const { status, body } = await late.asha.post(`${path}/return`, { reason: "The pump broke", defect: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      badge: "Return requested",
      canReportDefect: false,
      returns: [{ isDefect: true, state: "requested" }],
    });
    const owner = await signInAs(shop, "Owner");
    const { returns } = (await owner.send("GET", "/returns")).body.data;
    expect(returns).toContainEqual(expect.objectContaining({ number: late.orderNumber, isDefect: true }));
    const { version } = (await owner.send("GET", `/orders/${late.orderNumber}`)).body.data;
    const declined = { version, decisionReason: "changed_mind", answer: "It works, as the video shows." };
    expect((await owner.send("POST", `/orders/${late.orderNumber}/return-decline`, declined)).status).toBe(200);
    const again = await delivered(2);
    expect((await again.asha.get(`order/${again.orderNumber}`)).body.data).toMatchObject({
      canReturn: true,
      canReportDefect: false,
    });
  });

  it("is rejected later, and without a reason", async () => {
    const late = await delivered(8);
    expect((await late.ask("Too late")).body.message).toContain("The 7-day return period for this order has ended.");
    expect((await late.asha.get(`order/${late.orderNumber}`)).body.data).toMatchObject({
      canReturn: false,
      returnUntil: null,
    });
    const early = await delivered(0);
    const response = await early.ask("  ");
    expect(response).toMatchObject({ status: 422, body: { errors: [{ field: "reason" }] } });
    expect(await shoppers.stateOf(early.orderNumber)).toBe("delivered");
  });
});

describe("buying again", () => {
  it("adds the products to the cart, and reports unavailable ones", async () => {
    const [a, b] = [await shoppers.sell({ stock: 5 }), await shoppers.sell({ title: "Last One", stock: 1 })];
    const asha = await shoppers.buyer({ [a]: 2, [b]: 1 });
    const { orderNumber } = await asha.buy();
    const { body } = await asha.post(`order/${orderNumber}/again`);
    expect(body.data).toEqual({
      productIds: [a],
      count: 1,
      problems: ["Last One: This product is out of stock."],
    });
    expect((await asha.cart()).data).toMatchObject([{ product: { _id: a }, quantity: 2 }]);
  });
});

describe("tracking", () => {
  it("finds the customer's own order by Order ID or AWB, in any spelling", {
    meta: { requirements: "S2.257 to S2.259, R24" },
  }, async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.buy();
    await deliver(orderNumber, { awb: "DLV300" });
    const track = (query: string) => asha.get(`order/track?${query}`);
    const typed = orderNumber.replaceAll("-", "").toLowerCase();
    for (const query of [
      `search=${orderNumber}`,
      `search=${orderNumber}&by=order`,
      `search=${typed}&by=order`,
      `search=${typed.slice(2)}`,
      "search=dlv300&by=awb",
      "search=%20DLV300%20",
    ]) {
      const { status, body } = await track(query);
      expect({ query, status, number: body.data?.number }).toEqual({ query, status: 200, number: orderNumber });
      expect(body.data.timeline).toHaveLength(4);
    }
    for (const query of [`search=${orderNumber}&by=awb`, "search=DLV300&by=order", "search=DLV301", "search=a%00b"])
      expect(await track(query)).toMatchObject({ status: 404, body: { errors: [{ field: "search" }] } });
    for (const query of ["search=", "search=%00%00&by=any"])
      expect(await track(query)).toMatchObject({ status: 400, body: { errors: [{ field: "search" }] } });
  });
});

describe("the life of an order in the database", () => {
  it("rejects a transition that the lifecycle does not have", async () => {
    const a = await shoppers.sell();
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.order();
    const skip = shop.db.transaction(async (trx) => {
      const order = await lockOrder(trx, eq(customerOrder.number, orderNumber));
      if (order) await changeState(trx, order, "delivered", { cause: "staff", at: new Date() });
    });
    await expect(skip).rejects.toThrow("never delivered after it");
    const events = await shop.db
      .select({ state: orderEvent.state })
      .from(orderEvent)
      .innerJoin(customerOrder, eq(customerOrder.id, orderEvent.orderId))
      .where(eq(customerOrder.number, orderNumber));
    expect(events).toEqual([{ state: "pending" }]);
  });

  it("rejects amounts that do not add up, and stock below zero", async () => {
    const a = await shoppers.sell({ stock: 1 });
    const asha = await shoppers.buyer({ [a]: 1 });
    const { orderNumber } = await asha.order();
    const wrong = shop.db.execute(
      sql`update customer_order set total_paise = total_paise + 1 where number = ${orderNumber}`,
    );
    await expect(wrong).rejects.toThrow();
    const below = shop.db.execute(
      sql`update stock set on_hand = -1 where variant_id = (select first_variant_id from product where id = ${Number(a)})`,
    );
    await expect(below).rejects.toThrow();
  });
});
