/** JSON objects that a statement builds, typed by what they are built from. */

import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

type JsonOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Column
    ? GetColumnData<Fields[Name]>
    : Fields[Name] extends SQL<infer Value>
      ? Value
      : never;
};

/** Builds an object of columns and expressions. A timestamp in it is a text. */
export function jsonObject<Fields extends Readonly<Record<string, Column | SQL>>>(fields: Fields): SQL<JsonOf<Fields>> {
  const parts = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql<JsonOf<Fields>>`json_build_object(${sql.join(parts, sql`, `)})`;
}

/** Selects the objects of a subquery as an array. @param from what follows `select`: tables, conditions and the order */
export const arrayOf = <Value>(object: SQL<Value>, from: SQL): SQL<Value[]> =>
  sql<Value[]>`array(select ${object} ${from})`;
