/** Texts that requests and responses have empty are null in the database, where their column may be null. The table's columns decide. */

import { getTableColumns, type InferSelectModel, type Table } from "drizzle-orm";

const nullableTexts = (table: Table): string[] =>
  Object.entries(getTableColumns(table)).flatMap(([name, { notNull, dataType }]) =>
    notNull || dataType !== "string" ? [] : [name],
  );

type NullIfEmpty<Row, Values> = {
  [Name in keyof Values]: Name extends keyof Row ? Values[Name] | Extract<Row[Name], null> : Values[Name];
};

/** Replaces empty texts by null, for columns that may be null. */
export function nullIfEmpty<Of extends Table, Values extends object>(
  table: Of,
  values: Values,
): NullIfEmpty<InferSelectModel<Of>, Values> {
  const nulls = nullableTexts(table).filter((name) => (values as Record<string, unknown>)[name] === "");
  return { ...values, ...Object.fromEntries(nulls.map((name) => [name, null])) } as NullIfEmpty<
    InferSelectModel<Of>,
    Values
  >;
}

type EmptyIfNull<Row> = {
  [Name in keyof Row]: Exclude<Row[Name], null> extends string
    ? Exclude<Row[Name], null> | EmptyOf<Row[Name]>
    : Row[Name];
};
type EmptyOf<Value> = null extends Value ? "" : never;

/** Replaces the nulls of text columns by empty texts. */
export function emptyIfNull<Row extends object>(table: Table, row: Row): EmptyIfNull<Row> {
  const empty = nullableTexts(table).filter((name) => (row as Record<string, unknown>)[name] === null);
  return { ...row, ...Object.fromEntries(empty.map((name) => [name, ""])) } as EmptyIfNull<Row>;
}
