import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell is the same engine without windows, and takes half the processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
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
 * The same, installed first if that needs no permission: by root on a machine with apt-get.
 * @throws Error with the command to install it
 */
export function findOrInstallChromium(): string {
  const found = findChromium() ?? (mayInstall() ? install() : undefined);
  if (found) return found;
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

const mayInstall = () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

function install(): string | undefined {
  process.stdout.write("Installing Chromium for the browser tests (apt-get install chromium-headless-shell) …\n");
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const steps = [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", "chromium-headless-shell"],
  ];
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
];

/**
 * For pages that live for seconds: a quarter less processor time per page. All pages of the shop share a process, and JavaScript is not
 * optimized, which costs more than it saves so early.
 */
export const SHORT_LIVED_PAGES = ["--process-per-site", "--js-flags=--no-maglev,--no-opt"];
