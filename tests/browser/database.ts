import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../postgres.ts";

/** Runs one statement on a server. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/**
 * An empty database for this process, gone with it: of a PostgreSQL of its own, or of the one that TEST_DATABASE_URL names.
 * @returns its address
 */
export async function databaseOfThisProcess(): Promise<string> {
  const { url } = await startPostgres();
  if (!process.env.TEST_DATABASE_URL) return url;
  const name = `shop_browser_${randomBytes(4).toString("hex")}`;
  await asAdmin(url, `CREATE DATABASE ${name}`);
  // Whoever exits cannot wait, but for another process.
  process.on("exit", () => {
    spawnSync(process.execPath, [join(import.meta.dirname, "drop-database.ts"), url, name], { stdio: "inherit" });
  });
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
