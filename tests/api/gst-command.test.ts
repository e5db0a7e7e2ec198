/** `npm run gst`: a month's invoices and credit notes for the GST return. The seller is in Uttar Pradesh. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { performWords } from "./perform-command.ts";
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

const gst = (...words: string[]) => performWords(shop, "gst", ...words);
const rowsIn = (csv: string | Buffer) => parse<Record<string, string>>(csv, { bom: true, columns: true });

describe("npm run gst", () => {
  it("writes what was invoiced in a month of India, by HSN and rate, with the taxes that were due", async () => {
    const file = join(shop.dataDir, "october.csv");
    const { code, out, err } = await gst("2026-10", file);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: "",
      err: `Exported 2 invoices and 0 credit notes of 2026-10 to ${file}.\n`,
    });
    const invoice = (order: string, date: string, number: string) => ({
      document: "invoice",
      number,
      date,
      invoice_number: number,
      order_number: order,
    });
    const rows = rowsIn(await readFile(file));
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
    const { code, out, err } = await gst("2026-11");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(rowsIn(out)).toEqual([
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

  it("writes the month's return, and says that its sums agree", async () => {
    const folder = join(shop.dataDir, "returns");
    const { code, out, err } = await gst("2026-10", "--gstr1", folder);
    const sums = "taxable 600.00, CGST 38.50, SGST or UTGST 38.50, IGST 18.00";
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n")).toEqual([
      `GSTR-1 of 2026-10 is in ${folder}.`,
      `Invoices less credit notes  ${sums}`,
      `All sections of supplies    ${sums}`,
      `HSN summary                 ${sums}`,
      "The sums agree to the paisa.",
      "",
    ]);
    const filed = JSON.parse(await readFile(join(folder, "gstr1-2026-10.json"), "utf8"));
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
    expect(rowsIn(await readFile(join(folder, "gstr1-2026-10-b2cs.csv")))).toHaveLength(3);
    expect((await gst("2026-10", "--gstr1", folder)).err).toContain("exists already");
  });

  it("names the seller in a month without documents, and says that a nil return is due", async () => {
    const folder = join(shop.dataDir, "nothing");
    const { code, out } = await gst("2026-01", "--gstr1", folder);
    expect(code).toBe(0);
    expect(out).toContain("Nothing was issued in 2026-01: a nil return is due.");
    const filed = JSON.parse(await readFile(join(folder, "gstr1-2026-01.json"), "utf8"));
    expect(filed).toMatchObject({ gstin: "09AAACK1416F1Z5", fp: "012026" });
  });

  it("keeps a credit note out of every sum that came after 30 November following its invoice's year", async () => {
    const late = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 100_000 })]: 1 });
    const { orderNumber } = await late.buy({ address: BENGALURU });
    await late.post(`order/${orderNumber}/cancel`);
    await shop.db.execute(sql`with dated as (update customer_order set invoiced_at = '2024-03-15T06:00:00Z' where number = ${orderNumber} returning id)
      update credit_note set issued_at = '2024-12-05T06:00:00Z' from dated where order_id = dated.id`);
    const folder = join(shop.dataDir, "late");
    const { code, out } = await gst("2024-12", "--gstr1", folder);
    expect(code).toBe(1);
    expect(out).toContain("Invoices less credit notes  taxable 0.00, CGST 0.00, SGST or UTGST 0.00, IGST 0.00");
    expect(out).toContain("The sums agree to the paisa.");
    expect(out).toMatch(/To correct: CN\S+: too late to lower the tax of KW\S+ \(section 34\(2\)/);
    const filed = JSON.parse(await readFile(join(folder, "gstr1-2024-12.json"), "utf8"));
    expect(filed).toMatchObject({ b2cs: [], hsn: { data: [] }, doc_issue: { doc_det: [{ doc_num: 5 }] } });
    const file = join(shop.dataDir, "late.csv");
    await gst("2024-12", file);
    expect(rowsIn(await readFile(file))).toMatchObject([
      { document: "financial credit note", quantity: "0", taxable_value: "0.00", igst: "0.00", total: "-1000.00" },
    ]);
  });

  it("names what must be corrected before the return is filed", async () => {
    const { code, out } = await gst("2026-11", "--gstr1", join(shop.dataDir, "november"));
    expect(code).toBe(1);
    expect(out).toContain("The sums agree to the paisa.");
    expect(out).toMatch(/To correct: KW\/\S+: the place of supply is not a state of India \(unknown \(=cmd\(\)\)\)\./);
  });

  it("writes each document once, also when they are many", async () => {
    const rows = rowsIn((await gst("2025-02")).out);
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 1100 }, (_, at) => `KW/24-25/${String(at + 1).padStart(6, "0")}`),
    );
  });

  it("has the header alone for a month without documents", async () => {
    const { code, out } = await gst("2025-01");
    expect(code).toBe(0);
    expect(out).toBe(
      "\uFEFFdocument,number,date,invoice_number,order_number,place_of_supply,hsn,gst_percent,quantity,taxable_value,cgst,sgst_or_utgst,igst,total\r\n",
    );
  });

  const written = "Write it like this: npm run gst -- MONTH [FILE] [--force] [--gstr1 FOLDER]\n";
  it("explains its usage", async () => {
    for (const [words, err] of [
      [["2026-13"], "2026-13 is no month; write it like 2026-10.\n"],
      [[], written],
      [["2026-10", "a.csv", "b.csv"], written],
    ] as const)
      expect(await gst(...words)).toEqual({ code: 1, out: "", err });
  });
});
