import { type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../../platform/http/csv-download.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { filterOf } from "../editing/admin-products.ts";
import { readBatch } from "./export.ts";
import { csvHeader, writeProducts } from "./product-columns.ts";
import {
  addImportPictures,
  compareImport,
  deleteImport,
  listImportLines,
  listImports,
  readImport,
  stopImport,
  storeImport,
  undoImport,
  uploadImport,
} from "./staff-imports.ts";

const IMPORTS_PER_PAGE = 20;
const LINES_PER_PAGE = 50;

const numberOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

/** Product files of the back office. */
export function importAdminRoutes(
  admin: FastifyInstance,
  deps: { db: Database; media: MediaLibrary; uploads: string },
): void {
  const { db, uploads } = deps;
  handleAdmin(admin, adminEndpoints.listImports, async ({ query: { before } }) => ({
    data: await listImports(db, { before: numberOf(before), max: IMPORTS_PER_PAGE }),
  }));
  handleAdmin(admin, adminEndpoints.uploadImport, async ({ query: { name }, staff, request }) => ({
    data: await uploadImport(db, uploads, { name, body: request.body }, staff),
  }));
  handleAdmin(admin, adminEndpoints.addImportPictures, async ({ params, query: { name }, staff, request }) => ({
    data: await addImportPictures(deps, Number(params.id), { name, body: request.body }, staff),
  }));
  handleAdmin(admin, adminEndpoints.readImport, async ({ params }) => ({
    data: await readImport(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.listImportLines, async ({ params, query: { kind, after } }) => ({
    data: await listImportLines(db, Number(params.id), { kind, after: numberOf(after), max: LINES_PER_PAGE }),
  }));
  handleAdmin(admin, adminEndpoints.compareImport, async ({ params, body, staff }) => ({
    data: await compareImport(db, Number(params.id), body.columns, staff),
  }));
  handleAdmin(admin, adminEndpoints.storeImport, async ({ params, body, staff }) => ({
    data: await storeImport(db, Number(params.id), body.digest, staff),
  }));
  handleAdmin(admin, adminEndpoints.stopImport, async ({ params, staff }) => ({
    data: await stopImport(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.undoImport, async ({ params, staff }) => ({
    data: await undoImport(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.deleteImport, async ({ params, staff }) => {
    await deleteImport(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.exportCatalogue, async ({ query, reply }) => {
    return csvResponse(reply, "products.csv", recordsOf(db, (await filterOf(db, query)) ?? sql`true`));
  });
}

/** Reads in batches, each in a query of its own: a slow download must not keep a snapshot open. */
async function* recordsOf(db: Database, filter: SQL): AsyncGenerator<string[]> {
  yield csvHeader();
  for (let after = 0; ; ) {
    const rows = await readBatch(db, after, filter);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.productId);
    yield* writeProducts(rows);
  }
}
