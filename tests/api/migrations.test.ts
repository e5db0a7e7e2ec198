import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMigrations } from "../../server/platform/database/migrate/migration-files.ts";
import { type Release, readRelease, runMigrations } from "../../server/platform/database/migrate/run-migrations.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

const current = readRelease();
const withVersion = (version: number): Release => ({ ...current, functions: { ...current.functions, version } });

describe("functions", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const { version } = current.functions;
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

  it("are applied again when their file has changed", async () => {
    await replacePublish();
    await runMigrations(shop.db);
    expect(await publishText()).not.toContain("pg_notify");
    await shop.db.execute(sql`update function_file set hash = 'of an earlier text' where name = 'change-events.sql'`);
    await runMigrations(shop.db);
    expect(await publishText()).toContain("pg_notify");
  });

  it("of a newer release are left alone by an older one, even if the tables are the same", async () => {
    await replacePublish();
    await shop.db.execute(sql`update function_file set hash = 'of a newer text', version = ${version + 1}`);
    await runMigrations(shop.db);
    expect(await publishText()).not.toContain("pg_notify");
    await runMigrations(shop.db, { release: withVersion(version + 2) });
    expect(await publishText()).toContain("pg_notify");
  });

  it("of a newer release are protected even if their files have not changed", async () => {
    await runMigrations(shop.db, { release: withVersion(version + 3) });
    const changed = current.functions.files.map((file) => ({ ...file, hash: `another ${file.hash}` }));
    await replacePublish();
    await runMigrations(shop.db, {
      release: { ...current, functions: { version: version + 2, files: changed } },
    });
    expect(await publishText()).not.toContain("pg_notify");
  });
});

describe("migrations", () => {
  /** A separate shop, because these tests add tables. */
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const examples = readMigrations(join(import.meta.dirname, "example-migrations"));
  /** The release after the first `count` examples. */
  const releaseWith = (count: number): Release => ({
    ...current,
    migrations: [...current.migrations, ...examples.slice(0, count)],
  });
  async function migrate(count: number, options: { requireNewerInstances?: boolean } = {}): Promise<string[]> {
    const printed: string[] = [];
    await runMigrations(shop.db, { release: releaseWith(count), print: (line) => printed.push(line), ...options });
    return printed.map((line) => line.replace(/\d+\.\d s/, "… s"));
  }
  const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(shop, statement);
  const indexes = () =>
    rows(sql`
      select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'parcel'::regclass and not indisprimary order by relname`);

  it("apply tables in a transaction, once", async () => {
    expect(await migrate(2)).toEqual(["Applied 0000_parcel (… s).", "Applied 0001_parcel_size (… s)."]);
    expect(await migrate(2)).toEqual([]);
    expect(await indexes()).toEqual([{ name: "parcel_grams_index", valid: true }]);
    // With gaps; 350 rows.
    await shop.db.execute(sql`
      insert into parcel (id, code, grams) select n * 7, 'parcel ' || n, n * 10 from generate_series(1, 350) as n`);
  });

  it("drop an index that an interruption left incomplete, and create it again", async () => {
    await shop.db.execute(sql`insert into parcel (id, code, grams) values (5000, 'parcel 1', 1)`);
    await expect(migrate(3)).rejects.toThrow();
    expect(await indexes()).toEqual([
      { name: "parcel_code_index", valid: false },
      { name: "parcel_grams_index", valid: true },
    ]);
    await shop.db.execute(sql`delete from parcel where id = 5000`);
    expect(await migrate(3)).toEqual([
      "Dropping parcel_code_index, which an interruption has left incomplete.",
      "Applied 0002_parcel_code_index (… s).",
    ]);
    expect(await indexes()).toEqual([{ name: "parcel_code_index", valid: true }]);
  });

  it("complete a migration whose index was created before the interruption", async () => {
    const index = examples[2] as (typeof examples)[number];
    await shop.db.execute(sql`delete from migration where created_at = ${index.createdAt}`);
    expect(await migrate(3)).toEqual(["Applied 0002_parcel_code_index (… s)."]);
  });

  it("fill rows in batches, and resume where they were interrupted", async () => {
    const filled = async () => {
      const [row] = await rows<{ filled: number; most: number }>(
        sql`select (count(*) filter (where size is not null))::int as filled, max(fills) as most from parcel`,
      );
      return row;
    };
    await shop.db.execute(sql`alter table parcel add constraint interruption check (size is null or id < 1500)`);
    await expect(migrate(4)).rejects.toThrow();
    // Two batches of 100; the third had failed.
    expect(await filled()).toEqual({ filled: 200, most: 1 });
    await shop.db.execute(sql`alter table parcel drop constraint interruption`);
    expect(await migrate(4)).toEqual(["Applied 0003_fill_parcel_size (… s, 350 rows)."]);
    expect(await filled()).toEqual({ filled: 350, most: 1 });
    expect(await rows(sql`select size, count(*)::int as count from parcel group by size order by size`)).toEqual([
      { size: "large", count: 301 },
      { size: "small", count: 49 },
    ]);
  });

  it("skip no release before a contract step while instances may run", async () => {
    const expand = examples[1] as (typeof examples)[number];
    await shop.db.execute(sql`delete from migration where created_at >= ${expand.createdAt}`);
    await expect(migrate(5, { requireNewerInstances: true })).rejects.toThrow(
      /^Migration 0004_drop_parcel_grams removes what instances from before 0001_parcel_size use\. .+ --stopped\. Nothing was changed\.$/,
    );
    for (const { createdAt, hash } of examples.slice(1, 4))
      await shop.db.execute(sql`insert into migration (hash, created_at) values (${hash}, ${createdAt})`);
    expect(await migrate(5, { requireNewerInstances: true })).toEqual(["Applied 0004_drop_parcel_grams (… s)."]);
  });

  it("let an older release run on a newer database, unless a contract step has removed what it uses", async () => {
    expect(await migrate(4)).toEqual([]);
    expect(await migrate(2)).toEqual([]);
    await expect(migrate(1)).rejects.toThrow(
      /^This program is too old for its database: .+ Start the newer release\.$/,
    );
  });

  it("reject a database whose tables an earlier version made", async () => {
    await shop.db.execute(sql`update migration set created_at = created_at - 1000000000`);
    await expect(migrate(0)).rejects.toThrow(
      /^The tables of this database are from an earlier version and cannot be upgraded: set DATABASE_URL or DATA_DIR to a new database .+ its DATA_DIR is deleted\.$/,
    );
  });
});
