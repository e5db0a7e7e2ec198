import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";

/**
 * What PostgreSQL does on one node, and other engines do not or differently: notifications and advisory locks. Only this file, and the trigger
 * function `publish_change`, use them (docs/deployment/engines.md).
 */

/** The channel of change events. */
export const CHANGES = "shop_changed";

/** Any number, as long as every instance takes the same. */
export const MIGRATION_LOCK = 7_236_114;

/**
 * Waits until no other instance migrates; locked until the transaction ends. It has no parameter: the portal of a statement with one would stay
 * open with its snapshot, and a concurrent index would wait for that.
 */
export const lockMigrations: SQL = sql`select pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`;

/** Lets this connection receive the notifications of channels. */
export async function listen(client: pg.Client, channels: readonly string[]): Promise<void> {
  await client.query(channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join("; "));
}

/**
 * Notifies the sessions that listen to a channel.
 * @param limitMs gives up after this time
 */
export async function notify(
  connections: pg.Pool,
  channel: string,
  payload: string,
  { limitMs }: { limitMs?: number } = {},
): Promise<void> {
  await connections.query({
    text: "select pg_notify($1, $2)",
    values: [channel, payload],
    ...(limitMs !== undefined && { query_timeout: limitMs }),
  } as pg.QueryConfig);
}
