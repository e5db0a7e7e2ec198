import { spawn } from "node:child_process";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

export interface Finished {
  code: number;
  /** Everything printed to stdout and stderr, in order. */
  output: string;
}

/**
 * Runs a program of node_modules (or one of the project's scripts) with this process's Node, captures its output, and ends it when this
 * process is asked to end.
 */
export function runQuietly(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, program), ...args], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...withoutColours(process.env), ...environment },
    });
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      child.once("close", () => process.exit(1));
    };
    process.once("SIGINT", end).once("SIGTERM", end);
    let output = "";
    const append = (part: Buffer) => {
      output += part;
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.on("close", (code) => {
      process.removeListener("SIGINT", end).removeListener("SIGTERM", end);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Removes colours, because captured output is parsed and printed later. */
function withoutColours({ FORCE_COLOR: _, ...environment }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, NO_COLOR: "1" };
}

/** Prints one line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Formats `0.8 s`, `12 s` or `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
