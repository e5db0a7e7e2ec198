import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Prints the name of each test that passed only on its retry. */
export default class FlakyReporter implements Reporter {
  onTestEnd(test: TestCase, { status, retry }: TestResult): void {
    if (status === test.expectedStatus && retry > 0)
      process.stdout.write(`flaky: ${test.titlePath().filter(Boolean).join(" › ")}\n`);
  }
}
