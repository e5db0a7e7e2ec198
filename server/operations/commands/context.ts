import { resolve } from "node:path";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import { plainText } from "./plain-text.ts";
import { createProgress, type Progress } from "./progress.ts";

/** What the API of the back office for a command is made of. */
export interface CommandAppDeps {
  settings: DeploymentSettings;
  database: OpenDatabase;
  environment: CommandContext["environment"];
  /** Receives its log lines, which are errors. */
  log: { write(line: string): void };
}

/** Assembles the API of the back office for a command; server/commands.ts knows how. */
export type CreateCommandApp = (deps: CommandAppDeps) => Promise<FastifyInstance>;

/** The context of a command. */
export interface CommandContext {
  database: OpenDatabase;
  /** Short for `database.db`. */
  db: Database;
  settings: DeploymentSettings;
  /** The environment of the shop on which the command works. */
  environment: Record<string, string | undefined>;
  /** Opens the API of the back office for this process, which closes it. */
  openApi(): Promise<FastifyInstance>;
  /** The caller's working directory. */
  cwd: string;
  /** Resolves a path that the caller has given. */
  path(file: string): string;
  /** Standard output, for results that are streamed. */
  out: Writable;
  /** The width of the terminal to which the standard output goes; null if it goes elsewhere. */
  columns: number | null;
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
  /** The width of the terminal to which the standard output goes; null if it goes elsewhere. */
  columns: number | null;
  errIsTerminal: boolean;
  /** Resolves when the text has been written. */
  writeOut(text: string | Buffer): Promise<void>;
  writeErr(text: string): void;
  ask: CommandContext["ask"];
  signal: AbortSignal;
}

export type CallerContext = Omit<CommandContext, "database" | "db" | "settings" | "environment" | "openApi">;

/** Creates the part of the context that the caller determines. */
export function callerContext(caller: Caller): CallerContext {
  const { cwd, signal } = caller;
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const shown = caller.columns === null ? chunk : plainText(chunk.toString());
      caller.writeOut(shown).then(() => done(), done);
    },
  });
  // The writer receives the error; no other listener is needed.
  out.on("error", () => {});
  return {
    cwd,
    path: (file) => resolve(cwd, file),
    out,
    columns: caller.columns,
    print: (line) => void out.write(`${plainText(line)}\n`),
    note: (line) => caller.writeErr(`${plainText(line)}\n`),
    progress: createProgress({ isTerminal: caller.errIsTerminal, write: caller.writeErr, signal }),
    ask: caller.ask,
    signal,
  };
}
