/** Invoices and credit notes stay as they were issued, whatever changes afterwards. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { creditNoteOf } from "../../server/orders/orders/invoice/read-credit-note.ts";
import { invoiceOf, readInvoice } from "../../server/orders/orders/invoice/read-invoice.ts";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const NO_MEDIA = { find: async () => null };

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let support: Awaited<ReturnType<typeof signInAs>>;
let product: string;
beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  support = await signInAs(shop, "Support");
  product = await shoppers.sell({ title: "Attar", pricePaise: 11_800, stock: 500 });
});
afterAll(() => shop?.close());

const orderRow = async (number: string) => {
  const [row] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, number));
  if (!row) throw new Error(`no order ${number}`);
  return row;
};
const invoice = async (number: string) => invoiceOf(shop.db, await orderRow(number));
async function bought(units = 1) {
  const buyer = await shoppers.buyer({ [product]: units });
  return { buyer, number: (await buyer.buy({ address: LUCKNOW })).orderNumber };
}
const changeAddress = async (number: string, change: object) => {
  const { version } = (await support.send("GET", `/orders/${number}`)).body.data;
  return support.send("PATCH", `/orders/${number}/address`, { version, ...change });
};
const stored = (number: string) =>
  rowsOf<{ kind: string; revision: number; ship_to: string }>(
    shop,
    sql`select kind, revision, content -> 'shipTo' -> 'address' ->> 0 as ship_to from issued_document
      join customer_order o on o.id = order_id where o.number = ${number} order by kind, position, revision`,
  );
/** Changes everything that invoices were composed from. */
const rewrite = (number: string) =>
  shop.db.execute(sql`with o as (
      update customer_order set customer_name = 'Somebody Else', shipping_method_name = 'Other',
        shipping_address = shipping_address || '{"street": "1 New Road"}', billing_address = billing_address || '{"street": "1 New Road"}',
        seller = seller || '{"name": "Other Organics"}', offers = '[{"name": "New", "code": null, "discountPaise": 0}]'
      where number = ${number} returning id)
    update order_item set title = 'Renamed', sku = 'OTHER', hsn = '33030010' from o where order_id = o.id`);

it("an invoice and its credit note state what they stated when issued", async () => {
  const { buyer, number } = await bought(2);
  const before = await invoice(number);
  expect(before.shipTo.address).toEqual(["18 Ashok Marg", "Lucknow 226001"]);
  const { pdf } = { pdf: (await readInvoice({ db: shop.db, media: NO_MEDIA }, await orderRow(number))).content };
  await rewrite(number);
  expect(await invoice(number)).toEqual(before);
  expect((await readInvoice({ db: shop.db, media: NO_MEDIA }, await orderRow(number))).content.equals(pdf)).toBe(true);

  // Composed from the invoice as issued, so it names the same buyer.
  expect((await buyer.post(`order/${number}/cancel`)).status).toBe(200);
  const note = await creditNoteOf(shop.db, await orderRow(number));
  expect(note.billTo).toEqual(before.billTo);
  await rewrite(number);
  await shop.db.execute(
    sql`update credit_note set reason = 'lost' from customer_order o where o.id = order_id and o.number = ${number}`,
  );
  expect(await creditNoteOf(shop.db, await orderRow(number))).toEqual(note);
});

it("an invoice of a release that stored none is stored when first read", async () => {
  const { number } = await bought();
  const issued = await invoice(number);
  await shop.db.execute(
    sql`delete from issued_document using customer_order o where o.id = order_id and o.number = ${number}`,
  );
  // Two readers at once store it once.
  const [a, b] = await Promise.all([invoice(number), invoice(number)]);
  expect(a).toEqual(issued);
  expect(b).toEqual(issued);
  expect(await stored(number)).toHaveLength(1);
  await rewrite(number);
  expect(await invoice(number)).toEqual(issued);
});

it("a new shipping address amends the invoice: a marked copy with both addresses is mailed, and the issued one is kept", async () => {
  const { buyer, number } = await bought();
  const issued = await invoice(number);
  // As of a release that stored none: the change must not lose what was issued.
  await shop.db.execute(
    sql`delete from issued_document using customer_order o where o.id = order_id and o.number = ${number}`,
  );
  expect((await changeAddress(number, { street: "99 Other Street" })).status).toBe(200);
  const amended = await invoice(number);
  expect(amended).toMatchObject({
    number: issued.number,
    date: issued.date,
    total: issued.total,
    billTo: issued.billTo,
    shipTo: { address: ["99 Other Street", "Lucknow 226001"] },
    amendment: { at: expect.any(Date), issuedShipTo: issued.shipTo },
  });
  expect(await stored(number)).toEqual([
    { kind: "invoice", revision: 1, ship_to: "18 Ashok Marg" },
    { kind: "invoice", revision: 2, ship_to: "99 Other Street" },
  ]);
  const mail = await shoppers.people.mailAbout(buyer.email, `New shipping address for order ${number}`);
  expect(mail.text).toContain("99 Other Street");
  expect(mail.text).toContain("18 Ashok Marg");
  expect(mail.text).toContain(issued.number);
  const attachments = await rowsOf<{ attachment: string }>(
    shop,
    sql`select attachment from mail where order_number = ${number} and subject like 'New shipping%'`,
  );
  expect(attachments).toEqual([{ attachment: `invoice:${number}` }]);

  // A second change still names what was issued.
  expect((await changeAddress(number, { street: "7 Third Street" })).status).toBe(200);
  expect((await invoice(number)).amendment?.issuedShipTo).toEqual(issued.shipTo);
  expect((await stored(number)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
});

it("another phone number, or the same address again, amends no invoice", async () => {
  const { number } = await bought();
  expect((await changeAddress(number, { mobile: "9800098000" })).status).toBe(200);
  expect((await changeAddress(number, { street: LUCKNOW.street })).status).toBe(200);
  expect(await stored(number)).toHaveLength(1);
  expect((await invoice(number)).amendment).toBeNull();
});
