import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TaskMeta } from "vitest";
import { ROOT } from "./command.ts";

/** The folder of the last run's JSON reports. */
export const REPORTS = join(ROOT, "test-results");
/** A file that is written when all steps of a run have ended. */
export const FINISHED_FILE = join(REPORTS, "finished");

export interface Counts {
  passed: number;
  failed: number;
}

/** One run of one test; a test in two browsers is reported twice. */
export interface ReportedTest {
  /** File name without folders. */
  file: string;
  /** The titles of its groups and its own, outermost first. */
  name: string;
  /** The requirements that it tests, as in its source: `S2.61, S5.23 to S5.26`. */
  requirements: string;
  outcome: "passed" | "failed" | "skipped";
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: VitestTest[] }[];
}
interface VitestTest {
  ancestorTitles: string[];
  title: string;
  status: string;
  meta: TaskMeta;
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}
interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; tests: PlaywrightTest[] }[];
}
interface PlaywrightTest {
  status: string;
  annotations: { type: string; description?: string }[];
}

/**
 * Counts the tests of the JSON report of Vitest or Playwright in `file`. Errors outside of tests (a file that cannot be loaded, a set-up, a
 * missing report) count as one failed test, so a failed run never counts none.
 * @param succeeded whether the run's exit code was 0
 */
export function countTests(file: string, succeeded: boolean): Counts {
  const counted = existsSync(file) ? countReport(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  return { passed: counted.passed, failed: Math.max(counted.failed, succeeded ? 0 : 1) };
}

function countReport(report: VitestReport | PlaywrightReport): Counts {
  if ("stats" in report) {
    const { expected, unexpected, flaky } = report.stats;
    return { passed: expected, failed: unexpected + flaky + report.errors.length };
  }
  const filesWithErrors = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + filesWithErrors.length };
}

/** Reads the tests of the JSON report of Vitest or Playwright in `file`. */
export function readTests(file: string): ReportedTest[] {
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, "utf8"));
  // Playwright's outermost suite is the file.
  return "stats" in report
    ? report.suites.flatMap((suite) => testsOf(suite, []))
    : report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title, status, meta }) => ({
          file: basename(name),
          name: [...ancestorTitles, title].join(" › "),
          requirements: meta.requirements ?? "",
          outcome: outcomeOf(status),
        })),
      );
}

function testsOf(suite: PlaywrightSuite, groups: string[]): ReportedTest[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations }) => ({
      file: basename(file),
      name: [...groups, title].join(" › "),
      requirements: annotations
        .filter(({ type }) => type === "requirements")
        .map(({ description }) => description)
        .join(", "),
      outcome: outcomeOf(status),
    })),
  );
  const inner = (suite.suites ?? []).flatMap((group) => testsOf(group, [...groups, group.title]));
  return [...own, ...inner];
}

/** Maps the statuses of both runners; anything neither passed nor skipped has failed, also what passed at a second try. */
function outcomeOf(status: string): ReportedTest["outcome"] {
  if (["passed", "expected"].includes(status)) return "passed";
  return ["skipped", "pending", "todo", "disabled"].includes(status) ? "skipped" : "failed";
}
