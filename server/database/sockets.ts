import { Socket } from "node:net";

/**
 * The sockets of the connections to PostgreSQL. When the other side vanishes, the operating system takes minutes to hours to end the
 * connection; its socket can be destroyed at once.
 */
export interface Sockets {
  /** For the driver's option `stream`. */
  create(): Socket;
  /** Records how much each connection has received. */
  note(): void;
  /** Destroys the connections that have received nothing since the last `note`; their pending statements fail. */
  destroySilent(): void;
  destroyAll(): void;
  /** Lets the process end while some are still open. */
  release(): void;
}

export function createSockets(): Sockets {
  /** With the bytes received at the last `note`; undefined for newer connections. */
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
