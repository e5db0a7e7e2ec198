import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell is the same engine without the windows around it, and takes half the processor. */
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

/** The Chromium to test with: CHROMIUM_PATH, else Playwright's own, else the machine's. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const ofMachine = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...ofMachine, ...PLACES].find((path) => path && existsSync(path));
}

/**
 * The same, installed first where that needs nobody's leave: by root on a machine with apt-get.
 * @throws Error with the one command that helps
 */
export function findOrInstallChromium(): string {
  const found = findChromium() ?? (mayInstall() ? install() : undefined);
  if (found) return found;
  throw new Error(
    "The browser tests need a Chromium; run: npx playwright install chromium (or set CHROMIUM_PATH to one).",
  );
}

/** The same for a program, which ends here where there is none, with the one command that helps. */
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

/** The sandbox of Chromium does not work for root; and a test needs none of what Chromium fetches for itself. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
