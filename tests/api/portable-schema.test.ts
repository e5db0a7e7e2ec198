/**
 * The features of PostgreSQL that the schema uses, read from its catalog. Each test holds a rule by the documentation of YugabyteDB 2025.2 (a
 * PostgreSQL 15) or Amazon Aurora; neither engine was run (docs/deployment/engines.md).
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop?.close());

const OURS = sql`relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`;

// https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/ddl_create_trigger/: no REFERENCING, no CONSTRAINT TRIGGER, NOT
// DEFERRABLE alone; row and statement triggers BEFORE and AFTER, with UPDATE OF and WHEN.
it("triggers are not deferrable, and only those of new products read transition tables", async () => {
  const triggers = await rowsOf<{ tgname: string; kind: string }>(
    shop,
    sql`select distinct tgname, case when tgoldtable is not null or tgnewtable is not null then 'transition table'
        when tgdeferrable then 'deferrable' when tgconstraint <> 0 then 'constraint' when tgtype & 64 <> 0 then 'instead of'
        when tgtype & 1 <> 0 then 'row' else 'statement' end as kind
      from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and ${OURS} order by tgname`,
  );
  expect(triggers.length).toBeGreaterThan(15);
  // With them 500 new products take 0.3 s instead of 4.3 s.
  expect(triggers.filter(({ kind }) => kind !== "row" && kind !== "statement")).toEqual(
    ["product_search_new_words", "product_searched_first"].map((tgname) => ({ tgname, kind: "transition table" })),
  );
});

// https://docs.yugabyte.com/stable/api/ysql/sql-feature-support/: no exclusion constraints, no deferrable primary keys or unique constraints;
// deferrable foreign keys in part.
// PostgreSQL 18 lists NOT NULL among the constraints, as n.
it("constraints are checks, keys and foreign keys, none deferrable", async () => {
  const kinds = await rowsOf<{ contype: string; condeferrable: boolean }>(
    shop,
    sql`select distinct contype, condeferrable from pg_constraint join pg_class on pg_class.oid = conrelid
      where ${OURS} and contype <> 'n' order by 1`,
  );
  expect(kinds).toEqual(["c", "f", "p", "u"].map((contype) => ({ contype, condeferrable: false })));
});

// https://docs.yugabyte.com/stable/api/ysql/sql-feature-support/: B-tree and GIN, neither GiST nor BRIN. GIN indexes of several columns:
// https://github.com/yugabyte/yugabyte-db/issues/10652. Sorted GIN indexes: issue 10653.
it("indexes are B-trees, or GIN of one column, with operator classes that are built in or of pg_trgm", async () => {
  const indexes = await rowsOf<{ name: string; method: string; columns: number; options: string; classes: string[] }>(
    shop,
    sql`select pg_class.relname as name, amname as method, indnkeyatts as columns, indoption::text as options,
        array(select distinct opcname::text from unnest(indclass::oid[]) as class join pg_opclass on pg_opclass.oid = class) as classes
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam where ${OURS}`,
  );
  expect(indexes.length).toBeGreaterThan(80);
  for (const { name, method, columns, options } of indexes) {
    expect(["btree", "gin"], name).toContain(method);
    if (method === "gin") expect({ columns, options }, name).toEqual({ columns: 1, options: "0" });
  }
  expect([...new Set(indexes.flatMap(({ classes }) => classes))].toSorted()).toEqual([
    "array_ops",
    "bool_ops",
    "date_ops",
    "gin_trgm_ops",
    "int2_ops",
    "int4_ops",
    "int8_ops",
    "text_ops",
    "text_pattern_ops",
    "timestamptz_ops",
    "tsvector_ops",
    "uuid_ops",
  ]);
});

// https://docs.yugabyte.com/stable/api/ysql/sql-feature-support/: partitions by hash, list and range; no inheritance (issue 5956).
// Aurora: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/AuroraPostgreSQL.Reference.html, all of PostgreSQL's.
it("tables inherit from none but their partitioned table, and none is unlogged or foreign", async () => {
  const tables = await rowsOf<{ name: string; kind: string; persistence: string; inherits: boolean }>(
    shop,
    sql`select relname as name, relkind as kind, relpersistence as persistence,
        not relispartition and exists (select from pg_inherits where inhrelid = pg_class.oid) as inherits
      from pg_class where relkind in ('r', 'p', 'f') and ${OURS}`,
  );
  for (const { name, ...table } of tables)
    expect(table, name).toEqual({ kind: expect.stringMatching(/^[rp]$/), persistence: "p", inherits: false });
});

// Aurora offers a list of extensions: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraPostgreSQLReleaseNotes/AuroraPostgreSQL.Extensions.html.
// YugabyteDB bundles pg_trgm: https://docs.yugabyte.com/stable/additional-features/pg-extensions/. Neither has untrusted languages.
it("the only extension is pg_trgm, and functions are written in SQL and PL/pgSQL", async () => {
  expect(await rowsOf(shop, sql`select extname from pg_extension where extname <> 'plpgsql'`)).toEqual([
    { extname: "pg_trgm" },
  ]);
  const languages = await rowsOf<{ lanname: string }>(
    shop,
    sql`select distinct lanname from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`,
  );
  expect(languages.map(({ lanname }) => lanname)).toEqual(["plpgsql", "sql"]);
});

// Ids of 32 bits end after 2,147,483,647 rows, and YugabyteDB's cached sequences skip numbers:
// https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/ddl_create_sequence/.
it("every generated id has 64 bits", async () => {
  const generated = await rowsOf<{ column: string; type: string }>(
    shop,
    sql`select relname || '.' || attname as column, atttypid::regtype::text as type
      from pg_attribute join pg_class on pg_class.oid = attrelid where attidentity <> '' and ${OURS}`,
  );
  expect(generated.length).toBeGreaterThan(15);
  expect(generated.filter(({ type }) => type !== "bigint")).toEqual([]);
});

// LISTEN: https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/cmd_listen_notify/, since 2025.2.3 and off by default.
it("only one file uses notifications and locks that a single node offers", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("{server,demo}/**/*.{ts,sql}", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) =>
      /^[^*\n]*(pg_advisory|pg_try_advisory|pg_notify|`?\bLISTEN \$|lock table|tablesample)/im.test(
        readFileSync(join(root, file), "utf8").replaceAll(/^\s*(\/\/|\/?\*|--).*$/gm, ""),
      ),
    );
  expect(files.toSorted()).toEqual([
    "server/platform/database/functions/change-events.sql",
    "server/platform/database/single-node.ts",
  ]);
});
