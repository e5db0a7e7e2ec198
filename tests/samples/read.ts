/** Reads files as the importers do, up to what they would store: amounts, SKUs and stock, by what they belong to. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { addressBody, email, profileForm, savedAddressBody } from "../../contract/accounts/schemas.ts";
import type { PeopleKind } from "../../contract/admin/moves.ts";
import { canonicalEmail } from "../../server/base/canonical-email.ts";
import { isRemittanceHeader, readRemittance } from "../../server/buying/cash-on-delivery/remittance-file.ts";
import { isBillHeader, readBill } from "../../server/operations/courier-bills/bill-file.ts";
import { createConverter } from "../../server/operations/moving/convert.ts";
import { proposeDecisions } from "../../server/operations/moving/decisions.ts";
import type { Note } from "../../server/operations/moving/moved-product.ts";
import { nameProducts } from "../../server/operations/moving/name-products.ts";
import { readCustomerRows } from "../../server/operations/moving/people-files.ts";
import { readMoveFiles } from "../../server/operations/moving/read-files.ts";
import { readOrders } from "../../server/operations/moving/read-orders.ts";
import { isSettlementHeader, readSettlementFile } from "../../server/operations/reports/settlement-file.ts";
import { stateAt } from "../../server/selling/shipping/destination.ts";
import { CATEGORY_COLUMNS } from "../../server/shop/catalogue/import/category-columns.ts";
import { createProblems, readBatches } from "../../server/shop/catalogue/import/csv-problems.ts";
import { type ColumnMapping, describeProblem, readRow } from "../../server/shop/catalogue/import/csv-table.ts";
import { readRows } from "../../server/shop/catalogue/import/import-files.ts";
import { CSV_COLUMNS, createRowReader } from "../../server/shop/catalogue/import/product-columns.ts";

export type Kind = "remittance" | "bill" | "settlement" | "products" | "moved" | "categories" | "addresses";

/** What is read, by key; or the problems. Amounts are paise. */
export type Result = { facts: Record<string, unknown[]> } | { problems: string[] };

/** Reads a file of a kind. @param mapping of a product file's headings, as chosen in the back office */
export async function readSample(kind: Kind, content: string | Buffer, mapping?: ColumnMapping): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "sample-"));
  try {
    const file = join(folder, "file.csv");
    await writeFile(file, content);
    return await READERS[kind](file, mapping);
  } catch (error) {
    return { problems: [(error as Error & { errors?: { message: string }[] }).errors?.[0]?.message ?? String(error)] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const READERS: Record<Kind, (file: string, mapping?: ColumnMapping) => Promise<Result>> = {
  async remittance(file) {
    const read = readRemittance(await readRows(file, isRemittanceHeader));
    if ("problems" in read) return read;
    return { facts: Object.fromEntries(read.parcels.map(({ awb, amountPaise }) => [awb, [amountPaise]])) };
  },
  async bill(file) {
    const read = readBill(await readRows(file, isBillHeader), "apart");
    if ("problems" in read) return read;
    return {
      facts: Object.fromEntries(
        read.parcels.map((parcel) => [parcel.awb, [parcel.forward, parcel.return, parcel.cod, parcel.gst]]),
      ),
    };
  },
  async settlement(file) {
    const read = readSettlementFile(await readRows(file, isSettlementHeader));
    if ("problems" in read) return { problems: read.problems.map(({ row, message }) => `row ${row}: ${message}`) };
    return {
      facts: Object.fromEntries(
        read.items.map(({ id, amountPaise, creditPaise, debitPaise, feePaise, taxPaise }) => [
          id,
          [amountPaise, creditPaise, debitPaise, feePaise, taxPaise],
        ]),
      ),
    };
  },
  products: (file, mapping) => readTable(file, CSV_COLUMNS, createRowReader(), mapping),
  moved: readMoved,
  categories: (file) => readTable(file, CATEGORY_COLUMNS, readRow),
  async addresses(file) {
    const [headings = [], ...rows] = (await readFile(file, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
    const read = rows.map(async (cells, at): Promise<[string, unknown[]]> => {
      const typed = headings.map((name, column): [string, string] => [name, unescaped(cells[column] ?? "")]);
      return [`row ${at + 2}`, await readFields(Object.fromEntries(typed) as unknown as TypedFields)];
    });
    return { facts: Object.fromEntries(await Promise.all(read)) };
  },
};

/** Another shop's products as rows of this shop's product file, and by row and column what is not taken. Everything is decided. */
async function readMoved(file: string, mapping: ColumnMapping = new Map()): Promise<Result> {
  const { products, notes, facts, people } = await readMoveFiles(
    [{ name: "file.csv", path: file }],
    Object.fromEntries(mapping),
    "2026-11-30",
  );
  const proposed = proposeDecisions(facts, null, []);
  const decisions = {
    ...{
      ...proposed,
      pricesWithGst: true,
      shelfLifeMonths: 36,
      withoutQuantity: "piece" as const,
      takesArchived: true,
    },
    words: proposed.words.map(({ word }) => ({ word, category: "attars", hsn: "33030050", gstPercent: 18 })),
  };
  const named = await nameProducts(products, decisions);
  const converter = createConverter(decisions, facts.hasDecimalComma);
  const converted = named.products.map((product) => converter.convert(product, undefined));
  const read: Record<string, unknown[]> = { kind: facts.files.map(({ kind }) => kind) };
  for (const cells of converted.flatMap(({ rows }) => rows))
    read[`${cells.slug} ${cells.sku}`] = [
      ...[cells.size, cells.price, cells.original_price, cells.stock],
      `${cells.net_quantity} ${cells.net_quantity_unit}`,
    ];
  for (const { row, column, message } of [...notes, ...named.notes, ...converted.flatMap((one) => one.notes)])
    read[`row ${row}${column && `, ${column}`}`] = [message];
  for (const found of people) await readPeople(found, read);
  return { facts: read };
}

/** Another shop's customers by their email, and its orders by their number. */
async function readPeople(
  file: Parameters<typeof readCustomerRows>[0] & { kind: PeopleKind },
  read: Record<string, unknown[]>,
) {
  const say = (notes: readonly Note[]) => {
    for (const { row, column, message } of notes) read[`row ${row}${column && `, ${column}`}`] = [message];
  };
  if (file.kind === "customers")
    for await (const { person, notes } of readCustomerRows(file, {})) {
      say(notes);
      if (person)
        read[person.email] = [
          person.name,
          person.mobile,
          person.address?.pincode,
          person.address?.state,
          person.saidYes,
        ];
    }
  else
    for await (const { order, notes } of readOrders(file)) {
      say(notes);
      if (order) read[order.number] = [order.email, order.placedAt.toISOString(), order.totalPaise, order.units];
    }
}

/** What is typed into the fields of an account and of the checkout. */
export type TypedFields = Record<"name" | "mobile" | "email" | "street" | "city" | "state" | "pincode", string>;

const typedFields = z.object({
  name: profileForm.shape.name,
  mobile: savedAddressBody.shape.mobile_no,
  email,
  ...addressBody.shape,
});

/** Reads the fields as the checkout does. @returns name, mobile, email, pincode and state; or the problems, by their fields */
export async function readFields(typed: TypedFields): Promise<unknown[]> {
  const read = typedFields.safeParse(typed);
  if (read.error) return read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const { name, mobile, email: mail, pincode, state } = read.data;
  const resolved = await stateAt(pincode, state);
  return typeof resolved === "string"
    ? [name, mobile, canonicalEmail(mail), pincode, resolved]
    : [`state: ${resolved.message}`];
}

/** Invisible characters are written in the samples by their numbers. */
const unescaped = (cell: string) =>
  cell
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\r", "\r")
    .replaceAll("\\n", "\n");

async function readTable(
  file: string,
  columns: typeof CSV_COLUMNS | typeof CATEGORY_COLUMNS,
  reader: ReturnType<typeof createRowReader> | typeof readRow,
  mapping?: ColumnMapping,
): Promise<Result> {
  const problems = createProblems();
  const facts: Record<string, unknown[]> = {};
  for await (const { rows } of readBatches(file, { columns, mapping, readRow: reader, problems, size: 100 }))
    for (const { slug, values: all, problems: found } of rows) {
      for (const problem of found) problems.add(problem);
      const values = all as Record<string, unknown>;
      const sku = "sku" in values ? ` ${values.sku}` : "";
      const { pricePaise, originalPricePaise, stock, name, parentId } = values;
      const key = `${slug}${sku}`;
      if (key in facts) problems.add({ row: null, slug, column: null, message: `${key} is there twice` });
      facts[key] = columns === CATEGORY_COLUMNS ? [name, parentId] : [pricePaise, originalPricePaise, stock];
    }
  return problems.count > 0 ? { problems: problems.reported().map(describeProblem) } : { facts };
}
