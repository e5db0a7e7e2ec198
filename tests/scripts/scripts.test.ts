/**
 * Every script of package.json works in its smallest form: what no test runs is broken for days before anybody knows. Where a step of
 * `npm test` or another test runs it already, it is named.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type S3Server, startS3Server } from "../../sandbox/s3/server.ts";
import { ROOT } from "../../scripts/command.ts";

interface Run {
  /** What follows `npm run NAME --`. FOLDER is a temporary one, DATABASE an empty database of its own. */
  words: string;
  /** What it prints. */
  says: RegExp;
  /** Its exit code, 0 if missing; null for any. */
  code?: number | null;
  /** Its standard input. */
  input?: string;
}
type Form = Run[] | { step: string } | { file: string };

const shop = (words: string, says: RegExp, more: Omit<Run, "words" | "says"> = {}): Run[] => [{ words, says, ...more }];

/** In an order in which each finds what it needs: the demo is filled first and cleared last. */
const FORMS: Readonly<Record<string, Form>> = {
  test: { step: "types" },
  typecheck: { step: "types" },
  build: { step: "storefront build" },
  lint: { step: "lint and format" },
  deps: { step: "dependency rules" },
  packages: { step: "licences and checksums" },
  browsers: { step: "supported browsers" },
  vitest: { step: "unit tests" },
  "test:unit": { step: "unit tests" },
  "test:api": { step: "API tests" },
  "test:start": { step: "starting and stopping" },
  "test:browser": { step: "browser tests" },
  start: { file: "tests/start/restarting.test.ts" },
  backup: { file: "tests/deploy/backup-command.test.ts" },
  restore: { file: "tests/deploy/backup-command.test.ts" },
  setup: { file: "tests/start/setup.test.ts" },
  screenshots: { file: "tests/browser/screenshots.spec.ts" },
  lighthouse: { file: "tests/browser/screenshots.spec.ts" },
  cluster: { file: "tests/deploy/cluster.test.ts" },
  "assets:upload": shop("", /^Uploaded [1-9]\d* files; 0 were uploaded before\.$/m),
  format: shop("scripts/command.ts", /Checked 1 file/),
  // Both would write a migration into the sources of who has just changed the schema; snapshots.test.ts compares the two.
  "db:generate": shop("--help", /drizzle/i),
  "db:generate:sandbox": shop("--help", /drizzle/i),
  "db:functions": shop("--check", /^The functions are at version \d+\.$/m),
  conformance: shop("--last", /requirements are proven|no reports of a full test run/, { code: null }),
  "demo:reset": shop("", /filled it with the demo shop/, { input: "Kewra\n" }),
  "catalogue:export": shop("FOLDER/products.csv", /^Exported 24 products/m),
  "catalogue:import": shop("FOLDER/products.csv", /24 products \(0 new, 0 changed, 24 unchanged\)/),
  "categories:export": shop("FOLDER/categories.csv", /^Exported \d+ categories/m),
  "categories:import": shop("FOLDER/categories.csv", /\(0 new, 0 changed, \d+ unchanged\)/),
  "content:export": shop("FOLDER/content", /^Exported \d+ files/m),
  "content:import": shop("FOLDER/content", /^0 files changed/m),
  admin: shop("listAllOrders --tab all", /KW-/),
  migrate: shop("", /The database is up to date/),
  sales: shop("check", /The sales of every day agree/),
  settings: shop("", /SHOP_NAME/),
  staff: shop("list", /There is no staff yet/),
  golive: shop("", /points? to settle before the shop goes live/, { code: 1 }),
  "demo:clear": shop("--keep-catalogue", /\w/, { input: "Kewra\n" }),
  // The other of its tests is part of npm test as it is.
  faults: shop("hot-product --buyers 20", /2 passed/),
  bench: shop("--sizes 24 --only ^profile$ --connections 1 --seconds 0.2 --rounds 1", /profile/),
  fuzz: shop("--only GET./api/faqs --slow 60000 --database DATABASE", /^0 problems$/m),
  dev: shop("", /open at http/, { code: null }),
};

const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts;
const folder = mkdtempSync(join(tmpdir(), "scripts-"));
let client: pg.Client;
let bucket: S3Server;
const KEYS = { accessKeyId: "shop", secretAccessKey: "a secret of the shop" };

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  bucket = await startS3Server({
    ...KEYS,
    folder: join(folder, "buckets"),
    buckets: ["shop"],
    publicPrefix: "assets/",
  });
  for (const name of ["scripts_shop", "scripts_fuzz"]) await client.query(`create database ${name}`);
});
afterAll(async () => {
  await client?.end();
  await bucket?.close();
  rmSync(folder, { recursive: true, force: true });
});

const databaseUrl = (name: string) => Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;

it("every script of package.json has a smallest form, and no other", () => {
  expect(Object.keys(FORMS).sort()).toEqual(Object.keys(scripts).sort());
});

describe("npm run", () => {
  const run = Object.entries(FORMS).flatMap(([name, form]) =>
    Array.isArray(form) ? form.map((each) => ({ name, ...each })) : [],
  );
  it.each(run)("$name $words", async ({ name, words, says, code = 0, input = "" }) => {
    const [, ...command] = (scripts[name] as string).split(" ");
    const given = words
      .replaceAll("FOLDER", folder)
      .replaceAll("DATABASE", databaseUrl("scripts_fuzz"))
      .split(" ")
      .filter(Boolean);
    const child = spawn(process.execPath, [...command, ...given], {
      cwd: ROOT,
      env: {
        ...process.env,
        NO_COLOR: "1",
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl("scripts_shop"),
        INIT_CWD: ROOT,
        PORT: "0",
        S3_ENDPOINT: bucket.endpoint,
        S3_REGION: "us-east-1",
        S3_BUCKET: "shop",
        S3_ACCESS_KEY_ID: KEYS.accessKeyId,
        S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
        // What the run of this test sets for itself.
        TEST_REPORT: "",
        VITEST: "",
      },
    });
    child.stdin.end(input);
    // A server runs until it is asked to stop.
    if (name === "dev") child.stdout.on("data", (part) => /open at http/.test(String(part)) && child.kill("SIGTERM"));
    const ended = new Promise((resolve) => child.once("close", resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [ending, output] = [await ended, `${out}${err}`];
    expect({ code: code === null ? null : ending, output }).toEqual({ code, output: expect.stringMatching(says) });
  });
});

describe("a script that something else runs", () => {
  const elsewhere = Object.entries(FORMS).flatMap(([name, form]) =>
    "step" in form ? [{ name, step: form.step }] : [],
  );
  const steps = readFileSync(join(ROOT, "scripts/test.ts"), "utf8");
  it.each(elsewhere)("$name is a step of npm test", ({ step }) => expect(steps).toContain(`"${step}"`));

  const inFiles = Object.entries(FORMS).flatMap(([name, form]) => ("file" in form ? [{ name, file: form.file }] : []));
  it.each(inFiles)("$name is run by $file", ({ name, file }) => {
    // The program, or its options behind it.
    const program = /(\S+\.ts)(?: |$)/.exec((scripts[name] as string).replace(/.*run\.mjs/, ""))?.[1] ?? "";
    expect(readFileSync(join(ROOT, file), "utf8")).toMatch(
      new RegExp(`${program.split("/").at(-1)}|run\\.mjs|npm run ${name}`),
    );
  });
});
