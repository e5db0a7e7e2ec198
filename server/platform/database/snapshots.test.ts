import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import * as sandbox from "./schema/sandbox.ts";
import * as schema from "./schema.ts";

// drizzle-kit adds a method to all arrays of the worker, enumerable, with which pdf.js refuses to start in other tests.
Object.defineProperty(Array.prototype, "random", { enumerable: false });

it.each([
  { folder: "migrations", tables: schema },
  { folder: "sandbox-migrations", tables: sandbox },
])("$folder hold every change of the schema", async ({ folder, tables }) => {
  const snapshots = globSync(`${folder}/meta/*_snapshot.json`, { cwd: import.meta.dirname }).sort();
  const last = JSON.parse(readFileSync(join(import.meta.dirname, snapshots.at(-1) ?? ""), "utf8"));
  const current = generateDrizzleJson(tables, undefined, undefined, "snake_case");
  expect(await generateMigration(last, current)).toEqual([]);
});
