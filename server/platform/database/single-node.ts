/**
 * Wraps PostgreSQL's notifications and advisory locks, which distributed engines lack or implement differently. Only this file and the
 * trigger function `publish_change` use them (docs/deployment/engines.md).
 */

import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { mailboxOf } from "./mailbox.ts";
import { customer } from "./schema.ts";

/** The channel of change events. */
export const CHANGES = "shop_changed";

/** The lock's key: an arbitrary number, the same in every instance. */
export const MIGRATION_LOCK = 7_236_114;

/** Waits while another instance migrates, then holds the lock until the transaction ends. */
export const lockMigrations: SQL = sql`select pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`;

/** Waits while another transaction names a new product or size, then holds the lock until the transaction ends. */
export const lockProductNames: SQL = sql`select pg_advisory_xact_lock(7236115)`;

/** Waits while another transaction changes redirects, then holds the lock until the transaction ends: two could make a loop that neither sees. */
export const lockRedirects: SQL = sql`select pg_advisory_xact_lock(7236118)`;

/** Waits while another transaction makes a signing key, then holds the lock until the transaction ends: two would each add one. */
export const lockSigningKeys: SQL = sql`select pg_advisory_xact_lock(7236119)`;

/** Takes the lock of who makes a shop of this database until the transaction ends, unless another process has it: `locked`. */
export const tryLockSetup: SQL = sql`select pg_try_advisory_xact_lock(7236117) as locked`;

/**
 * Waits while another transaction decides about the cash of a mobile number, then holds its lock until the transaction ends. As a number, none
 * of 10 digits is another lock's key.
 */
export const lockCashOf = (mobile: string): SQL => sql`select pg_advisory_xact_lock(${mobile}::bigint)`;

/** Waits while another transaction decides about the offers of a customer's mailbox, then holds its lock until the transaction ends. */
export const lockMailboxOf = (customerId: number): SQL =>
  sql`select pg_advisory_xact_lock(hashtextextended(${mailboxOf(customer.email)}, 0)) from ${customer} where ${customer.id} = ${customerId}`;

/**
 * Takes the migration lock until the transaction ends, unless another instance has it. It does not wait: a waiting statement keeps a snapshot
 * open, for which a concurrent index of the other instance waits.
 */
export async function tryLockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as locked`);
  return rows[0].locked;
}

/** Takes the migration lock until a direct connection ends, unless another process has it. */
export async function holdMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`);
  return rows[0].locked;
}

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

/** The start of the name of the connection on which an instance listens. */
const INSTANCE = "kewra instance";

/** Names the connection on which an instance listens, by which the others notice it. @param id its own, of letters and digits */
export const instanceName = (id: string) => `${INSTANCE} ${id}`;

/** Counts the instances that run on this database, except for one. @param self the name of its connection; null for none */
export async function countInstances(connections: pg.Pool, self: string | null): Promise<number> {
  const { rows } = await connections.query(
    "select count(*)::int as others from pg_stat_activity where datname = current_database() and application_name like $1 and application_name not like $2",
    // The database's URL may add a name of its own.
    [`${INSTANCE} %`, self === null ? "" : `${self}%`],
  );
  return rows[0].others;
}

/** The lock that every process holds, shared, while it uses the shop's own PostgreSQL. */
const USERS_LOCK = 7_236_116;

/** Counts this connection among the users of the shop's own PostgreSQL. Waits while its last user stops it, until that ends the connection. */
export async function joinUsers(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
}

/** Ends `joinUsers`. @returns whether this was the last user: then no other joins as long as the connection lasts */
export async function leaveUsers(client: pg.Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
  const { rows } = await client.query(`select pg_try_advisory_lock(${USERS_LOCK}) as last`);
  return rows[0].last;
}
