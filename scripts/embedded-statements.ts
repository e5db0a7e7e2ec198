/** Fails when a statement that the last `npm test` sent to PostgreSQL is none that the embedded database can parse and plan. */

import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { onPglite } from "../server/database/embedded.ts";
import { createSandboxTables } from "../server/database/sandbox-tables.ts";
import { print } from "./command.ts";
import { type RecordedStatement, STATEMENTS } from "./test-report.ts";

/** These differ between the drivers. */
const TRANSACTION_CONTROL = /^\s*(begin|commit|rollback|savepoint|release)\b/i;
/** Later statements name its table, so it is run. */
const TEMPORARY_TABLE = /^\s*create temporary table\b/i;

const recorded = readFileSync(STATEMENTS, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RecordedStatement)
  .filter(({ statement }) => !TRANSACTION_CONTROL.test(statement));
const files = new Map(recorded.map(({ file, statement }) => [statement, file]));

const pglite = await PGlite.create({ extensions: { pg_trgm } });
const { db, close } = await onPglite(pglite, () => pglite.close());
await createSandboxTables(db);

let failed = 0;
await pglite.exec("begin");
for (const [statement, file] of files) {
  await pglite.exec("savepoint before");
  try {
    if (TEMPORARY_TABLE.test(statement)) await pglite.exec(statement);
    else await pglite.describeQuery(statement);
  } catch (error) {
    failed += 1;
    print(`${(error as Error).message}, in a statement of ${file}:\n  ${statement}`);
    await pglite.exec("rollback to savepoint before");
  }
}
await pglite.exec("rollback");
await close();
process.exit(failed === 0 ? 0 : 1);
