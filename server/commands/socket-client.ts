import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { OperatorError } from "../errors.ts";
import type { Caller } from "./context.ts";
import { type ClientMessage, type CommandRequest, shopMessage, socketPath } from "./socket-protocol.ts";

/**
 * Asks the shop that is open on `dataDir` to run a command.
 * @returns the exit code; null if no shop is open there
 * @throws OperatorError if the shop ends before the command does
 */
export async function runInOpenShop(
  dataDir: string,
  request: Pick<CommandRequest, "command" | "words">,
  caller: Caller,
): Promise<number | null> {
  const socket = await connectTo(dataDir);
  if (!socket) return null;
  const send = (message: ClientMessage) => socket.write(`${JSON.stringify(message)}\n`);
  const { cwd, outIsTerminal, errIsTerminal } = caller;
  // A broken connection ends the loop below.
  socket.on("error", () => {});
  send({ ...request, cwd, outIsTerminal, errIsTerminal });
  try {
    for await (const line of createInterface({ input: socket })) {
      const message = shopMessage.parse(JSON.parse(line));
      if ("exit" in message) return message.exit;
      if ("out" in message) await caller.writeOut(message.out);
      else if ("err" in message) caller.writeErr(message.err);
      // The shop may end the command before the caller has answered.
      else
        responseOf(caller, message).then(
          (answer) => send({ answer }),
          () => socket.destroy(),
        );
    }
  } finally {
    socket.destroy();
  }
  throw new OperatorError(
    "The shop stopped before the command was done; look at what it has changed before you repeat it.",
  );
}

async function responseOf(caller: Caller, { ask, secret }: { ask: string; secret: boolean }): Promise<string | null> {
  try {
    return await caller.ask(ask, { secret });
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

async function connectTo(dataDir: string): Promise<Socket | null> {
  const path = socketPath(dataDir);
  if (path === null) return null;
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM")
      throw new OperatorError(`The shop on ${dataDir} runs under another account; run the command as that account.`, {
        cause: error,
      });
    // No shop is open; a killed shop may have left its socket.
    return null;
  }
}
