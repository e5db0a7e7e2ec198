/** The demo customer's orders. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { demoOrders } from "../../demo/orders.ts";
import { seedDemo } from "../../demo/seed.ts";
import { razorpayOrder, razorpayPayment, razorpayRefund } from "../../server/orders/payments/razorpay/entities.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let token: string;

beforeAll(async () => {
  shop = await openShop({ demo: true });
  people = peopleOf(shop);
  token = (await people.logIn(DEMO_LOGIN.email, DEMO_LOGIN.password)).body.data.token;
});
afterAll(() => shop?.close());

const read = async (number: string) => (await people.get(`order/${number}`, token)).body.data;

describe("the demo customer", () => {
  it("has an order of each badge, newest first", { meta: { requirements: "S2.219 to S2.222, R31" } }, async () => {
    const { body } = await people.get("order", token);
    expect(z.safeParse(endpoints.listOrders.response, body).error?.issues).toBeUndefined();
    expect(body.data.map(({ number, badge }: { number: string; badge: string }) => [number, badge])).toEqual([
      ["KW-F6XD-1QYG", "Processing"],
      ["KW-2GHR-9SV4", "Packed"],
      ["KW-7Q4M-2XKD", "Shipped"],
      ["KW-X8CJ-5ZQ2", "Out for delivery"],
      ["KW-9TRC-4JE6", "Delivered"],
      ["KW-6YBA-T1N8", "Return requested"],
      ["KW-M5EV-0RT3", "Returned"],
      ["KW-B2VK-8M7S", "Cancelled"],
      ["KW-3H8P-W5NA", "Delivered"],
    ]);
    // Since its last change, and with a promised day.
    const [shipped] = body.data.filter(({ number }: { number: string }) => number === "KW-7Q4M-2XKD");
    expect(shipped.stateSince).toBe((await read("KW-7Q4M-2XKD")).timeline.at(-1).at);
    expect(shipped.deliverBy > shipped.orderedAt.slice(0, 10)).toBe(true);
    const refunded = body.data.filter((one: { refunded: object | null }) => one.refunded !== null);
    expect(refunded.map(({ number }: { number: string }) => number)).toEqual(["KW-M5EV-0RT3", "KW-B2VK-8M7S"]);
  });

  it("sees the items, history, parcel, payment and invoice of each", {
    meta: { requirements: "S2.228, S3.58, S3.59" },
  }, async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a response's body, as in shop.ts
    const details: any[] = [];
    for (const { number } of demoOrders) {
      const { body } = await people.get(`order/${number}`, token);
      expect(z.safeParse(endpoints.readOrder.response, body).error?.issues).toBeUndefined();
      const { subtotal, totalDiscount, shipping, totalPrice, items, timeline, payment } = body.data;
      expect(subtotal - totalDiscount + shipping).toBe(totalPrice);
      expect(items.every(({ product }: { product: { images: unknown[] } }) => product.images.length > 0)).toBe(true);
      expect(payment.amount).toBe(totalPrice);
      const timestamps = timeline.map(({ at }: { at: string }) => Date.parse(at));
      expect(timestamps).toEqual([...timestamps].sort((a, b) => a - b));
      expect(timestamps.at(-1)).toBeLessThan(Date.now());
      details.push(body.data);
    }
    const numbers = details.map(({ invoiceNumber }) => invoiceNumber);
    expect(new Set(numbers).size).toBe(9);
    for (const number of numbers) expect(number).toMatch(/^KW\/\d\d-\d\d\/00000[1-9]$/);
    const credited = details.filter(({ creditNoteNumber }) => creditNoteNumber !== null);
    expect(credited.map(({ number }) => number)).toEqual(["KW-B2VK-8M7S", "KW-M5EV-0RT3"]);
    const which = (fits: (order: (typeof details)[number]) => boolean) =>
      details.filter(fits).map(({ number }) => number);
    expect(which(({ canReturn }) => canReturn)).toEqual(["KW-9TRC-4JE6"]);
    expect(which(({ canCancel }) => canCancel)).toEqual(["KW-2GHR-9SV4", "KW-F6XD-1QYG"]);
    const shipped = details.find(({ number }) => number === "KW-7Q4M-2XKD");
    expect(shipped.shipments).toMatchObject([{ courier: "Blue Dart", awb: "BD60417738204", deliveredAt: null }]);
    expect(details[1].refunds).toMatchObject([{ state: "processed", extra: false }]);
  });

  it("can track a parcel and download an invoice", async () => {
    const { body } = await people.get("order/track?search=bd60417738204&by=awb", token);
    expect(body.data.number).toBe("KW-7Q4M-2XKD");
    const invoice = await shop.app.inject({
      url: "/api/order/KW-3H8P-W5NA/invoice",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(invoice.headers["content-type"]).toBe("application/pdf");
  });

  it("has paid at the demo's payment provider, in the shapes of Razorpay's API", async () => {
    const rows = await rowsOf<{ kind: string; body: unknown }>(
      shop,
      sql`select kind, body from sandbox.payment_entity`,
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      ...Array(9).fill("order"),
      ...Array(9).fill("payment"),
      "refund",
      "refund",
    ]);
    const shapes = { order: razorpayOrder, payment: razorpayPayment, refund: razorpayRefund };
    for (const { kind, body } of rows) shapes[kind as keyof typeof shapes].parse(body);
    expect((await shop.get("/sandbox/razorpay")).status).toBe(200);
  });

  it("can cancel an unshipped one, and is refunded", async () => {
    const stockOf = async () =>
      (
        await rowsOf<{ stock: number }>(
          shop,
          sql`select on_hand - reserved as stock from stock join product on first_variant_id = variant_id where slug = 'discovery-set'`,
        )
      )[0]?.stock ?? 0;
    const before = await stockOf();
    expect((await people.post("order/KW-F6XD-1QYG/cancel", {}, { token })).status).toBe(200);
    await people.mailAbout(DEMO_LOGIN.email, "Your refund for order KW-F6XD-1QYG");
    expect(await read("KW-F6XD-1QYG")).toMatchObject({ badge: "Cancelled", refunded: { amount: expect.any(Number) } });
    expect(await stockOf()).toBe(before + 1);
  });

  it("can request a return of a delivered one", async () => {
    const { body } = await people.post("order/KW-9TRC-4JE6/return", { reason: "It leaks" }, { token });
    expect(body.data.badge).toBe("Return requested");
  });
});

it("is filled once: seeding again changes nothing", async () => {
  const count = async () =>
    rowsOf(
      shop,
      sql`select (select count(*) from customer_order) as orders, (select count(*) from payment) as payments, (select sum(last) from invoice_counter) as invoices`,
    );
  const before = await count();
  expect(await seedDemo(shop.db, { DATA_DIR: shop.dataDir })).toBe(false);
  expect(await count()).toEqual(before);
});
