import type { Columns } from "../../server/platform/database/rows.ts";

/** Compares rows of a statement with their description. Every test that opens a shop does (`checkRowsBy`). */
export function checkRows(columns: Columns, rows: readonly object[]): void {
  for (const row of rows)
    for (const [name, kind] of Object.entries(columns)) {
      const value = (row as Record<string, unknown>)[name];
      const found = value === null ? "null" : typeof value;
      const fits =
        found === "null"
          ? /\?|any/.test(kind)
          : found !== "undefined" && [found, "any"].includes(kind.replace("?", ""));
      if (!fits) throw new Error(`${name} is ${found}, not ${kind}, in a row of ${Object.keys(row).join(", ")}`);
    }
}
