import { describe, expect, it } from "vitest";
import { isDeliveredHeader, isParcelHeader, readDeliveredFile, readParcelFile } from "./parcel-file.ts";

const fileOf = (...cells: string[][]) => cells.map((row, at) => ({ row: at + 1, cells: row }));
const HEADINGS = ["order", "courier", "awb"];
const problemsOf = (...cells: string[][]) => {
  const read = readParcelFile(fileOf(HEADINGS, ...cells), "");
  return "parcels" in read ? read.parcels.map(({ row, problem }) => ({ row, problem })) : read.problem;
};

describe("a courier’s file of AWBs", () => {
  it("names its columns as panels do, and may leave out the courier", () => {
    for (const [order, awb] of [
      ["Order ID", "AWB Code"],
      ["Order No", "Waybill"],
      ["order_number", "awb_number"],
      ["*Order Id", "Tracking ID"],
    ] as const) {
      expect(isParcelHeader(["Date", order, awb])).toBe(true);
      expect(readParcelFile(fileOf(["Date", order, awb], ["1", "kw7q4m2xkd", " '0012 3456-a "]), "Delhivery")).toEqual({
        parcels: [{ row: 2, number: "KW-7Q4M-2XKD", courier: "Delhivery", awb: "00123456-A", problem: "" }],
      });
    }
    expect(isParcelHeader(["order", "amount"])).toBe(false);
    expect(readParcelFile(fileOf(["order", "amount"]), "")).toEqual({
      problem: "A row must name a column “order” and a column “awb”; there is order, amount.",
    });
  });

  it("takes the rows of one order’s items as one parcel", () => {
    expect(problemsOf(["KW-7Q4M-2XKD", "Delhivery", "A1234"], ["KW-7Q4M-2XKD", "Delhivery", "A1234"])).toEqual([
      { row: 2, problem: "" },
    ]);
  });

  it.each([
    [["", "Delhivery", "A1234"], "This row names no order."],
    [["KW-7Q4M-2XKD", "Delhivery", ""], "This row has no AWB."],
    [["KW-7Q4M-2XKD", "Blue", "Dart", "A1234"], "This row has 4 cells, the headings are 3: its cells may have moved."],
    [["KW-7Q4M-2XKD", "", "A1234"], "This row names no courier. Please name one above."],
    [["KW-7Q4M-2XKD", "D", "A1234"], "The courier’s name has 2 to 60 characters."],
    [["KW-7Q4M-2XKD", "Delhivery", "#N/A"], 'This row: "#N/A" is no AWB.'],
    [
      ["KW-7Q4M-2XKD", "Delhivery", "1.23457E+13"],
      'This row: "1.23457E+13" is an AWB that a spreadsheet has rounded; please format its column as text in the courier’s own file.',
    ],
  ])("says what is wrong with the row %j", (cells, problem) => {
    expect(problemsOf(cells)).toEqual([{ row: 2, problem }]);
  });

  it("names the row that has the order or the AWB already", () => {
    expect(
      problemsOf(
        ["KW-7Q4M-2XKD", "Delhivery", "A1234"],
        ["KW-7Q4M-2XKD", "Delhivery", "A1235"],
        ["KW-AAAA-2XKD", "Delhivery", "A1234"],
      ),
    ).toEqual([
      { row: 2, problem: "" },
      { row: 3, problem: "KW-7Q4M-2XKD is in row 2 already, with the AWB A1234." },
      { row: 4, problem: "The AWB A1234 is in row 2 already, for KW-7Q4M-2XKD." },
    ]);
  });
});

describe("a courier’s file of delivered parcels", () => {
  it("needs no heading if it has nothing but AWBs", () => {
    expect(readDeliveredFile(fileOf(["DL1234"], ["#N/A"]))).toEqual({
      parcels: [
        { row: 1, awb: "DL1234", problem: "" },
        { row: 2, awb: "#N/A", problem: 'This row: "#N/A" is no AWB.' },
      ],
    });
  });

  it("is one of AWBs alone, or takes the rows that say so", () => {
    expect(isDeliveredHeader(["Date", "Waybill"])).toBe(true);
    expect(isDeliveredHeader(["Date", "Order"])).toBe(false);
    expect(readDeliveredFile(fileOf(["awb"], ["dl 1234"], ["'0012"]))).toEqual({
      parcels: [
        { row: 2, awb: "DL1234", problem: "" },
        { row: 3, awb: "0012", problem: "" },
      ],
    });
    expect(
      readDeliveredFile(fileOf(["AWB", "Current Status"], ["A1234", "DELIVERED"], ["A1235", "Undelivered"])),
    ).toEqual({
      parcels: [
        { row: 2, awb: "A1234", problem: "" },
        { row: 3, awb: "A1235", problem: "The file says “Undelivered”, so it stays as it is." },
      ],
    });
  });

  it.each([
    [[], "The file has no parcels."],
    [Array.from({ length: 501 }, (_, at) => [`A${at}0`]), "A file can have up to 500 rows. Please split it."],
  ])("has one to 500 rows", (lines, problem) => {
    expect(readDeliveredFile(fileOf(["awb"], ...lines))).toEqual({ problem });
  });

  it.each([
    [["A1234"], "The AWB A1234 is in row 2 already."],
    [["#N/A"], 'This row: "#N/A" is no AWB.'],
    [["x".repeat(64 * 1024)], `This row: "${"x".repeat(40)}" is no AWB.`],
    [["A1234", "more"], "This row has 2 cells, the headings are 1: its cells may have moved."],
  ])("says what is wrong with a row", (cells, problem) => {
    expect(readDeliveredFile(fileOf(["awb"], ["A1234"], cells))).toMatchObject({ parcels: [{}, { row: 3, problem }] });
  });
});
