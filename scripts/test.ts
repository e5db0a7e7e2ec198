/** `npm test`: runs all checks. Ends with one line, `N passed, N failed`. */

import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { duration, type Finished, print, runQuietly } from "./command.ts";
import { runSteps, type Step } from "./steps.ts";
import { countTests, FINISHED_FILE, REPORTS } from "./test-report.ts";

const check = (name: string, program: string, ...args: string[]): Step => ({
  name,
  run: () => runQuietly(program, args),
});

/**
 * The folder for databases and other files of tests: in memory, if there is room. They create and delete so many that the API tests on
 * PostgreSQL take a quarter less processor time there than on a disk.
 */
function temporaryFolder(): string {
  const memory = "/dev/shm";
  const needed = 4 * 2 ** 30;
  try {
    const { bavail, bsize } = statfsSync(memory);
    // Some tests run programs that they have copied there.
    const mayRun = !/^\S+ \/dev\/shm \S+ \S*noexec/m.test(readFileSync("/proc/mounts", "utf8"));
    return mayRun && bavail * bsize > needed && freemem() > 2 * needed ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
const TMPDIR = temporaryFolder();

const CHROMIUM = "a Chromium for the browser tests";
const VITEST = "node_modules/vitest/vitest.mjs";

interface TestsOptions {
  /** File name of the JSON report. */
  report: string;
}
const tests = (name: string, { report }: TestsOptions, program: string, ...args: string[]): Step => {
  const file = join(REPORTS, `${report}.json`);
  return {
    name,
    run: () => runQuietly(program, args, { TEST_REPORT: file, TMPDIR }),
    count: ({ code }: Finished) => countTests(file, code === 0),
  };
};

// The longest first, beside those that wait for servers to start, to keep the processor busy.
const steps: Step[] = [
  { ...check(CHROMIUM, "tests/browser/install-chromium.ts"), aside: true },
  check("types", "node_modules/typescript/bin/tsc", "-p", "."),
  check("storefront build", "scripts/build.ts"),
  { ...check("supported browsers", "scripts/browser-support/check.ts"), needs: ["storefront build"] },
  check("lint and format", "node_modules/@biomejs/biome/bin/biome", "check"),
  check("unused code", "node_modules/knip/bin/knip.js"),
  check("dependency rules", "scripts/deps.ts"),
  check("licences and checksums", "scripts/packages.ts", "--offline"),
  tests("API tests", { report: "api" }, VITEST, "run", "--project", "api"),
  {
    ...tests("starting and stopping", { report: "start" }, VITEST, "run", "--project", "start"),
    needs: ["storefront build"],
  },
  tests("unit tests", { report: "unit" }, VITEST, "run", "--project", "unit"),
  {
    ...tests("browser tests", { report: "browser" }, "tests/browser/run.ts"),
    needs: ["storefront build", CHROMIUM],
    last: true,
  },
];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS);
const startedAt = Date.now();
print(`Checking the shop in ${steps.length} steps; reports go to test-results/.`);
const { passed, failed } = await runSteps(steps);
writeFileSync(FINISHED_FILE, new Date().toISOString());
print(`Done in ${duration(Date.now() - startedAt)}.`);
print(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
