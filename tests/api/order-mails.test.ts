/** An order's mails, as they arrive in the demo's mailbox. Tests of their text are beside server/orders/orders/mails/order-emails.ts. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { type ReceivedMail, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop({ environment: { SHOP_ORIGIN: "https://shop.example" } });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const newest = async (email: string, count: number) => (await shoppers.people.mailsTo(email, count))[0] as ReceivedMail;
const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 100 };

describe("a paid order", () => {
  it("is confirmed with items, amounts, addresses and the invoice", async () => {
    const a = await shoppers.sell({ title: "Rose Attar", pricePaise: 75_000, originalPricePaise: 100_000 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const { orderNumber } = await asha.buy({ address: LUCKNOW, billing_address: BENGALURU });
    const mail = await newest(asha.email, 1);
    expect(mail.subject).toBe(`Order confirmed: ${orderNumber}`);
    expect(mail.text).toMatch(/Rose Attar, 50 ml +₹1,500\n {2}2 × ₹750/);
    expect(mail.text).toMatch(/Discount +−₹500\n/);
    expect(mail.text).toContain("18 Ashok Marg\nLucknow 226001");
    expect(mail.text).toContain("27 Church Street\nBengaluru 560001");
    expect(mail.html).toContain(`href="https://shop.example/profile?tab=5&#38;order=${orderNumber}"`);

    const { body: order } = await asha.get(`order/${orderNumber}`);
    const filename = `invoice-${order.data.invoiceNumber.replaceAll("/", "-")}.pdf`;
    expect(mail.attachments).toEqual([
      { filename, contentType: "application/pdf", size: expect.any(Number), path: expect.any(String) },
    ]);
    const [attached] = mail.attachments;
    const response = await shop.app.inject({ url: attached?.path ?? "" });
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${filename}"`,
    });
    expect(response.rawPayload).toHaveLength(attached?.size ?? 0);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("has its mail and its invoice in the demo's mailbox for people", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    await asha.buy();
    const { attachments } = await newest(asha.email, 1);
    const path = attachments[0]?.path ?? "";
    const { body } = await shop.get(path.replace(/\/attachment.*/, ""));
    expect(body).toContain(`href="${path}" download>${attachments[0]?.filename}</a>`);
    expect((await shop.get(path.replace(/0$/, "1"))).status).toBe(404);
    expect((await shop.get(path.replace(/0$/, "x"))).status).toBe(404);
  });

  it("is confirmed later when the invoice cannot be made at first", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const opened = await asha.order();
    // Breaks the invoice: the number is gone once the order is paid.
    await shop.db.execute(sql`
      create or replace function lose_invoice() returns trigger language plpgsql as $$
      begin update customer_order set invoice_number = null where id = new.id; return null; end $$`);
    await shop.db.execute(sql`
      create trigger lose_invoice after update on customer_order for each row
        when (new.state = 'paid' and new.invoice_number is not null) execute function lose_invoice()`);
    expect((await asha.verify(await asha.pay(opened))).body.data.outcome).toBe("paid");
    const states = () =>
      rowsOf<{ id: number; state: string; attempts: number; last_error: string | null }>(
        shop,
        sql`select mail.id, state, attempts, job.last_error
        from mail join job on (payload ->> 'mailId')::int = mail.id where recipient = ${asha.email}`,
      );
    await vi.waitFor(
      async () =>
        expect(await states()).toMatchObject([
          { state: "waiting", attempts: 1, last_error: "Your invoice will be ready once the order is paid." },
        ]),
      waitOptions,
    );
    expect(await shoppers.people.mailsTo(asha.email, 0)).toEqual([]);

    await shop.db.execute(sql`drop trigger lose_invoice on customer_order`);
    await shop.db
      .update(customerOrder)
      .set({ invoiceNumber: "KW/26-27/900001" })
      .where(eq(customerOrder.number, opened.orderNumber));
    await shop.db.execute(sql`
      update job set run_at = now() - interval '1 second'
      where (payload ->> 'mailId')::int in (select id from mail where recipient = ${asha.email})`);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    const mail = await newest(asha.email, 1);
    expect(mail.attachments).toMatchObject([{ filename: "invoice-KW-26-27-900001.pdf" }]);
  });
});

describe("an order that is cancelled", () => {
  it("is mailed with its credit note, and the refund when it has arrived", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    await asha.post(`order/${orderNumber}/cancel`);
    const mail = await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} has been cancelled`);
    expect(mail.attachments).toMatchObject([{ filename: expect.stringMatching(/^credit-note-CN-.*\.pdf$/) }]);
    const refunded = await shoppers.people.mailAbout(asha.email, `Your refund for order ${orderNumber}`);
    expect(refunded.attachments).toEqual([]);
  });
});
