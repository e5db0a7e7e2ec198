import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCsvFile } from "./csv-file.ts";
import { isHeaderOf } from "./csv-table.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "csv-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The rows of a file with their numbers, the headings first. */
async function read(content: string | Buffer, isHeadings = isHeaderOf()): Promise<[number, ...string[]][]> {
  const file = join(folder, "file.csv");
  await writeFile(file, content);
  const rows: [number, ...string[]][] = [];
  for await (const { row, cells } of readCsvFile(file, isHeadings)) rows.push([row, ...cells]);
  return rows;
}

const TABLE = [
  [1, "slug", "price", "title"],
  [2, "rose", "2,399", "Rose; of Kannauj"],
  [3, "musk", "749", 'The "white" one'],
];

describe("a table from outside", () => {
  it.each([
    ["commas", 'slug,price,title\nrose,"2,399",Rose; of Kannauj\nmusk,749,"The ""white"" one"\n'],
    ["semicolons", 'slug;price;title\nrose;2,399;"Rose; of Kannauj"\nmusk;749;"The ""white"" one"\n'],
    [
      "semicolons and quotation marks",
      '"slug";"price";"title"\n"rose";"2,399";"Rose; of Kannauj"\n"musk";"749";"The ""white"" one"',
    ],
    ["tabs", 'slug\tprice\ttitle\nrose\t2,399\tRose; of Kannauj\nmusk\t749\t"The ""white"" one"\n'],
    ["lines of Windows", 'slug,price,title\r\nrose,"2,399",Rose; of Kannauj\r\nmusk,749,"The ""white"" one"\r\n'],
    ["lines of an old Mac", 'slug,price,title\rrose,"2,399",Rose; of Kannauj\rmusk,749,"The ""white"" one"\r'],
    [
      "a byte order mark",
      '\uFEFFslug;price;title\r\nrose;2,399;"Rose; of Kannauj"\r\nmusk;749;"The ""white"" one"\r\n',
    ],
    ["the line sep=", 'sep=;\r\nslug;price;title\r\nrose;2,399;"Rose; of Kannauj"\r\nmusk;749;"The ""white"" one"\r\n'],
    [
      "the line sep= and a byte order mark",
      '\uFEFFsep=,\nslug,price,title\nrose,"2,399",Rose; of Kannauj\nmusk,749,"The ""white"" one"\n',
    ],
    [
      "the line sep= saved again by another program",
      'sep=;,,\nslug,price,title\nrose,"2,399",Rose; of Kannauj\nmusk,749,"The ""white"" one"\n',
    ],
  ])("is read with %s", async (_, text) => {
    expect(await read(text)).toEqual(TABLE);
  });

  it("begins at the first row with the needed headings, and keeps its row numbers", async () => {
    expect(await read("Products of Attar Bagh, Kannauj\n\nNovember 2026,,\nSKU;,slug,price\nA,rose,749\n")).toEqual([
      [4, "SKU;", "slug", "price"],
      [5, "A", "rose", "749"],
    ]);
    const mapping = new Map([
      ["Handle", "slug"],
      ["Variant Price", "price"],
    ]);
    expect(await read("Shop; exported\nHandle;Variant Price\nrose;749\n", isHeaderOf(mapping))).toEqual([
      [2, "Handle", "Variant Price"],
      [3, "rose", "749"],
    ]);
  });

  it("without the needed headings begins at the first row with most of the columns", async () => {
    expect((await read("Shop export,,,\n\nHandle,Title,Price,\nrose,Rose,749,\n"))[0]).toEqual([
      3,
      "Handle",
      "Title",
      "Price",
      "",
    ]);
    expect((await read("Handle;Price\nrose;749,50\nmusk;1.299,00\n"))[0]).toEqual([1, "Handle", "Price"]);
    expect((await read("Handle\tPrice\nrose\t1,299\nmusk\t2,499\n"))[0]).toEqual([1, "Handle", "Price"]);
  });

  it.each([
    [".xlsx", Buffer.from("PK\u0003\u0004\u0014\u0000", "latin1")],
    [".xls", Buffer.from("d0cf11e0a1b11ae1", "hex")],
  ])("that is a renamed %s is refused with the way out", async (_, content) => {
    await expect(read(content)).rejects.toThrow("this is an Excel file: save it as CSV UTF-8");
  });

  it("that is a web page under another name is refused", async () => {
    await expect(read("\n<html><table><tr><td>slug")).rejects.toThrow("this is a web page");
  });
});
