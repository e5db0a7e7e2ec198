import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The same engine without windows: a load takes three quarters of the processor time, and no page is in the background. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The Chromium for tests: CHROMIUM_PATH, else Playwright's, else the machine's. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const ofMachine = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...ofMachine, ...PLACES].find((path) => path && existsSync(path));
}

/**
 * The same. By root on a machine with apt-get it installs the headless shell first, unless Playwright or the environment has a Chromium.
 * @throws Error with the command to install one
 */
export function findOrInstallChromium(): string {
  const found = findChromium();
  const isChosen = found === process.env.CHROMIUM_PATH || found === chromium.executablePath();
  const best = found && (isChosen || basename(found) === SHELL) ? found : (install(found) ?? found);
  if (best) return best;
  throw new Error(
    "The browser tests need a Chromium; run: npx playwright install chromium (or set CHROMIUM_PATH to one).",
  );
}

/** The same for a program: exits with the command to install it. */
export function chromiumOrExit(): string {
  try {
    return findOrInstallChromium();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(1);
  }
}

/** @param other a Chromium that does as well; with one, only what apt-get has already listed is installed */
function install(other?: string): string | undefined {
  const isListed = spawnSync("apt-cache", ["show", SHELL]).status === 0;
  const mayInstall = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  if (!mayInstall || (other && !isListed)) return undefined;
  process.stdout.write(`Installing Chromium for the browser tests (apt-get install ${SHELL}) …\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const steps = [["install", "-q", "-y", "--no-install-recommends", SHELL]];
  if (!other) steps.unshift(["update", "-q"]);
  for (const step of steps) {
    const { status, stdout, stderr } = spawnSync("apt-get", step, { env: environment, encoding: "utf8" });
    if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  }
  return findChromium();
}

/** Chromium's sandbox does not work for root; tests need none of its background downloads. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Drawing in the browser's own process takes a tenth less processor time than emulating a graphics processor.
  "--disable-gpu",
  // An element's `computedRole` and `computedName`, for heard.ts.
  "--enable-blink-features=ComputedAccessibilityInfo",
];

/**
 * For pages that live for seconds: a quarter less processor time per page. All pages of the shop share a process, and JavaScript is not
 * optimized, which costs more than it saves so early.
 */
export const SHORT_LIVED_PAGES = ["--process-per-site", "--js-flags=--no-maglev,--no-opt"];
