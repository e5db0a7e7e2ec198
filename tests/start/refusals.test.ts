/** Errors that prevent the shop from opening are one sentence with the remedy, without a stack trace. */

import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../server/platform/database/open.ts";
import { requireMatchingDatabase } from "../../server/platform/live/database-state.ts";
import { emptyShop, freshFolder, type RunningServer, startServer } from "./server.ts";

async function expectRefusal(server: RunningServer, sentence: RegExp): Promise<void> {
  const { code } = await server.exited;
  expect(server.stderr()).toMatch(sentence);
  expect(server.stderr().trim().split("\n")).toHaveLength(1);
  expect(server.stderr()).not.toMatch(/\bat .+:\d+:\d+/);
  expect(code).toBe(1);
}

describe("the shop does not open", () => {
  it("on a port that another program has", async () => {
    const other = createServer().listen(0, "localhost");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    await expectRefusal(
      startServer({ PORT: String(port) }),
      new RegExp(`^Port ${port} is taken by another program; .+PORT=${port + 1}`),
    );
  });

  it("with a DATA_DIR that cannot be a folder", async () => {
    const file = join(freshFolder(), "a-file");
    writeFileSync(file, "");
    await expectRefusal(
      startServer({ DATA_DIR: join(file, "data") }),
      /^DATA_DIR \S+ cannot be written \(ENOTDIR\); choose another folder/,
    );
  });

  it.runIf(process.platform === "linux")("with a DATA_DIR that not even root can write", async () => {
    await expectRefusal(
      startServer({ DATA_DIR: "/sys/shop" }),
      /^DATA_DIR \S+ cannot be written \(\w+\); choose another folder/,
    );
  });

  it("on a live shop's database as a demo", async () => {
    const folder = emptyShop();
    const live = startServer({ DATA_DIR: folder });
    await live.url;
    live.process.kill("SIGTERM");
    await live.exited;
    await expectRefusal(
      startServer({ DATA_DIR: folder, DEMO: undefined, RAZORPAY_KEY_ID: undefined }),
      /^This database is that of a live shop, and DEMO is true: set DEMO=false \(in \.env/,
    );
  });

  it("on the database of an earlier version, which was PGlite", async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "database"));
    writeFileSync(join(folder, "database/PG_VERSION"), "18\n");
    await expectRefusal(
      startServer({ DATA_DIR: folder }),
      /^\S+database is a database of an earlier version of the shop \(PGlite\), .+ rename that folder\. To keep products/,
    );
    expect(readdirSync(folder)).toEqual(["database"]);
  });

  it("on the database of another major version of PostgreSQL", async () => {
    const folder = emptyShop();
    writeFileSync(join(folder, "postgres/PG_VERSION"), "17\n");
    await expectRefusal(
      startServer({ DATA_DIR: folder }),
      /^The database in \S+ is of PostgreSQL 17, and this version of the shop brings PostgreSQL 18\. .+npm run restore .+docs\/operate\.md/,
    );
  });

  it.each([
    [
      "another encoding",
      "ENCODING SQL_ASCII LC_CTYPE 'C'",
      /^The database is SQL_ASCII, not UTF8: make another one \(createdb/,
    ],
    [
      "a locale without letters",
      "ENCODING UTF8 LC_CTYPE 'C'",
      /^The search of this database sees no letters .+ LC_CTYPE: make/,
    ],
    [
      "letters for comparing alone",
      "ENCODING UTF8 LC_CTYPE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'",
      /^The search of this database sees no letters .+ LC_CTYPE: make/,
    ],
  ])("on a database with %s", async (_what, options, sentence) => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("drop database if exists refused");
    await client.query(`create database refused template template0 lc_collate 'C' ${options}`);
    const url = Object.assign(new URL(inject("postgresUrl")), { pathname: "/refused" }).href;
    await expectRefusal(startServer({ DATABASE_URL: url }), sentence);
  });

  it("on a database whose tables an earlier version made", async () => {
    const folder = emptyShop();
    const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: "", DATABASE_POOL: 1 });
    await database.db.execute(sql`update migration set created_at = created_at - 1000000000`);
    await database.close();
    await expectRefusal(
      startServer({ DATA_DIR: folder }),
      /^The tables of this database are from an earlier version and cannot be upgraded: .+ its DATA_DIR is deleted\.\n$/,
    );
  });

  it("live on the database of a demo", async () => {
    const folder = emptyShop();
    const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: "", DATABASE_POOL: 1 });
    await requireMatchingDatabase(database.db, { DEMO: true });
    await database.close();
    await expectRefusal(
      startServer({ DATA_DIR: folder }),
      /^A live shop cannot open on this database: .+ npm run demo:clear -- --keep-catalogue\n$/,
    );
  });

  it.each([
    ["a database that is not there", { pathname: "/no_such_shop" }, /database "no_such_shop" does not exist/],
    ["another user's name", { username: "nobody_at_all" }, /"nobody_at_all"/],
  ])("with a DATABASE_URL of %s", async (_what, change, reason) => {
    const url = Object.assign(new URL(inject("postgresUrl")), change);
    const server = startServer({ DATABASE_URL: url.href });
    await expectRefusal(
      server,
      new RegExp(
        `^The database at ${url.hostname}:${url.port || 5432} cannot be used \\(.*${reason.source}.*\\); check DATABASE_URL`,
      ),
    );
    if (url.password) expect(server.stderr()).not.toContain(url.password);
  });

  // The others have unit tests beside the settings.
  it("with a wrong setting of its deployment or of the shop", async () => {
    await expectRefusal(
      startServer({ DATA_DIR: freshFolder(), PORT: "abc" }),
      /^The setting PORT must be a whole number from 0 to 65535\. It is now "abc"\./,
    );
    await expectRefusal(
      startServer({ DATA_DIR: freshFolder(), SHOP_EMAIL: "nobody" }),
      /^The setting SHOP_EMAIL must be an email address\. It is now "nobody"\./,
    );
  });

  it("live with a key that everybody knows", async () => {
    await expectRefusal(
      startServer({ DATA_DIR: freshFolder(), CODE_SECRET: undefined }),
      /^A live shop needs its own key for mailed codes: set CODE_SECRET/,
    );
  });

  it("open to everybody without a mail server", async () => {
    await expectRefusal(
      startServer({ SMTP_URL: undefined, SHOP_OPEN: "true" }),
      /^A live shop sends its codes by mail: set SMTP_URL to your mail server, or DEMO=true for a demo\./,
    );
  });
});

it.runIf(process.platform === "linux")(
  "opens on PostgreSQL although DATA_DIR is not writable, and says so",
  async () => {
    const server = startServer({ DATABASE_URL: inject("postgresUrl"), DATA_DIR: "/sys/shop" });
    expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
    expect(server.stderr()).toMatch(
      /^DATA_DIR \/sys\/shop cannot be written \(\w+\): no picture or video can be stored/,
    );
  },
);
