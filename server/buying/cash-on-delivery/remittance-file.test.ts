import { describe, expect, it } from "vitest";
import { isRemittanceHeader, readRemittance } from "./remittance-file.ts";

/** Reads a small file without quotation marks, written with `|` between its cells. */
function read(...lines: string[]) {
  const rows = lines.map((line, at) => ({ row: at + 1, cells: line.split("|") }));
  const result = readRemittance(rows);
  return "problems" in result ? result.problems : result.parcels.map(({ awb, amountPaise }) => [awb, amountPaise]);
}

describe("the columns of a courier's file", () => {
  it.each([
    ["awb|amount", "A123|447"],
    ["AWB No.|COD Amount (Rs.)", "A123|447"],
    ["Waybill Number|Order ID|COD Amount", "A123|KW-1|447"],
    ["Waybill No|COD Amount", "A123|447"],
    ["AWB Code|Order Total|COD Remitted", "A123|496|447"],
    ["Airway Bill No|Collectable Value", "A123|447"],
    ["Air Way Bill #|Collectible Amt", "A123|447"],
    ["AIRWAYBILL_NUMBER|amount_in_inr", "A123|447"],
    ["Consignment No|Amount Collected", "A123|447"],
    ["Tracking ID|AWB Number|COD", "T9|A123|447"],
  ])("may be %s", (headings, line) => {
    expect(isRemittanceHeader(headings.split("|"))).toBe(true);
    expect(read(headings, line)).toEqual([["A123", 44_700]]);
  });

  it.each(["AWB|Amount|COD Amount", "AWB|COD Amount|Amount"])("have the cash rather than an amount: %s", (headings) => {
    const [, first] = headings.split("|");
    expect(read(headings, first === "Amount" ? "A123|60|447" : "A123|447|60")).toEqual([["A123", 44_700]]);
  });

  it("must agree if two of them have the cash", () => {
    const headings = "AWB|COD Amount|Remitted Amount";
    expect(read(headings, "A123|447|447.00")).toEqual([["A123", 44_700]]);
    expect(read(headings, "A123|447|387")).toEqual([
      "row 2, COD Amount is ₹447, but Remitted Amount is ₹387; please leave only the column of what was paid",
    ]);
    expect(read(headings, "A123|447|")[0]).toContain('row 2, Remitted Amount: "" is not an amount');
  });

  it("are named if they are missing", () => {
    expect(read("Order|Freight", "KW-1|60")).toEqual([
      'A row must name a column "awb" and a column "amount"; there is Order, Freight.',
    ]);
  });
});

describe("a total", () => {
  it.each(["Total|996", "Grand Total :|996", "TOTAL (2)|996", "|996", "Total|", "|₹ 996.00/-"])(
    "%s is no parcel",
    (line) => {
      expect(read("awb|amount", "A123|447", "B234|549", line)).toEqual([
        ["A123", 44_700],
        ["B234", 54_900],
      ]);
    },
  );

  it("of each part and of all is compared with its parcels", () => {
    expect(read("awb|amount", "A123|447", "Sub total|447", "B234|549", "Sub total|549", "Total|996")).toHaveLength(2);
  });

  it("that differs from the sum is a problem", () => {
    const problem = ["row 4: the total of ₹1,445 is not the sum of the parcels above, ₹996"];
    expect(read("awb|amount", "A123|447", "B234|549", "Total|1445")).toEqual(problem);
    expect(read("awb|amount", "A123|447", "B234|549", "|1445")).toEqual(problem);
  });

  it("does not hide a parcel without its AWB", () => {
    expect(read("awb|amount", "A123|447", "|447", "B234|549")).toEqual(["row 3 has no AWB"]);
    expect(read("no|awb|order|cod", "1|A123|KW-1|447", "2||KW-2|447")).toEqual(["row 3 has no AWB"]);
    expect(read("no|awb|cod", "1|A123|447", "2||")).toEqual(["row 3 has no AWB"]);
  });
});

describe("a parcel", () => {
  it("in several rows gets the sum of them", () => {
    expect(read("awb|amount", "A123|400", "B234|549", "a123|47")).toEqual([
      ["A123", 44_700],
      ["B234", 54_900],
    ]);
  });

  it("in the same row twice is a problem, since nobody can tell a copy from a second payment", () => {
    expect(read("awb|amount", "A123|447", "a123|447")).toEqual([
      "row 3 repeats row 2 (A123); please remove one of them, or add up their amounts",
    ]);
  });

  it.each(["890123450783.0", '="890123450783"', "'890123450783", "8901 2345 0783", "890123450783"])(
    "is found by the AWB %s",
    (cell) => {
      expect(read("awb|amount", `${cell}|447`)).toEqual([["890123450783", 44_700]]);
    },
  );

  it.each(["1.23E+17", "1.23457E+11", "1E+17"])(
    "is not found by the rounded AWB %s, whose problem names the way out",
    (cell) => {
      expect(read("awb|amount", `${cell}|447`)).toEqual([
        `row 2: "${cell}" is an AWB that a spreadsheet has rounded; please format its column as text in the courier’s own file`,
      ]);
    },
  );

  it("never has an amount of a decimal comma", () => {
    expect(read("awb|COD Amount", "A123|447,00", "B234|447,5")).toEqual([
      'row 2, COD Amount: "447,00" has a comma before its paise; please write 447.00',
      'row 3, COD Amount: "447,5" has a comma before its paise; please write 447.5',
    ]);
  });

  it("whose cells moved to the left is a problem, not an amount of freight", () => {
    const headings = "awb|order value|cod amount|freight|paid on";
    const rows = ["A123|496|447|58|25/11/2026", "B234|549|549|58|25/11/2026", "C345|1299|60|25/11/2026"];
    expect(read(headings, ...rows)).toEqual([
      'row 4, freight: "25/11/2026" stands where all other rows have a number; a cell before it may be missing',
    ]);
    expect(read("awb|cod amount|remark", "A123|447|", "B234|549|late", "C345|60|ok")).toHaveLength(3);
  });

  it("has no more cells than there are headings", () => {
    expect(read("awb|amount", "A123|447|60")).toEqual(["row 2 has 3 cells, the headings are 2"]);
    expect(read("awb|order|amount||", "A123|KW-1|496|447")).toEqual(["row 2 has 4 cells, the headings are 3"]);
    expect(read("awb|amount|remark|", "A123|447", "B234|549|||")).toHaveLength(2);
  });
});

it("a note below the parcels is skipped", () => {
  expect(read("awb|amount", "A123|447", "This is a computer generated statement.|")).toEqual([["A123", 44_700]]);
  expect(read("awb|amount", "A123|447", "Generated on 25/11/2026|")).toEqual([["A123", 44_700]]);
});
