import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { OpenDatabase, SeeStatement } from "../../server/database/database.ts";
import { onPglite } from "../../server/database/embedded.ts";

/**
 * A pool of embedded databases, reused by the shops of a test file: resetting one takes a fraction of opening a copy. All that a shop can
 * change is in tables of the schema `public`.
 */

interface Pooled {
  pglite: PGlite;
  tables: readonly Table[];
  /** Statements that reset its sequences. */
  sequences: string;
}

interface Table {
  name: string;
  /** Columns that are not generated. */
  columns: string;
  wasEmpty: boolean;
}

const idle = new Map<string, Pooled[]>();

/**
 * Takes an idle database, or opens the folder `copy`.
 * @param template that it is a copy of
 */
export async function takeEmbedded(
  template: string,
  copy: () => Promise<string>,
  seeStatement?: SeeStatement,
): Promise<OpenDatabase> {
  const mine = idle.get(template) ?? [];
  idle.set(template, mine);
  const known = mine.pop();
  if (known) await bringBack(known);
  const pooled = known ?? (await open(await copy()));
  return onPglite(pooled.pglite, async () => void mine.push(pooled), seeStatement);
}

async function open(folder: string): Promise<Pooled> {
  const pglite = await PGlite.create({ dataDir: join(folder, "database"), extensions: { pg_trgm } });
  const { rows } = await pglite.query<{ name: string; columns: string }>(`
    select relname as name, string_agg(format('%I', attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`);
  await pglite.exec("create schema beginning");
  const tables: Table[] = [];
  for (const table of rows) {
    await pglite.exec(`create table beginning."${table.name}" as select ${table.columns} from public."${table.name}"`);
    tables.push({ ...table, wasEmpty: !(await hasRows(pglite, [table.name])).has(table.name) });
  }
  const sequences = await pglite.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null)
      as statement
    from pg_sequences where schemaname = 'public'`);
  return { pglite, tables, sequences: sequences.rows.map(({ statement }) => statement).join(";") };
}

/** Restores its first state, without firing triggers or checking foreign keys. */
async function bringBack({ pglite, tables, sequences }: Pooled): Promise<void> {
  const filled = await hasRows(
    pglite,
    tables.map(({ name }) => name),
  );
  const emptied = tables.filter(({ name }) => filled.has(name)).map(({ name }) => `public."${name}"`);
  await pglite.exec(`
    begin;
    set local session_replication_role = replica;
    ${emptied.length > 0 ? `truncate ${emptied.join(", ")} cascade;` : ""}
    ${tables
      .filter(({ wasEmpty }) => !wasEmpty)
      .map(
        ({ name, columns }) =>
          `insert into public."${name}" (${columns}) overriding system value select ${columns} from beginning."${name}";`,
      )
      .join("\n")}
    commit;
    ${sequences}`);
}

/** The tables that have rows. */
async function hasRows(pglite: PGlite, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pglite.query<{ name: string }>(
    names.map((name) => `select '${name}' as name where exists (select from public."${name}")`).join(" union all "),
  );
  return new Set(rows.map(({ name }) => name));
}
