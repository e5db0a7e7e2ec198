import { Socket } from "node:net";

/**
 * The sockets of the connections to PostgreSQL. When the other side vanishes, the operating system takes minutes to hours to end a
 * connection; destroying its socket ends it at once.
 */
export interface Sockets {
  /** Creates a socket for the driver's option `stream`. */
  create(): Socket;
  /** Records how much each connection has received. */
  note(): void;
  /** Destroys the connections that have received nothing since the last `note`; their pending statements fail. */
  destroySilent(): void;
  destroyAll(): void;
  /** Lets the process exit while some are still open. */
  release(): void;
}

export function createSockets(): Sockets {
  /** Open sockets with the bytes received at the last `note`; undefined for newer ones. */
  const open = new Map<Socket, number | undefined>();
  return {
    create() {
      const socket = new Socket();
      open.set(socket, undefined);
      socket.once("close", () => open.delete(socket));
      return socket;
    },
    note() {
      for (const socket of open.keys()) open.set(socket, socket.bytesRead);
    },
    destroySilent() {
      for (const [socket, received] of open) if (socket.bytesRead === received) socket.destroy();
    },
    destroyAll() {
      for (const socket of open.keys()) socket.destroy();
    },
    release() {
      for (const socket of open.keys()) socket.unref();
    },
  };
}
