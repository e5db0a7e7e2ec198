import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../../../base/money.ts";
import { taxWithin } from "../../../selling/pricing/tax.ts";
import { type DocumentRow, FINANCIAL_CREDIT_NOTE } from "./documents.ts";
import { toCsvFiles, toJson } from "./gstr1.ts";
import { monthNamed } from "./month.ts";
import { addTotals, createSections, sumsOfSections } from "./sections.ts";

const STATES = { UP: ["09", "Uttar Pradesh"], KA: ["29", "Karnataka"] } as const;
const DATE = new Date("2026-10-20T06:00:00Z");

interface Sold {
  number: string;
  totalPaise: number;
  gstPercent?: number;
  hsn?: string;
  to?: keyof typeof STATES;
  quantity?: number;
  invoiceTotalPaise?: number;
}

function row(document: "invoice" | "credit note", sold: Sold): DocumentRow {
  const { number, totalPaise, gstPercent = 18, hsn = "33030090", to = "UP", quantity = 1 } = sold;
  const [stateCode, name] = STATES[to];
  const isInterState = to !== "UP";
  const sign = document === "invoice" ? 1 : -1;
  const tax = taxWithin(paise(totalPaise), { gstPercent, withinState: !isInterState });
  return {
    document,
    number,
    date: DATE,
    invoiceNumber: number,
    invoiceDate: DATE,
    invoiceTotalPaise: paise(sold.invoiceTotalPaise ?? totalPaise),
    orderNumber: "KW-7Q4M-2XKD",
    placeOfSupply: `${stateCode}-${name}`,
    stateCode,
    isInterState,
    gstin: "09AAACK1234L1Z5",
    hsn,
    gstPercent,
    quantity: sign * quantity,
    taxablePaise: paise(sign * tax.taxablePaise),
    cgstPaise: paise(sign * tax.cgstPaise),
    sgstPaise: paise(sign * tax.sgstPaise),
    igstPaise: paise(sign * tax.igstPaise),
    totalPaise: paise(sign * totalPaise),
  };
}

function sectionsOf(rows: readonly DocumentRow[]) {
  const sections = createSections({ gstin: "09AAACK1416F1Z5", hsnDigits: 4 });
  for (const one of rows) sections.add(one);
  return sections.finish();
}

const OCTOBER = monthNamed("2026-10") as NonNullable<ReturnType<typeof monthNamed>>;

describe("GSTR-1", () => {
  // Two in the state (118.00 and 236.00), one small and one large between states, a note for each of the latter.
  const rows = [
    row("invoice", { number: "KW/26-27/000001", totalPaise: 11_800 }),
    row("invoice", { number: "KW/26-27/000002", totalPaise: 23_600, quantity: 2 }),
    row("invoice", { number: "KW/26-27/000003", totalPaise: 10_500, gstPercent: 5, hsn: "34011190", to: "KA" }),
    row("invoice", { number: "KW/26-27/000004", totalPaise: 11_800_000, quantity: 1000, to: "KA" }),
    row("credit note", { number: "CN/26-27/000001", totalPaise: 11_800, invoiceTotalPaise: 23_600 }),
    row("credit note", {
      number: "CN/26-27/000002",
      totalPaise: 1_180_000,
      quantity: 100,
      invoiceTotalPaise: 11_800_000,
      to: "KA",
    }),
  ];

  it("reports large inter-state invoices and their credit notes by themselves, and the rest by place and rate", () => {
    expect(toJson(sectionsOf(rows), OCTOBER)).toEqual({
      gstin: "09AAACK1234L1Z5",
      fp: "102026",
      b2cl: [
        {
          pos: "29",
          inv: [
            {
              inum: "KW/26-27/000004",
              idt: "20-10-2026",
              val: 118_000,
              itms: [{ num: 1, itm_det: { rt: 18, txval: 100_000, iamt: 18_000, csamt: 0 } }],
            },
          ],
        },
      ],
      b2cs: [
        // 118.00 + 236.00 − 118.00
        { sply_ty: "INTRA", typ: "OE", pos: "09", rt: 18, txval: 200, camt: 18, samt: 18, csamt: 0 },
        { sply_ty: "INTER", typ: "OE", pos: "29", rt: 5, txval: 100, iamt: 5, csamt: 0 },
      ],
      cdnur: [
        {
          typ: "B2CL",
          ntty: "C",
          nt_num: "CN/26-27/000002",
          nt_dt: "20-10-2026",
          pos: "29",
          val: 11_800,
          itms: [{ num: 1, itm_det: { rt: 18, txval: 10_000, iamt: 1_800, csamt: 0 } }],
        },
      ],
      hsn: {
        hsn_b2b: [],
        hsn_b2c: [
          {
            ...{ num: 1, hsn_sc: "33030090", uqc: "PCS", qty: 902, rt: 18, csamt: 0 },
            ...{ txval: 90_200, iamt: 16_200, camt: 18, samt: 18 },
          },
          {
            ...{ num: 2, hsn_sc: "34011190", uqc: "PCS", qty: 1, rt: 5, csamt: 0 },
            ...{ txval: 100, iamt: 5, camt: 0, samt: 0 },
          },
        ],
      },
      doc_issue: {
        doc_det: [
          {
            doc_num: 1,
            docs: [{ num: 1, from: "KW/26-27/000001", to: "KW/26-27/000004", totnum: 4, cancel: 0, net_issue: 4 }],
          },
          {
            doc_num: 5,
            docs: [{ num: 1, from: "CN/26-27/000001", to: "CN/26-27/000002", totnum: 2, cancel: 0, net_issue: 2 }],
          },
        ],
      },
    });
  });

  it("has the columns of the portal's offline tool as CSV", () => {
    const files = toCsvFiles(sectionsOf(rows));
    expect(files["b2cs.csv"]).toEqual([
      [
        "Type",
        "Place Of Supply",
        "Applicable % of Tax Rate",
        "Rate",
        "Taxable Value",
        "Cess Amount",
        "E-Commerce GSTIN",
      ],
      ["OE", "09-Uttar Pradesh", "", "18", "200.00", "", ""],
      ["OE", "29-Karnataka", "", "5", "100.00", "", ""],
    ]);
    expect(files["b2cl.csv"]?.[1]).toEqual([
      "KW/26-27/000004",
      "20-Oct-2026",
      "118000.00",
      "29-Karnataka",
      "",
      "18",
      "100000.00",
      "",
      "",
    ]);
    expect(files["cdnur.csv"]?.[1]).toEqual([
      "B2CL",
      "CN/26-27/000002",
      "20-Oct-2026",
      "C",
      "29-Karnataka",
      "11800.00",
      "",
      "18",
      "10000.00",
      "",
    ]);
    expect(files["hsn-b2c.csv"]?.[2]).toEqual([
      "34011190",
      "",
      "PCS-PIECES",
      "1",
      "105.00",
      "5",
      "100.00",
      "5.00",
      "0.00",
      "0.00",
      "",
    ]);
    expect(files["docs.csv"]?.[1]).toEqual([
      "Invoices for outward supply",
      "KW/26-27/000001",
      "KW/26-27/000004",
      "4",
      "0",
    ]);
  });

  it("reports an invoice of exactly the limit among the small ones, and one above it by itself", () => {
    const limit = sectionsOf([row("invoice", { number: "KW/26-27/000001", totalPaise: 1_00_000_00, to: "KA" })]);
    expect([limit.b2cl.length, limit.b2cs.length]).toEqual([0, 1]);
    const above = sectionsOf([row("invoice", { number: "KW/26-27/000001", totalPaise: 1_00_000_01, to: "KA" })]);
    expect([above.b2cl.length, above.b2cs.length]).toEqual([1, 0]);
    const sameState = sectionsOf([row("invoice", { number: "KW/26-27/000001", totalPaise: 5_00_000_00 })]);
    expect([sameState.b2cl.length, sameState.b2cs.length]).toEqual([0, 1]);
  });

  it("names what must be corrected: gaps, unknown states, unusable HSN codes", () => {
    const { problems } = sectionsOf([
      row("invoice", { number: "KW/26-27/000001", totalPaise: 100 }),
      {
        ...row("invoice", { number: "KW/26-27/000003", totalPaise: 100 }),
        stateCode: null,
        placeOfSupply: "unknown (X)",
      },
      row("invoice", { number: "KW/26-27/000004", totalPaise: 100, hsn: "330" }),
    ]);
    expect(problems.map(({ text }) => text)).toEqual([
      "KW/26-27/000003: the place of supply is not a state of India (unknown (X)).",
      "KW/26-27/000004: “330” is not an HSN of 4, 6 or 8 digits.",
      "Between KW/26-27/000001 and KW/26-27/000004 there are only 3 documents: a number is missing.",
    ]);
  });

  it("reports goods at 0 % in table 8, net of credit notes, and neither in B2CS nor among the large invoices", () => {
    const found = sectionsOf([
      row("invoice", { number: "KW/26-27/000001", totalPaise: 39_800, gstPercent: 0, hsn: "34011190", to: "KA" }),
      row("invoice", { number: "KW/26-27/000002", totalPaise: 20_000, gstPercent: 0, hsn: "34011190" }),
      // Large, of goods at 0 % alone; and one of 1,18,000 at 18 % with 5,000 at 0 %.
      row("invoice", { number: "KW/26-27/000003", totalPaise: 1_50_000_00, gstPercent: 0, hsn: "34011190", to: "KA" }),
      ...[
        { number: "KW/26-27/000004", totalPaise: 1_18_000_00, invoiceTotalPaise: 1_23_000_00, to: "KA" as const },
        { number: "KW/26-27/000004", totalPaise: 5_000_00, invoiceTotalPaise: 1_23_000_00, to: "KA" as const },
      ].map((sold, at) => row("invoice", { ...sold, ...(at === 1 && { gstPercent: 0, hsn: "34011190" }) })),
      row("credit note", { number: "CN/26-27/000001", totalPaise: 19_900, gstPercent: 0, hsn: "34011190", to: "KA" }),
    ]);
    // 398 + 1,50,000 + 5,000 − 199
    expect(found.nil).toEqual([
      { isInterState: true, nilPaise: 1_55_199_00 },
      { isInterState: false, nilPaise: 200_00 },
    ]);
    expect(found.b2cs).toEqual([]);
    expect(found.b2cl).toMatchObject([
      { number: "KW/26-27/000004", totalPaise: 1_23_000_00, rates: [{ gstPercent: 18, taxablePaise: 1_00_000_00 }] },
    ]);
    expect(found.problems).toEqual([]);
    expect(toJson(found, OCTOBER)).toMatchObject({
      nil: {
        inv: [
          { sply_ty: "INTRB2C", nil_amt: 155_199, expt_amt: 0, ngsup_amt: 0 },
          { sply_ty: "INTRAB2C", nil_amt: 200, expt_amt: 0, ngsup_amt: 0 },
        ],
      },
    });
    expect(toCsvFiles(found)["exemp.csv"]?.[1]).toEqual([
      "Inter-State supplies to unregistered persons",
      "155199.00",
      "0.00",
      "0.00",
    ]);
  });

  it("names the seller, and nothing else, in a month without documents", () => {
    expect(toJson(sectionsOf([]), OCTOBER)).toEqual({
      gstin: "09AAACK1416F1Z5",
      fp: "102026",
      b2cl: [],
      b2cs: [],
      cdnur: [],
      hsn: { hsn_b2b: [], hsn_b2c: [] },
      doc_issue: { doc_det: [] },
    });
  });

  it("keeps a credit note that came too late out of every sum, lists it, and counts its number", () => {
    const late = {
      ...row("credit note", { number: "CN/26-27/000002", totalPaise: 11_800, to: "KA" }),
      document: FINANCIAL_CREDIT_NOTE,
      invoiceNumber: "KW/25-26/000009",
    } as const;
    const found = sectionsOf([row("credit note", { number: "CN/26-27/000001", totalPaise: 11_800, to: "KA" }), late]);
    expect(found.b2cs).toMatchObject([{ taxablePaise: -10_000, igstPaise: -1_800 }]);
    expect(found.hsn).toMatchObject([{ taxablePaise: -10_000, quantity: -1 }]);
    expect(found.late).toMatchObject([
      { number: "CN/26-27/000002", invoiceNumber: "KW/25-26/000009", totalPaise: 11_800 },
    ]);
    expect(found.issued).toMatchObject([{ first: "CN/26-27/000001", last: "CN/26-27/000002", count: 2, cancelled: 0 }]);
    expect(found.problems).toMatchObject([{ text: expect.stringContaining("financial credit note") }]);
  });

  it("counts numbers without a document as cancelled, and challans by themselves", () => {
    const sections = createSections({ gstin: "", hsnDigits: 4 });
    for (const serial of [7, 9, 10])
      sections.addIssued("delivery challan", `DC/26-27/${String(serial).padStart(6, "0")}`);
    expect(toJson(sections.finish(), OCTOBER)).toMatchObject({
      doc_issue: {
        doc_det: [
          {
            doc_num: 12,
            docs: [{ num: 1, from: "DC/26-27/000007", to: "DC/26-27/000010", totnum: 4, cancel: 1, net_issue: 3 }],
          },
        ],
      },
    });
  });

  it("names rates that do not exist on the invoice's day, and codes that the portal does not take", () => {
    const { problems } = sectionsOf([
      row("invoice", { number: "KW/26-27/000001", totalPaise: 107, gstPercent: 7 }),
      row("invoice", { number: "KW/26-27/000002", totalPaise: 112, gstPercent: 12, hsn: "00000000" }),
    ]);
    expect(problems.map(({ text }) => text)).toEqual([
      "KW/26-27/000001: GST has no rate of 7 %; the rates are 0, 3, 5, 18, 40 %.",
      "KW/26-27/000002: There is no HSN 00000000.",
      "KW/26-27/000002: GST of 12 % ended on 2025-09-21; the rates are 0, 3, 5, 18, 40 %.",
    ]);
  });

  it("adds up to the documents in supplies and in the HSN summary", () => {
    const document = fc.record({
      document: fc.constantFrom("invoice" as const, "credit note" as const),
      totalPaise: fc.integer({ min: 0, max: 20_000_000 }),
      gstPercent: fc.constantFrom(0, 5, 12, 18, 28, 40),
      hsn: fc.constantFrom("33030090", "34011190", "3304"),
      to: fc.constantFrom("UP" as const, "KA" as const),
      invoiceTotalPaise: fc.integer({ min: 1, max: 20_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 40 }), (documents) => {
        const made = documents.map(({ document: kind, ...sold }, at) =>
          row(kind, { ...sold, number: `KW/26-27/${at}` }),
        );
        const { supplies, hsn } = sumsOfSections(sectionsOf(made));
        const sum = { taxablePaise: paise(0), cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(0) };
        for (const one of made) addTotals(sum, one, 1);
        expect(supplies).toEqual(sum);
        expect(hsn).toEqual(sum);
      }),
    );
  });
});
