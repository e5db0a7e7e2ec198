import { resolve } from "node:path";
import { Writable } from "node:stream";
import type { DeploymentSettings } from "../config.ts";
import type { Database, OpenDatabase } from "../database/database.ts";
import { plainText } from "./plain-text.ts";
import { createProgress, type Progress } from "./progress.ts";

/** What a command works with. It is the same in a process of its own and inside the open shop. */
export interface CommandContext {
  database: OpenDatabase;
  db: Database;
  settings: DeploymentSettings;
  /** The environment of the shop that the command works on. */
  environment: Record<string, string | undefined>;
  /** The folder in which the caller is. */
  cwd: string;
  /** The whole path of a file that the caller has named. */
  path(file: string): string;
  /** Standard output, for results that are streamed. */
  out: Writable;
  /** Prints a line of the result. */
  say(line: string): void;
  /** Prints a line that is no part of the result, on the error stream. */
  note(line: string): void;
  /** How far a long command is, on the error stream. It throws once the caller has gone, so that nothing is done for nobody. */
  progress: Progress;
  /**
   * Asks the caller and waits for a line.
   * @param secret the answer is not shown while it is typed
   * @throws StartupError when nobody can answer
   */
  ask(question: string, options?: { secret?: boolean }): Promise<string>;
  /** Aborts when the caller has gone or the shop stops. */
  signal: AbortSignal;
}

/** Where the caller of a command sits. */
export interface Caller {
  cwd: string;
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** Resolves when the text was taken. */
  writeOut(text: string): Promise<void>;
  writeErr(text: string): void;
  ask: CommandContext["ask"];
  signal: AbortSignal;
}

export type CallerContext = Omit<CommandContext, "database" | "db" | "settings" | "environment">;

/** The part of the context that the caller determines. */
export function callerContext(caller: Caller): CallerContext {
  const { cwd, signal } = caller;
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = chunk.toString();
      caller.writeOut(caller.outIsTerminal ? plainText(text) : text).then(() => done(), done);
    },
  });
  // The writer gets the error; there is no other listener.
  out.on("error", () => {});
  return {
    cwd,
    path: (file) => resolve(cwd, file),
    out,
    say: (line) => void out.write(`${plainText(line)}\n`),
    note: (line) => caller.writeErr(`${plainText(line)}\n`),
    progress: createProgress({ isTerminal: caller.errIsTerminal, write: caller.writeErr, signal }),
    ask: caller.ask,
    signal,
  };
}
