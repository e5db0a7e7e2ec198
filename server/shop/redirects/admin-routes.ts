import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { createPostgresqlSearch } from "../catalogue/search/postgresql-search.ts";
import { listRedirects, redirectRecords } from "./list-redirects.ts";
import { listNotFoundPaths, removeNotFoundPath } from "./not-found-paths.ts";
import { uploadRedirects } from "./redirect-file.ts";
import { addRedirect, changeRedirect, removeRedirect } from "./store-redirects.ts";

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
}

export function redirectAdminRoutes(admin: FastifyInstance, { db, uploads }: Deps): void {
  const catalogue = createPostgresqlSearch(db);
  handleAdmin(admin, adminEndpoints.listRedirects, async ({ query }) => ({ data: await listRedirects(db, query) }));
  handleAdmin(admin, adminEndpoints.exportRedirects, async ({ query, reply }) =>
    csvResponse(reply, "redirects.csv", redirectRecords(db, query)),
  );
  handleAdmin(admin, adminEndpoints.addRedirect, async ({ body, staff: actor }) => ({
    data: await addRedirect(db, body, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.changeRedirect, async ({ params, body, staff: actor }) => ({
    data: await changeRedirect(db, Number(params.id), body, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.removeRedirect, async ({ params, staff: actor }) => {
    await removeRedirect(db, Number(params.id), { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.uploadRedirects, async ({ query, staff: actor, request }) => ({
    data: await uploadRedirects(db, uploads, { body: request.body, digest: query.digest }, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.listNotFoundPaths, async ({ query }) => ({
    data: await listNotFoundPaths(db, catalogue, query),
  }));
  handleAdmin(admin, adminEndpoints.removeNotFoundPath, async ({ params, staff: actor }) => {
    await removeNotFoundPath(db, Number(params.id), { actor, now: new Date() });
    return { data: {} };
  });
}
