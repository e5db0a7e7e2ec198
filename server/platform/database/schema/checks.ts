/**
 * CHECKs of single columns; null passes each. Constraints and indexes are named table_columns_kind, as Drizzle derives it
 * (review_customer_id_index). A partial index has its condition before the columns, and an index on many columns names the first.
 */

import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { type AnyPgColumn, check } from "drizzle-orm/pg-core";

/** Allows the values that the column's own `enum` lists. */
export function oneOf(column: AnyPgColumn) {
  const values = getTableColumns(column.table)[column.name]?.enumValues;
  if (!values) throw new Error(`${column.name} has no enum`);
  return columnCheck(column, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);
}

export const atLeast = (min: 0 | 1, column: AnyPgColumn) =>
  columnCheck(column, sql`${column} >= ${sql.raw(String(min))}`);

export const percentage = (column: AnyPgColumn) => columnCheck(column, sql`${column} between 0 and 100`);

/** Allows 1 to 5 stars. */
export const stars = (column: AnyPgColumn) => columnCheck(column, sql`${column} between 1 and 5`);

function columnCheck(column: AnyPgColumn, condition: SQL) {
  return check(`${getTableName(column.table)}_${toSnakeCase(column.name)}_check`, condition);
}
