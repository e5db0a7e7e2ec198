import { describe, expect, it } from "vitest";
import { isPurchaseHeader, readPurchaseRows } from "./purchase-rows.ts";

const read = (...cells: string[][]) => readPurchaseRows(cells.map((row, at) => ({ row: at + 1, cells: row })));
const HEADINGS = ["SKU", "Qty", "Cost"];

describe("pasted rows of a purchase", () => {
  it("name their columns as suppliers do, and write numbers as people do", () => {
    const headings = ["Item Code", "Qty.", "Rate (Rs.)", "GST %", "Batch No.", "Mfg. Date", "Exp. Date", "Amount"];
    expect(isPurchaseHeader(headings)).toBe(true);
    // 1,200 × 12.50 = 15,000; 18 % of it 2,700.
    expect(read(headings, ["GUL-6ML", "1,200", "₹ 12.50", "18", "A12", "01/10/2026", "Mar-28", "15,000.00"])).toEqual({
      rows: [
        {
          row: 2,
          code: "GUL-6ML",
          quantity: 1200,
          lot: "A12",
          manufacturedOn: "2026-10-01",
          lifeKind: "expiry",
          lifeMonth: "2028-03",
          unitCostPaise: 1250,
          gstPaise: 270_000,
        },
      ],
    });
  });

  it.each([
    ["2028-03", "2028-03"],
    ["03/2028", "2028-03"],
    ["31-03-2028", "2028-03"],
    ["March 2028", "2028-03"],
    ["", ""],
  ])("read %j as the month %j of use before", (text, month) => {
    expect(read([...HEADINGS, "Use before"], ["A-1", "1", "5", text])).toMatchObject({
      rows: [{ lifeKind: "use_before", lifeMonth: month }],
    });
  });

  it("take a GST in rupees as it is, and none as 0", () => {
    expect(read([...HEADINGS, "GST amount"], ["A-1", "2", "100", "36.5"], ["A-2", "2", "100", ""])).toMatchObject({
      rows: [{ gstPaise: 3650 }, { gstPaise: 0 }],
    });
  });

  it("omit a row of totals", () => {
    expect(read(HEADINGS, ["A-1", "2", "100"], ["Total", "2", ""])).toMatchObject({ rows: [{ code: "A-1" }] });
  });

  it.each([
    [["A-1", "2.5", "100"], "Row 2, Qty: “2.5” is no number of units from 1."],
    [["A-1", "2", "12,5"], "Row 2, Cost: “12,5” has a comma before its paise; please write 12.5."],
    [["A-1", "2", "1.299"], "Row 2, Cost: “1.299” is not an amount in rupees such as 749 or 749.50."],
    [["A-1", "2", ""], "Row 2, Cost: “” is empty; please write 0 for what cost nothing."],
    [["A-1", "2", "20,00,000"], "Row 2, Cost: “20,00,000” is above ₹10,00,000."],
    [["", "2", "1"], "Row 2, SKU: “” is empty."],
    [["A-1", "2", "1", "7"], "Row 2 has 4 cells, the headings are 3: its cells may have moved."],
  ])("name the cell of %j that is in doubt", (cells, problem) => {
    expect(read(HEADINGS, cells)).toEqual({ problems: [problem] });
  });

  it("need headings, and are at most as many as a purchase has lines", () => {
    expect(read(["GUL-6ML", "40", "12"])).toMatchObject({
      problems: [expect.stringContaining("There is no sku, no quantity, no cost.")],
    });
    const many = Array.from({ length: 20_000 }, () => ["A-1", "1", "1"]);
    expect(read(HEADINGS, ...many)).toEqual({
      problems: ["A purchase can have up to 500 lines; these are 20,000. Please book them as several."],
    });
  });
});
