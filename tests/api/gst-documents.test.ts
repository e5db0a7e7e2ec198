/** A month's invoices and credit notes for the GST return. The seller is in Uttar Pradesh. */

import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
/** Order numbers by case. */
const orders = { atHome: "", creditedLater: "", nextMonth: "" };

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  const attar = await shoppers.sell({ pricePaise: 11_800, hsn: "33030090", gstPercent: 18 });
  const perfume = await shoppers.sell({ pricePaise: 23_600, hsn: "33030090", gstPercent: 18 });
  const soap = await shoppers.sell({ pricePaise: 10_500, hsn: "34011190", gstPercent: 5 });

  const asha = await shoppers.buyer({ [attar]: 2, [perfume]: 1, [soap]: 1 });
  orders.atHome = (await asha.buy({ address: LUCKNOW })).orderNumber;
  const bela = await shoppers.buyer({ [attar]: 1 });
  orders.creditedLater = (await bela.buy({ address: BENGALURU })).orderNumber;
  await bela.post(`order/${orders.creditedLater}/cancel`);
  const chitra = await shoppers.buyer({ [soap]: 1 });
  orders.nextMonth = (await chitra.buy({ address: BENGALURU })).orderNumber;
  // As an earlier release stored what was typed.
  const typed = JSON.stringify({ ...BENGALURU, state: "=cmd()", pincode: "999999" });
  await shop.db.execute(sql`update customer_order set shipping_address = ${typed} where number = ${orders.nextMonth}`);
  // An unpaid order is not included.
  await (await shoppers.buyer({ [soap]: 1 })).order();

  const dated = (order: string, invoiced: string, credited: string | null = null) =>
    shop.db.execute(
      sql`with dated as (update customer_order set invoiced_at = ${invoiced} where number = ${order} returning id)
        update credit_note set issued_at = coalesce(${credited}::timestamptz, issued_at) from dated where order_id = dated.id`,
    );
  // The first instant of October in India, its last second, and the first instant of November.
  await dated(orders.atHome, "2026-09-30T18:30:00Z");
  await dated(orders.creditedLater, "2026-10-31T18:29:59Z", "2026-11-15T06:00:00Z");
  await dated(orders.nextMonth, "2026-10-31T18:30:00Z");
  // More than one batch, in a separate month.
  const { nextMonth } = orders;
  const copies = sql`customer_order o, generate_series(1, 1100) n where o.number = ${nextMonth}`;
  await shop.db.execute(sql`
    insert into customer_order overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', 100000 + n, 'number', 'copy ' || n,
      'invoice_number', 'KW/24-25/' || lpad(n::text, 6, '0'), 'invoiced_at', '2025-02-10T06:00:00Z'))).* from ${copies}`);
  await shop.db.execute(sql`
    insert into order_item
    select (jsonb_populate_record(i, jsonb_build_object('order_id', 100000 + n))).* from order_item i
    join customer_order o on o.id = i.order_id, generate_series(1, 1100) n where o.number = ${nextMonth}`);
});
afterAll(() => shop?.close());

const readMonth = (month: string) => askAdmin(shop, `readGstMonth ${month}`);
const fileOf = async (month: string, file = "documents") =>
  (await performCommand(shop, `admin exportGstFile ${month} ${file}`)).out;
const rowsOfFile = async (month: string, file?: string) =>
  parse<Record<string, string>>(await fileOf(month, file), { bom: true, columns: true });
const returnOf = async (month: string) =>
  JSON.parse((await performCommand(shop, `admin exportGstReturn ${month}`)).out);

describe("the documents and the return of a month", () => {
  it("writes what was invoiced in a month of India, by HSN and rate, with the taxes that were due", async () => {
    const invoice = (order: string, date: string, number: string) => ({
      document: "invoice",
      number,
      date,
      invoice_number: number,
      order_number: order,
    });
    const rows = await rowsOfFile("2026-10");
    const [first = "", second = ""] = [rows[0]?.number, rows[2]?.number];
    expect(first).toMatch(/^KW\/\d\d-\d\d\/000001$/);
    expect(rows).toEqual([
      {
        // 2 × 118.00 + 236.00 = 472.00, of which 18 in 118 are tax: 72.00, half of it for each.
        ...invoice(orders.atHome, "2026-10-01", first),
        place_of_supply: "09-Uttar Pradesh",
        hsn: "33030090",
        gst_percent: "18",
        quantity: "3",
        taxable_value: "400.00",
        cgst: "36.00",
        sgst_or_utgst: "36.00",
        igst: "0.00",
        total: "472.00",
      },
      {
        ...invoice(orders.atHome, "2026-10-01", first),
        place_of_supply: "09-Uttar Pradesh",
        hsn: "34011190",
        gst_percent: "5",
        quantity: "1",
        taxable_value: "100.00",
        cgst: "2.50",
        sgst_or_utgst: "2.50",
        igst: "0.00",
        total: "105.00",
      },
      {
        ...invoice(orders.creditedLater, "2026-10-31", second),
        place_of_supply: "29-Karnataka",
        hsn: "33030090",
        gst_percent: "18",
        quantity: "1",
        taxable_value: "100.00",
        cgst: "0.00",
        sgst_or_utgst: "0.00",
        igst: "18.00",
        total: "118.00",
      },
    ]);
  });

  it("takes a credit note off in the month of its own date; an unknown state is marked as unknown", async () => {
    expect(await rowsOfFile("2026-11")).toEqual([
      {
        document: "invoice",
        number: expect.stringMatching(/^KW\//),
        date: "2026-11-01",
        invoice_number: expect.stringMatching(/^KW\//),
        order_number: orders.nextMonth,
        place_of_supply: "unknown (=cmd())",
        hsn: "34011190",
        gst_percent: "5",
        quantity: "1",
        taxable_value: "100.00",
        cgst: "0.00",
        sgst_or_utgst: "0.00",
        igst: "5.00",
        total: "105.00",
      },
      {
        document: "credit note",
        number: expect.stringMatching(/^CN\/\d\d-\d\d\/000001$/),
        date: "2026-11-15",
        invoice_number: expect.stringMatching(/^KW\//),
        order_number: orders.creditedLater,
        place_of_supply: "29-Karnataka",
        hsn: "33030090",
        gst_percent: "18",
        quantity: "-1",
        taxable_value: "-100.00",
        cgst: "0.00",
        sgst_or_utgst: "0.00",
        igst: "-18.00",
        total: "-118.00",
      },
    ]);
  });

  it("have equal sums", async () => {
    const sums = { taxable: 600, cgst: 38.5, sgst: 38.5, igst: 18 };
    expect(await readMonth("2026-10")).toMatchObject({
      sums: { documents: sums, supplies: sums, hsn: sums },
      agrees: true,
      problems: [],
    });
    const filed = await returnOf("2026-10");
    expect(filed).toMatchObject({
      fp: "102026",
      b2cl: [],
      b2cs: [
        { sply_ty: "INTRA", pos: "09", rt: 5, txval: 100, camt: 2.5, samt: 2.5 },
        { sply_ty: "INTRA", pos: "09", rt: 18, txval: 400, camt: 36, samt: 36 },
        { sply_ty: "INTER", pos: "29", rt: 18, txval: 100, iamt: 18 },
      ],
      doc_issue: { doc_det: [{ doc_num: 1, docs: [{ totnum: 2 }] }] },
    });
    expect(await rowsOfFile("2026-10", "b2cs")).toHaveLength(3);
  });

  it("names the seller in a month without documents, and says that a nil return is due", async () => {
    expect(await readMonth("2026-01")).toMatchObject({ isNil: true });
    expect(await returnOf("2026-01")).toMatchObject({ gstin: "09AAACK1416F1Z5", fp: "012026" });
  });

  it("keeps a credit note out of every sum that came after 30 November following its invoice's year", async () => {
    const late = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 100_000 })]: 1 });
    const { orderNumber } = await late.buy({ address: BENGALURU });
    await late.post(`order/${orderNumber}/cancel`);
    await shop.db.execute(sql`with dated as (update customer_order set invoiced_at = '2024-03-15T06:00:00Z' where number = ${orderNumber} returning id)
      update credit_note set issued_at = '2024-12-05T06:00:00Z' from dated where order_id = dated.id`);
    expect(await readMonth("2024-12")).toMatchObject({
      sums: { documents: { taxable: 0, cgst: 0, sgst: 0, igst: 0 } },
      agrees: true,
      problems: [{ text: expect.stringMatching(/^CN\S+: too late to lower the tax of KW\S+ \(section 34\(2\)/) }],
    });
    expect(await returnOf("2024-12")).toMatchObject({
      b2cs: [],
      hsn: { data: [] },
      doc_issue: { doc_det: [{ doc_num: 5 }] },
    });
    expect(await rowsOfFile("2024-12")).toMatchObject([
      { document: "financial credit note", quantity: "0", taxable_value: "0.00", igst: "0.00", total: "-1000.00" },
    ]);
  });

  it("names what must be corrected before the return is filed", async () => {
    const { agrees, problems } = await readMonth("2026-11");
    expect(agrees).toBe(true);
    expect(problems[0].text).toMatch(
      /^KW\/\S+: the place of supply is not a state of India \(unknown \(=cmd\(\)\)\)\./,
    );
  });

  it("writes each document once, also when they are many", async () => {
    const rows = await rowsOfFile("2025-02");
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 1100 }, (_, at) => `KW/24-25/${String(at + 1).padStart(6, "0")}`),
    );
  });

  it("has the header alone for a month without documents", async () => {
    expect(await fileOf("2025-01")).toBe(
      "\uFEFFdocument,number,date,invoice_number,order_number,place_of_supply,hsn,gst_percent,quantity,taxable_value,cgst,sgst_or_utgst,igst,total\r\n",
    );
  });
});
