/**
 * Runs a program of the shop on the Node that the project installs, after installing missing packages: `node scripts/run.mjs [--restart]
 * [options of node] program [arguments]`.
 *
 * With --restart a program that dies unexpectedly is started again: one that has sent "open" and then ends with an error, or is killed by a
 * signal. A program that ends with an error before that has printed why, and would only fail again; one that has sent "closing" was stopped
 * by a signal of its own. One that has sent "restart" before it ends is started again at once: its settings have changed.
 *
 * Only this file and install.mjs run on the machine's own Node (20.19 or newer).
 */

import { execFileSync, spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ROOT, ready } from "./install.mjs";

/** A second signal within this time is the same one: at Ctrl-C both the terminal and npm send it. */
const SAME_SIGNAL_MS = 1000;

/** A death within this time after the start counts as quick; after several in a row the program is not started again. */
const QUICK_MS = 60_000;
const MAX_QUICK_DEATHS = 5;
const FIRST_PAUSE_MS = 500;
const NPM_CHECK_MS = 2000;

const isOurs = process.argv[2] === "--restart";
const command = process.argv.slice(isOurs ? 3 : 2);
const node = await ready();
const options = {
  cwd: ROOT,
  stdio: isOurs ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
  env: {
    ...process.env,
    ...pathWith(join(ROOT, "node_modules/.bin")),
    NODE_OPTIONS: nodeOptions(),
    // The caller's folder, as npm passes it: file names are relative to it.
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    // Caches compiled code for the next start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules/.cache/node"),
    // glibc gives each thread its own memory arena, which retains freed memory. Two arenas are as fast: 210 MB instead of 360 after making
    // the demo's pictures, 260 instead of 300 after rendering pages.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
    // Tells it that it can ask for a restart.
    ...(isOurs && { SHOP_RESTARTS: "true" }),
  },
  // In its own process group the child gets a Ctrl-C only from this process, and so exactly once.
  detached: process.platform !== "win32",
};

let child;
let stopRequested = false;
let quickDeaths = 0;
start();

function start() {
  const startedAt = Date.now();
  let open = false;
  let restartRequested = false;
  child = spawn(node, command, options);
  child.on("message", (message) => {
    open ||= message === "open";
    restartRequested ||= message === "restart";
    stopRequested ||= message === "closing" && !restartRequested;
  });
  child.on("error", (error) => {
    process.stderr.write(
      `Node 24 in node_modules cannot be run here (${error.code}); remove node_modules and try again.\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (restartRequested && !stopRequested) return start();
    const exitCode = code ?? 128 + constants.signals[signal];
    if (!isOurs || stopRequested || exitCode === 0 || !(open || signal)) process.exit(exitCode);
    child = undefined;
    quickDeaths = Date.now() - startedAt < QUICK_MS ? quickDeaths + 1 : 1;
    const how = `It has ended unexpectedly (${signal ?? `exit code ${code}`})`;
    if (quickDeaths >= MAX_QUICK_DEATHS) {
      process.stderr.write(
        `${how}, the ${quickDeaths}th time in a row soon after its start; it is not started again.\n`,
      );
      process.exit(exitCode);
    }
    const pause = FIRST_PAUSE_MS * 2 ** (quickDeaths - 1);
    process.stderr.write(`${how}; it starts again in ${pause / 1000} s.\n`);
    setTimeout(start, pause);
  });
}

const lastSignals = new Map();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    const now = Date.now();
    if (now - (lastSignals.get(signal) ?? 0) < SAME_SIGNAL_MS) return;
    lastSignals.set(signal, now);
    stopRequested = true;
    // Between two starts there is no child to end.
    if (!child) process.exit(0);
    // On Windows the console signals the child itself.
    if (process.platform !== "win32") child.kill(signal);
  });
}
if (isOurs) stopWithNpm();

/** A killed npm takes nobody with it: neither the shell that it runs scripts in, nor this process. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const ask = (what, pid) => execFileSync("ps", ["-o", `${what}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  let npm = process.ppid;
  try {
    if (/(^|\/)(ba|da|z)?sh$/.test(ask("comm", npm))) npm = Number(ask("ppid", npm));
  } catch {
    // Without the program ps.
    return;
  }
  const isGone = () => {
    try {
      process.kill(npm, 0);
      return false;
    } catch (error) {
      return error.code === "ESRCH";
    }
  };
  setInterval(() => {
    if (!isGone()) return;
    stopRequested = true;
    if (!child) process.exit(0);
    child.kill("SIGTERM");
  }, NPM_CHECK_MS).unref();
}

/** Loads drizzle-imports.mjs, which shortens the start. */
function nodeOptions() {
  const quick = `--import=${new URL("drizzle-imports.mjs", import.meta.url).href}`;
  return [process.env.NODE_OPTIONS, "--disable-warning=ExperimentalWarning", quick].filter(Boolean).join(" ");
}

/** Makes programs start the installed `node`, `vite` and so on by name. */
function pathWith(folder) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { [name]: [folder, process.env[name]].join(process.platform === "win32" ? ";" : ":") };
}
