/** Records the SQL that the app sends to PostgreSQL, not what tests send themselves, for scripts/embedded-statements.ts. */

import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, inject } from "vitest";
import type { RecordedStatement } from "../../scripts/test-report.ts";

const inApp = new AsyncLocalStorage<true>();

/** Runs a part of the app; its statements are recorded. */
export const asApp = <Result>(run: () => Promise<Result>): Promise<Result> => inApp.run(true, run);

/** Whether the caller was called by a part of the app. */
export const isInApp = (): boolean => inApp.getStore() === true;

const recorded = new Set<string>();

/** Appends a statement to the file of STATEMENTS, which `npm test` sets, once for each test file. */
export function recordStatement(statement: string): void {
  const { STATEMENTS: records } = process.env;
  if (!records || !isInApp() || !inject("templates").databases) return;
  const path = expect.getState().testPath ?? "";
  const file = basename(path);
  const key = `${file} ${statement}`;
  if (recorded.has(key) || basename(dirname(path)) !== "api") return;
  recorded.add(key);
  appendFileSync(records, `${JSON.stringify({ file, statement } satisfies RecordedStatement)}\n`);
}
