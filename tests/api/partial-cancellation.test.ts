/** Units of an order are cancelled one by one: each time they are refunded, credited and returned to the stock. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRefund } from "../../sandbox/razorpay/refunds.ts";
import { simulateSettlement } from "../../sandbox/razorpay/simulate.ts";
import { shipOrder } from "../../server/orders/fulfilment/fulfil-order.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import { listRefundsForStaff } from "../../server/orders/payments/staff-refunds.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const read = async (asha: Buyer, number: string) => (await asha.get(`order/${number}`)).body.data;
const cancel = (asha: Buyer, number: string, lines?: { position: number; quantity: number }[]) =>
  asha.post(`order/${number}/cancel`, lines && { lines });
const isRefunded = (asha: Buyer, number: string, amount: number) =>
  vi.waitFor(async () => expect((await read(asha, number)).refunded?.amount).toBe(amount), {
    timeout: LONGEST_WAIT_MS,
    interval: 50,
  });
/** The amounts of an order's credit notes, as its documents and the GST return use them. */
const credited = (number: string) =>
  rowsOf<{ position: number; quantity: number; taxable: number; cgst: number; sgst: number; igst: number }>(
    shop,
    sql`select l.position, l.quantity, l.taxable_paise as taxable, l.cgst_paise as cgst, l.sgst_paise as sgst, l.igst_paise as igst
      from credit_note_line l join credit_note n on n.id = l.credit_note_id join customer_order o on o.id = n.order_id
      where o.number = ${number} order by n.position, l.position`,
  );

/** 3 attars of 118.00 at 18 %, and 2 soaps of 105.00 at 5 %: 564.00. */
async function bought(body?: unknown) {
  const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 10 });
  const soap = await shoppers.sell({ title: "Neem Soap", pricePaise: 10_500, gstPercent: 5, stock: 10 });
  const asha = await shoppers.buyer({ [attar]: 3, [soap]: 2 });
  const { orderNumber } = await asha.buy(body);
  return { asha, orderNumber, attar, soap };
}

describe("cancelling some units of an order", () => {
  it("refunds and credits them, and returns them to the stock, while the rest is sent", async () => {
    const { asha, orderNumber, attar, soap } = await bought();
    const before = await read(asha, orderNumber);
    expect(before).toMatchObject({
      canCancelUnits: true,
      remaining: [
        { position: 0, quantity: 3, amount: 354 },
        { position: 1, quantity: 2, amount: 210 },
      ],
      creditNotes: [],
    });
    const { status, body } = await cancel(asha, orderNumber, [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: "paid",
      items: [{ creditedQuantity: 2 }, { creditedQuantity: 1 }],
      remaining: [
        { position: 0, quantity: 1, amount: 118 },
        { position: 1, quantity: 1, amount: 105 },
      ],
      creditNotes: [{ position: 1, amount: 341 }],
      refunds: [{ amount: 341, state: "pending" }],
    });
    expect(await shoppers.stockOf(attar)).toBe(9);
    expect(await shoppers.stockOf(soap)).toBe(9);
    await isRefunded(asha, orderNumber, 341);
    // 2 × 118.00 = 200.00 + 18.00 + 18.00; 105.00 = 100.00 + 2.50 + 2.50.
    expect(await credited(orderNumber)).toEqual([
      { position: 0, quantity: 2, taxable: 20_000, cgst: 1_800, sgst: 1_800, igst: 0 },
      { position: 1, quantity: 1, taxable: 10_000, cgst: 250, sgst: 250, igst: 0 },
    ]);
    const mail = await shoppers.people.mailAbout(asha.email, `Part of your order ${orderNumber} has been cancelled`);
    expect(mail.text).toContain("We’re refunding ₹341 to");
    expect(mail.text).toContain("Qty 2");
    const [note] = body.data.creditNotes;
    expect(mail.attachments).toMatchObject([{ filename: `credit-note-${note.number.replaceAll("/", "-")}.pdf` }]);
  });

  it("omits the cancelled units from the email about the parcel", async () => {
    const { asha, orderNumber } = await bought();
    const lines = [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 2 },
    ];
    expect((await cancel(asha, orderNumber, lines)).status).toBe(200);
    const sender = await readMailSender(shop.db, {}, "https://shop.example");
    await shop.db.transaction(async (trx) => {
      const order = await lockOrderByNumber(trx, orderNumber);
      await shipOrder(trx, order, { awb: "PC-1", courier: "Blue Dart" }, { sender, now: new Date() });
    });
    const { text } = await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} is on its way`);
    expect(text).toMatch(/Rose Attar.* ₹118\n +Qty 1\n/);
    expect(text).toMatch(/Total +₹118\n/);
    expect(text).not.toContain("Neem Soap");
  });

  it("gives each cancellation its credit note, and the last unit the rounding difference", async () => {
    // 3 × 33.33 = 99.99, of it 15.25 IGST: a third is 5.083…
    const scent = await shoppers.sell({ pricePaise: 3_333, gstPercent: 18, stock: 5 });
    const asha = await shoppers.buyer({ [scent]: 3 });
    const { orderNumber } = await asha.buy({ address: BENGALURU });
    for (const _ of [1, 2]) expect((await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }])).status).toBe(200);
    expect(await read(asha, orderNumber)).toMatchObject({
      state: "paid",
      refunds: [{ amount: 33.33 }, { amount: 33.33 }],
    });
    // Nothing else is left, so the order is cancelled.
    expect((await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }])).body.data).toMatchObject({
      state: "cancelled",
      creditNotes: [{ amount: 33.33 }, { amount: 33.33 }, { amount: 33.33 }],
    });
    expect((await credited(orderNumber)).map(({ taxable, igst }) => [taxable, igst])).toEqual([
      [2_825, 508],
      [2_824, 509],
      [2_825, 508],
    ]);
    await isRefunded(asha, orderNumber, 99.99);
    expect(await shoppers.stockOf(scent)).toBe(5);

    const { creditNotes, creditNoteNumber } = await read(asha, orderNumber);
    expect(creditNoteNumber).toBe(creditNotes[2].number);
    for (const { position, number } of creditNotes) {
      const { statusCode, rawPayload } = await shop.app.inject({
        url: `/api/order/${orderNumber}/credit-note?position=${position}`,
        headers: { authorization: `Bearer ${asha.token}` },
      });
      expect(statusCode).toBe(200);
      expect(rawPayload.toString("latin1")).toContain(`(Credit Note ${number})`);
    }
    for (const position of ["4", "0", "x"])
      expect((await asha.get(`order/${orderNumber}/credit-note?position=${position}`)).status).toBe(404);
  });

  it("refunds the rest when the whole order is cancelled after it", async () => {
    const { asha, orderNumber, attar, soap } = await bought();
    await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }]);
    const { body } = await cancel(asha, orderNumber);
    expect(body.data).toMatchObject({ state: "cancelled", creditNotes: [{ amount: 118 }, { amount: 446 }] });
    const { text } = await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} has been cancelled`);
    expect(text).toContain("We’re refunding ₹446 to");
    await isRefunded(asha, orderNumber, 564);
    expect([await shoppers.stockOf(attar), await shoppers.stockOf(soap)]).toEqual([10, 10]);
  });

  it("rejects units that are not left, and changes nothing", async () => {
    const { asha, orderNumber } = await bought();
    await cancel(asha, orderNumber, [{ position: 1, quantity: 2 }]);
    for (const [lines, message] of [
      [[{ position: 0, quantity: 4 }], "Please choose 1 to 3 of Rose Attar, 50 ml."],
      [[{ position: 1, quantity: 1 }], "Neem Soap, 50 ml has already been cancelled or returned."],
      [[{ position: 7, quantity: 1 }], "This item isn’t part of the order."],
      [
        [
          { position: 0, quantity: 1 },
          { position: 0, quantity: 1 },
        ],
        "Rose Attar, 50 ml is listed twice.",
      ],
      [[], "Please choose at least one item."],
    ] as const)
      expect(await cancel(asha, orderNumber, [...lines])).toMatchObject({ status: 422, body: { message } });
    expect(await read(asha, orderNumber)).toMatchObject({ creditNotes: [{ amount: 210 }] });
  });

  it("leads a packed order back to its preparation, and ends when it is shipped", async () => {
    const { asha, orderNumber } = await bought();
    const staff = async (command: string) => expect(await actOnOrder(shop, command)).toMatchObject({ code: 0 });
    await staff(`pack ${orderNumber}`);
    expect(await read(asha, orderNumber)).toMatchObject({ state: "packed", canCancel: true, canCancelUnits: true });
    expect((await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }])).status).toBe(200);
    expect(await read(asha, orderNumber)).toMatchObject({ state: "processing", canCancelUnits: true });
    await staff(`ship ${orderNumber} --awb PART1 --courier Delhivery`);
    expect(await read(asha, orderNumber)).toMatchObject({ canCancel: false, canCancelUnits: false });
    expect(await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { message: "This order can no longer be cancelled. Once it arrives, you can request a return." },
    });
  });
});

describe("refunds never exceed the payment", () => {
  it("when many cancellations arrive at once", async () => {
    const { asha, orderNumber } = await bought();
    const requests = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        cancel(asha, orderNumber, at === 4 ? undefined : [{ position: 0, quantity: 1 }]),
      ),
    );
    expect(requests.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(4);
    await isRefunded(asha, orderNumber, 564);
    const [sums] = await rowsOf<{ refunded: number; credited: number }>(
      shop,
      sql`select (select sum(amount_paise)::int from refund where order_id = o.id) as refunded,
          (select sum(quantity)::int from credit_note_line where order_id = o.id) as credited
        from customer_order o where number = ${orderNumber}`,
    );
    expect(sums).toEqual({ refunded: 56_400, credited: 5 });
  });

  it("when staff refunds in the provider's dashboard meanwhile", async () => {
    // 564.00 for the attars and 1.00, so that cancelling the attars leaves the order open.
    const attar = await shoppers.sell({ pricePaise: 18_800, stock: 10 });
    const asha = await shoppers.buyer({ [attar]: 3, [await shoppers.sell({ pricePaise: 100 })]: 1 });
    const { orderNumber, proof } = await asha.buy();
    const byHand = createRefund(shop.db, { paymentId: proof.razorpay_payment_id, body: { amount: 50_000 } }, 10, {
      now: new Date(),
    });
    await Promise.all([byHand, cancel(asha, orderNumber, [{ position: 0, quantity: 3 }])]);
    await vi.waitFor(
      async () => {
        const { refunds } = await read(asha, orderNumber);
        expect(refunds.every(({ state }: { state: string }) => state === "processed")).toBe(true);
        expect(refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(565);
      },
      { timeout: LONGEST_WAIT_MS, interval: 50 },
    );
  });
});

describe("a refund at the provider", () => {
  it("shows its bank reference to the customer", async () => {
    const { asha, orderNumber } = await bought();
    await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }]);
    await isRefunded(asha, orderNumber, 118);
    const [refund] = (await read(asha, orderNumber)).refunds;
    expect(refund.bankReference).toMatch(/^\d{23}$/);
    const { text } = await shoppers.people.mailAbout(asha.email, `Your refund for order ${orderNumber}`);
    expect(text).toContain(refund.bankReference);
  });

  it("waits while the provider has too little of the shop's money, and is sent when it has more", async () => {
    const { asha, orderNumber } = await bought();
    expect(await simulateSettlement(shop.db)).toBeGreaterThan(0);
    await cancel(asha, orderNumber, [{ position: 0, quantity: 1 }]);
    const stateOfRefund = async () =>
      (
        await rowsOf<{ state: string; last_error: string | null }>(
          shop,
          sql`select r.state, last_error from refund r join customer_order o on o.id = order_id where number = ${orderNumber}`,
        )
      )[0];
    await vi.waitFor(
      async () =>
        expect(await stateOfRefund()).toMatchObject({
          state: "awaiting_balance",
          last_error: expect.stringContaining("not have enough balance"),
        }),
      { timeout: LONGEST_WAIT_MS, interval: 50 },
    );
    expect((await read(asha, orderNumber)).refunds).toMatchObject([{ state: "pending" }]);
    expect(await listRefundsForStaff(shop.db, { needsAttention: true, max: 10 })).toMatchObject([
      { orderNumber, state: "awaiting_balance" },
    ]);
    // Another customer's payment brings the money.
    await (await shoppers.buyer({ [await shoppers.sell({ pricePaise: 50_000 })]: 1 })).buy();
    await shop.db.execute(sql`
      with due as (
        update job set run_at = now(), revision = revision + 1 from refund r join customer_order o on o.id = r.order_id
        where key = 'send_refund:' || r.id and number = ${orderNumber}
      )
      select pg_notify('shop_changed', 'jobs')`);
    await isRefunded(asha, orderNumber, 118);
    expect(await listRefundsForStaff(shop.db, { needsAttention: true, max: 10 })).toEqual([]);
  });
});
