import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildStorefront, isBuilt } from "../../scripts/storefront-build.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { startPostgres } from "../postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** A DATA_DIR with an empty shop, to copy: creating one takes seconds. */
    emptyShop: string;
  }
}

/** Provides a built storefront, and a PostgreSQL that one of the tests blocks. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuilt()) {
    const built = await buildStorefront();
    if (!built.ok) throw new Error(`${built.output}\nThe storefront could not be built.`);
  }
  const emptyShop = await mkdtemp(join(tmpdir(), "shop-template-"));
  const database = await openDatabase({ DATA_DIR: emptyShop, DATABASE_URL: "", DATABASE_POOL: 1 });
  await database.close();
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  project.provide("emptyShop", emptyShop);
  return async () => {
    await postgres.stop();
    await rm(emptyShop, { recursive: true, force: true });
  };
}
