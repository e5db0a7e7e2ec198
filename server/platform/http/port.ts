import { once } from "node:events";
import { createServer } from "node:net";
import { OperatorError } from "../../base/errors.ts";

/**
 * Checks whether the shop can listen on a port, before it migrates or seeds anything.
 * @throws OperatorError if it cannot
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, "listening");
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, host, port);
  }
  server.close();
  await once(server, "close");
}

/**
 * Turns an error of `listen` into one with a remedy, if there is one.
 * @param prefix of the settings that name host and port, such as METRICS_
 */
export function listenProblem(error: NodeJS.ErrnoException, host: string, port: number, prefix = ""): unknown {
  switch (error.code) {
    case "EADDRINUSE":
      return new OperatorError(
        `Port ${port} is taken by another program; stop that one, or set another ${prefix}PORT (for example ${prefix}PORT=${port + 1}).`,
      );
    case "EACCES":
      return new OperatorError(`Port ${port} may not be used by this account; set a ${prefix}PORT of 1024 or above.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new OperatorError(`${prefix}HOST ${host} is not an address of this machine; use localhost or 0.0.0.0.`);
    default:
      return error;
  }
}
