/** Credit notes (rule 53 of the CGST rules). server/orders/orders/invoice/ has tests of the document. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverOrder, shipOrder } from "../../server/orders/fulfilment/fulfil-order.ts";
import { markOrderLost } from "../../server/orders/fulfilment/mark-lost.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import type { OrderRow } from "../../server/orders/orders/order-row.ts";
import { acceptReturn } from "../../server/orders/post-purchase/return-actions.ts";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let parcels = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const bought = async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 11_800, stock: 5 })]: 1 });
  const { orderNumber } = await asha.buy();
  return { asha, orderNumber };
};
const read = async (asha: Buyer, orderNumber: string) => (await asha.get(`order/${orderNumber}`)).body.data;
const download = (orderNumber: string, token?: string, document = "credit-note") =>
  shop.app.inject({
    url: `/api/order/${orderNumber}/${document}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

async function staff(
  orderNumber: string,
  work: (
    trx: DatabaseOrTransaction,
    order: OrderRow,
    at: { sender: Awaited<ReturnType<typeof readMailSender>>; returnDays: number; now: Date },
  ) => Promise<OrderRow>,
): Promise<void> {
  const at = { sender: await readMailSender(shop.db, {}, "https://shop.example"), returnDays: 7, now: new Date() };
  await shop.db.transaction(async (trx) => work(trx, await lockOrderByNumber(trx, orderNumber), at));
}
const ship = (orderNumber: string) =>
  staff(orderNumber, (trx, order, at) => {
    parcels += 1;
    return shipOrder(trx, order, { awb: `CN-${parcels}`, courier: "Blue Dart" }, at);
  });

describe("a credit note reverses an invoice", () => {
  const given: string[] = [];

  it("when its order is cancelled: as PDF, and attached to the mail", async () => {
    const { asha, orderNumber } = await bought();
    expect(await read(asha, orderNumber)).toMatchObject({ creditNoteNumber: null });
    await asha.post(`order/${orderNumber}/cancel`);
    const { creditNoteNumber, invoiceNumber } = await read(asha, orderNumber);
    expect(creditNoteNumber).toMatch(/^CN\/\d\d-\d\d\/000001$/);
    given.push(creditNoteNumber);

    const filename = `credit-note-${creditNoteNumber.replaceAll("/", "-")}.pdf`;
    const { statusCode, headers, rawPayload } = await download(orderNumber, asha.token);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(rawPayload.toString("latin1")).toContain(`(Credit Note ${creditNoteNumber})`);
    expect((await download(orderNumber, asha.token)).rawPayload.equals(rawPayload)).toBe(true);

    const mail = await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} has been cancelled`);
    expect(mail.text).toContain("The credit note for your invoice is attached.");
    expect(mail.attachments).toMatchObject([{ filename, contentType: "application/pdf", size: rawPayload.length }]);
    // The invoice does not change.
    const invoice = (await download(orderNumber, asha.token, "invoice")).rawPayload.toString("latin1");
    expect(invoice).toContain(`(Tax Invoice ${invoiceNumber})`);
  });

  it("when its parcel is lost, and when its return is accepted", async () => {
    const lost = await bought();
    await ship(lost.orderNumber);
    await staff(lost.orderNumber, markOrderLost);
    const returned = await bought();
    await ship(returned.orderNumber);
    await staff(returned.orderNumber, deliverOrder);
    await returned.asha.post(`order/${returned.orderNumber}/return`, { reason: "It is another scent than I thought." });
    expect(await read(returned.asha, returned.orderNumber)).toMatchObject({ creditNoteNumber: null });
    await staff(returned.orderNumber, acceptReturn);

    for (const [{ asha, orderNumber }, subject] of [
      [lost, `Your order ${lost.orderNumber} was lost in transit`],
      [returned, `Your return of order ${returned.orderNumber} has been accepted`],
    ] as const) {
      const { creditNoteNumber } = await read(asha, orderNumber);
      given.push(creditNoteNumber);
      expect((await download(orderNumber, asha.token)).statusCode).toBe(200);
      const { attachments } = await shoppers.people.mailAbout(asha.email, subject);
      expect(attachments).toMatchObject([{ filename: `credit-note-${creditNoteNumber.replaceAll("/", "-")}.pdf` }]);
    }
  });

  it("once, however often it is cancelled, and numbered without gaps", async () => {
    const { asha, orderNumber } = await bought();
    const responses = await Promise.all([1, 2, 3].map(() => asha.post(`order/${orderNumber}/cancel`)));
    expect(responses.map(({ status, body }) => [status, body.data?.state])).toEqual(Array(3).fill([200, "cancelled"]));
    const next = await bought();
    await next.asha.post(`order/${next.orderNumber}/cancel`);
    for (const one of [{ asha, orderNumber }, next])
      given.push((await read(one.asha, one.orderNumber)).creditNoteNumber);
    expect(given.map((number) => number.slice(-6))).toEqual(["000001", "000002", "000003", "000004", "000005"]);
  });
});

describe("there is no credit note", () => {
  it("of an order that is sold, or waits for its payment: 409 says when there is one", async () => {
    const { asha, orderNumber } = await bought();
    const sold = await download(orderNumber, asha.token);
    expect(sold.statusCode).toBe(409);
    expect(sold.json()).toMatchObject({
      message: "A credit note is issued when a paid order is cancelled or a return is accepted.",
    });
    await asha.add(await shoppers.sell());
    const { orderNumber: waiting } = await asha.order();
    expect((await download(waiting, asha.token)).statusCode).toBe(409);
  });

  it("for anybody else: 404 to another customer, 401 without a session", {
    meta: { requirements: "S6.13" },
  }, async () => {
    const { asha, orderNumber } = await bought();
    await asha.post(`order/${orderNumber}/cancel`);
    const meera = await shoppers.buyer();
    expect((await download(orderNumber, meera.token)).statusCode).toBe(404);
    expect((await download(orderNumber)).statusCode).toBe(401);
  });
});
