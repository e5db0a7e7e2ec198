import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
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
