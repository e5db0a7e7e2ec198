import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { relative } from "node:path";
import { watch } from "chokidar";

/** Editors and git write several files, or one file in several steps: changes within this time cause one restart. */
const DEBOUNCE_MS = 100;

export interface Restarting {
  /** Program and arguments for this process's Node. */
  command: string[];
  /** Watched folders, with their contents. */
  folders: string[];
  environment: Record<string, string | undefined>;
  /** Receives the reason for each restart. */
  print(line: string): void;
}

/**
 * Runs a program and restarts it whenever a file changes; one that has ended waits for the next change. Node's own watch mode loses files
 * that an editor replaces instead of overwriting.
 * @returns `watching` resolves when changes are noticed; `stop` ends the program and the watching, and returns the program's exit code
 */
export function runAndRestart({ command, folders, environment, print }: Restarting): {
  watching: Promise<void>;
  stop: () => Promise<number>;
} {
  let isExpectedExit = false;
  let isStopping = false;
  let child = start();
  let changed: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();

  const watcher = watch(folders, { ignoreInitial: true }).on("all", (_event, path) => {
    clearTimeout(changed);
    changed = setTimeout(() => {
      restarting = restarting.then(async () => {
        if (isStopping) return;
        print(`${relative("", path)} has changed; restarting.`);
        isExpectedExit = true;
        await end(child);
        if (isStopping) return;
        isExpectedExit = false;
        child = start();
      });
    }, DEBOUNCE_MS);
  });

  const watching = new Promise<void>((resolve) => watcher.once("ready", resolve));
  async function stop(): Promise<number> {
    isStopping = true;
    clearTimeout(changed);
    await watcher.close();
    await restarting;
    isExpectedExit = true;
    return end(child);
  }
  return { watching, stop };

  function start(): ChildProcess {
    const started = spawn(process.execPath, command, { stdio: "inherit", env: environment });
    started.once("exit", (code) => {
      if (started === child && !isExpectedExit)
        print(`The program has ended with code ${code}; waiting for the next change.`);
    });
    return started;
  }
}

async function end(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  return child.exitCode ?? 1;
}
