import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../postgres.ts";

/** Runs one statement on a connection of its own, and returns its rows. */
export async function asAdmin(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty database, deleted when this process exits: on its own PostgreSQL, or on the one of TEST_DATABASE_URL.
 * @returns its URL
 */
export async function databaseOfThisProcess(): Promise<string> {
  const { url } = await startPostgres();
  if (!process.env.TEST_DATABASE_URL) return url;
  const name = `shop_browser_${randomBytes(4).toString("hex")}`;
  await asAdmin(url, `CREATE DATABASE ${name}`);
  // An exiting process can only wait for another process.
  process.on("exit", () => {
    spawnSync(process.execPath, [join(import.meta.dirname, "drop-database.ts"), url, name], { stdio: "inherit" });
  });
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
