/** For tests: which tables a file uses. */

import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "./schema.ts";

export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never;
}[keyof typeof schema];

const IMPORTED = /import (?:type )?\{([^}]*)\} from "[./a-z]*database\/schema[^"]*"/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const TEXTS = /"[^"\n]*"/g;
const tables = Object.entries(schema).filter(([, table]) => is(table, PgTable)) as [TableName, PgTable][];

/** The tables that a file imports, or names in SQL, and whether it writes them. */
export function tablesIn(source: string): { name: TableName; writes: boolean }[] {
  const imported = [...source.matchAll(IMPORTED)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  const code = source.replace(COMMENTS, "");
  const statements = code.replace(TEXTS, "");
  return tables.flatMap(([name, table]) => {
    const sqlName = getTableName(table);
    const isUsed =
      imported.includes(name) || new RegExp(`\\b(from|join|into|update)\\s+${sqlName}\\b`).test(statements);
    const written = `\\.(insert|update|delete)\\(\\s*${name}\\b|\\b(insert into|update|delete from)\\s+(\\$\\{${name}\\}|${sqlName}\\b)`;
    return isUsed ? [{ name, writes: new RegExp(written, "i").test(code) }] : [];
  });
}
