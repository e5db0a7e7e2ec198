import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ROOT, ready } from "./install.mjs";

/**
 * Runs a program of the shop on the Node it is made for, whatever Node this machine has, and installs what is missing first:
 * `node scripts/run.mjs [options of node] program [arguments]`.
 *
 * This file and install.mjs are all that the machine's own Node (20.19 or newer) ever runs.
 */

/** Within this time the same signal is one signal: at Ctrl-C the terminal tells us, and npm tells us again. */
const SAME_SIGNAL_MS = 1000;

const node = await ready();
const child = spawn(node, process.argv.slice(2), {
  cwd: ROOT,
  stdio: "inherit",
  env: {
    ...process.env,
    ...pathWith(join(ROOT, "node_modules/.bin")),
    NODE_OPTIONS: nodeOptions(),
    // Where the caller is, as npm tells it: files are named from there.
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    // What was compiled once is not compiled at the next start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules/.cache/node"),
    // Linux gives each thread its own store of memory, which keeps what pictures and compressed pages have left behind. Two stores for
    // all are as quick: 210 MB instead of 360 after making the demo's pictures, 260 instead of 300 after rendering pages.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  },
  // In a group of its own the child hears a Ctrl-C from us only, and so exactly once.
  detached: process.platform !== "win32",
});

const heard = new Map();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    const now = Date.now();
    if (now - (heard.get(signal) ?? 0) < SAME_SIGNAL_MS) return;
    heard.set(signal, now);
    // A console of Windows tells the child itself.
    if (process.platform !== "win32") child.kill(signal);
  });
}
child.on("error", (error) => {
  process.stderr.write(
    `Node 24 in node_modules cannot be run here (${error.code}); remove node_modules and try again.\n`,
  );
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/**
 * The embedded database's lock is made with node:sqlite, which still announces itself as experimental at every start; the other one
 * makes the start short.
 */
function nodeOptions() {
  const quick = `--import=${new URL("drizzle-imports.mjs", import.meta.url).href}`;
  return [process.env.NODE_OPTIONS, "--disable-warning=ExperimentalWarning", quick].filter(Boolean).join(" ");
}

/** What a program starts by name (`node`, `vite`) is the installed one. */
function pathWith(folder) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { [name]: [folder, process.env[name]].join(process.platform === "win32" ? ";" : ":") };
}
