/** GST documents are numbered without gaps or doubles, however many instances number them and whatever is rolled back. */

import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paise } from "../../server/base/money.ts";
import { chooseSeries, numberCreditNote, numberInvoice } from "../../server/orders/orders/invoice/document-numbers.ts";
import type { InvoiceContent } from "../../server/orders/orders/invoice/invoice.ts";
import type { DatabaseOrTransaction, OpenDatabase } from "../../server/platform/database/database.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { creditNote, customerOrder } from "../../server/platform/database/schema.ts";
import { buyersOf, LUCKNOW } from "../api/buyers.ts";
import { openShop, type TestShop } from "../api/shop.ts";

const ORDERS = 400;
const ROLLED_BACK = 0.2;
const NOW = new Date("2026-11-23T10:00:00Z");

/** The numbers do not depend on what is stored with them. */
const content = {} as InvoiceContent;

let shop: TestShop;
let other: OpenDatabase;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop({ environment: { DOCUMENT_SERIES: "4", DATABASE_POOL: "8" } });
  other = await openDatabase({ DATABASE_URL: shop.databaseUrl, DATABASE_POOL: 8, DATA_DIR: "" });
  shoppers = buyersOf(shop);
});
afterAll(async () => {
  await other?.close();
  await shop?.close();
});

async function insertOrders(prefix: string, series: number): Promise<number[]> {
  const { id: customerId } = await shoppers.buyer();
  const inserted = await shop.db
    .insert(customerOrder)
    .values(
      Array.from({ length: ORDERS }, (_, at) => ({
        number: `${prefix}-${at}`,
        customerId,
        state: "paid" as const,
        customerName: "Asha",
        email: "asha@example.com",
        mobile: "",
        shippingAddress: LUCKNOW,
        billingAddress: LUCKNOW,
        seller: { brand: "Kewra", name: "Kewra", address: [], gstin: "", state: "Uttar Pradesh" },
        subtotalPaise: paise(100),
        discountPaise: paise(0),
        shippingPaise: paise(0),
        totalPaise: paise(100),
        documentSeries: chooseSeries(series),
        shopOrigin: "",
        createdAt: NOW,
        payUntil: NOW,
      })),
    )
    .returning({ id: customerOrder.id });
  return inserted.map(({ id }) => id);
}

/** Numbers every order at once, in turn by two instances; some transactions fail after their number was given. */
async function numberAll(
  ids: readonly number[],
  assign: (trx: DatabaseOrTransaction, id: number) => Promise<string>,
): Promise<number> {
  let rolledBack = 0;
  await Promise.all(
    ids.map(async (id, at) => {
      const { db } = at % 2 ? other : shop.database;
      const attempt = (fails: boolean) =>
        db.transaction(async (trx) => {
          await assign(trx, id);
          if (fails) throw new Error("rolled back");
        });
      if (Math.random() < ROLLED_BACK) {
        await expect(attempt(true)).rejects.toThrow("rolled back");
        rolledBack += 1;
      }
      await attempt(false);
    }),
  );
  return rolledBack;
}

function expectConsecutive(numbers: readonly (string | null)[], start: RegExp, series: number): void {
  const bySeries = new Map<string, number[]>();
  for (const number of numbers) {
    expect(number).toMatch(start);
    expect(number?.length).toBeLessThanOrEqual(16);
    const [name = "", serial] = [number?.slice(0, number.lastIndexOf("/")), number?.slice(number.lastIndexOf("/") + 1)];
    bySeries.set(name, [...(bySeries.get(name) ?? []), Number(serial)]);
  }
  expect(bySeries.size).toBe(series);
  for (const serials of bySeries.values())
    expect(serials.sort((a, b) => a - b)).toEqual(serials.map((_, at) => at + 1));
}

describe.each([
  { series: 1, invoice: /^KW\/26-27\/\d{6}$/, creditNote: /^CN\/26-27\/\d{6}$/ },
  { series: 4, invoice: /^KW0[0-3]\/26\/\d{6}$/, creditNote: /^CN0[0-3]\/26\/\d{6}$/ },
])("in $series series", ({ series, invoice, creditNote: note }) => {
  it("hundreds of concurrent orders get consecutive numbers, each once", async () => {
    const ids = await insertOrders(`S${series}`, series);
    expect(await numberAll(ids, (trx, id) => numberInvoice(trx, id, NOW, content))).toBeGreaterThan(0);
    const credited = ids.slice(0, 100);
    await numberAll(credited, (trx, orderId) =>
      numberCreditNote(trx, {
        orderId,
        position: 1,
        refundId: null,
        reason: "cancelled",
        note: "",
        lines: [],
        at: NOW,
        content,
      }),
    );
    const notes = await shop.db.select().from(creditNote).where(inArray(creditNote.orderId, ids));
    const rows = await shop.db.select().from(customerOrder).where(inArray(customerOrder.id, ids));
    expectConsecutive(
      rows.map(({ invoiceNumber }) => invoiceNumber),
      invoice,
      series,
    );
    expectConsecutive(
      notes.map(({ number }) => number),
      note,
      series,
    );
  });
});

it("an order's invoice and credit note are of one series", async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
  const { orderNumber } = await asha.buy();
  const { body } = await asha.post(`order/${orderNumber}/cancel`);
  const { invoiceNumber, creditNoteNumber } = body.data;
  expect(invoiceNumber).toMatch(/^KW0[0-3]\/\d\d\/\d{6}$/);
  expect(creditNoteNumber.slice(2, 7)).toBe(invoiceNumber.slice(2, 7));
});

it("a number that would be too long is rejected", async () => {
  await shop.db.execute(sql`insert into invoice_counter (year, series, last) values ('31-32', '', 9999999)`);
  const [id = 0] = await insertOrders("LONG", 1);
  const late = shop.db.transaction((trx) => numberInvoice(trx, id, new Date("2031-11-23T10:00:00Z"), content));
  await expect(late).rejects.toMatchObject({ cause: { constraint: "customer_order_invoice_number_check" } });
});
