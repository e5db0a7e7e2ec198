/** `npm run backup` and `npm run restore`, without tools of the machine. */

import { execFile } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { beforeAll, expect, inject, it } from "vitest";
import { seedDemo } from "../../demo/seed.ts";
import { stopUnused } from "../../server/platform/database/bundled/bundled.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { readRelease, runMigrations } from "../../server/platform/database/migrate/run-migrations.ts";
import { openDatabase } from "../../server/platform/database/open.ts";

const COMMANDS = join(import.meta.dirname, "../../server/commands.ts");
const UNICODE = "template template0 encoding utf8 lc_collate 'C' lc_ctype 'C.UTF-8'";

function command(environment: Record<string, string>, ...words: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", COMMANDS, ...words],
      { env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode, output: out + err }),
    );
  });
}

async function emptyDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name} ${UNICODE}`);
  await client.end();
  return Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
}

/** All rows, functions, triggers, constraints, sequences and indexes, as one hash of each table and kind. */
async function contentOf(where: { DATABASE_URL: string; DATA_DIR: string }): Promise<Record<string, string>> {
  const database = await openDatabase({ ...where, DATABASE_POOL: 2 });
  const { $client: pool } = database.db as unknown as { $client: pg.Pool };
  const content: Record<string, string> = {};
  const { rows: tables } = await pool.query(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'sandbox') and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  for (const { name } of tables) {
    // The records of migrations have new ids.
    const row = name.endsWith(".migration") ? "t.created_at, t.hash" : "t";
    const { rows } = await pool.query(
      `select md5(coalesce(string_agg((${row})::text, e'\\n' order by (${row})::text), '')) as hash from ${name} t`,
    );
    content[name] = rows[0].hash;
  }
  for (const [kind, statement] of Object.entries({
    functions: `select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'sandbox') and prokind in ('f', 'p')
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    triggers: "select pg_get_triggerdef(oid) || tgenabled::text as text from pg_trigger where not tgisinternal",
    constraints: `select conrelid::regclass || conname || pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace::regnamespace::text in ('public', 'sandbox')`,
    indexes: "select indexdef as text from pg_indexes where schemaname in ('public', 'sandbox')",
    sequences: `select schemaname || sequencename || coalesce(last_value::text, '') as text from pg_sequences
      where sequencename <> 'migration_id_seq'`,
  })) {
    const { rows } = await pool.query(
      `select string_agg(text, e'\\n' order by text) as text from (${statement}) found`,
    );
    // PostgreSQL writes (a OR b) OR c as a OR b OR c the second time.
    content[kind] = rows[0].text.replace(/[()]/g, "");
  }
  await database.close();
  return content;
}

let folder: string;
const own = () => ({ DATABASE_URL: "", DATA_DIR: join(folder, "shop") });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "backup-command-"));
  mkdirSync(own().DATA_DIR);
  const database = await openDatabase({ ...own(), DATABASE_POOL: 4 });
  await seedDemo(database.db, { DATA_DIR: own().DATA_DIR });
  await database.close();
  return async () => {
    await stopUnused(own().DATA_DIR).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
});

it("a shop on its own PostgreSQL is restored on another machine, and on a PostgreSQL of the owner's", async () => {
  const before = await contentOf(own());
  expect(before["public.product"]).not.toBe(before["public.webhook_endpoint"]);
  const backup = join(folder, "backup");
  const made = await command(own(), "backup", backup);
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Backed up [\d,]+ rows of \d+ tables/m) });
  expect(await command(own(), "backup", backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining("exists already"),
  });

  const elsewhere = { DATABASE_URL: "", DATA_DIR: join(folder, "elsewhere") };
  expect(await command(elsewhere, "restore", backup)).toMatchObject({
    code: 0,
    output: expect.stringContaining("Restored"),
  });
  expect(await contentOf(elsewhere)).toEqual(before);
  expect(existsSync(join(elsewhere.DATA_DIR, "media/catalogue"))).toBe(true);
  expect(await command(elsewhere, "restore", backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining("There is a shop in this database already"),
  });

  const given = { DATABASE_URL: await emptyDatabase("restored"), DATA_DIR: join(folder, "given") };
  expect(await command(given, "restore", backup)).toMatchObject({ code: 0 });
  expect(await contentOf(given)).toEqual(before);

  // A damaged file is refused, and leaves nothing that the next try stumbles on.
  const file = join(backup, "backup.json");
  const description = JSON.parse(readFileSync(file, "utf8"));
  const product = description.tables.find(({ name }: { name: string }) => name === "product");
  product.rows += 1;
  writeFileSync(file, JSON.stringify(description));
  const damaged = { DATABASE_URL: "", DATA_DIR: join(folder, "damaged") };
  expect(await command(damaged, "restore", backup)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/product\.gz has 24 rows and not 25; the backup is damaged/),
  });
  expect(existsSync(join(damaged.DATA_DIR, "postgres"))).toBe(false);
});

it("of two restores at once one makes the shop, and the other leaves it alone", async () => {
  const backup = join(folder, "once");
  await command(own(), "backup", backup);
  const twice = { DATABASE_URL: "", DATA_DIR: join(folder, "twice") };
  const both = await Promise.all([command(twice, "restore", backup), command(twice, "restore", backup)]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.output).toMatch(/Another restore|There is a shop in this database/);
  expect(await contentOf(twice)).toEqual(await contentOf(own()));
});

it("pictures on another disk are in the backup, not the link to them", async () => {
  const [media, disk, backup] = [join(own().DATA_DIR, "media"), join(folder, "disk"), join(folder, "linked")];
  renameSync(media, disk);
  symlinkSync(disk, media);
  expect(await command(own(), "backup", backup)).toMatchObject({ code: 0 });
  expect(lstatSync(join(backup, "media")).isDirectory()).toBe(true);
  expect(existsSync(join(backup, "media/catalogue"))).toBe(true);
});

it("a backup with a file that is missing or cut off is refused by the file's name", async () => {
  const backup = join(folder, "cut");
  await command(own(), "backup", backup);
  const refused = { DATABASE_URL: await emptyDatabase("refused"), DATA_DIR: join(folder, "refused") };
  const damage = async (name: string, change: (file: string) => void) => {
    change(join(backup, name));
    const { code, output } = await command(refused, "restore", backup);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining(`${join(backup, name)} can’t be read`),
    });
    expect(output).toContain("the backup is damaged");
  };
  const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 500));
  await damage("public.variant.gz", cut);
  await damage("public.product.gz", rmSync);
  await damage("backup.json", cut);
  // Nothing of them is in the database: a whole one fills it.
  expect(await command(refused, "restore", join(folder, "once"))).toMatchObject({ code: 0 });
});

it("a backup of an earlier version is brought up to date, and one of a later version changes nothing", async () => {
  const earlier = { DATABASE_URL: await emptyDatabase("earlier"), DATA_DIR: join(folder, "earlier") };
  const client = new pg.Client({ connectionString: earlier.DATABASE_URL });
  await client.connect();
  const { migrations } = readRelease();
  await runMigrations(drizzle(client) as unknown as Database, {
    release: { migrations: migrations.slice(0, -5), functions: { version: 0, files: [] } },
  });
  const entries = (to: pg.Client) => to.query("select kind, value, is_blocked, reason from cash_list_entry");
  await client.query(
    "insert into cash_list_entry (kind, value, is_blocked, reason, created_at) values ('pincode', '744101', true, 'Far', now())",
  );
  const { rows: before } = await entries(client);
  await client.end();
  const backup = join(folder, "of-earlier");
  expect(await command(earlier, "backup", backup)).toMatchObject({ code: 0 });

  const brought = { DATABASE_URL: await emptyDatabase("brought"), DATA_DIR: join(folder, "brought") };
  expect(await command(brought, "restore", backup)).toMatchObject({ code: 0 });
  const restored = new pg.Client({ connectionString: brought.DATABASE_URL });
  await restored.connect();
  expect((await entries(restored)).rows).toEqual(before);
  await restored.end();
  const fresh = { DATABASE_URL: await emptyDatabase("fresh"), DATA_DIR: join(folder, "fresh") };
  const [is, shouldBe] = [await contentOf(brought), await contentOf(fresh)];
  for (const kind of ["functions", "triggers", "constraints", "indexes", "public.migration"])
    expect({ kind, is: is[kind] }).toEqual({ kind, is: shouldBe[kind] });

  const file = join(backup, "backup.json");
  const description = JSON.parse(readFileSync(file, "utf8"));
  const later = Math.max(...migrations.map(({ createdAt }) => createdAt)) + 1;
  writeFileSync(file, JSON.stringify({ ...description, migrations: [...description.migrations, later] }));
  const untouched = { DATABASE_URL: "", DATA_DIR: join(folder, "untouched") };
  expect(await command(untouched, "restore", backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Update the shop to that version, then restore again. Nothing was changed."),
  });
  expect(existsSync(untouched.DATA_DIR)).toBe(false);
});
