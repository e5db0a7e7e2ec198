import { once } from "node:events";
import { createServer } from "node:net";
import { StartupError } from "./errors.ts";

/**
 * Looks whether the shop can listen there, before anything is filled or migrated.
 * @throws StartupError when it cannot
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

/** What to do about an error of `listen`, where the caller can do something; else the error itself. */
export function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupError(
        `Port ${port} is taken by another program; stop that one, or set another PORT (for example PORT=${port + 1}).`,
      );
    case "EACCES":
      return new StartupError(`Port ${port} may not be used by this account; set a PORT of 1024 or above.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartupError(`HOST ${host} is not an address of this machine; use localhost or 0.0.0.0.`);
    default:
      return error;
  }
}
