import { randomBytes } from "node:crypto";
import pg from "pg";
import { OperatorError } from "../../base/errors.ts";
import type { ChangeEvents } from "./change-events.ts";
import { nameConnection } from "./name-connection.ts";
import { CHANGES, instanceName, listen, notify } from "./single-node.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { withTimeLimit } from "./time-limit.ts";

export interface ChangeListener {
  /** The name of the listening connection. */
  name: string;
  /** Receives the notifications of every transaction that has committed by now, unless the connection does not respond. */
  receiveSent(): Promise<void>;
  stop(): void;
}

/** The pause between two heartbeats. */
const HEARTBEAT_EVERY_MS = 2000;
/** Timeout of a heartbeat: longer than a server frozen in a transaction can block all connections (limits.ts). */
const HEARTBEAT_MS = 5000;
/** Timeout of the first heartbeat, which is longer because the start is busy. */
const FIRST_HEARTBEAT_MS = 10_000;
/** Timeout of connecting, and of a statement on the listening connection. */
const RESPONSE_TIMEOUT_MS = 3000;
const RECONNECT_MS = 500;

interface ListenerOptions {
  /** A URL of PostgreSQL itself, because a transaction pooler forwards no notifications. */
  url: string;
  /** The pool for requests, which also sends the heartbeats. */
  connections: pg.Pool;
  /** The sockets of `connections`. */
  sockets: Sockets;
  /** Receives each notification, and each topic once whenever notifications may have been missed. */
  changes: Pick<ChangeEvents, "receive" | "receiveAll">;
}

/**
 * Listens for change events on one connection. A heartbeat is sent over another connection and received on this one. When it is missing,
 * the listening connection is dead or deaf: it is reopened, and silent connections of the pool are closed.
 * @throws OperatorError when notifications do not arrive
 */
export async function listenForChanges({
  url,
  connections,
  sockets,
  changes,
}: ListenerOptions): Promise<ChangeListener> {
  const id = randomBytes(8).toString("hex");
  const channel = `heartbeat_${id}`;
  const name = instanceName(id);
  const ownSockets = createSockets();
  let client: pg.Client | undefined;
  let stopped = false;
  let wake = () => {};
  let onHeartbeat = () => {};
  let asked = Promise.resolve(true);
  let next: Promise<boolean> | undefined;

  async function connect(): Promise<void> {
    ownSockets.destroyAll();
    const fresh = new pg.Client({
      connectionString: nameConnection(url, name),
      stream: ownSockets.create,
      keepAlive: true,
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
    });
    fresh.on("error", () => {});
    fresh.on("end", () => {
      if (client !== fresh) return;
      client = undefined;
      wake();
    });
    fresh.on("notification", (notification) => {
      if (notification.channel === channel) return onHeartbeat();
      changes.receive(notification.payload);
    });
    await fresh.connect();
    await listen(fresh, [CHANGES, channel]);
    client = fresh;
  }

  /** Sends a heartbeat. @returns whether it was sent, and whether it was received, within the time */
  async function sendHeartbeat(limitMs: number): Promise<{ sent: boolean; received: boolean }> {
    const result = { sent: false, received: false };
    const receiving = new Promise<void>((resolve) => {
      onHeartbeat = () => {
        result.received = true;
        resolve();
      };
    });
    const sending = notify(connections, channel, "", { limitMs }).then(() => {
      result.sent = true;
    });
    await withTimeLimit(Promise.all([sending, receiving]), limitMs).catch(() => {});
    return { ...result };
  }

  async function isListening(): Promise<boolean> {
    sockets.note();
    const { sent, received } = await sendHeartbeat(HEARTBEAT_MS);
    if (!received) sockets.destroySilent();
    if (received || sent) return received;
    // If it could not be sent, the pool's connections are busy or dead. The listening one is fine as long as it responds.
    return ask();
  }

  /**
   * Asks the listening connection for a response, one at a time. Who comes while one is asked waits for the next, with all others who do.
   * PostgreSQL sends pending notifications before it is ready for the next statement.
   */
  function ask(): Promise<boolean> {
    next ??= asked.then(() => {
      next = undefined;
      asked = (client?.query("select 1") ?? Promise.reject(new Error("nobody listens"))).then(
        () => true,
        () => false,
      );
      return asked;
    });
    return next;
  }

  async function watch(): Promise<void> {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, client ? HEARTBEAT_EVERY_MS : RECONNECT_MS).unref();
      });
      if (stopped) return;
      if (client) {
        if (await isListening()) continue;
        client = undefined;
      }
      await connect().then(changes.receiveAll, () => {});
    }
    ownSockets.destroyAll();
  }

  try {
    await connect();
    const { sent, received } = await sendHeartbeat(FIRST_HEARTBEAT_MS);
    if (sent && !received)
      throw new OperatorError(
        "The database forwards no notifications (LISTEN), as behind a pooler in transaction mode; set DATABASE_DIRECT_URL to the PostgreSQL itself.",
      );
  } catch (error) {
    ownSockets.destroyAll();
    throw error;
  }
  void watch();
  return {
    name,
    async receiveSent() {
      await withTimeLimit(ask(), RESPONSE_TIMEOUT_MS).catch(() => {});
    },
    stop() {
      stopped = true;
      wake();
      ownSockets.destroyAll();
    },
  };
}
