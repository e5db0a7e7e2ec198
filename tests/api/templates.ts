import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { seedDemo } from "../../demo/seed.ts";
import { openDatabase } from "../../server/platform/database/open.ts";

/** Two template shops, made once per run and copied for every test file: an empty one and the demo. */
export interface Templates {
  /** Contains the folders `empty` and `demo`, each a DATA_DIR. */
  folder: string;
  /** URLs of the databases `empty` and `demo`. */
  databases: { empty: string; demo: string };
}

declare module "vitest" {
  interface ProvidedContext {
    templates: Templates;
  }
}

export const TEMPLATES = ["empty", "demo"] as const;

/** Makes the templates and provides them to the test files of `project`. Returns how to delete them. */
export async function makeTemplates(
  project: TestProject,
  databases: Templates["databases"],
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "shop-templates-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const name of TEMPLATES) {
      const dataDir = join(folder, name);
      await mkdir(dataDir);
      const database = await openDatabase({
        DATA_DIR: dataDir,
        DATABASE_URL: databases[name],
        DATABASE_POOL: 4,
      });
      if (name === "demo") await seedDemo(database.db, { DATA_DIR: dataDir });
      await database.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("templates", { folder, databases });
  return remove;
}
