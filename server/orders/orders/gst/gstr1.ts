/** Formats GSTR-1 as the portal's JSON, and as the CSV files of its offline tool. */

import { isoDayInIndia } from "../../../../contract/dates.ts";
import { plainRupees, sumPaise, toRupees } from "../../../base/money.ts";
import type { Totals } from "./documents.ts";
import type { Month } from "./month.ts";
import type { B2csRow, IssuedDocumentKind, LargeDocument, NilRow, RateRow, Sections } from "./sections.ts";

/** From this month the HSN summary separates supplies to businesses and to consumers. */
const HSN_IN_TWO_PARTS_FROM = "2025-05";
/** Unit quantity code: pieces. */
const UQC = "PCS";
/** The portal's numbers for the kinds of documents in table 13. */
const KINDS = {
  invoice: { code: 1, name: "Invoices for outward supply" },
  "credit note": { code: 5, name: "Credit Note" },
  "receipt voucher": { code: 6, name: "Receipt Voucher" },
  "refund voucher": { code: 8, name: "Refund Voucher" },
  "delivery challan": {
    code: 12,
    name: "Delivery Challan in cases other than by way of supply (excluding at S no. 9 to 11)",
  },
} as const satisfies Record<IssuedDocumentKind, { code: number; name: string }>;

export function toJson({ gstin, b2cl, b2cs, cdnur, nil, hsn, issued }: Sections, { name: month }: Month): object {
  const [year, monthNumber] = month.split("-");
  const goods = hsn.map((row, at) => ({
    num: at + 1,
    hsn_sc: row.hsn,
    uqc: UQC,
    qty: row.quantity,
    rt: row.gstPercent,
    txval: toRupees(row.taxablePaise),
    iamt: toRupees(row.igstPaise),
    camt: toRupees(row.cgstPaise),
    samt: toRupees(row.sgstPaise),
    csamt: 0,
  }));
  return {
    gstin,
    fp: `${monthNumber}${year}`,
    b2cl: [...Map.groupBy(b2cl, ({ stateCode }) => stateCode ?? "")].map(([pos, invoices]) => ({
      pos,
      inv: invoices.map((invoice) => ({
        inum: invoice.number,
        idt: dayOf(invoice.date),
        val: toRupees(invoice.totalPaise),
        itms: itemsOf(invoice),
      })),
    })),
    b2cs: b2cs.map((row) => ({
      sply_ty: row.isInterState ? "INTER" : "INTRA",
      typ: "OE",
      pos: row.stateCode ?? "",
      rt: row.gstPercent,
      txval: toRupees(row.taxablePaise),
      ...taxesOf(row),
      csamt: 0,
    })),
    cdnur: cdnur.map((note) => ({
      typ: "B2CL",
      ntty: "C",
      nt_num: note.number,
      nt_dt: dayOf(note.date),
      pos: note.stateCode ?? "",
      val: toRupees(note.totalPaise),
      itms: itemsOf(note),
    })),
    ...(nil.length > 0 && { nil: { inv: nil.map(nilSupply) } }),
    hsn: month < HSN_IN_TWO_PARTS_FROM ? { data: goods } : { hsn_b2b: [], hsn_b2c: goods },
    doc_issue: {
      doc_det: Object.entries(KINDS)
        .map(([document, { code }]) => ({
          doc_num: code,
          docs: issued
            .filter((one) => one.document === document)
            .map(({ first, last, count, cancelled }, at) => ({
              num: at + 1,
              from: first,
              to: last,
              totnum: count + cancelled,
              cancel: cancelled,
              net_issue: count,
            })),
        }))
        .filter(({ docs }) => docs.length > 0),
    },
  };
}

/** Nil-rated supplies to consumers, between states or within. */
const nilSupply = ({ isInterState, nilPaise }: NilRow) => ({
  sply_ty: isInterState ? "INTRB2C" : "INTRAB2C",
  nil_amt: toRupees(nilPaise),
  expt_amt: 0,
  ngsup_amt: 0,
});

const taxesOf = ({ isInterState, igstPaise, cgstPaise, sgstPaise }: B2csRow) =>
  isInterState ? { iamt: toRupees(igstPaise) } : { camt: toRupees(cgstPaise), samt: toRupees(sgstPaise) };

const itemsOf = ({ rates }: LargeDocument) =>
  rates.map(({ gstPercent, taxablePaise, igstPaise }: RateRow, at) => ({
    num: at + 1,
    itm_det: { rt: gstPercent, txval: toRupees(taxablePaise), iamt: toRupees(igstPaise), csamt: 0 },
  }));

/** Formats `31-10-2026`. */
const dayOf = (date: Date) => isoDayInIndia(date).split("-").reverse().join("-");

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats `31-Oct-2026`, as the offline tool reads it. */
function toolDayOf(date: Date): string {
  const [year, month, day] = isoDayInIndia(date).split("-");
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

/** Returns the offline tool's CSV files by name, each with its header. */
export function toCsvFiles({ b2cl, b2cs, cdnur, nil, hsn, issued }: Sections): Record<string, string[][]> {
  return {
    "b2cl.csv": [
      [...LARGE_INVOICE, ...RATE, "Cess Amount", "E-Commerce GSTIN"],
      ...b2cl.flatMap((invoice) =>
        invoice.rates.map((rate) => [
          invoice.number,
          toolDayOf(invoice.date),
          plainRupees(invoice.totalPaise),
          invoice.placeOfSupply,
          ...rateCells(rate),
          "",
          "",
        ]),
      ),
    ],
    "b2cs.csv": [
      ["Type", "Place Of Supply", ...RATE, "Cess Amount", "E-Commerce GSTIN"],
      ...b2cs.map((row) => ["OE", row.placeOfSupply, ...rateCells(row), "", ""]),
    ],
    "cdnur.csv": [
      ["UR Type", "Note Number", "Note Date", "Note Type", "Place Of Supply", "Note Value", ...RATE, "Cess Amount"],
      ...cdnur.flatMap((note) =>
        note.rates.map((rate) => [
          "B2CL",
          note.number,
          toolDayOf(note.date),
          "C",
          note.placeOfSupply,
          plainRupees(note.totalPaise),
          ...rateCells(rate),
          "",
        ]),
      ),
    ],
    "exemp.csv": [
      ["Description", "Nil Rated Supplies", "Exempted(other than nil rated/non GST supply)", "Non-GST Supplies"],
      ...nil.map(({ isInterState, nilPaise }) => [
        `${isInterState ? "Inter-State" : "Intra-State"} supplies to unregistered persons`,
        plainRupees(nilPaise),
        "0.00",
        "0.00",
      ]),
    ],
    "hsn-b2c.csv": [
      [
        ...["HSN", "Description", "UQC", "Total Quantity", "Total Value", "Rate", "Taxable Value"],
        ...["Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", "Cess Amount"],
      ],
      ...hsn.map((row) => [
        row.hsn,
        "",
        "PCS-PIECES",
        String(row.quantity),
        plainRupees(totalOf(row)),
        String(row.gstPercent),
        plainRupees(row.taxablePaise),
        plainRupees(row.igstPaise),
        plainRupees(row.cgstPaise),
        plainRupees(row.sgstPaise),
        "",
      ]),
    ],
    "docs.csv": [
      ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
      ...issued.map(({ document, first, last, count, cancelled }) => [
        KINDS[document].name,
        first,
        last,
        String(count + cancelled),
        String(cancelled),
      ]),
    ],
  };
}

const LARGE_INVOICE = ["Invoice Number", "Invoice date", "Invoice Value", "Place Of Supply"];
const RATE = ["Applicable % of Tax Rate", "Rate", "Taxable Value"];
const rateCells = ({ gstPercent, taxablePaise }: RateRow) => ["", String(gstPercent), plainRupees(taxablePaise)];
const totalOf = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Totals) =>
  sumPaise([taxablePaise, cgstPaise, sgstPaise, igstPaise]);
