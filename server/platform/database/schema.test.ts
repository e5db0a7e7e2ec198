import { getTableColumns, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as sandbox from "./schema/sandbox.ts";
import * as schema from "./schema.ts";

/** Columns that hold an amount, a percentage, a number of units or stars, or a count. */
const BOUNDED = /Paise$|Percent$|^(quantity|rating|attempts|tries|reserved|onHand|stock)$/;

const tables = Object.values<unknown>({ ...schema, ...sandbox }).filter((entry) => is(entry, PgTable));

describe.each(tables.map((table) => ({ table, ...getTableConfig(table) })))("the table $name", (config) => {
  const { table, name, checks, indexes, uniqueConstraints, columns } = config;

  it("checks each state and number", () => {
    const checked = Object.entries(getTableColumns(table)).filter(
      ([field, { enumValues }]) => enumValues || BOUNDED.test(field),
    );
    expect(checks.map((check) => check.name)).toEqual(
      expect.arrayContaining(checked.map(([field]) => `${name}_${toSnakeCase(field)}_check`)),
    );
  });

  it("has names of one form", () => {
    const names = [
      ...checks.map((check) => check.name),
      ...indexes.map((index) => index.config.name ?? `${name}_derived_index`),
      ...uniqueConstraints.map((constraint) => constraint.name),
      ...columns.flatMap(({ isUnique, uniqueName }) => (isUnique ? [uniqueName] : [])),
    ];
    for (const each of names) expect(each).toMatch(new RegExp(`^${name}_[a-z_]+_(check|index|unique)$`));
  });
});
