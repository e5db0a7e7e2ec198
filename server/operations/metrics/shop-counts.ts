/** Counts for the metrics. Each reads a partial index up to a limit, so that a scrape is as fast with a million orders as with none. */

import { and, count, gt, lte, max, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { OrderState, PaymentState } from "../../../contract/orders/schemas.ts";
import { OPEN_STATES } from "../../orders/orders/lifecycle.ts";
import { countFailedRefunds } from "../../orders/payments/staff-refunds.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  customerOrder,
  job,
  type MailState,
  mail,
  orderEvent,
  payment,
  type RefundState,
  refund,
} from "../../platform/database/schema.ts";
import type { TaskIdentifier } from "../../platform/jobs/tasks.ts";

/** The maximum of counts: alerts need no larger number. */
const MAX_COUNT = 10_000;
/** The time within which a change of an order is committed after it was recorded. */
const COMMIT_MS = 15_000;

export interface OpenRows {
  state: string;
  rows: number;
  /** Age of the oldest row in seconds; 0 if there is none. */
  oldestSeconds: number;
}

interface JobCounts {
  task: TaskIdentifier;
  due: number;
  running: number;
  failed: number;
  /** Seconds since the first job became due; 0 if none is due. */
  oldestDueSeconds: number;
}

export interface ShopCounts {
  orders: OpenRows[];
  payments: OpenRows[];
  refunds: OpenRows[];
  mails: OpenRows[];
  jobs: JobCounts[];
  failedRefunds: number;
  /** Seconds since the payment period of the first overdue order ended; 0 if none is overdue. */
  overdueSeconds: number;
}

const PAYMENT_STATES: readonly PaymentState[] = ["created", "authorized"];
const REFUND_STATES: readonly RefundState[] = ["requested", "pending"];
const MAIL_STATES: readonly MailState[] = ["waiting", "sending", "failed", "uncertain"];

/** Repeats a partial index's condition, without which the index is not used. */
const isOpenOrder = sql`state not in ('delivered', 'cancelled', 'expired', 'returned')`;

/** Reads all counts one after the other, so that a scrape uses one connection. */
export async function countShop(db: Database, tasks: readonly TaskIdentifier[], now: Date): Promise<ShopCounts> {
  return {
    orders: await countOpen(db, customerOrder, isOpenOrder, OPEN_STATES, now),
    payments: await countOpen(db, payment, sql`state in ('created', 'authorized')`, PAYMENT_STATES, now),
    refunds: await countOpen(db, refund, sql`state <> 'processed'`, REFUND_STATES, now),
    mails: await countOpen(db, mail, sql`state <> 'sent'`, MAIL_STATES, now),
    jobs: await countJobs(db, tasks, now),
    failedRefunds: await countFailedRefunds(db),
    overdueSeconds: await readOverdue(db, now),
  };
}

/** Counts the rows of a table in each of these states. */
function countOpen(
  db: Database,
  table: PgTable,
  isOpen: SQL,
  states: readonly string[],
  now: Date,
): Promise<OpenRows[]> {
  const rows = sql`from ${table} where state = open.state and ${isOpen}`;
  return db
    .select({
      state: sql<string>`open.state`,
      rows: sql<number>`(select count(*)::int from (select ${rows} limit ${MAX_COUNT}) first)`,
      oldestSeconds: secondsSince(sql`(select min(created_at) ${rows})`, now),
    })
    .from(
      sql`(values ${sql.join(
        states.map((state) => sql`(${state}::text)`),
        sql`, `,
      )}) as open (state)`,
    );
}

function countJobs(db: Database, tasks: readonly TaskIdentifier[], now: Date): Promise<JobCounts[]> {
  const ofTask = sql`from ${job} where task_identifier = task.name`;
  return db
    .select({
      task: sql<TaskIdentifier>`task.name`,
      due: sql<number>`(count(id) filter (where locked_at is null))::int`,
      running: sql<number>`count(locked_at)::int`,
      failed: sql<number>`(select count(*)::int from (select ${ofTask} and failed_at is not null limit ${MAX_COUNT}) first)`,
      oldestDueSeconds: secondsSince(sql`min(run_at) filter (where locked_at is null)`, now),
    })
    .from(sql`(values ${sql.join(
      tasks.map((name) => sql`(${name}::text)`),
      sql`, `,
    )}) as task (name)
      left join lateral (
        select run_at, locked_at, id ${ofTask} and failed_at is null and run_at <= ${timestamp(now)}
        order by run_at limit ${MAX_COUNT}
      ) due on true`)
    .groupBy(sql`task.name`);
}

/** Reads when the payment period of the oldest unpaid orders ended. */
async function readOverdue(db: Database, now: Date): Promise<number> {
  const [first] = await db.select({ seconds: secondsSince(sql`min(pay_until)`, now) }).from(sql`(
    select pay_until from ${customerOrder} where state = 'pending' and ${isOpenOrder} order by created_at limit 100
  ) oldest`);
  return first?.seconds ?? 0;
}

/** Counts changes of orders' states by reading the new rows of their history. */
export function createOrderEventReader(db: Database): (now: Date) => Promise<{ state: OrderState; events: number }[]> {
  let after: number | undefined;
  /** @returns how often an order has entered each state since the last call; the first call returns nothing */
  return async (now) => {
    if (after === undefined) {
      const [last] = await db.select({ id: max(orderEvent.id) }).from(orderEvent);
      after = last?.id ?? 0;
      return [];
    }
    const counted = await db
      .select({ state: orderEvent.state, events: count(), last: max(orderEvent.id) })
      .from(orderEvent)
      // A transaction with a lower id may commit a little later.
      .where(and(gt(orderEvent.id, after), lte(orderEvent.at, new Date(now.getTime() - COMMIT_MS))))
      .groupBy(orderEvent.state);
    after = Math.max(after, ...counted.map(({ last }) => last ?? 0));
    return counted.map(({ state, events }) => ({ state, events }));
  };
}

const timestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;

const secondsSince = (since: SQL, now: Date) =>
  sql<number>`coalesce(greatest(extract(epoch from ${timestamp(now)} - ${since}), 0), 0)::float8`;
