/** Runs the shop as `npm start` does, one process per instance. */

import { join } from "node:path";
import { type Processes, type Program, waitUntil } from "./processes.ts";

export interface Instance {
  name: string;
  url: string;
  port: number;
  /** Starts it from the folder of a release, without waiting. */
  start(release: string): void;
  ready(seconds?: number): Promise<void>;
  kill(): Promise<void>;
  /** Stops it as systemd does, with draining. */
  stop(): Promise<void>;
  log(): string;
}

/** Runs `npm run migrate` of a release. @throws Error with its output if it fails */
export async function runMigrations(
  processes: Processes,
  release: string,
  environment: Record<string, string>,
): Promise<void> {
  const program = processes.start("migrate", process.execPath, [join(release, "scripts/run-command.ts"), "migrate"], {
    cwd: release,
    environment: { NODE_OPTIONS: process.env.NODE_OPTIONS, ...environment },
  });
  if ((await program.exitCode) !== 0) throw new Error(`The migration failed: ${program.log()}`);
}

/** The options of `npm start`, without its restarting: the cluster restarts what it kills. */
const NODE_OPTIONS = ["--max-semi-space-size=8", "--max-old-space-size=768"];

export function createInstance(
  processes: Processes,
  name: string,
  port: number,
  environment: Record<string, string>,
): Instance {
  let program: Program;
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    url,
    port,
    start(release) {
      program = processes.start(name, process.execPath, [...NODE_OPTIONS, join(release, "scripts/start.ts")], {
        cwd: release,
        environment: {
          NODE_OPTIONS: process.env.NODE_OPTIONS,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX,
          HOST: "127.0.0.1",
          PORT: String(port),
          // Not shared with other instances.
          DATA_DIR: processes.makeFolder(`${name}-data`),
          WARM_PICTURES: "false",
          ...environment,
        },
      });
    },
    ready: (seconds = 120) =>
      waitUntil(`${name} is ready`, async () => (await fetch(`${url}/readyz`)).ok, { seconds, program }).then(() => {}),
    kill: () => program.kill("SIGKILL"),
    stop: () => program.kill("SIGTERM"),
    log: () => program.log(),
  };
}
