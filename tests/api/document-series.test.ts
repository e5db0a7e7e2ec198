/** The shop's own prefixes of order, invoice and credit note numbers, and the next number of a series. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasNumbers } from "../../server/orders/orders/invoice/document-series.ts";
import { financialYearOf } from "../../server/orders/orders/invoice/financial-year.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const YEAR = financialYearOf(new Date());
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const set = (values: Record<string, string>) =>
  Promise.all(
    Object.entries(values).map(([name, value]) => storeSetting(shop.db, name as "SHOP_NAME", value, { hasNumbers })),
  );
const bought = async () => {
  const buyer = await shoppers.buyer({ [await shoppers.sell()]: 1 });
  const { orderNumber } = await buyer.buy();
  const read = async (number = orderNumber) => (await buyer.get(`order/${number}`)).body.data;
  return { buyer, orderNumber, read };
};
const seriesOf = async (document: string) =>
  (await owner.send("GET", "/document-series")).body.data.series.find(
    (one: { document: string }) => one.document === document,
  );
const setNext = (body: object) => owner.send("PATCH", "/document-series", body);

describe("numbers of another prefix", () => {
  it("begin their own series, and orders under the former prefix are found as before", async () => {
    const before = await bought();
    expect(before.orderNumber).toMatch(/^KW-/);
    expect((await before.read()).invoiceNumber).toBe(`KW/${YEAR}/000001`);
    await set({ ORDER_PREFIX: "attar", INVOICE_PREFIX: "AB", CREDIT_NOTE_PREFIX: "ABC" });
    const after = await bought();
    expect(after.orderNumber).toMatch(/^ATTAR-/);
    expect((await after.read()).invoiceNumber).toBe(`AB/${YEAR}/000001`);
    await after.buyer.post(`order/${after.orderNumber}/cancel`);
    expect((await after.read()).creditNoteNumber).toBe(`ABC/${YEAR}/000001`);
    await before.buyer.post(`order/${before.orderNumber}/cancel`);
    expect((await before.read()).creditNoteNumber).toBe(`CN/${YEAR}/000001`);

    for (const { buyer, orderNumber, read } of [before, after]) {
      const code = orderNumber.slice(-9);
      for (const typed of [orderNumber, code, code.replace("-", "").toLowerCase(), orderNumber.replaceAll("-", "")]) {
        expect((await read(typed)).number).toBe(orderNumber);
        const tracked = await buyer.get(`order/track?search=${encodeURIComponent(`#${typed}`)}`);
        expect(tracked.body.data.number).toBe(orderNumber);
        const { orders } = (await owner.send("GET", `/orders?q=${typed}`)).body.data;
        expect(orders.map(({ number }: { number: string }) => number)).toEqual([orderNumber]);
        const { customers } = (await owner.send("GET", `/customers?q=${typed}`)).body.data;
        expect(customers).toHaveLength(1);
        expect((await owner.send("GET", `/orders/${typed}`)).body.data.number).toBe(orderNumber);
      }
    }
    expect(await after.read(before.orderNumber)).toBeUndefined();
    expect(await after.read(before.orderNumber.slice(-9))).toBeUndefined();
  });

  it("go on where they ended when the owner goes back to their prefix", async () => {
    await set({ ORDER_PREFIX: "KW", INVOICE_PREFIX: "KW" });
    expect((await (await bought()).read()).invoiceNumber).toBe(`KW/${YEAR}/000002`);
  });

  it.each([
    [
      "INVOICE_PREFIX",
      "२६/A",
      "The setting INVOICE_PREFIX must be 1 to 3 letters from A to Z and digits, a letter first, such as AB",
    ],
    ["INVOICE_PREFIX", "ATTAR", "must be 1 to 3 letters"],
    ["INVOICE_PREFIX", "7A", "a letter first"],
    ["INVOICE_PREFIX", "", "must be 1 to 3 letters"],
    ["INVOICE_PREFIX", "rv", "must not be DC, RV, RF, which begin the numbers of delivery challans and vouchers"],
    [
      "INVOICE_PREFIX",
      "abc",
      "Numbers of credit notes begin with ABC, so the setting INVOICE_PREFIX must be another prefix.",
    ],
    ["INVOICE_PREFIX", "CN", "Numbers of credit notes begin with CN"],
    ["CREDIT_NOTE_PREFIX", "KW", "Numbers of invoices begin with KW"],
    ["ORDER_PREFIX", "AB-1", "The setting ORDER_PREFIX must be 1 to 6 letters from A to Z and digits"],
    ["ORDER_PREFIX", "ATTARBAGH", "must be 1 to 6 letters"],
  ])("%s “%s” is rejected with the way out", async (name, value, message) => {
    const { subjects } = (await owner.send("GET", "/settings")).body.data;
    const { version } = subjects.find(({ subject }: { subject: string }) => subject === "seller");
    const rejected = await owner.send("PATCH", "/settings", { subject: "seller", version, values: { [name]: value } });
    expect(rejected.status).toBe(422);
    expect(rejected.body.errors).toEqual([{ field: name, message: expect.stringContaining(message) }]);
  });
});

describe("the next number", () => {
  it("is set forwards, as often as it is sent, and the next invoice has it", async () => {
    const { start, next, max } = await seriesOf("invoice");
    expect({ start, next, max }).toEqual({ start: `KW/${YEAR}/`, next: 3, max: 9_999_999 });
    expect(await seriesOf("credit_note")).toMatchObject({ start: `ABC/${YEAR}/`, next: 2, max: 999_999 });
    for (const _ of ["once", "again"]) {
      const { body } = await setNext({ document: "invoice", start, next: 412 });
      expect(body.data.series[0].next).toBe(412);
    }
    expect((await (await bought()).read()).invoiceNumber).toBe(`KW/${YEAR}/000412`);
    const { entries } = (await owner.send("GET", "/audit?subject=document_series")).body.data;
    expect(entries).toMatchObject([
      { action: "document_series.moved_on", subject: { id: start }, before: { next: 3 }, after: { next: 412 } },
    ]);
  });

  it("is never one that was given, nor one that does not fit", async () => {
    const { start } = await seriesOf("invoice");
    const rejected = await setNext({ document: "invoice", start, next: 412 });
    expect(rejected.body.errors).toEqual([
      {
        field: "next",
        message: `${start}000412 may have been given: the next number is ${start}000413, and it can only be set forwards.`,
      },
    ]);
    const tooLong = await setNext({ document: "invoice", start, next: 10_000_000 });
    expect(tooLong.body.errors[0].message).toBe(
      `A number has at most 16 characters: the last one that fits is ${start}9999999.`,
    );
    for (const next of [0, 1.5, "5000", null, 1e12])
      expect((await setNext({ document: "invoice", start, next })).body.errors[0].field).toBe("next");
    expect((await setNext({ document: "invoice", start: "AB/00-01/", next: 5000 })).body).toMatchObject({
      code: "conflict",
      message: `New numbers begin with ${start} now, not with AB/00-01/. Please load the page again.`,
    });
    expect((await seriesOf("invoice")).next).toBe(413);
  });

  it("is the higher one of two that people set at once", async () => {
    const { start } = await seriesOf("invoice");
    const both = await Promise.all([500, 600].map((next) => setNext({ document: "invoice", start, next })));
    expect((await seriesOf("invoice")).next).toBe(600);
    expect(both[1]?.status).toBe(200);
  });
});
