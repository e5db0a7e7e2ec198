/** Installs the packages of package-lock.json, and finds Node 24 among them. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MODULES = join(ROOT, "node_modules");
const NODE = join(MODULES, "node/bin", process.platform === "win32" ? "node.exe" : "node");
const OLDEST_NODE = [20, 19];
const SHOP_NODE = 24;

/** Installs missing packages and returns the path of the Node to use. Ends the process if that fails. */
export async function ready() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    giveUp(
      `This needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${process.versions.node}; install a newer one from https://nodejs.org.`,
    );
  }
  if (!isInstalled()) {
    process.stdout.write("Installing packages; this takes about a minute, once …\n");
    // The lockfile's versions, like npm ci, but keeping those that are there. Building needs the development packages, also in production.
    const { code, output } = await npm(["install", "--include=dev", "--no-save", "--no-audit", "--no-fund"]);
    if (code !== 0)
      giveUp(`${output}\nThe installation failed; npm's output is above. Fix the problem, then try again.`);
  }
  if (existsSync(NODE)) return NODE;
  if (major >= SHOP_NODE) return process.execPath;
  // npm may be configured to skip install scripts, which Node's package needs.
  await run(process.execPath, ["installArchSpecificPackage.js"], join(MODULES, "node"));
  if (existsSync(NODE)) return NODE;
  return giveUp(
    `Node ${SHOP_NODE} is not in node_modules, because npm skipped its install script; run: npm rebuild node --ignore-scripts=false`,
  );
}

/**
 * Whether every package of package-lock.json is installed in its version. npm writes a hidden lockfile into node_modules when it has
 * finished, so an interrupted installation has none.
 */
function isInstalled() {
  const expected = packagesOf(join(ROOT, "package-lock.json"));
  const present = packagesOf(join(MODULES, ".package-lock.json"));
  if (!present) return false;
  return Object.entries(expected ?? {}).every(([path, { version, optional, link }]) => {
    if (path === "" || link) return true;
    return present[path] ? present[path].version === version : optional === true;
  });
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Runs the npm that started this process, else the one in PATH. */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own && /npm-cli\.[cm]?js$/.test(own)) return run(process.execPath, [own, ...args], ROOT);
  return run("npm", args, ROOT, { shell: process.platform === "win32" });
}

function run(command, args, cwd, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    child.stdout.on("data", (part) => (output += part));
    child.stderr.on("data", (part) => (output += part));
    child.on("error", (error) => resolve({ code: 1, output: `${command} cannot be run: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
