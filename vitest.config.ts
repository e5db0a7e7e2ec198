import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONGEST_WAIT_MS } from "./tests/longest-wait.ts";

/** Files in one worker share their imports; importing them per file takes half of the time. No test leaves state in a module. */
const isolate = false;

/**
 * Node runs these tests as it runs the shop, without a transformation by Vite, and with more room for short-lived objects: a seventh less
 * processor time. They mock no modules: `vi.mock` does not work here.
 */
const LIKE_THE_SHOP = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
};

/** Tests wait with patience, but nothing is tried again: a test that passes at its second try is a defect, of itself or of the shop. */
const PATIENT = {
  expect: { poll: { timeout: LONGEST_WAIT_MS, interval: 25 } },
  testTimeout: 2 * LONGEST_WAIT_MS,
  hookTimeout: 2 * LONGEST_WAIT_MS,
};

/** Starts with the files that take longest, so that no processor waits for one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/tests\/(histories|faults)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Unit tests are beside their subject; tests of the running app are in tests/. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // `npm test` and `npm run conformance` read the JSON report.
    reporters: process.env.TEST_REPORT ? ["dot", ["json", { outputFile: process.env.TEST_REPORT }]] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{contract,server,storefront,backoffice,demo,sandbox,scripts,bench}/**/*.test.{ts,tsx}",
            "tests/{contract,s3,samples}/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, "build/**"],
          setupFiles: ["tests/random-seed.ts"],
          isolate,
          ...PATIENT,
        },
      },
      {
        test: {
          name: "api",
          include: ["tests/{api,faults,histories}/**/*.test.ts"],
          globalSetup: ["tests/api/global-setup.ts"],
          ...LIKE_THE_SHOP,
          isolate,
          // While one waits for a mail or a server start, the other computes.
          ...PATIENT,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "start",
          include: ["tests/{start,deploy,scripts}/**/*.test.ts"],
          globalSetup: ["tests/start/global-setup.ts"],
          ...LIKE_THE_SHOP,
          ...PATIENT,
          maxWorkers: 2,
        },
      },
    ],
  },
});
