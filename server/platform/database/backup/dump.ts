import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { OperatorError } from "../../../base/errors.ts";
import { type BackupDescription, type BackupTable, newDescription, tableFile } from "./backup-folder.ts";

/** The restoring release writes its own. */
const UNCOPIED = ["public.migration", "sandbox.migration"];

const OURS = "nspname in ('public', 'sandbox')";
const NOT_OF_AN_EXTENSION = (oid: string, catalog: string) =>
  `not exists (select from pg_depend where objid = ${oid} and classid = '${catalog}'::regclass and deptype = 'e')`;

/**
 * Writes all rows to `folder`, as they are at one moment: the shop may be open.
 * @param onTable called before each table, with how many there are
 * @throws OperatorError for a database without a shop
 */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
  onTable: (done: number, of: number) => void = () => {},
): Promise<BackupDescription> {
  await client.query("begin isolation level repeatable read read only");
  try {
    const [there] = await rows<{ shop: boolean }>(client, "select to_regclass('public.migration') is not null as shop");
    if (!there?.shop) throw new OperatorError("There is no shop in this database, so there is nothing to back up.");
    const tables = await listTables(client);
    for (const [at, table] of tables.entries()) {
      onTable(at, tables.length);
      const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(", ");
      const source = client.query(copyTo(`copy (select ${columns} from ${nameOf(client, table)}) to stdout`));
      await pipeline(source, createGzip(), createWriteStream(tableFile(folder, table), { mode: 0o600 }));
      table.rows = source.rowCount ?? 0;
    }
    return newDescription({ ...(await describeCode(client)), tables }, new Date());
  } finally {
    await client.query("rollback").catch(() => {});
  }
}

async function describeCode(client: pg.Client): Promise<Omit<BackupDescription, "format" | "createdAt" | "tables">> {
  const [server] = await rows<{ version: string }>(client, "select current_setting('server_version') as version");
  const migrations = await rows<{ at: string }>(client, "select created_at as at from public.migration order by 1");
  const functions = await rows<{ definition: string }>(
    client,
    `select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_namespace n on n.oid = pronamespace
     where ${OURS} and prokind in ('f', 'p') and ${NOT_OF_AN_EXTENSION("p.oid", "pg_proc")} order by p.oid`,
  );
  return {
    postgresql: server?.version ?? "",
    migrations: migrations.map(({ at }) => Number(at)),
    sequences: await rows(
      client,
      `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
       where schemaname in ('public', 'sandbox') and last_value is not null
         and schemaname || '.' || sequencename not like '%.migration_id_seq' order by 1, 2`,
    ),
    functions: functions.map(({ definition }) => definition),
    triggers: await rows(
      client,
      `select tgname as name, format('%I.%I', nspname, relname) as table, pg_get_triggerdef(t.oid) as definition
       from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
       where ${OURS} and not tgisinternal and tgparentid = 0 order by 2, 1`,
    ),
  };
}

/** Lists the tables with the columns that hold data; of a partitioned table only the whole. */
async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const found = await rows<BackupTable>(
    client,
    `select nspname as schema, relname as name, 0 as rows,
       array_agg(attname::text order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
       join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where ${OURS} and relkind in ('r', 'p') and not relispartition and ${NOT_OF_AN_EXTENSION("c.oid", "pg_class")}
     group by 1, 2 order by 1, 2`,
  );
  return found.filter(({ schema, name }) => !UNCOPIED.includes(`${schema}.${name}`));
}

export const nameOf = (client: pg.Client, { schema, name }: Pick<BackupTable, "schema" | "name">) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

export async function rows<Row>(client: pg.Client, statement: string): Promise<Row[]> {
  return (await client.query(statement)).rows as Row[];
}
