import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, inject } from "vitest";
import type { RecordedStatement } from "../../scripts/statements.ts";

/**
 * Records the SQL of each file of API tests, for scripts/compare-statements.ts: on PostgreSQL what the app sends, not what tests send;
 * on the embedded database everything, since its queue loses the asynchronous context.
 */

const inApp = new AsyncLocalStorage<true>();

/** Runs a part of the app; its statements are recorded. */
export const asApp = <Result>(run: () => Promise<Result>): Promise<Result> => inApp.run(true, run);

const recorded = new Set<string>();

/** Appends a statement to the file of STATEMENTS, which `npm test` sets, once for each test file. */
export function recordStatement(statement: string): void {
  const { STATEMENTS: records } = process.env;
  if (!records || (inject("templates").databases && !inApp.getStore())) return;
  const path = expect.getState().testPath ?? "";
  const file = basename(path);
  const key = `${file} ${statement}`;
  if (recorded.has(key) || basename(dirname(path)) !== "api") return;
  recorded.add(key);
  appendFileSync(records, `${JSON.stringify({ file, statement } satisfies RecordedStatement)}\n`);
}
