import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ReaderState, ReaderStatus, Topic } from "./database.ts";
import { hostOf } from "./prepare-postgresql.ts";
import { createReplicationLag } from "./replication-lag.ts";
import { createSockets, type Sockets } from "./sockets.ts";

/**
 * The standbys of DATABASE_READ_URL. A reader is out of use while it is unreachable, too far behind, or has not replayed a change that was
 * already announced (docs/readers.md).
 */
export interface Readers {
  /** The pools of the readers in use, round-robin; empty if there is none. */
  inUse(): pg.Pool[];
  /**
   * The pools of the readers that were promoted moments ago. They have what the lost writer had, and answer reads until the writer's URL
   * leads to the new writer.
   */
  promoted(): pg.Pool[];
  /**
   * Waits until the readers in use have replayed everything that is committed now. A reader that takes longer than a second is out of use
   * until it has.
   */
  catchUp(): Promise<void>;
  /** Delays each change event until `catchUp`, so that nothing rendered after it shows the state before the change. */
  afterReplay(subscribe: (topic: Topic) => void): (topic: Topic) => void;
  status(): ReaderStatus[];
  /** Calls the listener whenever a reader's state changes. */
  onChange(listener: (status: ReaderStatus) => void): void;
  cutOff(): void;
  close(): Promise<void>;
}

interface ReadersOptions {
  urls: readonly string[];
  /** Opens a pool with the writer's options. */
  openPool(url: string, sockets: Sockets): pg.Pool;
  /** The URL of the writer. */
  writerUrl: string;
}

const CHECK_EVERY_MS = 500;
/** Timeout of a check. */
const CHECK_MS = 2000;
/**
 * The lag from which a reader is out of use. Clients read from the writer for twice this time after a write (storefront/api/browser.ts).
 */
const MAX_LAG_MS = 5000;
/** How long a change event waits for readers. Meanwhile pages rendered before the change are still sent. */
const REPLAY_WAIT_MS = 1000;
const REPLAY_POLL_MS = 20;
/** How long a promoted reader may answer: one that is still not the writer then has become a database of its own. */
const FAILOVER_MS = 30_000;

/** WAL positions as numbers of bytes. */
const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position";
const REPLAYED = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position`;

interface Reader {
  name: string;
  pool: pg.Pool;
  sockets: Sockets;
  /** A pool of one connection for checks, which a full pool must not delay. */
  checks: pg.Pool;
  /** The position up to which it has replayed the WAL; null if it is unreachable or not a standby. */
  replayed: number | null;
  /** When it last was a standby, by `performance.now()`. */
  standbyAt: number;
  lagMs: number | null;
  state: ReaderState;
}

export function createReaders({ urls, openPool, writerUrl }: ReadersOptions): Readers {
  const writer = openCheckPool(writerUrl);
  const lag = createReplicationLag();
  const listeners: ((status: ReaderStatus) => void)[] = [];
  const readers = urls.map((url): Reader => {
    const sockets = createSockets();
    const pool = openPool(url, sockets);
    return {
      ...{ name: hostOf(url), pool, sockets, checks: openCheckPool(url) },
      ...{ replayed: null, standbyAt: Number.NEGATIVE_INFINITY, lagMs: null, state: "unreachable" },
    };
  });
  /** The position that a reader must have replayed to be in use. */
  let required = Number.POSITIVE_INFINITY;
  let turn = 0;
  const closing = new AbortController();

  const readWritten = async (): Promise<number> => {
    const { rows } = await writer.query<{ position: number }>(WRITTEN);
    return rows[0]?.position ?? 0;
  };

  async function check(reader: Reader): Promise<void> {
    try {
      const { rows } = await reader.checks.query<{ position: number | null }>(REPLAYED);
      reader.replayed = rows[0]?.position ?? null;
      if (reader.replayed !== null) reader.standbyAt = performance.now();
      judge(reader, reader.replayed === null ? "not a standby" : undefined);
    } catch {
      reader.replayed = null;
      // Fails statements on lost connections now, so that they are sent elsewhere.
      reader.sockets.destroyAll();
      judge(reader, "unreachable");
    }
  }

  function judge(reader: Reader, problem?: ReaderState): void {
    const { replayed } = reader;
    reader.lagMs = replayed === null ? null : lag.of(replayed);
    const isBehind = replayed === null || replayed < required || lag.of(replayed) > MAX_LAG_MS;
    const state = problem ?? (isBehind ? "behind" : "in use");
    if (state === reader.state) return;
    reader.state = state;
    for (const listener of listeners) listener(statusOf(reader));
  }

  async function checkAll(): Promise<void> {
    // Without the writer nothing is written, so readers do not fall further behind.
    await readWritten().then(lag.note, () => {});
    await Promise.all(readers.map(check));
  }

  async function catchUp(): Promise<void> {
    const written = await readWritten();
    const deadline = performance.now() + REPLAY_WAIT_MS;
    const isLate = ({ state, replayed }: Reader) => state === "in use" && (replayed ?? 0) < written;
    for (;;) {
      await Promise.all(readers.filter(isLate).map(check));
      if (!readers.some(isLate) || performance.now() > deadline) break;
      await pause(REPLAY_POLL_MS, undefined, { signal: closing.signal });
    }
    required = written;
    for (const reader of readers) if (reader.state === "in use" || reader.state === "behind") judge(reader);
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await checkAll();
      await pause(CHECK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }
  void watch();

  return {
    inUse() {
      const pools = readers.filter(({ state }) => state === "in use").map(({ pool }) => pool);
      turn += 1;
      return pools.map((_, place) => pools[(place + turn) % pools.length] as pg.Pool);
    },

    promoted() {
      const since = performance.now() - FAILOVER_MS;
      return readers
        .filter(({ state, standbyAt }) => state === "not a standby" && standbyAt > since)
        .map((r) => r.pool);
    },

    async catchUp() {
      await checkAll();
      await catchUp();
    },

    afterReplay(subscribe) {
      const waiting = new Set<Topic>();
      let isDelivering = false;
      async function deliver(): Promise<void> {
        isDelivering = true;
        while (waiting.size > 0 && !closing.signal.aborted) {
          const topics = [...waiting];
          waiting.clear();
          try {
            await catchUp();
            topics.forEach(subscribe);
          } catch {
            // While the writer is unavailable it is unknown what readers must replay. The listener sends all topics once it is back.
            for (const topic of topics) waiting.add(topic);
            await pause(CHECK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
          }
        }
        isDelivering = false;
      }
      return (topic) => {
        if (topic === "jobs") return subscribe(topic);
        waiting.add(topic);
        if (!isDelivering) void deliver();
      };
    },

    status: () => readers.map(statusOf),
    onChange: (listener) => void listeners.push(listener),
    cutOff() {
      for (const { sockets } of readers) sockets.destroyAll();
    },
    async close() {
      closing.abort();
      const pools = [writer, ...readers.flatMap(({ pool, checks }) => [pool, checks])];
      await Promise.all(pools.map((pool) => pool.end()));
      for (const { sockets } of readers) sockets.release();
    },
  };
}

const statusOf = ({ name, state, lagMs }: Reader): ReaderStatus => ({ name, state, lagMs });

function openCheckPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
    keepAlive: true,
    idleTimeoutMillis: 0,
  });
  // The next check opens another connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
