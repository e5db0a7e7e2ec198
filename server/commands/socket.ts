import { chmod, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { OperatorError } from "../errors.ts";
import type { Caller } from "./context.ts";
import { parseWords } from "./declare.ts";
import { type CommandShop, errorText, perform } from "./perform.ts";
import { COMMANDS } from "./registry.ts";
import { type CommandRequest, clientMessage, type ShopMessage, socketPath } from "./socket-protocol.ts";

/**
 * Runs commands that need the embedded database of this process, for callers of the same account. See
 * docs/decisions/2026-11-23-commands-run-in-the-open-shop.md.
 * @returns stops the running commands and the listening; null if DATA_DIR's path is too long for a socket
 */
export async function listenForCommands(shop: CommandShop): Promise<{ close(): Promise<void> } | null> {
  const path = socketPath(shop.settings.DATA_DIR);
  if (path === null) return null;
  const running = new Map<Promise<void>, AbortController>();
  const server = createServer((socket) => {
    const ended = new AbortController();
    const done = serve(socket, shop, ended).finally(() => running.delete(done));
    running.set(done, ended);
  });
  // This process holds the database's lock, so a killed shop has left the socket.
  if (process.platform !== "win32") await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(path, resolve);
  });
  if (process.platform !== "win32") await chmod(path, 0o600);
  return {
    async close() {
      server.close();
      for (const ended of running.values())
        ended.abort(new OperatorError("The shop is closing, so the command was stopped. Please repeat it."));
      await Promise.allSettled(running.keys());
    },
  };
}

/** Each connection runs one command. */
async function serve(socket: Socket, shop: CommandShop, ended: AbortController): Promise<void> {
  socket.on("error", () => {});
  socket.once("close", () => ended.abort(new Error("the caller of the command has gone")));
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    return done ? null : clientMessage.parse(JSON.parse(value));
  };
  try {
    const request = await next();
    if (!request || !("command" in request)) return;
    const code = await runCommand(callerAt(socket, request, next, ended.signal), request, shop);
    await send(socket, { exit: code });
  } catch {
    // The caller has disconnected, or speaks another protocol.
  } finally {
    socket.end();
  }
}

async function runCommand(
  caller: Caller,
  { command: name, words }: CommandRequest,
  shop: CommandShop,
): Promise<number> {
  try {
    const load = COMMANDS[name];
    if (!load) throw new OperatorError(`The open shop does not know the command ${name}; stop it and try again.`);
    const reading = parseWords((await load()).default, words);
    if (!("help" in reading)) return await perform(reading, shop, caller);
    await caller.writeOut(`${reading.help}\n`);
    return 0;
  } catch (error) {
    caller.writeErr(`${errorText(error)}\n`);
    return 1;
  }
}

function callerAt(
  socket: Socket,
  { cwd, outIsTerminal, errIsTerminal }: CommandRequest,
  next: () => Promise<unknown>,
  signal: AbortSignal,
): Caller {
  return {
    cwd,
    outIsTerminal,
    errIsTerminal,
    signal,
    writeOut: (out) => send(socket, { out }),
    writeErr: (err) => void send(socket, { err }).catch(() => {}),
    async ask(question, { secret = false } = {}) {
      await send(socket, { ask: question, secret });
      const disconnected = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      const message = (await Promise.race([next(), disconnected])) as { answer?: string | null } | null;
      if (typeof message?.answer !== "string") throw new OperatorError("Nobody answered, so nothing was done.");
      return message.answer;
    },
  };
}

function send(socket: Socket, message: ShopMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
