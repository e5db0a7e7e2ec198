/**
 * Runs a program of the shop on the Node that the project installs, after installing missing packages: `node scripts/run.mjs [--restart]
 * [options of node] program [arguments]`.
 *
 * With --restart a program that dies unexpectedly is started again: one that has sent "open" and then ends with an error, or is killed by a
 * signal. A program that ends with an error before that has printed why, and would only fail again; one that has sent "closing" was stopped
 * by a signal of its own, and one that has sent its exit code as "closed" is killed unless it exits. One that has sent "restart" before it ends is started again at once: its file of settings has changed. Unless it opens then,
 * the file gets the text that it had before, and the program starts as it was, with the reason in SHOP_UNDONE.
 *
 * Only this file and install.mjs run on the machine's own Node (20.19 or newer).
 */

import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
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

/** How long a program may take to exit once it has closed all. */
const EXIT_WITHIN_MS = 5000;

/** How long a program may take to open with changed settings. */
const OPEN_WITHIN_MS = 120_000;

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
    // Tells it that it can ask for a restart. The key of the link of setup: the link works as long as this process runs.
    ...(isOurs && { SHOP_SETUP_TOKEN: randomBytes(32).toString("base64url") }),
  },
  // In its own process group the child gets a Ctrl-C only from this process, and so exactly once.
  detached: process.platform !== "win32",
};

let child;
let stopRequested = false;
let quickDeaths = 0;
start();

/**
 * @param changed the file of settings that the program has changed, and its text before, null for none
 * @param undone why the former settings are back
 */
function start({ changed, undone } = {}) {
  const startedAt = Date.now();
  let open = false;
  let restart;
  let problem = "";
  let closed;
  let toKill;
  child = spawn(node, command, { ...options, env: { ...options.env, ...(undone && { SHOP_UNDONE: undone }) } });
  const program = child;
  const giveUp = changed && setTimeout(tooLate, OPEN_WITHIN_MS);
  function tooLate() {
    problem ||= `It did not open within ${OPEN_WITHIN_MS / 60_000} minutes.`;
    program.kill();
  }
  child.on("message", (message) => {
    open ||= message === "open";
    if (open) clearTimeout(giveUp);
    restart ??= message.restart;
    problem = message.problem ?? problem;
    stopRequested ||= message === "closing" && !restart;
    if (message.closed === undefined) return;
    closed = message.closed;
    toKill = setTimeout(() => program.kill("SIGKILL"), EXIT_WITHIN_MS);
  });
  child.on("error", (error) => {
    process.stderr.write(
      `Node 24 in node_modules cannot be run here (${error.code}); remove node_modules and try again.\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    clearTimeout(giveUp);
    clearTimeout(toKill);
    if (restart && !stopRequested) return start({ changed: restart });
    const exitCode = code ?? closed ?? 128 + constants.signals[signal];
    if (changed && !open && !stopRequested) {
      const reason = problem || "It ended without saying why.";
      process.stderr.write("The shop did not open with its changed settings; it starts with the former ones.\n");
      return restore(changed) ? start({ undone: reason }) : process.exit(exitCode || 1);
    }
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

/** Gives a file its former text. @returns whether it could */
function restore({ file, text }) {
  const draft = `${file}.former.part`;
  try {
    if (text === null) rmSync(file, { force: true });
    else {
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      renameSync(draft, file);
    }
    return true;
  } catch (error) {
    rmSync(draft, { force: true });
    process.stderr.write(`${file} could not get its former text (${error.code}).\n`);
    return false;
  }
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
