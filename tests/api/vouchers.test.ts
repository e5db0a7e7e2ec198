/** Receipt vouchers for what is paid before the invoice, and refund vouchers for what of it goes back before the invoice. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { toJson } from "../../server/orders/orders/gst/gstr1.ts";
import { monthNamed } from "../../server/orders/orders/gst/month.ts";
import { readReturn } from "../../server/orders/orders/gst/return.ts";
import { readVouchers } from "../../server/orders/orders/vouchers/issue-vouchers.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({
    environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49", CASH_ADVANCE_FROM_RUPEES: "500" },
  });
  buyers = buyersOf(shop);
  expect((await performCommand(shop, "settings CASH_ADVANCE 20%")).code).toBe(0);
});
afterAll(() => shop?.close());

/** Two attars of ₹500 and a soap of ₹300; with the fee of ₹49 ₹1,349, of which ₹270 are paid in advance. */
async function placed(address = BENGALURU) {
  const attar = await buyers.sell({ title: "Attar", pricePaise: 50_000, stock: 10, hsn: "33030040" });
  const soap = await buyers.sell({ title: "Soap", pricePaise: 30_000, gstPercent: 5, stock: 10, hsn: "34011190" });
  const buyer = await buyers.buyer({ [attar]: 2, [soap]: 1 });
  const opened = await buyer.order({ address, advance: 270 });
  return { buyer, opened, number: opened.orderNumber, attar };
}
async function confirmed(address = BENGALURU) {
  const order = await placed(address);
  const { body } = await order.buyer.verify(await order.buyer.pay(order.opened));
  expect(body.data.outcome).toBe("paid");
  return order;
}
const act = async (words: string) => expect((await actOnOrder(shop, words)).code, words).toBe(0);
const orderOf = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const vouchersOf = async (number: string) => readVouchers(shop.db, (await findAnyOrder(shop.db, number)).id);
const download = (buyer: Buyer, number: string, path: string) =>
  shop.app.inject({ url: `/api/order/${number}/${path}`, headers: { authorization: `Bearer ${buyer.token}` } });

describe("an advance", () => {
  it("gets a receipt voucher when it is paid, attached to the confirmation and on the order's page", async () => {
    const { buyer, number } = await confirmed();
    const [receipt, ...more] = await vouchersOf(number);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      kind: "receipt",
      number: expect.stringMatching(/^RV\/\d\d-\d\d\/\d{6}$/),
      seller: { state: "Uttar Pradesh (09)" },
      recipient: { name: "Asha Rao", contact: expect.arrayContaining([buyer.email]) },
      placeOfSupply: "Karnataka (29)",
      withinState: false,
      goods: ["2 × Attar, 50 ml (HSN 33030040)", "1 × Soap, 50 ml (HSN 34011190)"],
      amountPaise: 27_000,
      receipt: null,
    });
    expect(Object.fromEntries(receipt?.statements.map(({ label, text }) => [label, text]) ?? [])).toEqual({
      "Amount in words": "Rupees Two Hundred Seventy Only",
      "Paid with": expect.stringMatching(/^UPI \S+, reference pay_/),
      GST: expect.stringContaining("No tax is due on an advance for goods (notification 66/2017"),
    });
    const filename = `receipt-voucher-${receipt?.number.replaceAll("/", "-")}.pdf`;
    const { statusCode, headers, rawPayload } = await download(buyer, number, "receipt-voucher");
    expect(statusCode).toBe(200);
    expect(headers["content-disposition"]).toBe(`attachment; filename="${filename}"`);
    expect(rawPayload.toString("latin1")).toContain(`(Receipt Voucher ${receipt?.number})`);
    const mail = await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    expect(mail.text).toContain("The receipt voucher for your payment is attached.");
    expect(mail.attachments).toMatchObject([{ filename, size: rawPayload.length }]);
    expect(await orderOf(buyer, number)).toMatchObject({
      vouchers: [{ kind: "receipt", position: 1, number: receipt?.number, amount: 270 }],
    });
    const none = await download(buyer, number, "refund-voucher");
    expect(none.json()).toMatchObject({ statusCode: 409, code: "wrong_order_state" });
    expect((await download(buyer, number, "receipt-voucher?position=2")).statusCode).toBe(404);
    const stranger = await buyers.buyer();
    expect((await download(stranger, number, "receipt-voucher")).statusCode).toBe(404);
  });

  it("gets a refund voucher when the order is cancelled, which names the receipt voucher", async () => {
    const { buyer, number } = await confirmed(LUCKNOW);
    await buyer.post(`order/${number}/cancel`);
    const [receipt, refunded, ...more] = await vouchersOf(number);
    expect(more).toEqual([]);
    expect(refunded).toMatchObject({
      kind: "refund",
      number: expect.stringMatching(/^RF\/\d\d-\d\d\/\d{6}$/),
      receipt: { number: receipt?.number, at: receipt?.date },
      description: `Advance for order ${number}, refunded without a supply`,
      withinState: true,
      amountPaise: 27_000,
    });
    const mail = await buyers.people.mailAbout(buyer.email, `Your order ${number} has been cancelled`);
    expect(mail.text).toContain("The refund voucher for your payment is attached.");
    expect(mail.attachments).toMatchObject([
      { filename: `refund-voucher-${refunded?.number.replaceAll("/", "-")}.pdf` },
    ]);
    const { rawPayload } = await download(buyer, number, "refund-voucher?position=1");
    expect(rawPayload.toString("latin1")).toContain(`(Refund Voucher ${refunded?.number})`);
    expect(await orderOf(buyer, number)).toMatchObject({ creditNotes: [], vouchers: [{}, { kind: "refund" }] });
  });

  it("gets one for the part that is refunded when items are cancelled, and one for the rest", async () => {
    const { buyer, number } = await confirmed();
    const { items } = await orderOf(buyer, number);
    const attar = items.find(({ product }: { product: { title: string } }) => product.title === "Attar").position;
    // ₹300 and the fee of ₹49 are left; nothing is paid beyond that.
    await buyer.post(`order/${number}/cancel`, { lines: [{ position: attar, quantity: 2 }] });
    expect(await vouchersOf(number)).toHaveLength(1);
    const plain = await buyers.people.mailAbout(buyer.email, `Part of your order ${number} has been cancelled`);
    expect(plain.attachments).toEqual([]);

    const tiny = await buyers.sell({ title: "Tiny", pricePaise: 5_000, stock: 10 });
    const big = await buyers.sell({ title: "Big", pricePaise: 100_000, stock: 10 });
    const other = await buyers.buyer({ [tiny]: 1, [big]: 1 });
    // ₹1,099, of which ₹220 are paid; with Tiny alone the order costs ₹99.
    const opened = await other.order({ address: BENGALURU, advance: 220 });
    await other.verify(await other.pay(opened));
    const bought = await orderOf(other, opened.orderNumber);
    const { position } = bought.items.find(({ product }: { product: { title: string } }) => product.title === "Big");
    await other.post(`order/${opened.orderNumber}/cancel`, { lines: [{ position, quantity: 1 }] });
    await other.post(`order/${opened.orderNumber}/cancel`);
    expect(await vouchersOf(opened.orderNumber)).toMatchObject([
      { kind: "receipt", amountPaise: 22_000 },
      { kind: "refund", amountPaise: 12_100, description: expect.stringContaining("Part of the advance") },
      { kind: "refund", amountPaise: 9_900 },
    ]);
    const part = await buyers.people.mailAbout(
      other.email,
      `Part of your order ${opened.orderNumber} has been cancelled`,
    );
    expect(part.attachments).toHaveLength(1);
  });

  it("gets no refund voucher once the order is invoiced: the credit note is that paper", async () => {
    const { number } = await confirmed();
    await act(`ship ${number} --awb VO${number.slice(3, 7)} --courier Delhivery`);
    await act(`came-back ${number}`);
    expect(await vouchersOf(number)).toMatchObject([{ kind: "receipt" }]);
  });

  it("has its voucher attached again when the confirmation is sent again", async () => {
    const { buyer, number } = await confirmed();
    await buyers.people.mailAbout(buyer.email, `Order confirmed: ${number}`);
    const owner = await signInAs(shop, "Owner");
    expect((await owner.send("POST", `/orders/${number}/mails`, { mail: "confirmation" })).status).toBe(200);
    await vi.waitFor(async () => {
      const mails = (await buyers.people.mailsTo(buyer.email, 2)).filter(({ subject }) => subject.includes(number));
      expect(mails.map(({ attachments }) => attachments.length)).toEqual([1, 1]);
    }, LONGEST_WAIT_MS);
  });

  it("is printed with its refund in the back office", async () => {
    const { buyer, number } = await confirmed();
    await buyer.post(`order/${number}/cancel`);
    const owner = await signInAs(shop, "Owner");
    expect((await owner.send("GET", `/orders/${number}`)).body.data.documents).toContain("voucher");
    const pdf = await owner.send("GET", `/orders/print.pdf?document=voucher&numbers=${number}`);
    expect(String(pdf.body)).toContain("%PDF-");
  });

  it("keeps its vouchers as they were issued", async () => {
    const { buyer, number } = await confirmed();
    const before = await vouchersOf(number);
    await shop.db.execute(sql`with o as (update customer_order set customer_name = 'Renamed' where number = ${number} returning id)
      update order_item set title = 'Renamed' from o where order_id = o.id`);
    await buyer.post(`order/${number}/cancel`);
    const [receipt, refunded] = await vouchersOf(number);
    expect([receipt]).toEqual(before);
    expect(refunded).toMatchObject({ recipient: { name: "Asha Rao" }, goods: before[0]?.goods });
  });
});

describe("a payment that cannot be applied", () => {
  async function late({ isCancelled }: { isCancelled: boolean }) {
    const order = await placed();
    if (isCancelled) await order.buyer.post(`order/${order.number}/cancel`);
    const { id } = await simulatePayment(shop.db, order.opened.id, {
      quiet: true,
      ...(!isCancelled && { amount: 134_900 }),
    });
    await order.buyer.verify(signedProof(order.opened.id, id));
    return order;
  }

  it("gets both vouchers at once when it came too late for its order, the refund voucher by email", async () => {
    const { buyer, number } = await late({ isCancelled: true });
    await vi.waitFor(async () => expect(await vouchersOf(number)).toHaveLength(2), LONGEST_WAIT_MS);
    const [receipt, refunded] = await vouchersOf(number);
    expect(refunded).toMatchObject({ receipt: { number: receipt?.number }, amountPaise: 27_000 });
    const mail = await buyers.people.mailAbout(buyer.email, `We’re refunding your payment for order ${number}`);
    expect(mail.attachments).toMatchObject([
      { filename: `refund-voucher-${refunded?.number.replaceAll("/", "-")}.pdf` },
    ]);
  });

  it("gets none when its order was paid already, since it is no advance", async () => {
    const { buyer, number } = await confirmed();
    const path = (await buyer.get(`cash-order/${number}/pay-link`)).body.data.path.replace("/pay/", "");
    const opened = (await buyers.people.post(`draft-orders/${path}/pay`, {})).body.data;
    const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
    await act(`ship ${number} --awb VD${number.slice(3, 7)} --courier Delhivery`);
    await buyers.people.post(`draft-orders/${path}/verify`, signedProof(opened.id, id));
    const mail = await buyers.people.mailAbout(buyer.email, `We’re refunding your payment for order ${number}`);
    expect(mail.attachments).toEqual([]);
    expect(await vouchersOf(number)).toMatchObject([{ kind: "receipt", amountPaise: 27_000 }]);
  });
});

it("vouchers are numbered without gaps, and table 13 of the month counts them by their nature", async () => {
  const month = monthNamed(isoDayInIndia(new Date()).slice(0, 7));
  if (!month) throw new Error("no month");
  const { sections, agrees } = await readReturn(shop.db, month, { gstin: "", hsnDigits: 4 });
  expect(agrees).toBe(true);
  const { doc_issue } = toJson(sections, month) as {
    doc_issue: { doc_det: { doc_num: number; docs: { from: string; to: string; totnum: number; cancel: number }[] }[] };
  };
  for (const [table, code] of [
    ["receipt_voucher", 6],
    ["refund_voucher", 8],
  ] as const) {
    const numbers = (
      await rowsOf<{ number: string }>(shop, sql`select number from ${sql.identifier(table)} order by number`)
    ).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers.map((number) => number.slice(-6))).toEqual(numbers.map((_, at) => String(at + 1).padStart(6, "0")));
    expect(doc_issue.doc_det.find(({ doc_num }) => doc_num === code)?.docs).toMatchObject([
      { from: numbers[0], to: numbers.at(-1), totnum: numbers.length, cancel: 0 },
    ]);
  }
});
