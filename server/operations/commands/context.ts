import { resolve } from "node:path";
import { Writable } from "node:stream";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import { plainText } from "./plain-text.ts";
import { createProgress, type Progress } from "./progress.ts";

/** The context of a command. */
export interface CommandContext {
  database: OpenDatabase;
  /** Short for `database.db`. */
  db: Database;
  settings: DeploymentSettings;
  /** The environment of the shop on which the command works. */
  environment: Record<string, string | undefined>;
  /** The caller's working directory. */
  cwd: string;
  /** Resolves a path that the caller has given. */
  path(file: string): string;
  /** Standard output, for results that are streamed. */
  out: Writable;
  /** Prints a line of the result to the standard output. */
  print(line: string): void;
  /** Prints a line to the standard error. */
  note(line: string): void;
  /** Shows the progress on the standard error. Throws once the caller has disconnected. */
  progress: Progress;
  /**
   * Asks the caller and waits for a line.
   * @param secret the answer is not shown while it is typed
   * @throws OperatorError without a terminal
   */
  ask(question: string, options?: { secret?: boolean }): Promise<string>;
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
}

/** The terminal or script that runs a command. */
export interface Caller {
  cwd: string;
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** Resolves when the text has been written. */
  writeOut(text: string): Promise<void>;
  writeErr(text: string): void;
  ask: CommandContext["ask"];
  signal: AbortSignal;
}

export type CallerContext = Omit<CommandContext, "database" | "db" | "settings" | "environment">;

/** Creates the part of the context that the caller determines. */
export function callerContext(caller: Caller): CallerContext {
  const { cwd, signal } = caller;
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = chunk.toString();
      caller.writeOut(caller.outIsTerminal ? plainText(text) : text).then(() => done(), done);
    },
  });
  // The writer receives the error; no other listener is needed.
  out.on("error", () => {});
  return {
    cwd,
    path: (file) => resolve(cwd, file),
    out,
    print: (line) => void out.write(`${plainText(line)}\n`),
    note: (line) => caller.writeErr(`${plainText(line)}\n`),
    progress: createProgress({ isTerminal: caller.errIsTerminal, write: caller.writeErr, signal }),
    ask: caller.ask,
    signal,
  };
}
