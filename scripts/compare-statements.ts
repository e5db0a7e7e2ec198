import { readFileSync } from "node:fs";
import { print } from "./command.ts";
import { missingOnEmbedded, type RecordedStatement } from "./statements.ts";
import { statementsOf } from "./test-report.ts";

/** Fails when the API tests of the last `npm test` sent a statement to PostgreSQL that none of them sent to the embedded database. */

const read = (kind: "postgresql" | "embedded"): RecordedStatement[] =>
  readFileSync(statementsOf(kind), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const missing = missingOnEmbedded(read("postgresql"), read("embedded"));
for (const { file, statement } of missing)
  print(`Only ${file} sends this, and it runs on PostgreSQL only:\n  ${statement}`);
if (missing.length > 0) {
  print("Run these files on the embedded database, too: remove them from ON_POSTGRESQL_ONLY in vitest.config.ts.");
  process.exit(1);
}
