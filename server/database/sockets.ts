import { Socket } from "node:net";

/**
 * The sockets of the connections to PostgreSQL. A connection whose other side is gone without a word waits until the operating system
 * gives it up, which takes minutes to hours; its socket can be destroyed at once.
 */
export interface Sockets {
  /** For the driver's option `stream`. */
  create(): Socket;
  /** Notes how much each connection has received so far. */
  note(): void;
  /** Destroys the connections that have received nothing since the last `note`. What waits on them fails. */
  destroySilent(): void;
  destroyAll(): void;
  /** Lets the process end although some are not closed yet. */
  release(): void;
}

export function createSockets(): Sockets {
  /** With the bytes received at the last note; undefined for a connection made since. */
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
