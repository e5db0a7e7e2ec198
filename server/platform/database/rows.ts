/** Rows of statements that Drizzle's query builder cannot express. Tests compare every row with the description that its type derives from. */

import type { SQL } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";

interface Values {
  any: unknown;
  number: number;
  string: string;
  boolean: boolean;
  object: object;
}
/** What a column holds in JavaScript; "?" if it may be null. A timestamp is a string, a bigint a number, a numeric or its sum a string. */
export type ColumnKind = keyof Values | `${keyof Values}?`;
type ValueOf<Kind> = Kind extends keyof Values
  ? Values[Kind]
  : Kind extends `${infer Some extends keyof Values}?`
    ? Values[Some] | null
    : never;

declare const VALUE: unique symbol;
export type Column<Value> = ColumnKind & { readonly [VALUE]: Value };
/** Describes a column by a narrower type, which nothing checks. */
export const column = <Value>(kind: ColumnKind): Column<Value> => kind as Column<Value>;

/** Describes columns of numbers, such as counts. */
export const numbersOf = <const Name extends string>(names: readonly Name[]): Record<Name, "number"> =>
  Object.fromEntries(names.map((name) => [name, "number"])) as Record<Name, "number">;

/** The columns that are read of a row, by their names in SQL. */
export type Columns = Readonly<Record<string, ColumnKind>>;
export type RowOf<Described extends Columns> = {
  [Name in keyof Described]: Described[Name] extends { readonly [VALUE]: infer Value }
    ? Value
    : ValueOf<Described[Name]>;
};

type Check = (columns: Columns, rows: readonly object[]) => void;
let check: Check = () => {};
/** For tests. */
export const checkRowsBy = (by: Check): void => {
  check = by;
};

/** Runs a statement. @returns its rows, with the columns' names as in SQL */
export async function rowsOf<const Described extends Columns>(
  db: Pick<DatabaseOrTransaction, "execute">,
  columns: Described,
  statement: SQL,
): Promise<RowOf<Described>[]> {
  return described(columns, await db.execute(statement));
}

/** Types the rows of a result. */
export function described<Described extends Columns>(columns: Described, result: unknown): RowOf<Described>[] {
  const { rows } = result as { rows: RowOf<Described>[] };
  check(columns, rows);
  return rows;
}
