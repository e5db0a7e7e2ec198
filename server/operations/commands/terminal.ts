import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { OperatorError } from "../../base/errors.ts";
import type { Caller } from "./context.ts";
import { plainText } from "./plain-text.ts";

/** The person or script that started this process. */
export interface Terminal extends Caller {
  /** Releases the standard input, so that the process can exit. */
  close(): void;
}

export function openTerminal(): Terminal {
  // A reader that stops early ("| head") is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  let lines: AsyncIterator<string> | undefined;
  let reader: Interface | undefined;
  let isSecret = false;
  // Echoes typed text, except secrets.
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  return {
    // npm runs scripts in the project's folder and passes the caller's in INIT_CWD.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    columns: process.stdout.isTTY === true ? process.stdout.columns || 80 : null,
    errIsTerminal: process.stderr.isTTY === true,
    writeOut: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    writeErr: (text) => void process.stderr.write(text),
    async ask(question, { secret = false } = {}) {
      reader ??= createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY === true });
      lines ??= reader[Symbol.asyncIterator]();
      process.stderr.write(`${plainText(question)} `);
      isSecret = secret;
      const { value, done } = await lines.next();
      isSecret = false;
      if (secret && process.stdin.isTTY) process.stderr.write("\n");
      if (done) throw new OperatorError("Nobody answered, so nothing was done.");
      return value;
    },
    signal: new AbortController().signal,
    close: () => reader?.close(),
  };
}
