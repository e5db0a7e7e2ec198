import { configDefaults, defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/** Files in one worker share their imports; importing them per file takes half of the time. No test leaves state in a module. */
const isolate = false;

/** One flaky test does not reject a change; its name is printed, to be mended. */
const retry = process.env.CI ? 1 : 0;
const flakyReporter: Reporter = {
  onTestCaseResult: (test) => {
    if (test.diagnostic()?.flaky) process.stdout.write(`\nflaky: ${test.fullName}\n`);
  },
};

/**
 * API tests that run on PostgreSQL only: the slowest of what does not depend on the database. `npm test` checks that the embedded database
 * can plan their statements, and tests/api/one-connection.ts that they need one connection at a time, which is all that it has.
 */
const ON_POSTGRESQL_ONLY = [
  "account-closing",
  "accounts-attacks",
  "accounts-login",
  "accounts-login-limits",
  "accounts-password",
  "accounts-profile",
  "accounts-sign-up",
  "admin-order-money",
  "campaigns",
  "cash-advance",
  "cash-on-delivery",
  "contact",
  "disputes",
  "fulfilment",
  "gst-command",
  "log",
  "mail",
  "object-storage",
  "order-invoice",
  "partial-cancellation",
  "partial-return",
  "payment-faults",
  "payment-recovery",
  "purchase-race",
  "released-offers",
  "review-files",
  "sandbox-razorpay",
  "security-log",
  "shared-caching",
  "staff-permissions",
  "warm-pictures",
  "wishlist",
].map((name) => `tests/api/${name}.test.ts`);

/** Unit tests are beside their subject; tests of the running app are in tests/. */
export default defineConfig({
  test: {
    // `npm test` and `npm run conformance` read the JSON report.
    reporters: process.env.TEST_REPORT
      ? ["dot", flakyReporter, ["json", { outputFile: process.env.TEST_REPORT }]]
      : ["default", flakyReporter],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{contract,server,storefront,backoffice,demo,sandbox,scripts,bench}/**/*.test.{ts,tsx}",
            "tests/{contract,s3}/**/*.test.ts",
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
          include: ["tests/{start,deploy}/**/*.test.ts"],
          globalSetup: ["tests/start/global-setup.ts"],
          maxWorkers: 2,
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

/** The same tests on both databases, but for ON_POSTGRESQL_ONLY; those that kill one of several servers need PostgreSQL. */
function api(kind: "embedded" | "postgresql") {
  const isPostgresql = kind === "postgresql";
  return {
    test: {
      name: `api-${kind}`,
      include: ["tests/api/**/*.test.ts", ...(isPostgresql ? ["tests/faults/**/*.test.ts"] : [])],
      exclude: [...configDefaults.exclude, ...(isPostgresql ? [] : ON_POSTGRESQL_ONLY)],
      globalSetup: [`tests/api/${kind}.setup.ts`],
      isolate,
      // While one waits for a mail or a server start, the other computes.
      maxWorkers: 2,
      retry,
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  };
}
