/**
 * A pool of embedded databases, reused by the shops of a test file: resetting one takes a fraction of opening a copy. All that a shop can
 * change is in tables of the schemas `public` and `sandbox`. A test that replaces a function spoils its database.
 */

import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { OpenDatabase, StatementListener } from "../../server/database/database.ts";
import { onPglite } from "../../server/database/embedded.ts";

interface Pooled {
  pglite: PGlite;
  hadSandbox: boolean;
  /** The hash of its functions. */
  functions: string;
  tables: readonly Table[];
  /** Statements that reset its sequences. */
  sequences: string;
}

interface Table {
  /** The table's name with its schema. */
  name: string;
  /** The table that holds its first rows. */
  original: string;
  /** Columns that are not generated. */
  columns: string;
  wasEmpty: boolean;
}

const idle = new Map<string, Pooled[]>();

/**
 * Takes an idle database, or opens the folder `copy`.
 * @param template that it is a copy of
 */
export async function acquireEmbedded(
  template: string,
  copy: () => Promise<string>,
  onStatement?: StatementListener,
): Promise<OpenDatabase> {
  const mine = idle.get(template) ?? [];
  idle.set(template, mine);
  const known = mine.pop();
  const pooled = known && (await reset(known)) ? known : await open(await copy());
  return onPglite(pooled.pglite, async () => void mine.push(pooled), onStatement && { onStatement });
}

async function open(folder: string): Promise<Pooled> {
  const pglite = await PGlite.create({ dataDir: join(folder, "database"), extensions: { pg_trgm } });
  const hadSandbox = await hasSandbox(pglite);
  const { rows } = await pglite.query<{ name: string; original: string; columns: string }>(`
    select format('%I.%I', nspname, relname) as name, format('beginning.%I', nspname || '_' || relname) as original,
      string_agg(format('%I', attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_namespace on relnamespace = pg_namespace.oid
    where nspname in ('public', 'sandbox') and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by nspname, relname`);
  await pglite.exec("create schema beginning");
  const tables: Table[] = [];
  for (const table of rows) {
    await pglite.exec(`create table ${table.original} as select ${table.columns} from ${table.name}`);
    tables.push({ ...table, wasEmpty: !(await hasRows(pglite, [table.name])).has(table.name) });
  }
  const sequences = await pglite.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null)
      as statement
    from pg_sequences where schemaname in ('public', 'sandbox')`);
  const functions = await hashFunctions(pglite);
  return {
    pglite,
    hadSandbox,
    functions,
    tables,
    sequences: sequences.rows.map(({ statement }) => statement).join(";"),
  };
}

/**
 * Restores its first state, without firing triggers or checking foreign keys.
 * @returns false when its sandbox was dropped or a function changed, and it cannot be reused
 */
async function reset({ pglite, hadSandbox, functions, tables, sequences }: Pooled): Promise<boolean> {
  if (!hadSandbox) await pglite.exec("drop schema if exists sandbox cascade");
  if ((hadSandbox && !(await hasSandbox(pglite))) || (await hashFunctions(pglite)) !== functions) {
    await pglite.close();
    return false;
  }
  const filled = await hasRows(
    pglite,
    tables.map(({ name }) => name),
  );
  const emptied = tables.filter(({ name }) => filled.has(name)).map(({ name }) => name);
  await pglite.exec(`
    begin;
    set local session_replication_role = replica;
    ${emptied.length > 0 ? `truncate ${emptied.join(", ")} cascade;` : ""}
    ${tables
      .filter(({ wasEmpty }) => !wasEmpty)
      .map(
        ({ name, original, columns }) =>
          `insert into ${name} (${columns}) overriding system value select ${columns} from ${original};`,
      )
      .join("\n")}
    commit;
    ${sequences}`);
  return true;
}

async function hasSandbox(pglite: PGlite): Promise<boolean> {
  const { rows } = await pglite.query<{ exists: boolean }>("select to_regnamespace('sandbox') is not null as exists");
  return rows[0]?.exists === true;
}

async function hashFunctions(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ hash: string }>(
    "select md5(string_agg(prosrc, ' ' order by oid)) as hash from pg_proc where pronamespace = 'public'::regnamespace",
  );
  return rows[0]?.hash ?? "";
}

/** The tables that have rows. */
async function hasRows(pglite: PGlite, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pglite.query<{ name: string }>(
    names.map((name) => `select '${name}' as name where exists (select from ${name})`).join(" union all "),
  );
  return new Set(rows.map(({ name }) => name));
}
