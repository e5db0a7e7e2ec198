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

const TEXT = 'slug\tprice\ttitle\r\nrosé\t749\tगुलाब 🌸\r\noud\t899\t"l’oud – a\nline"\r\n';
const ROWS = [
  [1, "slug", "price", "title"],
  [2, "rosé", "749", "गुलाब 🌸"],
  [3, "oud", "899", "l’oud – a\nline"],
];
const utf16 = (text: string) => Buffer.from(text, "utf16le");

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

  it("with a hundred thousand empty rows is read at once, and its rows keep their numbers", async () => {
    const empty = "\r\n".repeat(100_000);
    expect(await read(`${empty}slug,price\r\n${empty}rose,749\r\n,\r\n${empty}musk,"899"\r\n`)).toEqual([
      [100_001, "slug", "price"],
      [200_002, "rose", "749"],
      [300_004, "musk", "899"],
    ]);
    await expect(read(`slug,price\r\n${empty}rose,"749`)).rejects.toMatchObject({ row: 100_002 });
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

  it.each([
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`), ROWS],
    ["UTF-16 of Windows", utf16(`\uFEFF${TEXT}`), ROWS],
    ["UTF-16 of a Mac", utf16(`\uFEFF${TEXT}`).swap16(), ROWS],
    ["UTF-16 of Windows without a byte order mark", utf16(TEXT), ROWS],
    ["UTF-16 of a Mac without a byte order mark", utf16(TEXT).swap16(), ROWS],
    [
      "Windows-1252",
      Buffer.from("slug;title\r\nros\xe9;l\x92oud \x96 CAF\xc9\x99 \x80 5\r\n", "latin1"),
      [
        [1, "slug", "title"],
        [2, "rosé", "l’oud – CAFÉ™ € 5"],
      ],
    ],
  ])("is read in %s", async (_, content, rows) => {
    expect(await read(content)).toEqual(rows);
  });

  it("in UTF-16 is read whole when it is larger than what is read at once, also with a character at its border", async () => {
    const title = "ग🌸".repeat(30_000);
    for (const padding of ["", "x"])
      expect(await read(utf16(`\uFEFFslug,title\nrose,${padding}${title}\n`))).toEqual([
        [1, "slug", "title"],
        [2, "rose", `${padding}${title}`],
      ]);
  });

  it.each([
    ["in the middle of a character", utf16(`\uFEFF${TEXT}`).subarray(0, -1)],
    ["in the middle of a pair", utf16("\uFEFFslug,title\nrose,🌸").subarray(0, -2)],
    ["in the middle of a file without a byte order mark", utf16(TEXT).subarray(0, -1)],
  ])("in UTF-16 that is cut off %s is refused", async (_, content) => {
    await expect(read(content)).rejects.toThrow("the file is UTF-16, but damaged or cut off");
  });

  it.each([
    ["UTF-8 with a damaged character", Buffer.from("slug,title\nrose,गुलाब"), Buffer.from([0xe0, 0xa4])],
    ["with a byte order mark of UTF-8", Buffer.from("\uFEFFslug,title\nrose,"), Buffer.from([0xe9])],
    ["with bytes that Windows-1252 lacks", Buffer.from("slug,title\nrose,"), Buffer.from([0x8e, 0x81])],
    ["with control characters", Buffer.from("slug,title\nrose,"), Buffer.from([0xe9, 0])],
    ["with the lines of an old Mac", Buffer.from("slug,title\rrose,"), Buffer.from([0x8e, 13, 65])],
  ])("that is no UTF-8, %s, is not taken for Windows-1252", async (_, before, after) => {
    await expect(read(Buffer.concat([before, after]))).rejects.toThrow("the file is not UTF-8");
  });

  it("in UTF-16 that is a web page is refused", async () => {
    await expect(read(utf16("\uFEFF<html><table><tr><td>slug"))).rejects.toThrow("this is a web page");
  });
});
