import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Migration, readMigrations } from "../server/platform/database/migrate/migration-files.ts";
import { unsafeStatements } from "./migration-rules.ts";

/** Earlier migrations precede the first release: they create an empty database, which no other instance uses. */
const FIRST_CHECKED = 14;
const ROOT = join(import.meta.dirname, "..");

const transaction = (tag: string, statements: string[], needs: string | null = null): Migration => ({
  tag,
  createdAt: 0,
  hash: "",
  needs,
  step: { kind: "transaction", statements },
});
/** The problems of statements on a table `mail` that exists, without the statements. */
const problemsOf = (...statements: string[]) =>
  unsafeStatements([transaction("0003_change", statements)]).map((line) => line.split("\n")[0]?.split(": ")[1]);

it("no migration locks a table with rows, or breaks instances of the release before", () => {
  const migrations = readMigrations(join(ROOT, "server/platform/database/migrations"));
  expect(unsafeStatements(migrations.slice(FIRST_CHECKED))).toEqual([]);
});

it("the last migration that validates constraints leaves none of earlier ones unvalidated", () => {
  const pending = new Set<string>();
  let left: string[] = [];
  for (const { step } of readMigrations(join(ROOT, "server/platform/database/migrations"))) {
    if (step.kind !== "transaction") continue;
    const added = [...pending];
    for (const statement of step.statements) {
      const [, table, action, constraint] =
        /^ALTER TABLE "(\w+)" (ADD|DROP|VALIDATE) CONSTRAINT "(\w+)"/.exec(statement.trim()) ?? [];
      const name = `${table}.${constraint}`;
      if (action === "ADD" && statement.includes("NOT VALID")) pending.add(name);
      else if (action) pending.delete(name);
      if (action === "VALIDATE") left = added;
    }
    left = left.filter((name) => pending.has(name));
  }
  expect(left).toEqual([]);
});

it("the tests' examples follow the rules", () => {
  expect(unsafeStatements(readMigrations(join(ROOT, "tests/api/example-migrations")))).toEqual([]);
});

describe("finds what locks the table:", () => {
  it.each([
    ['CREATE INDEX "mail_state_index" ON "mail" USING btree ("state");', /\.concurrently\(\)/],
    ["CREATE UNIQUE INDEX mail_state_index ON public.mail (state)", /\.concurrently\(\)/],
    ["DROP INDEX mail_state_index", /CONCURRENTLY IF EXISTS/],
    ["DROP INDEX CONCURRENTLY mail_state_index", /CONCURRENTLY IF EXISTS/],
    ["ALTER TABLE mail ADD CONSTRAINT mail_state_check CHECK (state <> '')", /NOT VALID/],
    ["ALTER TABLE mail ADD CONSTRAINT mail_fk FOREIGN KEY (order_id) REFERENCES customer_order (id)", /NOT VALID/],
    ["ALTER TABLE mail ADD CONSTRAINT mail_state_unique UNIQUE (state)", /unique index concurrently/],
    ["ALTER TABLE mail ADD PRIMARY KEY (id)", /unique index concurrently/],
    ["ALTER TABLE mail ADD COLUMN order_id bigint REFERENCES customer_order (id)", /NOT VALID/],
    ["ALTER TABLE mail ADD COLUMN key uuid DEFAULT gen_random_uuid()", /volatile default/],
    ["ALTER TABLE mail ADD COLUMN at timestamptz DEFAULT clock_timestamp() NOT NULL", /volatile default/],
    ["ALTER TABLE mail ADD COLUMN words int GENERATED ALWAYS AS (length(text)) STORED", /rewrites/],
    ["ALTER TABLE mail ALTER COLUMN state SET DATA TYPE varchar(20)", /rewrites/],
    ["ALTER TABLE mail ALTER COLUMN state TYPE text", /rewrites/],
    ["ALTER TABLE mail ALTER COLUMN state SET NOT NULL", /CHECK \(… IS NOT NULL\) NOT VALID/],
    ["ALTER TABLE mail DETACH PARTITION mail_2026_01", /CONCURRENTLY/],
    ["UPDATE mail SET state = 'sent'", /back-fill/],
    ["DELETE FROM mail", /back-fill/],
    ["TRUNCATE mail", /locks the table/],
    ["LOCK TABLE mail", /locks the table/],
    ["DO $$ BEGIN DELETE FROM mail; END $$", /hides its statements/],
  ])("%s", (statement, problem) => {
    expect(problemsOf(statement)).toEqual([expect.stringMatching(problem)]);
  });
});

describe("finds what breaks older instances:", () => {
  it.each([
    "DROP TABLE mail",
    "DROP FUNCTION mail_added",
    "DROP TRIGGER mail_added ON mail",
    'ALTER TABLE "mail" DROP COLUMN "state"',
    "ALTER TABLE mail ADD COLUMN a text, DROP COLUMN state",
    "ALTER TABLE mail ALTER COLUMN state DROP NOT NULL",
    "ALTER TABLE mail ALTER COLUMN state DROP DEFAULT",
  ])("%s, except in a contract step", (statement) => {
    expect(problemsOf(statement)).toEqual([expect.stringMatching(/contract step of a later release$/)]);
    const contract = transaction("0004_contract", [statement], "0003_expand");
    expect(unsafeStatements([transaction("0003_expand", []), contract])).toEqual([]);
  });

  it.each([
    "ALTER TABLE mail RENAME COLUMN state TO status",
    "ALTER TABLE mail RENAME TO letter",
    "ALTER TABLE mail ADD COLUMN status text NOT NULL",
    "BEGIN",
  ])("%s, in every step", (statement) => {
    expect(problemsOf(statement)).toHaveLength(1);
    const contract = transaction("0004_contract", [statement], "0003_expand");
    expect(unsafeStatements([transaction("0003_expand", []), contract])).toHaveLength(1);
  });

  it("a contract step that needs an unknown migration", () => {
    expect(unsafeStatements([transaction("0004_contract", ["DROP TABLE mail"], "0003_expand")])).toEqual([
      "0004_contract: no earlier migration has that name\n    -- contract: needs 0003_expand",
    ]);
  });
});

describe("accepts", () => {
  it.each([
    [
      "a new table with its indexes and keys",
      [
        'CREATE TABLE "parcel" ("id" bigint PRIMARY KEY, "mail_id" bigint NOT NULL, CHECK ("id" > 0));',
        'ALTER TABLE "parcel" ADD CONSTRAINT "parcel_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id");',
        'CREATE INDEX "parcel_mail_id_index" ON "parcel" USING btree ("mail_id");',
      ],
    ],
    [
      "a column without a value, or with a constant or stable default",
      [
        "ALTER TABLE mail ADD COLUMN a text",
        "ALTER TABLE mail ADD COLUMN b text DEFAULT 'drop column (x)' NOT NULL",
        "ALTER TABLE mail ADD COLUMN c timestamptz DEFAULT now() NOT NULL",
      ],
    ],
    [
      "a constraint that is not validated yet",
      [
        "ALTER TABLE mail ADD CONSTRAINT mail_a_check CHECK (a <> '') NOT VALID",
        "ALTER TABLE mail ADD CONSTRAINT mail_a_unique UNIQUE USING INDEX mail_a_index",
      ],
    ],
    [
      "a function",
      ["CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM mail; DROP TABLE mail $$"],
    ],
  ])("%s", (_name, statements) => {
    expect(problemsOf(...statements)).toEqual([]);
  });

  it("NOT NULL after a validated check, each in a migration of its own", () => {
    const check = "ALTER TABLE mail ADD CONSTRAINT mail_a_check CHECK (a IS NOT NULL) NOT VALID";
    const validate = "ALTER TABLE mail VALIDATE CONSTRAINT mail_a_check";
    const notNull = "ALTER TABLE mail ALTER COLUMN a SET NOT NULL";
    const steps = [check, validate, notNull].map((statement, at) => transaction(`000${at}`, [statement]));
    expect(unsafeStatements(steps)).toEqual([]);
    expect(unsafeStatements([transaction("0003", [check, validate])])).toEqual([
      expect.stringMatching(/under the lock of ADD CONSTRAINT/),
    ]);
  });
});
