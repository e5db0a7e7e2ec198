import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runMigrations } from "../../server/database/migrations.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const migrate = () => shop.db.transaction(runMigrations);
const replacePublish = () =>
  shop.db.execute(
    sql`create or replace function publish_change() returns trigger language plpgsql as 'begin return null; end'`,
  );
async function publishText(): Promise<string> {
  const [row] = await rowsOf<{ text: string }>(
    shop,
    sql`select prosrc as text from pg_proc where proname = 'publish_change'`,
  );
  return row?.text ?? "";
}

it("applies a function file again when its text has changed", async () => {
  await replacePublish();
  await migrate();
  expect(await publishText()).not.toContain("pg_notify");
  await shop.db.execute(sql`update function_file set hash = 'of an earlier text' where name = 'change-events.sql'`);
  await migrate();
  expect(await publishText()).toContain("pg_notify");
});

it("leaves the functions of a newer release alone", async () => {
  await replacePublish();
  await shop.db.execute(sql`update function_file set hash = 'of a newer text'`);
  await shop.db.execute(sql`insert into migration (hash, created_at) values ('newer', 9999999999999)`);
  await migrate();
  expect(await publishText()).not.toContain("pg_notify");
});

it("rejects a database whose tables an earlier version made", async () => {
  await shop.db.execute(sql`update migration set created_at = created_at - 1000000000`);
  await expect(migrate()).rejects.toThrow(
    /^The tables of this database are from an earlier version and cannot be upgraded: set DATABASE_URL or DATA_DIR to a new database .+ npm run demo:reset\.$/,
  );
});
