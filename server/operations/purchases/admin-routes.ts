import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { MAX_PURCHASE_ROWS_BYTES, type ReadLine } from "../../../contract/admin/purchases.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import type { LotRule } from "../../selling/stock/manage-lots.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { bookPurchase, correctPurchase, readSizesOf, takeBackPurchase } from "./book-purchase.ts";
import { setLeadTime } from "./lead-time.ts";
import { isPurchaseHeader, readPurchaseRows } from "./purchase-rows.ts";
import { listPurchases, listSuppliers, readPurchase } from "./read-purchases.ts";

const PAGE_SIZE = 50;
/** How many problems of pasted rows an error lists. */
const MAX_PROBLEMS = 20;

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
  readRule: () => Promise<LotRule>;
}

export function purchaseAdminRoutes(admin: FastifyInstance, { db, uploads, readRule }: Deps): void {
  handleAdmin(admin, adminEndpoints.listPurchases, async ({ query: { q, after } }) => {
    const purchases = await listPurchases(db, {
      q,
      after: after === undefined ? undefined : Number(after),
      max: PAGE_SIZE + 1,
    });
    return { data: { purchases: purchases.slice(0, PAGE_SIZE), hasMore: purchases.length > PAGE_SIZE } };
  });
  handleAdmin(admin, adminEndpoints.listSuppliers, async ({ query }) => ({ data: await listSuppliers(db, query.q) }));
  handleAdmin(admin, adminEndpoints.setLeadTime, async ({ body, staff: actor }) => {
    await setLeadTime(db, body, { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.readPurchase, async ({ params }) => ({
    data: await readPurchase(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.readPurchaseRows, async ({ request }) => {
    const rows = await withFolder(uploads, async (folder) => {
      const file = join(folder, "purchase.csv");
      await receiveFile(request.body, file, MAX_PURCHASE_ROWS_BYTES);
      return readRows(file, isPurchaseHeader);
    });
    return { data: await readLines(db, rows) };
  });
  handleAdmin(admin, adminEndpoints.bookPurchase, async ({ body, staff: actor }) => ({
    data: { _id: await bookPurchase(db, body, { actor, rule: await readRule(), now: new Date() }) },
  }));
  handleAdmin(admin, adminEndpoints.correctPurchase, async ({ params, body, staff: actor }) => {
    await correctPurchase(db, Number(params.id), body, { actor, rule: await readRule(), now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.takeBackPurchase, async ({ params, body, staff: actor }) => {
    await takeBackPurchase(db, Number(params.id), body.version, { actor, rule: await readRule(), now: new Date() });
    return { data: {} };
  });
}

/** @throws ApiError (422) that names every cell in doubt */
async function readLines(db: Database, rows: Parameters<typeof readPurchaseRows>[0]): Promise<ReadLine[]> {
  const read = readPurchaseRows(rows);
  if ("problems" in read) throw ofProblems(read.problems);
  const sizes = await readSizesOf(
    db,
    read.rows.map(({ code }) => code),
  );
  const problems: string[] = [];
  const lines = read.rows.flatMap(({ row, code, quantity: units, unitCostPaise, gstPaise, ...line }): ReadLine[] => {
    const size = sizes.get(code);
    if (!size || "problem" in size) {
      problems.push(`Row ${row}: ${size?.problem}`);
      return [];
    }
    const { sku, title, label } = size;
    return [{ ...line, sku, title, size: label, units, unitCost: toRupees(unitCostPaise), gst: toRupees(gstPaise) }];
  });
  if (problems.length > 0) throw ofProblems(problems);
  return lines;
}

function ofProblems(problems: readonly string[]): ApiError {
  const more = problems.length - MAX_PROBLEMS;
  const named = problems.slice(0, MAX_PROBLEMS).join("\n");
  return ApiError.ofField("rows", more > 0 ? `${named}\nAnd ${more} more.` : named);
}
