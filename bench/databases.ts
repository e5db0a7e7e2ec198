import pg from "pg";
import { openDatabase } from "../server/platform/database/open.ts";
import { insertBuyers } from "./buyers.ts";
import { fillCatalogue } from "./catalogue.ts";

/** Creates a database unless it exists. @returns its URL */
export async function createDatabase(server: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Creates and fills the database `bench_<products>` unless it exists. Returns its URL. */
export async function preparePostgresql(
  server: string,
  products: number,
  print: (line: string) => void,
): Promise<string> {
  const url = await createDatabase(server, `bench_${products}`);
  await fill({ DATABASE_URL: url, DATABASE_POOL: 3, DATA_DIR: "" }, products, print);
  return url;
}

async function fill(
  where: Parameters<typeof openDatabase>[0],
  products: number,
  print: (line: string) => void,
): Promise<void> {
  const database = await openDatabase(where, { unlimited: true });
  try {
    await fillCatalogue(database.db, products, print);
    await insertBuyers(database.db);
  } finally {
    await database.close();
  }
}
