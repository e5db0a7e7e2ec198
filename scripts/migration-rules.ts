/**
 * Expand and contract: a migration runs while instances of the release before serve shoppers. It neither breaks their statements nor locks a
 * table for as long as it has rows. The rules are those of squawk (https://squawkhq.com/docs/rules) and strong_migrations
 * (https://github.com/ankane/strong_migrations#checks) that apply to PostgreSQL 15, with the remedy in this project's terms.
 */

import { type Migration, withoutComments } from "../server/platform/database/migrate/migration-files.ts";

interface Rule {
  pattern: RegExp;
  /** What is wrong, and what to do instead. */
  problem: string;
  /** A contract step may do it. */
  contract?: true;
}

const ALTER = "^ALTER TABLE .*";
const rule = (pattern: string, problem: string): Rule => ({ pattern: new RegExp(pattern, "i"), problem });
const contractRule = (pattern: string, problem: string): Rule => ({ ...rule(pattern, problem), contract: true });

/** For every statement. */
const RULES: readonly Rule[] = [
  contractRule(
    "^DROP (TABLE|SCHEMA|VIEW|MATERIALIZED VIEW|FUNCTION|TRIGGER|TYPE|SEQUENCE)\\b",
    "older instances use it",
  ),
  rule("^DROP INDEX (?!CONCURRENTLY IF EXISTS)", "locks the table; write DROP INDEX CONCURRENTLY IF EXISTS"),
  rule("^REINDEX (?!.*CONCURRENTLY)", "locks the table; write REINDEX … CONCURRENTLY by hand, it is no migration"),
  rule("^(TRUNCATE|CLUSTER|VACUUM|LOCK)\\b", "locks the table"),
  rule("^(BEGIN|COMMIT|ROLLBACK|START TRANSACTION)\\b", "the migration has its own transaction"),
  rule(
    "^ALTER .*\\bRENAME\\b",
    "breaks older or newer instances; add the new name, fill it, drop the old one in a contract step",
  ),
  rule("^ALTER TYPE .*\\bDROP\\b", "older instances use it"),
];

/** For statements on tables that the migration has not created itself. */
const RULES_FOR_EXISTING_TABLES: readonly Rule[] = [
  rule(
    "^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)",
    "locks the table against writes; write .concurrently() in the schema",
  ),
  rule("^(UPDATE|DELETE)\\b", "locks its rows until the last one is changed; write a back-fill"),
  contractRule(`${ALTER}\\bDROP COLUMN\\b`, "older instances read and write it"),
  contractRule(`${ALTER}\\bDROP NOT NULL\\b`, "older instances cannot read NULL"),
  contractRule(`${ALTER}\\bDROP (DEFAULT|IDENTITY|EXPRESSION)\\b`, "older instances insert without a value"),
  rule(
    `${ALTER}\\bALTER COLUMN \\S+ (SET DATA )?TYPE\\b`,
    "rewrites the table; add a column, fill it, drop the old one",
  ),
  rule(`${ALTER}\\bSET (LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD|SCHEMA)\\b`, "rewrites or moves the table"),
  rule(`${ALTER}\\bDETACH PARTITION (?!.*\\b(CONCURRENTLY|FINALIZE)\\b)`, "locks the table; detach it CONCURRENTLY"),
  rule(
    `${ALTER}\\bADD (CONSTRAINT \\S+ )?(CHECK|FOREIGN KEY)\\b(?!.*\\bNOT VALID\\b)`,
    "locks the table while all rows are checked; add it NOT VALID, and VALIDATE CONSTRAINT in the next migration",
  ),
  rule(
    `${ALTER}\\bADD (CONSTRAINT \\S+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\\b(?!.*\\bUSING INDEX\\b)`,
    "locks the table while its index is created; create a unique index concurrently",
  ),
  rule(
    `${ALTER}\\bADD COLUMN .*\\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\\b`,
    "locks the table while all rows are checked; add the column, then the constraint NOT VALID",
  ),
  rule(
    `${ALTER}\\bADD COLUMN .*\\b(GENERATED|SERIAL|BIGSERIAL|SMALLSERIAL)\\b`,
    "rewrites the table; add a plain column and fill it",
  ),
  rule(
    `${ALTER}\\bADD COLUMN .*\\bDEFAULT [^,]*?(?<!\\bnow)\\(`,
    "a volatile default rewrites the table; add the column, then its default, and fill it",
  ),
  rule(
    `${ALTER}\\bADD COLUMN (?!.*\\bDEFAULT\\b).*\\bNOT NULL\\b`,
    "older instances insert without a value; give it a default, or add it without NOT NULL",
  ),
];

const CREATED_TABLE = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\S+?)(?: |\(|$)/i;
const TABLE_OF =
  /^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\S+ ON (?:ONLY )?|UPDATE (?:ONLY )?|DELETE FROM (?:ONLY )?)(\S+)/i;
const NOT_NULL_CHECK = /\bADD CONSTRAINT (\S+) CHECK \(+(?:\w+\.)?(\w+) IS NOT NULL\)+ NOT VALID/i;
const VALIDATE = /\bVALIDATE CONSTRAINT (\S+)/i;
const SET_NOT_NULL = /\bALTER COLUMN (\S+) SET NOT NULL\b/i;

/** The statements of migrations, in their order, that lock tables or break older instances, each with the problem. */
export function unsafeStatements(migrations: readonly Migration[]): string[] {
  const problems: string[] = [];
  const notNullChecks = new Map<string, string>();
  const validated = new Set<string>();
  const earlier = new Set<string>();
  for (const { tag, step, needs } of migrations) {
    const report = (statement: string, problem: string) => problems.push(`${tag}: ${problem}\n    ${statement}`);
    if (needs !== null && !earlier.has(needs))
      report(`-- contract: needs ${needs}`, "no earlier migration has that name");
    earlier.add(tag);
    // A back-fill's UPDATE changes one batch.
    if (step.kind === "back-fill") continue;
    const statements = step.statements.flatMap(splitStatements);
    const created = new Set(statements.flatMap((statement) => CREATED_TABLE.exec(statement)?.[1] ?? []));
    const added = new Set<string>();
    for (const statement of statements) {
      if (/^DO\b/i.test(statement)) report(statement, "a DO block hides its statements; write them out");
      const table = TABLE_OF.exec(statement)?.[1] ?? "";
      const rules = created.has(table) ? RULES : [...RULES, ...RULES_FOR_EXISTING_TABLES];
      for (const { pattern, problem, contract } of rules) {
        if (!pattern.test(statement) || (contract && needs !== null)) continue;
        report(statement, contract ? `${problem}; make it a contract step of a later release` : problem);
      }
      const [, constraint, column] = NOT_NULL_CHECK.exec(statement) ?? [];
      if (constraint && column) notNullChecks.set(`${table}.${constraint}`, `${table}.${column}`);
      const [, addedConstraint] = /\bADD CONSTRAINT (\S+)/i.exec(statement) ?? [];
      if (addedConstraint) added.add(addedConstraint);
      const [, checked] = VALIDATE.exec(statement) ?? [];
      if (checked && added.has(checked))
        report(statement, "checks all rows under the lock of ADD CONSTRAINT; move it to the next migration");
      const checkedColumn = checked && notNullChecks.get(`${table}.${checked}`);
      if (checkedColumn) validated.add(checkedColumn);
      const [, notNull] = SET_NOT_NULL.exec(statement) ?? [];
      if (notNull && !created.has(table) && !validated.has(`${table}.${notNull}`))
        report(
          statement,
          "locks the table while all rows are read; first add CHECK (… IS NOT NULL) NOT VALID, then VALIDATE it in another migration",
        );
    }
  }
  return problems;
}

/** The statements between two breakpoints, each on one line, without comments, quotes and the schema `public`. */
function splitStatements(text: string): string[] {
  // Text in quotes and bodies of functions may contain semicolons and anything else.
  const opaque = withoutComments(text).replace(/\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'/gs, "'…'");
  return opaque
    .split(";")
    .map((statement) =>
      statement
        .replace(/"/g, "")
        .replace(/\bpublic\./g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);
}
