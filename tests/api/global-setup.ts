import { randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../postgres.ts";
import { requireAllAudited } from "./audited.ts";
import { makeTemplates, TEMPLATES } from "./templates.ts";

/** The template databases have names unique to this run, so that runs on one PostgreSQL do not conflict. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const run = `shop_test_${randomBytes(4).toString("hex")}`;
  const addressOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${run}_${name}` }).href;
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  let removeFolders = async () => {};
  const remove = async () => {
    await removeFolders();
    await asAdmin(...TEMPLATES.map((name) => `DROP DATABASE IF EXISTS ${run}_${name} WITH (FORCE)`)).catch(() => {});
    await postgres.stop();
  };
  try {
    await asAdmin(
      ...TEMPLATES.map(
        // As the shop needs it, on any server.
        (name) => `CREATE DATABASE ${run}_${name} TEMPLATE template0 ENCODING UTF8 LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`,
      ),
    );
    removeFolders = await makeTemplates(project, { empty: addressOf("empty"), demo: addressOf("demo") });
  } catch (error) {
    await remove();
    throw error;
  }
  return async () => {
    try {
      if (await hasRunWhole(project)) await requireAllAudited(project.getProvidedContext().templates.folder);
    } finally {
      await remove();
    }
  };
}

/** Whether every test of the project has run and passed. */
async function hasRunWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = project.vitest.state.getTestModules().filter((module) => module.project === project);
  const isNarrowed = project.vitest.getGlobalTestNamePattern() !== undefined;
  return !isNarrowed && ran.length === testFiles.length && ran.every((module) => module.ok());
}
