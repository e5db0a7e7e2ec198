/** Texts that are empty in requests and responses, and null in the database where their column may be null. */

import { getTableColumns, type InferSelectModel, type Table } from "drizzle-orm";
import type * as z from "zod/mini";

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

type EmptyIfNull<Fields, Row> = {
  [Name in keyof Fields & keyof Row]: Fields[Name] extends z.core.$ZodType<infer Value>
    ? null extends Value
      ? Row[Name]
      : Exclude<Row[Name], null> | (string extends Value ? "" : Extract<Row[Name], null>)
    : never;
};

/**
 * Returns these fields of a row as the responses have them that derive from them (`responseFields`): a text is empty instead of null,
 * unless a request may have null, too.
 */
export function emptyIfNull<
  Fields extends Readonly<Record<string, z.core.$ZodType>>,
  Row extends Record<keyof Fields, unknown>,
>(fields: Fields, row: Row): EmptyIfNull<Fields, Row> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, row[name] ?? (isText(schema) ? "" : null)]),
  ) as EmptyIfNull<Fields, Row>;
}

function isText(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  return def.type === "optional" || def.type === "default" ? isText(def.innerType) : def.type === "string";
}
