import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TaskMeta } from "vitest";
import { ROOT } from "./command.ts";

/** One JSON report for each test run of the last `npm test` lies here. */
export const REPORTS = join(ROOT, "test-results");
/** Stands among the reports once all steps of a run have ended. */
export const FINISHED = join(REPORTS, "finished");

export interface Counts {
  passed: number;
  failed: number;
}

/** One run of one test: a test that runs in two browsers or on two databases is reported twice. */
export interface ReportedTest {
  /** Its file, without folders. */
  file: string;
  /** The titles of its groups and its own, outermost first. */
  name: string;
  /** The requirements that it claims, as its source writes them: `S2.61, S5.23 to S5.26`. */
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
 * Counts the tests of one run from the JSON report that Vitest or Playwright left in `file`. What failed without being a test (a file
 * that cannot be loaded, a set-up, a run that left no report) counts as one failure; so a run that did not end well never counts none.
 * @param endedWell whether the run's exit code was 0
 */
export function countTests(file: string, endedWell: boolean): Counts {
  const counted = existsSync(file) ? countReport(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  return { passed: counted.passed, failed: Math.max(counted.failed, endedWell ? 0 : 1) };
}

function countReport(report: VitestReport | PlaywrightReport): Counts {
  if ("stats" in report) {
    const { expected, unexpected, flaky } = report.stats;
    // A test that needed a second try has shown that it cannot be relied upon.
    return { passed: expected, failed: unexpected + flaky + report.errors.length };
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/** Every test of one run, from the JSON report that Vitest or Playwright left in `file`. */
export function readTests(file: string): ReportedTest[] {
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, "utf8"));
  // The outermost suite of Playwright is the file.
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

/** In the words of either runner; what is neither a success nor left out has failed, a flaky test too. */
function outcomeOf(status: string): ReportedTest["outcome"] {
  if (status === "passed" || status === "expected") return "passed";
  return ["skipped", "pending", "todo", "disabled"].includes(status) ? "skipped" : "failed";
}
