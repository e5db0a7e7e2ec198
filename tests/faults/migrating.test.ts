/** Several machines migrate one PostgreSQL, and are interrupted. */

import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "../../server/platform/database/database.ts";
import { readMigrations } from "../../server/platform/database/migrate/migration-files.ts";
import { readRelease, runMigrations } from "../../server/platform/database/migrate/run-migrations.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { MIGRATION_LOCK } from "../../server/platform/database/single-node.ts";
import { DatabaseUnavailable } from "../../server/platform/database/unavailable.ts";
import { runCommand } from "../api/run-command.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

let shop: TestShop;
let url: string;
let admin: pg.Client;
const clients: pg.Client[] = [];

beforeAll(async () => {
  shop = await openShop();
  url = shop.databaseUrl;
  admin = await connect();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));
afterAll(async () => {
  await admin?.end();
  await shop?.close();
});

async function connect(to = url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to });
  client.on("error", () => {});
  await client.connect();
  return client;
}
async function extraClient(): Promise<pg.Client> {
  const client = await connect();
  clients.push(client);
  return client;
}

const examples = readMigrations(join(import.meta.dirname, "../api/example-migrations"));
async function migrate(count: number, print = (_line: string) => {}): Promise<void> {
  const client = await extraClient();
  const release = readRelease();
  await runMigrations(drizzle(client) as unknown as Database, {
    release: { ...release, migrations: [...release.migrations, ...examples.slice(0, count)] },
    print,
  });
}

const open = (given: object = {}, options = {}) =>
  openDatabase({ DATABASE_URL: url, DATABASE_POOL: 1, DATA_DIR: "", ...given }, options);

it("two machines that migrate an empty database at once apply each migration once", async () => {
  await admin.query("create database empty_for_two");
  const empty = Object.assign(new URL(url), { pathname: "/empty_for_two" }).href;
  // On a busy machine the first one takes longer than the others usually wait.
  const opened = await Promise.all(
    [1, 2, 3].map(() => open({ DATABASE_URL: empty }, { migrate: { waitMs: LONGEST_WAIT_MS } })),
  );
  try {
    const { rows } = (await (opened[0] as (typeof opened)[number]).db.execute<{ applied: number }>(
      "select count(*)::int as applied from migration",
    )) as unknown as { rows: { applied: number }[] };
    expect(rows).toEqual([{ applied: readRelease().migrations.length }]);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    await admin.query("drop database empty_for_two with (force)");
  }
});

it("a machine that waits for another's migrations holds no transaction open meanwhile, for which an index would wait", async () => {
  await admin.query("update function_file set hash = 'of an earlier text' where name = 'change-events.sql'");
  const other = await extraClient();
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  const opening = open({}, { migrate: { waitMs: LONGEST_WAIT_MS } });
  const betweenAttempts = async () => {
    const { rowCount } = await admin.query("select from pg_stat_activity where query = 'rollback' and state = 'idle'");
    return rowCount;
  };
  await expect.poll(betweenAttempts).toBeGreaterThan(0);
  await other.query("commit");
  await (await opening).close();
});

it("npm run migrate says what it has applied, and that there is nothing left", async () => {
  await admin.query("update function_file set hash = 'of an earlier text' where name = 'change-events.sql'");
  expect(await runCommand(shop, "migrate")).toEqual({
    code: 0,
    out: "Applied functions/change-events.sql.\nThe database is up to date.\n",
    err: "",
  });
  expect((await runCommand(shop, "migrate")).out).toBe("The database is up to date.\n");
});

it("npm run migrate gives up when another machine migrates for longer than --wait", async () => {
  const other = await extraClient();
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await admin.query("update function_file set hash = 'of an earlier text'");
  const { code, err } = await runCommand(shop, "migrate", "--wait", "0");
  expect(err).toMatch(/another instance is bringing its tables up to date, or they are in use/);
  expect(code).toBe(1);
  await other.query("rollback");
  expect((await runCommand(shop, "migrate", "--wait", "0")).code).toBe(0);
});

it("with MIGRATE_AT_START=false a server waits for what its release needs", async () => {
  await admin.query(
    "update function_file set version = 0, hash = 'of an earlier text' where name = 'closed-accounts.sql'",
  );
  const opening = open({ MIGRATE_AT_START: false });
  await expect(opening).rejects.toThrow(DatabaseUnavailable);
  await expect(opening).rejects.toThrow(/^The database lacks functions\/closed-accounts\.sql: run npm run migrate/);
  await (await open({ MIGRATE_AT_START: false }, { migrate: {} })).close();
  await (await open({ MIGRATE_AT_START: false })).close();
});

it("a migration waits for a table in use by short attempts, so that requests do not queue behind it", async () => {
  await migrate(1);
  const user = await extraClient();
  await user.query("begin");
  await user.query("lock table parcel in access share mode");
  const migrating = migrate(2);
  await vi.waitFor(
    async () => {
      const { rows } = await admin.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'ALTER TABLE \"parcel\"%'",
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: LONGEST_WAIT_MS, interval: 25 },
  );
  // Queues behind the migration, until that gives up its turn.
  await admin.query("set statement_timeout = '60s'");
  await admin.query("select from parcel");
  await user.query("commit");
  await migrating;
});

it("an index whose connection was lost half-way is created again", async () => {
  const reader = await extraClient();
  await reader.query("begin");
  await reader.query("lock table parcel in row exclusive mode");
  const interrupted = migrate(3);
  const settled = expect(interrupted).rejects.toThrow();
  await vi.waitFor(
    async () => {
      const { rowCount } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'CREATE UNIQUE INDEX CONCURRENTLY%'",
      );
      expect(rowCount).toBe(1);
    },
    { timeout: LONGEST_WAIT_MS, interval: 25 },
  );
  await settled;
  await reader.query("commit");
  const said: string[] = [];
  await migrate(3, (line) => said.push(line));
  expect(said[0]).toBe("Dropping parcel_code_index, which an interruption has left incomplete.");
});
