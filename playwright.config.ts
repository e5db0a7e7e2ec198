import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, SHORT_LIVED_PAGES } from "./tests/browser/chromium.ts";
import { LONGEST_WAIT_MS } from "./tests/longest-wait.ts";

/**
 * Tests in a real browser against the built shop, on a phone and on a desktop. A test that does not depend on the width runs on one of
 * them, tagged @phone or @desktop.
 */
export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/browser",
  fullyParallel: true,
  // While one waits for a timer or a mail, others compute.
  workers: 3,
  forbidOnly: !!process.env.CI,
  // A test that passes at its second try is a defect, of itself or of the shop.
  retries: 0,
  // For a busy machine: a test that passes waits for none of them.
  timeout: 2 * LONGEST_WAIT_MS,
  expect: { timeout: LONGEST_WAIT_MS },
  reporter: [
    ["list"],
    ...(process.env.TEST_REPORT ? [["json", { outputFile: process.env.TEST_REPORT }] as const] : []),
  ],
  webServer: {
    command: `"${process.execPath}" tests/browser/serve.ts`,
    // Named groups become environment variables: SHOP_DATABASE, SHOP_COMMANDS and SHOP_URL.
    wait: {
      stdout: /database (?<shop_database>\S+)\s+commands (?<shop_commands>\S+)[\s\S]*open at (?<shop_url>http:\/\/\S+)/,
    },
    timeout: LONGEST_WAIT_MS,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
  use: {
    baseURL: process.env.SHOP_URL,
    browserName: "chromium",
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS, ...SHORT_LIVED_PAGES] },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@desktop/,
      use: {
        viewport: { width: 360, height: 740 },
        // Phones have two to four; no test depends on it, and a higher factor slows the run by a twelfth.
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
        userAgent:
          "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      },
    },
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
