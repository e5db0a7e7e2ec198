import { randomBytes } from "node:crypto";
import pg from "pg";
import { StartupError } from "../errors.ts";
import { BASE_TOPICS, readTopic, type Topic } from "./database.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { withTimeLimit } from "./time-limit.ts";

/** How long after a heartbeat the next one is sent. */
const HEARTBEAT_EVERY_MS = 2000;
/** How long a heartbeat may take. Longer than a server that is frozen in a transaction can hold up all connections (limits.ts). */
const HEARTBEAT_MS = 5000;
/** At the start, when much is going on, a heartbeat may take longer. */
const FIRST_HEARTBEAT_MS = 10_000;
/** How long connecting, and a statement on the listening connection, may take. */
const RESPONSE_TIMEOUT_MS = 3000;
const RECONNECT_MS = 500;

interface ListenerOptions {
  /** Of PostgreSQL itself: a transaction pooler passes no notifications on. */
  url: string;
  /** The connections of the requests, over which heartbeats are sent. */
  connections: pg.Pool;
  /** Of `connections`. */
  sockets: Sockets;
  /** Is told each change; all subjects once whenever some may have been missed. */
  subscribe: (topic: Topic) => void;
}

/**
 * Keeps one connection that hears of changes. A heartbeat goes out over another connection and comes back over this one. When it stays
 * out, the listening connection is dead or deaf: it is opened again, and other connections that have gone silent are ended.
 * @returns ends it
 * @throws StartupError when notifications do not come through
 */
export async function listenForChanges({ url, connections, sockets, subscribe }: ListenerOptions): Promise<() => void> {
  const channel = `heartbeat_${randomBytes(8).toString("hex")}`;
  const ownSockets = createSockets();
  let client: pg.Client | undefined;
  let stopped = false;
  let wake = () => {};
  let onHeartbeat = () => {};

  async function connect(): Promise<void> {
    ownSockets.destroyAll();
    const fresh = new pg.Client({
      connectionString: url,
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
      const topic = readTopic(notification.payload);
      if (topic) subscribe(topic);
    });
    await fresh.connect();
    await fresh.query(`LISTEN shop_changed; LISTEN ${channel}`);
    client = fresh;
  }

  /** @returns whether a heartbeat went out, and whether it came back, within the time */
  async function sendHeartbeat(limitMs: number): Promise<{ sent: boolean; received: boolean }> {
    const result = { sent: false, received: false };
    const hearing = new Promise<void>((resolve) => {
      onHeartbeat = () => {
        result.received = true;
        resolve();
      };
    });
    const statement = { text: "select pg_notify($1, '')", values: [channel], query_timeout: limitMs };
    const sending = connections.query(statement).then(() => {
      result.sent = true;
    });
    await withTimeLimit(Promise.all([sending, hearing]), limitMs).catch(() => {});
    return { ...result };
  }

  async function isHearing(listening: pg.Client): Promise<boolean> {
    sockets.note();
    const { sent, received } = await sendHeartbeat(HEARTBEAT_MS);
    if (!received) sockets.destroySilent();
    if (received || sent) return received;
    // It could not be sent: the other connections are busy or dead. This one is not to blame as long as it answers.
    return listening.query("select 1").then(
      () => true,
      () => false,
    );
  }

  async function watch(): Promise<void> {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, client ? HEARTBEAT_EVERY_MS : RECONNECT_MS).unref();
      });
      if (stopped) return;
      if (client) {
        if (await isHearing(client)) continue;
        client = undefined;
      }
      await connect().then(
        () => BASE_TOPICS.forEach(subscribe),
        () => {},
      );
    }
    ownSockets.destroyAll();
  }

  try {
    await connect();
    const { sent, received } = await sendHeartbeat(FIRST_HEARTBEAT_MS);
    if (sent && !received)
      throw new StartupError(
        "The database passes no notifications on (LISTEN), as behind a pooler in transaction mode; set DATABASE_DIRECT_URL to the PostgreSQL itself.",
      );
  } catch (error) {
    ownSockets.destroyAll();
    throw error;
  }
  void watch();
  return () => {
    stopped = true;
    wake();
    ownSockets.destroyAll();
  };
}
