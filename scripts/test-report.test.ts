import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countTests, readTests } from "./test-report.ts";

const folder = mkdtempSync(join(tmpdir(), "report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (content: object) => {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const vitest = (passed: number, failed: number, testResults: object[] = []) =>
  report({ numPassedTests: passed, numFailedTests: failed, testResults });

describe("the tests of a run", () => {
  it("are counted as Vitest reports them", () => {
    expect(countTests(vitest(7, 2), false)).toEqual({ passed: 7, failed: 2 });
  });

  it("include a file that could not be loaded, as one failure", () => {
    const results = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{}] },
    ];
    expect(countTests(vitest(7, 1, results), false)).toEqual({ passed: 7, failed: 2 });
  });

  it("are counted as Playwright reports them, a flaky one as failed", () => {
    const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }, errors: [] });
    expect(countTests(file, false)).toEqual({ passed: 5, failed: 2 });
  });

  it("count one failure when the run broke for another reason, or left no report", () => {
    expect(countTests(vitest(7, 0), false)).toEqual({ passed: 7, failed: 1 });
    expect(countTests(join(folder, "no-such-report.json"), false)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("the tests of a report", () => {
  it("are read from Vitest's, with their groups, requirements and outcome", () => {
    const tests = [
      { ancestorTitles: ["a cart", "that is empty"], title: "says so", status: "passed", meta: {} },
      { ancestorTitles: [], title: "adds up", status: "failed", meta: { requirements: "S1.01, R2" } },
      { ancestorTitles: [], title: "is not run", status: "pending", meta: {} },
    ];
    expect(
      readTests(vitest(1, 1, [{ name: "/shop/cart.test.ts", status: "failed", assertionResults: tests }])),
    ).toEqual([
      { file: "cart.test.ts", name: "a cart › that is empty › says so", requirements: "", outcome: "passed" },
      { file: "cart.test.ts", name: "adds up", requirements: "S1.01, R2", outcome: "failed" },
      { file: "cart.test.ts", name: "is not run", requirements: "", outcome: "skipped" },
    ]);
  });

  it("are read from Playwright's, once for each window they ran in", () => {
    const spec = (title: string, ...statuses: string[]) => ({
      file: "cart.spec.ts",
      title,
      tests: statuses.map((status) => ({
        status,
        annotations: [
          { type: "requirements", description: "S1.01" },
          { type: "slow", description: "S1.02" },
        ],
      })),
    });
    const file = report({
      stats: {},
      suites: [
        {
          title: "cart.spec.ts",
          specs: [spec("opens", "expected", "unexpected")],
          suites: [{ title: "on a phone", specs: [spec("scrolls", "flaky"), spec("folds", "skipped")] }],
        },
      ],
    });
    expect(readTests(file)).toEqual([
      { file: "cart.spec.ts", name: "opens", requirements: "S1.01", outcome: "passed" },
      { file: "cart.spec.ts", name: "opens", requirements: "S1.01", outcome: "failed" },
      { file: "cart.spec.ts", name: "on a phone › scrolls", requirements: "S1.01", outcome: "failed" },
      { file: "cart.spec.ts", name: "on a phone › folds", requirements: "S1.01", outcome: "skipped" },
    ]);
  });
});
