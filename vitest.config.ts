import { configDefaults, defineConfig } from "vitest/config";

/** Files that one worker runs share what they import: to read it anew for each would take half of the time. No test leaves anything behind in a module. */
const isolate = false;

/** Unit tests stand beside their subject; tests of the running app stand in tests/. */
export default defineConfig({
  test: {
    // What a run leaves to be read by others: the report of every test by its title.
    reporters: process.env.TEST_REPORT ? ["dot", ["json", { outputFile: process.env.TEST_REPORT }]] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{contract,server,storefront,demo,sandbox,scripts}/**/*.test.{ts,tsx}",
            "tests/contract/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, "build/**"],
          isolate,
          testTimeout: 30_000,
        },
      },
      api("embedded"),
      api("postgresql"),
      {
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          globalSetup: ["tests/start/global-setup.ts"],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

/** The same tests on each kind of database; only on PostgreSQL can servers share one, and be killed one by one. */
function api(kind: "embedded" | "postgresql") {
  return {
    test: {
      name: `api-${kind}`,
      include: ["tests/api/**/*.test.ts", ...(kind === "postgresql" ? ["tests/faults/**/*.test.ts"] : [])],
      globalSetup: [`tests/api/${kind}.setup.ts`],
      isolate,
      // One waits, for a mail or for a server that starts, while the other computes.
      maxWorkers: 2,
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  };
}
