import { describe, expect, it } from "vitest";
import { isBillHeader, readBill } from "./bill-file.ts";

const fileOf = (...cells: string[][]) => cells.map((row, at) => ({ row: at + 1, cells: row }));
const HEADINGS = ["AWB No.", "Freight", "RTO Charges", "COD Charges", "Fuel Surcharge", "IGST", "Total Amount"];
const read = (...rows: string[][]) => readBill(fileOf(HEADINGS, ...rows), "apart");
const problemsOf = (...rows: string[][]) => {
  const result = read(...rows);
  return "problems" in result ? result.problems : result.parcels;
};
const NOTHING = { forward: 0, return: 0, cod: 0, other: 0, gst: 0 };

describe("a courier’s bill", () => {
  it("names its columns as couriers do", () => {
    for (const headings of [
      ["AWB Code", "Freight Forward Charges", "RTO Charges"],
      ["Waybill No.", "charge_DL", "charge_COD", "Total Amount"],
      ["Tracking ID", "Shipping Charges (Rs.)"],
      ["awb", "amount"],
    ])
      expect([headings, isBillHeader(headings)]).toEqual([headings, true]);
    // The cash that the courier collects is no charge.
    expect(isBillHeader(["AWB", "COD Amount"])).toBe(false);
    expect(readBill(fileOf(["AWB", "COD Amount"]), "apart")).toEqual({
      problems: ['A row must name a column "awb" and one of charges, such as "freight"; there is AWB, COD Amount.'],
    });
  });

  it("adds up the rows of an AWB, as couriers bill the way back apart, and compares its totals", () => {
    // 60 + 5 + 35 = 100, with 18 % 118; 50 with 9 is 59; the totals are 150, 27 and 177.
    expect(
      read(
        ["A1234", "Rs. 60.00", "", "35", "5", "18.00", "₹118"],
        ["A1234", "", "50", "0", "", "9", "59.00"],
        ["Total", "60", "50", "35", "5", "27", "177"],
        ["Thank you for your business.", "", "", "", "", "", ""],
      ),
    ).toEqual({ parcels: [{ awb: "A1234", forward: 6000, return: 5000, cod: 3500, other: 500, gst: 2700 }] });
  });

  it("takes the one amount of a file for all that is charged, without GST or including it", () => {
    const rows = fileOf(["awb", "Billed Amount"], ["A1234", "Rs. 1,234.50"], ["A1235", "118"], ["", "1,352.50"]);
    expect(readBill(rows, "apart")).toEqual({
      parcels: [
        { ...NOTHING, awb: "A1234", forward: 123_450 },
        { ...NOTHING, awb: "A1235", forward: 11_800 },
      ],
    });
    // 1,234.50 × 18 / 118 is 188.3136.
    expect(readBill(rows, "included")).toEqual({
      parcels: [
        { ...NOTHING, awb: "A1234", forward: 104_619, gst: 18_831 },
        { ...NOTHING, awb: "A1235", forward: 10_000, gst: 1_800 },
      ],
    });
  });

  it("names each cell in doubt, and the way out", () => {
    expect(
      problemsOf(
        ["A1234", "-45.00", "", "", "", "", ""],
        ["A1235", "60,50", "", "", "", "", ""],
        ["A1236", "60", "", "", "", "10.80", "90"],
        ["A1237", "", "", "", "", "", ""],
        ["", "60", "x", "", "", "", ""],
        ["1.23457E+13", "60", "", "", "", "", ""],
        ["A1238", "60", "", "", "", "", ""],
        ["A1238", "60", "", "", "", "", ""],
        ["A1239", "60", "", "", "", "", "", "7"],
        ["A1240", "1e9", "", "", "", "", ""],
        ["A1241", "99999999", "", "", "", "", ""],
      ),
    ).toEqual([
      'row 2, Freight: "-45.00" is below 0; please deduct a credit from what the parcel’s bill charged, and leave out its row',
      'row 3, Freight: "60,50" has a comma before its paise; please write 60.50',
      "row 4, Total Amount: ₹90 is not the sum of the charges, ₹60, nor with GST ₹70.80; is one of them in a column of another name?",
      "row 5: A1237 has no charge; please write 0 if it is free",
      'row 6, RTO Charges: "x" is not an amount in rupees such as 749 or 749.50',
      'row 7: "1.23457E+13" is an AWB that a spreadsheet has rounded; please format its column as text in the courier’s own file',
      "row 9 repeats row 8 (A1238); please remove one of them, or add up their amounts",
      "row 10 has 8 cells, the headings are 7",
      'row 11, Freight: "1e9" is not an amount in rupees such as 749 or 749.50',
      'row 12, Freight: "99999999" is more than ₹2,14,74,836.47',
    ]);
  });

  it("rejects a total that is not the sum, and a file without parcels", () => {
    expect(problemsOf(["A1234", "60", "", "", "", "", ""], ["Total", "61", "", "", "", "", ""])).toEqual([
      "row 3, Freight: the total of ₹61 is not the sum of the rows above, ₹60",
    ]);
    expect(problemsOf(["Total", "", "", "", "", "", ""])).toEqual(["The file has no parcels."]);
  });

  it("shortens a cell of any length", () => {
    const [problem, ...more] = problemsOf(["A1234", "9".repeat(65_536), "", "", "", "", ""]) as string[];
    expect([problem, more]).toEqual([
      `row 2, Freight: "${"9".repeat(40)}" is not an amount in rupees such as 749 or 749.50`,
      [],
    ]);
    expect(problemsOf(["A".repeat(65_536), "60", "", "", "", "", ""])).toEqual([
      `row 2: "${"A".repeat(40)}" is no AWB`,
    ]);
  });
});
